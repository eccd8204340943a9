const { createCjsPreset } = require('jest-preset-angular/presets');

/** The console's tests: apps/ui and libs/ui, in a simulated page that a deployment serves behind a prefix. */
module.exports = {
  ...createCjsPreset({
    tsconfig: '<rootDir>/tsconfig.json',
    testEnvironment: '<rootDir>/jest.environment.cjs',
  }),
  displayName: 'ui',
  rootDir: __dirname,
  roots: ['<rootDir>', '<rootDir>/../../libs/ui'],
  testMatch: ['**/*.spec.ts'],
  testEnvironmentOptions: { url: 'http://localhost/prefix/ui/' },
  setupFilesAfterEnv: ['<rootDir>/jest.setup.ts'],
  restoreMocks: true,
  moduleNameMapper: {
    '^@gatehouse/names$': '<rootDir>/../../libs/names/src/index.ts',
    '^@gatehouse/ui-([\\w-]+)$': '<rootDir>/../../libs/ui/$1/src/index.ts',
    '^@gatehouse/ui-([\\w-]+)/testing$': '<rootDir>/../../libs/ui/$1/testing/index.ts',
    '^@gatehouse/ui-(data|kit)/([\\w-]+)$': '<rootDir>/../../libs/ui/$1/src/$2.ts',
  },
};
