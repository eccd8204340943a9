import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { UNRECORDED_TABLES } from './libs/server/database/src/unrecorded-tables';

/** The directions that ARCHITECTURE.md draws: .dependency-cruiser.cjs says which imports are forbidden, this file the rest. */

/** An import as dependency-cruiser prints it; `resolved` is the file. */
interface Import {
  readonly module: string;
  readonly resolved: string;
  readonly dependencyTypes: readonly string[];
  readonly dynamic: boolean;
}

interface Cruise {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly Import[] }[];
  readonly summary: {
    readonly violations: readonly { rule: { name: string }; from: string; to: string }[];
    readonly totalDependenciesCruised: number;
  };
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

/** What a build generates is left out: whether it is there depends on what was run before. */
const sources = [...filesBelow('apps'), ...filesBelow('libs')].filter(
  (file) => !SPEC.test(file) && !file.endsWith('.d.ts'),
);
const cruise: Cruise = JSON.parse(
  execFileSync(
    process.execPath,
    ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'apps', 'libs', '--output-type', 'json'],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  ),
);
const imports = new Map(cruise.modules.map(({ source, dependencies }) => [source, dependencies]));

/** What the table "Directions" of ARCHITECTURE.md calls `pure`. */
const PURE = ['names', 'access-engine', 'service-types', 'proxy-options', 'problems'];
/** For specs: they use what they test. */
const FOR_SPECS = ['libs/conformance', 'libs/server/testing'];
const API = 'apps/api/src';
describe('the architecture', () => {
  it('is examined completely', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((file) => !imports.has(file))).toEqual([]);
    expect(cruise.summary.totalDependenciesCruised).toBeGreaterThan(3000);
  });

  it('has no import that .dependency-cruiser.cjs forbids', () => {
    expect(cruise.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual(
      [],
    );
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
      const names = own
        .flatMap((file) => imports.get(file) ?? [])
        .filter(({ module, dependencyTypes }) => !module.startsWith('.') && !dependencyTypes.includes('core'))
        .map(({ module }) => module);
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

  it('keeps SQL in the libraries of its domains, and out of the API', () => {
    const statements = /\b(?:manager|dataSource)\b[\s.]*(?:query|createQueryBuilder)\b/;
    expect(sources.filter((file) => file.startsWith(API) && statements.test(contentOf(file)))).toEqual([]);
    expect(statements.test(contentOf('libs/server/directory/src/search/overview-repository.ts'))).toBe(true);
  });

  it('registers what does not depend on Nest by `provide` and `provideBy`, which check the sources', () => {
    // This one is an option of the package for TypeORM.
    const factories = sources.filter(
      (file) => file.startsWith(API) && contentOf(file).includes('useFactory'),
    );
    expect(factories).toEqual([`${API}/data.module.ts`]);
  });

  it('imports only the used parts of the data library into public pages, not its index', () => {
    const pages = reachableFrom('apps/ui/src/main.public.ts');
    expect(pages.length).toBeGreaterThan(30);
    // The bundler puts all that the index names into the file that the public pages share (docs/adr/0005).
    const whole = pages.filter((file) =>
      valuesOf(file).some(({ module }) => module === '@gatehouse/ui-data'),
    );
    expect(whole).toEqual([]);
  });

  it('gives the frame of the console the parts of the libraries it uses, not their indexes', () => {
    const deferred = ['apps/ui/src/app/palette/palette.ts', 'apps/ui/src/app/sign-in/sign-in-again.ts'];
    const frame = reachableFrom('apps/ui/src/main.ts', { without: deferred, later: false });
    expect(frame.length).toBeGreaterThan(30);
    const whole = frame.filter((file) =>
      valuesOf(file).some(({ module }) => /^@gatehouse\/ui-(data|kit)$/.test(module)),
    );
    expect(whole).toEqual([]);
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
  });

  it('has an index at the root of a library only', () => {
    const strays = sources.filter((file) => /\/index\.ts$/.test(file) && !INDEX.test(file));
    expect(strays).toEqual([]);
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

/** A file and what it needs of its own project, `without` some files, and including what it loads `later`. */
function reachableFrom(
  entry: string,
  { without = [], later = true }: { without?: readonly string[]; later?: boolean } = {},
): string[] {
  const found = new Set([entry]);
  for (const file of found)
    valuesOf(file)
      .filter(({ module, dynamic }) => module.startsWith('.') && (later || !dynamic))
      .filter(({ resolved }) => !without.includes(resolved))
      .forEach(({ resolved }) => found.add(resolved));
  return [...found];
}

/** What a file imports when it runs. */
function valuesOf(file: string): readonly Import[] {
  return (imports.get(file) ?? []).filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only'));
}

/**
 * What may write the tables of the directory: itself, migrations, the import, which copies millions of rows from staged ones, and
 * benchmarks: of revisions that no version writes any more, and one that writes a dump.
 */
const OWNERS =
  /^(?:libs\/server\/(?:directory|database|import)\/src\/|tools\/bench\/(?:growth\/follower|import)\.mjs$)/;

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
