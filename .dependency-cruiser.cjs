// Which imports are forbidden. architecture.spec.ts runs these rules, and checks the table "Directions" with the same imports.
const { existsSync, readFileSync } = require('node:fs');

/** What only tests use. */
const TESTS = '[.](spec|e2e-spec|fixture|harness)[.]ts$|/e2e/|/testing/|^apps/system-e2e/';

/** A table of ARCHITECTURE.md: folders from the top down. */
function rowsOf(table) {
  const [rows] = readFileSync('ARCHITECTURE.md', 'utf8').split(`| ${table} `)[1].split('\n\n');
  return [...rows.matchAll(/^\| ([a-z][^|]*)\|/gm)].map(([, cell]) =>
    cell.split(',').map((name) => name.trim()),
  );
}

/**
 * Each folder may use those in lower rows of a table, and those `beside` it. `start` and the files beside the folders put all
 * together.
 */
function orderOf(table, folder, beside = {}) {
  const rows = rowsOf(table);
  const missing = rows.flat().filter((name) => !existsSync(`${folder}/${name}`));
  if (missing.length > 0) throw new Error(`ARCHITECTURE.md, "${table}": there is no ${missing.join(', ')}.`);
  const anyOf = (names) => `^${folder}/(${names.join('|')})/`;
  return [
    {
      name: `${table}: each has a row`,
      from: { path: `^${folder}/[^/]+/`, pathNot: anyOf([...rows.flat(), 'start']) },
      to: {},
    },
    ...rows.flatMap((row, index) =>
      row.map((name) => ({
        name: `${table}: ${name} uses lower rows only`,
        from: { path: anyOf([name]) },
        to: {
          path: `^${folder}/`,
          pathNot: anyOf([name, ...rows.slice(index + 1).flat(), ...(beside[name] ?? [])]),
        },
      })),
    ),
  ];
}

const rules = [
  ...orderOf('Domains of the API', 'apps/api/src', {
    users: ['groups'],
    // What the public pages have to know includes the identity providers.
    about: ['providers'],
    // The audit log names identity providers as people know them.
    audit: ['providers'],
    // The overview names services whose synchronization needs attention.
    search: ['synchronization'],
  }),
  ...orderOf('Folders of the proxy', 'apps/proxy/src'),
  ...orderOf('Folders of the console', 'apps/ui/src/app'),
  {
    name: 'another project is imported by its name',
    from: {
      path: '^(apps/[^/]+|libs/(?:server|ui)/[^/]+|libs/[^/]+)/',
      pathNot: '^libs/server/testing/src/runner/',
    },
    to: { path: '^(apps|libs)/', pathNot: '^$1/', dependencyTypesNot: ['aliased'] },
  },
  { name: 'every import leads to a file', from: {}, to: { couldNotResolve: true } },
  {
    name: 'a library is imported as a whole',
    from: { pathNot: '^apps/ui/' },
    to: { dependencyTypes: ['aliased'], pathNot: '/src/index[.]ts$' },
  },
  {
    name: 'the console imports whole libraries, or single files of the two that its first pages need',
    from: { path: '^apps/ui/' },
    to: { dependencyTypes: ['aliased'], pathNot: '/src/index[.]ts$|^libs/ui/(data|kit)/src/[^/]+[.]ts$' },
  },
  { name: 'the product does not contain code of tests', from: {}, to: { path: '^libs/server/testing/' } },
  {
    name: 'what runs on a server is installed there',
    from: { path: '^(apps/(api|proxy)|libs/(?!ui/|conformance/))', pathNot: '/fixtures/' },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'only the library for patterns uses the engine for regular expressions',
    from: { pathNot: '^libs/server/patterns/src/' },
    to: { path: '^node_modules/re2js/' },
  },
  {
    name: 'the browser takes DTOs and the client of the API as types only',
    from: { path: '^(apps|libs)/ui/' },
    to: {
      path: '^libs/(dto|api-client)/|^node_modules/openapi-fetch/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'the hot path of the proxy is free of Nest and Express',
    from: { path: '^apps/proxy/' },
    to: { path: '^node_modules/(@nestjs/|express)' },
  },
  { name: 'there are no cycles between files, type-only imports included', from: {}, to: { circular: true } },
];

module.exports = {
  forbidden: rules.map((rule) => ({
    ...rule,
    severity: 'error',
    from: { ...rule.from, pathNot: [TESTS, rule.from.pathNot].filter(Boolean) },
  })),
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    exclude: '^(apps|libs)/.*([.][cm]?js|[.]d[.]ts)$|[.](spec|e2e-spec)[.]ts$|/e2e/|^apps/system-e2e/',
    doNotFollow: `node_modules|${TESTS}`,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'require', 'import', 'default'],
    },
  },
};
