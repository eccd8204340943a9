/**
 * Only transpiled, since `tools:types` checks it: with type checking every start of the runner takes three seconds more.
 * @jest-config-loader-options {"transpileOnly": true, "compilerOptions": {"module": "CommonJS", "moduleResolution": "Node10"}}
 */
import type { Config } from 'jest';
import { readFileSync } from 'node:fs';

// The tests are compiled with the options of the build, so that what is tested is what runs. Where libraries are, and that
// tests are not part of a build, matters to the build only.
const build = JSON.parse(readFileSync('.swcrc', 'utf8'));
const options = {
  ...build,
  jsc: { ...build.jsc, baseUrl: undefined, paths: undefined },
  exclude: undefined,
  swcrc: false,
};

/** A library is found by its name, as in tsconfig.base.json: a new one needs no line here. */
const paths = {
  '^@gatehouse/([\\w-]+)$': ['<rootDir>/libs/$1/src/index.ts', '<rootDir>/libs/server/$1/src/index.ts'],
  // The statements that they send are recorded.
  '^(pg|typeorm)$': '<rootDir>/libs/server/testing/src/statements/$1.cjs',
};

/** Programs of the system that npm test has not found, separated by commas; without it all tests are run. */
const missingPrograms = (process.env['SVC_TEST_WITHOUT'] ?? '').split(',').filter(Boolean);

/** Tests that put programs next to the proxy or the API have their names, each before a dot. */
const testsOf = (programs: string[]) =>
  programs.map((name) => `<rootDir>/apps/\\w+/e2e/peers/(?:[\\w-]+\\.)*${name}\\.`);

/** Packages without CommonJS: Node loads them by `require()`, Jest does not. */
const modules = '/node_modules/(?:openid-client|oauth4webapi|jose)/';

const node: Config = {
  setupFiles: ['reflect-metadata'],
  setupFilesAfterEnv: [
    '<rootDir>/libs/server/testing/src/statements/unlisted.cjs',
    '<rootDir>/libs/server/testing/src/runner/released-storages.cjs',
  ],
  rootDir: process.cwd(),
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest', options], [`${modules}.+\\.js$`]: ['@swc/jest', options] },
  transformIgnorePatterns: [`/node_modules/(?!${modules.slice('/node_modules/'.length)})`],
  moduleNameMapper: paths,
  globalSetup: '<rootDir>/libs/server/testing/src/runner/start-database.ts',
  globalTeardown: '<rootDir>/libs/server/testing/src/runner/stop-database.ts',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
};

/** Tests of `unit` and `e2e` as `npm test` runs them. Reference: tools/scripts/test-batches.mjs. */
const batches: Config = {
  ...node,
  displayName: 'batches',
  testMatch: ['<rootDir>/test-output/batches/*.js'],
};

/** The databases that operators have. Reference: tools/environments/run.mjs. */
const environments: Config = {
  ...node,
  displayName: 'environments',
  testMatch: ['<rootDir>/tools/environments/*.e2e-spec.ts'],
};

/** Tests in a browser that need servers of the system, and minutes. */
const long: Config = {
  ...node,
  displayName: 'long',
  globalSetup: '<rootDir>/apps/system-e2e/src/set-up.cjs',
  testEnvironment: '<rootDir>/apps/system-e2e/src/test-environment.cjs',
  testMatch: ['<rootDir>/apps/system-e2e/**/*.long-spec.ts'],
};

/** Each kind of test is a separate project, so that one kind can be run: `npx jest --selectProjects unit`. */
const config: Config = {
  maxWorkers: 2,
  testSequencer: '<rootDir>/tools/scripts/test-sequencer.cjs',
  testTimeout: 240_000,
  projects: [
    {
      ...node,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{apps,libs}/**/src/**/*.spec.ts',
        '<rootDir>/architecture.spec.ts',
        '<rootDir>/tools/**/*.spec.ts',
      ],
      testPathIgnorePatterns: ['<rootDir>/apps/ui/', '<rootDir>/libs/ui/'],
    },
    {
      ...node,
      displayName: 'e2e',
      testMatch: [
        '<rootDir>/{apps,libs}/**/e2e/**/*.e2e-spec.ts',
        // Of series of `npm run test:long` alone.
        ...(process.env['SVC_TEST_LONG'] ? ['<rootDir>/{apps,libs}/**/e2e/**/*.long-spec.ts'] : []),
      ],
      testPathIgnorePatterns: ['<rootDir>/apps/system-e2e/', ...testsOf(missingPrograms)],
    },
    '<rootDir>/apps/ui/jest.config.cjs',
    ...(process.env['SVC_TEST_BATCHES'] ? [batches, '<rootDir>/apps/ui/jest.batches.cjs'] : []),
    ...(process.env['SVC_TEST_ENVIRONMENTS'] ? [environments] : []),
    // Only `npm run test:long` runs them.
    ...(process.env['SVC_TEST_LONG'] ? [long] : []),
    {
      ...node,
      displayName: 'browser',
      globalSetup: '<rootDir>/apps/system-e2e/src/set-up.cjs',
      testEnvironment: '<rootDir>/apps/system-e2e/src/test-environment.cjs',
      testMatch: ['<rootDir>/apps/system-e2e/**/*.e2e-spec.ts'],
    },
  ],
};

export default config;
