// Builds the package of the command line, without links to other projects of the workspace.
//
//   node apps/cli/build.mjs [--out dist/apps/cli/package]
//
// `gatehouse.cjs` starts `main.cjs`, which loads no library of the server: one file, whose parts are evaluated when a command needs them. `configuration.cjs`
// reads configuration files, `policy.cjs` decides by them, `operation.cjs` has what works on settings and the database of this machine; the commands that need them load them. All is bundled from the sources. `modules.json` beside the package names the modules of each file, `sources.json` has the digest of all sources.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { transformFileSync } from '@swc/core';
import { build } from 'esbuild';
import { TEMPLATES, noteSources } from './sources.mjs';

const startedAt = Date.now();

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/apps/cli/package' } } });
const folder = resolve(root, values.out);
const { version, license, engines, dependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** Databases, caches and formats that TypeORM and pg would load if they were used, and what has compiled parts. */
const EXTERNAL = [
  'pg-native',
  'pg-query-stream',
  'mysql',
  'mysql2',
  'oracledb',
  'mssql',
  'mongodb',
  'redis',
  'ioredis',
  'better-sqlite3',
  'sqlite3',
  'sql.js',
  'hdb-pool',
  '@sap/hana-client',
  '@sap/hana-client/*',
  '@google-cloud/spanner',
  'typeorm-aurora-data-api-driver',
  'expo-sqlite',
  'react-native-sqlite-storage',
  'pino-pretty',
];

/** Shared by both parts. @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  outdir: folder,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  tsconfig: 'tsconfig.base.json',
  logLevel: 'warning',
  legalComments: 'none',
  metafile: true,
  define: { GATEHOUSE_VERSION: JSON.stringify(version) },
};

/** What the main part loads when it is needed, and is not part of it. @type {import('esbuild').Plugin} */
const operationApart = {
  name: 'operation apart',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/operation\/(?:operation|configuration|policy)$/ }, ({ path }) => ({
      path: `./${basename(path)}.cjs`,
      external: true,
    }));
  },
};

/** Decorators with the types of what they decorate are compiled by swc alone. @type {import('esbuild').Plugin} */
const compiledBySwc = {
  name: 'compiled by swc',
  setup: ({ onLoad }) => {
    const { exclude, ...options } = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));
    const jsc = { ...options.jsc, baseUrl: undefined, paths: undefined };
    onLoad({ filter: /\/(?:libs|apps)\/.*\.ts$/ }, ({ path }) => {
      const { code } = transformFileSync(path, {
        ...options,
        jsc,
        module: { type: 'es6' },
        sourceMaps: false,
        swcrc: false,
        configFile: false,
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/** Of the libraries of this project, what is not used is left out: none of their modules does anything when it is loaded. @type {import('esbuild').Plugin} */
const withoutUnused = {
  name: 'without unused',
  setup: ({ onResolve, resolve: resolveOther }) => {
    onResolve({ filter: /^(?:@gatehouse\/|\.)/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'resolved' || !/\/(?:libs|apps)\//.test(from.importer)) return undefined;
      const found = await resolveOther(path, { ...from, pluginData: 'resolved' });
      return { ...found, sideEffects: false };
    });
  },
};

/** It has compiled parts, and is loaded by the one command that computes a password. @type {import('esbuild').Plugin} */
const bcryptLater = {
  name: 'bcrypt later',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^bcrypt$/ }, ({ namespace }) =>
      namespace === 'later' ? { path: 'bcrypt', external: true } : { path: 'bcrypt', namespace: 'later' },
    );
    onLoad({ filter: /./, namespace: 'later' }, () => ({
      contents: ['compare', 'getRounds', 'hash']
        .map((name) => `exports.${name} = (...given) => require('bcrypt').${name}(...given);`)
        .join('\n'),
      loader: 'js',
    }));
  },
};

/** Only programs of its own that a command would name are started by it: none here. @type {import('esbuild').Plugin} */
const parserWithoutProcesses = {
  name: 'parser without processes',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(?:node:)?child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path: 'child_process', namespace: 'none' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

/** Reads the code that V8 has compiled before, where Node keeps it. In the shared folder for temporary files, others could put theirs. */
const START = `#!/usr/bin/env node
'use strict';
const { enableCompileCache } = require('node:module');
const { XDG_CACHE_HOME, HOME } = process.env;
const folder = XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : HOME?.startsWith('/') ? HOME + '/.cache' : undefined;
if (folder !== undefined) enableCompileCache?.(folder + '/gatehouse/compiled');
require('./main.cjs');
`;

rmSync(join(folder, '../sources.json'), { force: true });
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const results = await Promise.all([
  build({
    ...common,
    entryPoints: { main: 'apps/cli/src/main.ts' },
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    minify: true,
    // The other parts are loaded by `require`: `import` would look for their exports in all of their text.
    supported: { 'dynamic-import': false },
    plugins: [operationApart, parserWithoutProcesses],
  }),
  ...['configuration', 'policy', 'operation'].map((name) =>
    build({
      ...common,
      entryPoints: { [name]: `apps/cli/src/operation/${name}.ts` },
      outExtension: { '.js': '.cjs' },
      format: 'cjs',
      // Names are part of messages, and of tables of the database.
      minifySyntax: true,
      minifyWhitespace: true,
      external: EXTERNAL,
      plugins: [...(name === 'operation' ? [] : [withoutUnused]), compiledBySwc, bcryptLater],
    }),
  ),
]);
const modules = Object.fromEntries(
  results.flatMap(({ metafile }) =>
    Object.entries(metafile.outputs).map(([file, { inputs }]) => [basename(file), Object.keys(inputs)]),
  ),
);
// The templates of mails are read from beside the program.
cpSync(join(root, TEMPLATES), join(folder, 'templates'), { recursive: true });

const entry = join(folder, 'gatehouse.cjs');
writeFileSync(entry, START, { mode: 0o755 });
execFileSync(process.execPath, [entry, '__manual', join(folder, 'man')]);
// One by one: npm links no pages of a folder that is only named.
const man = readdirSync(join(folder, 'man'))
  .toSorted()
  .map((page) => `./man/${page}`);
const description = {
  name: 'gatehouse-cli',
  version,
  description: 'The command line of Gatehouse: identity and access control for web services.',
  license,
  engines,
  bin: { gatehouse: './gatehouse.cjs' },
  man,
  // Only for register_defaults, which sets the password of the administrator.
  optionalDependencies: { bcrypt: dependencies.bcrypt },
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
// When all else is there: it tells that the package is complete.
noteSources(root, folder, modules, startedAt);
