// Compiles one Node project (its folder is the argument) into dist/<folder>, file by file, with swc.
// Types are checked apart (`tsc --noEmit`): a build only has to be fast and exact.
import { transformFile } from '@swc/core';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const require = createRequire(import.meta.url);
const options = require('./swc-options.json');
const root = resolve(dirname(new URL(import.meta.url).pathname), '../..');
const { compilerOptions } = require('../../tsconfig.base.json');

const project = process.argv[2];
if (!project) throw new Error('usage: build-node.mjs <project folder>');
const source = join(root, project, 'src');
const target = join(root, 'dist', project, 'src');

const isTest = (file) => /\.(spec|e2e-spec|fixture)\.ts$|\/fixtures\//.test(file);

async function* files(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

await rm(target, { recursive: true, force: true });
for await (const file of files(source)) {
  if (isTest(file)) continue;
  const to = join(target, relative(source, file));
  await mkdir(dirname(to), { recursive: true });
  if (!file.endsWith('.ts')) {
    await cp(file, to);
    continue;
  }
  const js = to.replace(/\.ts$/, '.js');
  const { code, map } = await transformFile(file, {
    ...options,
    jsc: { ...options.jsc, baseUrl: root, paths: compilerOptions.paths },
  });
  await writeFile(js, `${code}\n//# sourceMappingURL=${relative(dirname(js), js)}.map\n`);
  await writeFile(`${js}.map`, map);
}
