import nx from '@nx/eslint-plugin';
import angular from 'angular-eslint';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Row of ARCHITECTURE.md, "directions": a project of these tags may use projects of those. */
const boundaries = [
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:server', onlyDependOnLibsWithTags: ['scope:server', 'scope:shared'] },
  {
    sourceTag: 'scope:ui',
    onlyDependOnLibsWithTags: ['scope:ui', 'scope:shared'],
    bannedExternalImports: ['@nestjs/*', 'typeorm', 'express', 'pg'],
  },
  { sourceTag: 'scope:test', onlyDependOnLibsWithTags: ['scope:test', 'scope:server', 'scope:shared'] },
  {
    sourceTag: 'type:pure',
    onlyDependOnLibsWithTags: ['type:pure'],
    bannedExternalImports: ['*'],
  },
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: [], allowedExternalImports: ['openapi-fetch'] },
  {
    sourceTag: 'type:dto',
    onlyDependOnLibsWithTags: ['type:pure', 'type:dto'],
    allowedExternalImports: ['class-validator', 'class-transformer', '@nestjs/swagger'],
  },
  {
    allSourceTags: ['scope:server', 'type:data'],
    onlyDependOnLibsWithTags: ['type:pure', 'type:data', 'type:testing'],
    bannedExternalImports: ['@nestjs/*', '@angular/*', 'express'],
  },
  {
    allSourceTags: ['scope:server', 'type:kit'],
    onlyDependOnLibsWithTags: ['type:pure', 'type:dto', 'type:data', 'type:kit', 'type:testing'],
    bannedExternalImports: ['@angular/*'],
  },
];

const patterns = {
  node: { group: ['node:*'], message: 'Node must not be used here: this also runs in the browser.' },
  frameworks: {
    group: ['@nestjs/*', '!@nestjs/swagger', '@angular/*', 'typeorm', 'express'],
    message: 'No framework below the applications.',
  },
  typesOnly: {
    group: ['@gatehouse/dto', '@gatehouse/api-client', 'openapi-fetch'],
    allowTypeImports: true,
    message: 'The browser takes the types only: `import type`.',
  },
};
const restrict = (...restricted) => ['error', { patterns: restricted }];

/** A URL that is relative to the module. Its path is escaped, so that it names no file below a folder such as `my projects`. */
const MODULE_URL = 'NewExpression[callee.name="URL"]:has(MetaProperty)';
const ESCAPED_PATH = 'The path of a URL is escaped: `my%20projects`. Use fileURLToPath().';

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      '.cache/',
      '.angular/',
      '.nx/',
      'data/',
      'test-output/',
      'docs/',
      '**/generated/',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommended, prettier],
    plugins: { '@nx': nx },
    languageOptions: {
      parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true },
    },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: [], depConstraints: boundaries },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      eqeqeq: 'error',
      'no-console': 'error',
      'prefer-const': 'error',
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 7 }],
    },
  },
  {
    files: ['**/*.{ts,mjs,cjs}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: `MemberExpression[property.name="pathname"] > ${MODULE_URL}`, message: ESCAPED_PATH },
        {
          selector: `VariableDeclarator[id.type="ObjectPattern"]:has(Property[key.name="pathname"]) > ${MODULE_URL}`,
          message: ESCAPED_PATH,
        },
        {
          selector:
            'MemberExpression:matches([property.name="slice"], [property.name="replace"], [property.name="substring"]) > MemberExpression[property.name="url"] > MetaProperty',
          message: ESCAPED_PATH,
        },
      ],
    },
  },
  { files: ['**/*.spec.ts', '**/*.e2e-spec.ts', '**/migrations/*.ts'], rules: { 'max-lines': 'off' } },
  {
    // Specs may use libs/server/testing, which depends on the libraries they test; architecture.spec.ts checks the rest.
    files: ['**/*.spec.ts', '**/*.e2e-spec.ts', '**/e2e/**', '**/*.harness.ts', '**/*.fixture.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // Typed arrays, indexed by what the code has just computed, in the hottest loops there are.
    files: ['libs/access-engine/src/snapshot/*.ts', 'libs/access-engine/src/snapshot/effect/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['libs/{names,access-engine,service-types,proxy-options,problems,dto,api-client}/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-imports': restrict(patterns.node, patterns.frameworks) },
  },
  {
    files: ['libs/ui/**/*.ts', 'apps/ui/**/*.ts'],
    extends: [...angular.configs.tsRecommended],
    processor: angular.processInlineTemplates,
    rules: {
      '@typescript-eslint/no-restricted-imports': restrict(patterns.node, patterns.typesOnly),
      '@angular-eslint/prefer-on-push-component-change-detection': 'error',
      '@angular-eslint/component-class-suffix': 'off',
      '@angular-eslint/directive-class-suffix': 'off',
    },
  },
  {
    // Some specs read the sources of the console.
    files: ['libs/ui/**/*.spec.ts', 'apps/ui/**/*.spec.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': restrict(patterns.typesOnly) },
  },
  {
    files: ['libs/ui/**/*.html', 'apps/ui/**/*.html'],
    extends: [...angular.configs.templateRecommended, ...angular.configs.templateAccessibility],
  },
);
