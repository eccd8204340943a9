import type { KnipConfig } from 'knip' with { 'resolution-mode': 'import' };

/** How programs take a library from the build: `const { a } = loadBuilt('libs/x/src/index.js')`. */
const BUILT = /const (\{[^}]*\}|\w+) = (?:loadBuilt\('|require\('(?:\.\.\/)+dist\/)(libs\/[\w/-]+)\.js'\)/g;

/** What nothing uses; the check `unused`. */
const config: KnipConfig = {
  entry: [
    'apps/{api,proxy,cli}/src/main.ts',
    'apps/ui/src/main{,.public}.ts',
    '{apps,libs,tools}/**/*.{spec,e2e-spec,long-spec}.ts',
    // A program that a test starts by its path.
    'apps/api/e2e/harness/send-once.ts',
    // Programs are started by their paths. Specs call what these export in a process of its own.
    '{apps,libs,tools}/**/*.{cjs,mjs}',
  ],
  project: ['*.{ts,mjs}', '{apps,libs,tools}/**/*.{ts,mjs,cjs}'],
  ignore: ['**/generated/**'],
  ignoreDependencies: [
    // architecture.spec.ts runs its program.
    'dependency-cruiser',
    // nx.json runs its program.
    '@swc/cli',
    // `overrides` of package.json put it in the place of packages.
    'empty-stub',
    // @nestjs-modules/mailer requires it without declaring it.
    'lodash',
    // Parts of Jest, in the versions that Jest depends on.
    '@jest/test-result',
    '@jest/test-sequencer',
    // apps/system-e2e/package.json declares it.
    '@sparticuz/chromium',
  ],
  // Programs of the system.
  ignoreBinaries: ['mkfifo', 'nginx', 'pg_restore', 'setpriv', 'taskset', 'unshare', 'script'],
  compilers: {
    // Names that are taken from the build are imports from the sources.
    mjs: (text: string) =>
      [...text.matchAll(BUILT)].reduce(
        (all, [, names, path]) =>
          `${all}\nimport ${names?.replace(/^\w/, '* as $&')} from '${process.cwd()}/${path}.ts';`,
        text,
      ),
  },
};

export default config;
