import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { UNRECORDED_TABLES } from './libs/server/database/src/unrecorded-tables';

/** The directions that lint cannot see. ARCHITECTURE.md draws them. */

interface Import {
  readonly file: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

const ROOT = process.cwd();
const SPEC = /\.(spec|e2e-spec|fixture|harness)\.ts$|\/e2e\/|\/testing\/|^apps\/system-e2e\//;

function filesBelow(folder: string, names = /\.ts$/): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function contentOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function importsOf(file: string): Import[] {
  return [...contentOf(file).matchAll(/^(?:import|export)\s+(type\s+)?[^'";]*?from\s+'([^']+)'/gm)].map(
    (match) => ({
      file,
      from: match[2] ?? '',
      typeOnly: match[1] !== undefined,
    }),
  );
}

const sources = [...filesBelow('apps'), ...filesBelow('libs')].filter((file) => !SPEC.test(file));
const imports = sources.flatMap(importsOf);

/** A table of ARCHITECTURE.md: folders from the top down; one may use those in lower rows, and those named beside it. */
function rowsOf(table: string): string[][] {
  const [rows = ''] = (contentOf('ARCHITECTURE.md').split(`| ${table} `)[1] ?? '').split('\n\n');
  return [...rows.matchAll(/^\| ([a-z][^|]*)\|/gm)].map(([, cell = '']) => listIn(cell));
}

/** Edges inside a row, or up. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  users: ['groups'],
  // What the public pages have to know includes the identity providers.
  about: ['providers'],
  // The audit log names identity providers as people know them.
  audit: ['providers'],
};
/** What the table "Directions" of ARCHITECTURE.md calls `pure`. */
const PURE = ['names', 'access-engine', 'service-types', 'proxy-options', 'problems'];
/** For specs: they use what they test. */
const FOR_SPECS = ['libs/conformance', 'libs/server/testing'];
/** Composition: may use every domain. */
const COMPOSITION = ['start', ''];
const API = 'apps/api/src';
/** Applications whose folders have an order. */
const ORDERED: readonly [table: string, folder: string][] = [
  ['Domains of the API', API],
  ['Folders of the proxy', 'apps/proxy/src'],
];

describe('the architecture', () => {
  it('is examined completely', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(300);
  });

  describe.each(ORDERED)('%s', (table, folder) => {
    const rows = rowsOf(table);
    const domainOf = domainBelow(folder);
    const rowOf = (domain: string) => rows.findIndex((row) => row.includes(domain));
    const inside = (file: string) => file.startsWith(`${folder}/`);

    it('are all in the table, and each of them exists', () => {
      const domains = new Set(sources.filter(inside).map(domainOf));
      COMPOSITION.forEach((composition) => domains.delete(composition));
      expect(rows.flat().sort()).toEqual([...domains].sort());
    });

    it('use only those below them', () => {
      const up = imports
        .filter(({ file, from }) => inside(file) && from.startsWith('.'))
        .map(({ file, from }) => ({
          file,
          one: domainOf(file),
          other: domainOf(relative(ROOT, resolve(dirname(join(ROOT, file)), from))),
        }))
        .filter(({ one, other }) => one !== other && !COMPOSITION.includes(one))
        .filter(({ one, other }) => !(rowOf(one) < rowOf(other) || BESIDE[one]?.includes(other)));
      expect(up).toEqual([]);
    });
  });

  it('has a row for each library in its table of directions', () => {
    const libraries = filesBelow('libs', /^project\.json$/).map((file) => dirname(file));
    expect([...directions().keys()].sort()).toEqual(
      libraries.filter((library) => !FOR_SPECS.includes(library)).sort(),
    );
  });

  it.each([...directions()])(
    'lets %s import exactly what its row names',
    (library, { projects, packages }) => {
      const own = sources.filter(
        (file) => file.startsWith(`${library}/src/`) && !file.includes('/fixtures/'),
      );
      const later = own.flatMap((file) => [...contentOf(file).matchAll(/\bimport\('([^']+)'\)/g)]);
      const names = [
        ...own.flatMap(importsOf).map(({ from }) => from),
        ...later.map(([, from = '']) => from),
      ].filter((from) => !/^(?:\.|node:)/.test(from));
      const used = new Set(names.map((from) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from));
      const expected = [
        ...projects.filter((name) => name !== 'pure').map((name) => `@gatehouse/${name}`),
        ...packages,
      ];
      const isPure = (name: string): boolean =>
        projects.includes('pure') && PURE.some((pure) => name === `@gatehouse/${pure}`);
      expect([...used].filter((name) => !isPure(name)).sort()).toEqual(expected.sort());
    },
  );

  it('allows only a domain itself to use its repositories', () => {
    const foreign = imports
      .filter(({ file, from }) => file.startsWith(API) && /^\.\.\/.*\.repository$/.test(from))
      .filter(({ file }) => !COMPOSITION.includes(domainBelow(API)(file)));
    expect(foreign).toEqual([]);
  });

  it('registers what does not depend on Nest by `provide` and `provideBy`, which check the sources', () => {
    // This one is an option of the package for TypeORM.
    const factories = sources.filter(
      (file) => file.startsWith(API) && contentOf(file).includes('useFactory'),
    );
    expect(factories).toEqual([`${API}/data.module.ts`]);
  });

  it('imports libraries by their names only', () => {
    const deep = imports.filter(
      ({ from, file }) =>
        (/^@gatehouse\/[\w-]+\//.test(from) && !isPartForFirstPages(file, from)) ||
        (from.startsWith('.') && leaves(file, from)),
    );
    expect(deep).toEqual([]);
  });

  it('imports only the used parts of the data library into public pages, not its index', () => {
    const pages = reachableFrom('apps/ui/src/main.public.ts');
    expect(pages.length).toBeGreaterThan(30);
    // The bundler puts all that the index names into the file that the public pages share (docs/adr/0005).
    const whole = imports.filter(
      ({ file, from, typeOnly }) => pages.includes(file) && from === '@gatehouse/ui-data' && !typeOnly,
    );
    expect(whole).toEqual([]);
  });

  it('gives the frame of the console the parts of the libraries it uses, not their indexes', () => {
    const deferred = ['apps/ui/src/app/palette/palette.ts', 'apps/ui/src/app/sign-in/sign-in-again.ts'];
    const frame = reachableFrom('apps/ui/src/main.ts', { without: deferred, later: false });
    expect(frame.length).toBeGreaterThan(30);
    const whole = imports.filter(
      ({ file, from, typeOnly }) =>
        frame.includes(file) && /^@gatehouse\/ui-(data|kit)$/.test(from) && !typeOnly,
    );
    expect(whole).toEqual([]);
  });

  it('keeps the code of tests out of the product', () => {
    expect(imports.filter(({ from }) => from === '@gatehouse/testing')).toEqual([]);
  });

  it('runs on the packages that are installed where it runs', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const undeclared = imports
      .filter(
        ({ file, typeOnly }) =>
          !typeOnly &&
          !file.includes('/fixtures/') &&
          /^(apps\/(api|proxy)|libs\/(?!ui\/|conformance\/))/.test(file),
      )
      .map(({ from }) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from)
      .filter((name) => !/^(\.|node:|@gatehouse$|@gatehouse\/)/.test(name) && !(name in dependencies));
    expect([...new Set(undeclared)]).toEqual([]);
  });

  it('compiles regular expressions that are not constants only in the library for patterns', () => {
    // These put constants together, or the name of a folder.
    const CONSTANT = [
      'libs/names/src/email.ts',
      'libs/names/src/service-url.ts',
      'libs/server/database/src/embedded/cluster.ts',
    ];
    const compiling = sources.filter((file) => /\bRegExp\(/.test(contentOf(file)));
    expect(compiling.filter((file) => !CONSTANT.includes(file))).toEqual([]);
    const engine = imports.filter(({ from }) => from === 're2js').map(({ file }) => dirname(file));
    expect([...new Set(engine)]).toEqual(['libs/server/patterns/src']);
  });

  it('imports DTOs into the browser as types only', () => {
    const values = imports.filter(
      ({ file, from, typeOnly }) => /^(apps|libs)\/ui\//.test(file) && from === '@gatehouse/dto' && !typeOnly,
    );
    expect(values).toEqual([]);
  });

  it('keeps Nest and Express out of the hot path of the proxy', () => {
    const heavy = imports.filter(
      ({ file, from }) => file.startsWith('apps/proxy') && /^(@nestjs|express)/.test(from),
    );
    expect(heavy).toEqual([]);
  });

  it('has an index at the root of a library only', () => {
    const strays = sources.filter((file) => /\/index\.ts$/.test(file) && !INDEX.test(file));
    expect(strays).toEqual([]);
  });

  it('has no import cycles between files, type-only imports included', () => {
    expect(cyclesOf(graphOf(sources))).toEqual([]);
  });

  it('finds a cycle of three files, and of the files that use it none', () => {
    const graph = new Map([
      ['user', ['a']],
      ['a', ['b', 'leaf']],
      ['b', ['c']],
      ['c', ['a']],
    ]);
    expect(cyclesOf(graph)).toEqual([['a', 'b', 'c']]);
  });

  it('writes the tables of the directory in the directory only', () => {
    const programs = filesBelow('tools', /\.mjs$/).filter((file) => !SPEC.test(file));
    expect(programs.length).toBeGreaterThan(50);
    const others = [...sources, ...programs].filter(
      (file) => !OWNERS.test(file) && !file.includes('/fixtures/'),
    );
    expect(others.filter((file) => writesDirectoryTables(contentOf(file)))).toEqual([]);
  });

  it('writes each unrecorded table in its own library only', () => {
    const strays = Object.entries(UNRECORDED_TABLES).flatMap(([table, libraries]) =>
      sources
        .filter((file) => !libraries.some((library) => file.startsWith(`libs/server/${library}/`)))
        .filter((file) => !/\/migrations\/|\/fixtures\//.test(file))
        .filter((file) => writesTable(contentOf(file), table))
        .map((file) => `${table}: ${file}`),
    );
    expect(strays).toEqual([]);
    expect(writesTable(contentOf('libs/server/outbox/src/outbox.ts'), 'outbox_messages')).toBe(true);
  });

  it.each([
    ['an insertion by SQL', "query('INSERT INTO users (name) VALUES ($1)')"],
    ['a change by SQL over lines', 'query(`\n  update\n  groups SET name = $1`)'],
    ['a deletion by SQL with a schema and quotes', 'query(`DELETE FROM public."memberships"`)'],
    ['a table that is named at run time', 'query(`INSERT INTO ${table} (name) VALUES ($1)`)'],
    ['a table with a part named at run time', 'query(`DELETE FROM ${kind}_permissions`)'],
    [
      'an entity of TypeORM',
      "import { UnitOfWork, User } from '@gatehouse/database';\nmanager.save(User, {})",
    ],
    ['the entities as a namespace', "import * as database from '@gatehouse/database';"],
    ['an entity of the built library', "const { Group } = loadBuilt('libs/server/database/src/index.js')"],
    ['an entity under another name', "import { User as Account } from '@gatehouse/database';"],
    [
      'a renamed entity of the built library',
      "const { User: Account } = loadBuilt('libs/server/database/src/index.js')",
    ],
    ['the built library as a namespace', "const database = loadBuilt('libs/server/database/src/index.js')"],
    [
      'a member of the built library',
      "manager.save(loadBuilt('libs/server/database/src/index.js').User, {})",
    ],
  ])('recognizes %s as a write of these tables', (_, source) => {
    expect(writesDirectoryTables(source)).toBe(true);
  });

  it.each([
    ['a query', "query('SELECT name FROM users FOR UPDATE')"],
    ['a write of another table', "query('DELETE FROM sessions WHERE user_id = $1')"],
    ['an entity as a type', "import { type User, UserStatus } from '@gatehouse/database';"],
    ['the entities as types', "import type { Group, User } from '@gatehouse/database';"],
    [
      'the unit of work of the built library',
      "const { UnitOfWork, runAs } = loadBuilt('libs/server/database/src/index.js')",
    ],
    [
      'the embedded database as a namespace',
      "const embedded = loadBuilt('libs/server/database/src/embedded/index.js')",
    ],
  ])('does not detect %s as one', (_, source) => {
    expect(writesDirectoryTables(source)).toBe(false);
  });

  it('has no meaningless names', () => {
    const vague = sources.filter((file) =>
      /(^|\/)(utils?|helpers?|misc|common(?!-passwords))(\/|\.ts$|-)/.test(file),
    );
    expect(vague).toEqual([]);
  });
});

/** `src/embedded` is a part with one way in, which the runner of the tests uses too. */
const INDEX =
  /^libs\/[\w/-]+\/src\/index\.ts$|^libs\/server\/database\/src\/embedded\/index\.ts$|^libs\/ui\/kit\/testing\/index\.ts$/;

/** The folder below another one in which a file is; empty for files beside the folders. */
function domainBelow(folder: string): (file: string) => string {
  return (file) => {
    const [domain = '', ...rest] = relative(folder, file).split('/');
    return rest.length === 0 ? '' : domain;
  };
}

/** Whether a relative import leaves the project of its file. */
function leaves(file: string, from: string): boolean {
  const project = /^(apps\/[\w-]+|libs\/(?:server|ui)\/[\w-]+|libs\/[\w-]+)\//.exec(file)?.[1] ?? file;
  const target = relative(ROOT, resolve(dirname(join(ROOT, file)), from));
  return !target.startsWith(`${project}/`) && !file.startsWith('libs/server/testing/src/runner/');
}

/** Whether an import is a single file of a library, as public pages and the frame of the console import them: they are loaded first. */
function isPartForFirstPages(file: string, from: string): boolean {
  return file.startsWith('apps/ui/') && /^@gatehouse\/ui-(data|kit)\/[\w-]+$/.test(from);
}

/** A file and what it needs of its own project, `without` some files, and including what it loads `later`. */
function reachableFrom(
  entry: string,
  { without = [], later: withLater = true }: { without?: readonly string[]; later?: boolean } = {},
): string[] {
  const found = new Set([entry]);
  for (const file of found) {
    const values = [
      ...contentOf(file).matchAll(/^import\s+(?!type\b)[^;]*?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm),
    ];
    for (const [, eager, later] of values) {
      const target = eager ?? (withLater ? later : undefined);
      if (!target) continue;
      const path = `${relative(ROOT, resolve(dirname(join(ROOT, file)), target))}.ts`;
      if (!without.includes(path)) found.add(path);
    }
  }
  return [...found];
}

/** Projects that may write the tables of the directory: itself, and migrations. */
const OWNERS = /^libs\/server\/(directory|database)\/src\//;

const TABLES =
  'users|pending_users|one_time_links|groups|memberships|applied_settings|services|resources|user_permissions|group_permissions';
/** A write of one of the tables, or of one whose name is put together at run time. */
const SQL_WRITE = new RegExp(
  `\\b(?:INSERT\\s+INTO|UPDATE|DELETE\\s+FROM|TRUNCATE(?:\\s+TABLE)?|MERGE\\s+INTO|COPY)\\s+(?:ONLY\\s+)?(?:(?:public|"public")\\.)?` +
    `(?:"?(?:${TABLES})\\b|\\w*\\$\\{)`,
  'i',
);
const ENTITY =
  /^(?:User|PendingUser|OneTimeLinkRow|Group|Membership|AppliedSetting|ServiceRow|Resource|UserPermission|GroupPermission|entities)$/;

/**
 * Whether a source writes the tables of the directory. TypeORM writes them by their entities, which therefore are values in
 * no other project; `import type` remains.
 */
function writesDirectoryTables(source: string): boolean {
  const database = /import\s+(?!type\b)([^'";]*?)\s+from\s+'@gatehouse\/database'/g;
  // Anything but names in braces takes the library as a namespace.
  const built =
    /(?:(?:const|let)\s+(\{[^}]*\})\s*=\s*)?loadBuilt\('libs\/server\/database\/src\/index\.js'\)/g;
  const taken = [...source.matchAll(database), ...source.matchAll(built)].map(([, names = '*']) => names);
  const isEntityTaken = taken.some(
    (names) =>
      names.startsWith('*') ||
      names.split(/[{},]/).some((name) => ENTITY.test(name.trim().split(/[\s:]/)[0] ?? '')),
  );
  return isEntityTaken || SQL_WRITE.test(source);
}

/** Whether a source writes a table by SQL. Names are compared as text, without a pattern. */
function writesTable(source: string, table: string): boolean {
  const statements = source.matchAll(
    /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE)\s+(?:ONLY\s+)?"?(\w+)/gi,
  );
  return [...statements].some(([, written]) => written === table);
}

/** The files that each file imports, or exports from. */
function graphOf(files: readonly string[]): Map<string, string[]> {
  const known = new Set(files);
  return new Map(
    files.map((file) => [
      file,
      importsOf(file).flatMap(({ from }) => candidatesOf(file, from).filter((path) => known.has(path))),
    ]),
  );
}

function candidatesOf(file: string, from: string): string[] {
  if (from.startsWith('.')) {
    const path = relative(ROOT, resolve(dirname(join(ROOT, file)), from));
    return [`${path}.ts`, `${path}/index.ts`];
  }
  const library = /^@gatehouse\/(?:(ui)-)?([\w-]+)(?:\/([\w-]+))?$/.exec(from);
  if (!library) return [];
  const [, ui, name, part = 'index'] = library;
  return ui
    ? [`libs/ui/${name}/src/${part}.ts`]
    : ['libs', 'libs/server'].map((at) => `${at}/${name}/src/index.ts`);
}

/** The names in a cell of a table. */
function listIn(cell = ''): string[] {
  return cell.split(',').flatMap((name) => name.trim() || []);
}

/** The table "Directions" of ARCHITECTURE.md: by library, the projects and packages that it imports. */
function directions(): Map<string, { readonly projects: string[]; readonly packages: string[] }> {
  const rows = contentOf('ARCHITECTURE.md').matchAll(/^\| `(libs\/[\w/-]+)`\s*\|([^|]*)\|([^|]*)\|$/gm);
  return new Map(
    [...rows].map(([, library = '', projects, packages]) => [
      library,
      { projects: listIn(projects), packages: listIn(packages) },
    ]),
  );
}

/** The strongly connected components of more than one node, each sorted; by Tarjan's algorithm. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const closed = new Set<string>();
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    const number = numbers.size;
    let lowest = number;
    numbers.set(node, number);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!closed.has(next)) lowest = Math.min(lowest, numbers.get(next) ?? visit(next));
    }
    if (lowest < number) return lowest;
    const component = open.splice(open.indexOf(node));
    component.forEach((member) => closed.add(member));
    if (component.length > 1) cycles.push(component.sort());
    return lowest;
  };
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node);
  return cycles;
}
