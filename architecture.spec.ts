import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The directions that lint cannot see. ARCHITECTURE.md draws them. */

interface Import {
  readonly file: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

const ROOT = process.cwd();
const SPEC = /\.(spec|e2e-spec|fixture|harness)\.ts$|\/e2e\/|\/testing\//;

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return [...source.matchAll(/^(?:import|export)\s+(type\s+)?[^'";]*?from\s+'([^']+)'/gm)].map((match) => ({
    file,
    from: match[2] ?? '',
    typeOnly: match[1] !== undefined,
  }));
}

const sources = [...filesBelow('apps'), ...filesBelow('libs')].filter((file) => !SPEC.test(file));
const imports = sources.flatMap(importsOf);

/** Domains of the API from the top down: one may use those in lower rows, and those named beside it. */
const ROWS = [
  ['registration', 'network', 'sessions'],
  ['permissions', 'providers'],
  ['users', 'groups', 'resources'],
  ['services'],
  ['notifications', 'audit', 'about', 'access'],
];
/** Edges inside a row, or up, that the drawing has. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  users: ['groups'],
  // What the public pages have to know includes who vouches for people.
  about: ['providers'],
};
/** Composition: may use every domain. */
const COMPOSITION = ['start', ''];

describe('the architecture', () => {
  const api = 'apps/api/src';
  const domainOf = (file: string) => {
    const path = relative(api, file);
    return path.includes('/') ? (path.split('/')[0] ?? '') : '';
  };
  const rowOf = (domain: string) => ROWS.findIndex((row) => row.includes(domain));

  it('is looked at in full', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(300);
  });

  it('has every domain of the API in its drawing', () => {
    const domains = new Set(sources.filter((file) => file.startsWith(api)).map(domainOf));
    expect([...domains].filter((domain) => rowOf(domain) < 0 && !COMPOSITION.includes(domain))).toEqual([]);
  });

  it('lets domains use those below them only', () => {
    const up = imports
      .filter(({ file, from }) => file.startsWith(api) && from.startsWith('.'))
      .map(({ file, from }) => ({
        file,
        one: domainOf(file),
        other: domainOf(relative(ROOT, resolve(dirname(join(ROOT, file)), from))),
      }))
      .filter(({ one, other }) => one !== other && !COMPOSITION.includes(one))
      .filter(({ one, other }) => !(rowOf(one) < rowOf(other) || BESIDE[one]?.includes(other)));
    expect(up).toEqual([]);
  });

  it('keeps the repositories of a domain to itself', () => {
    const foreign = imports
      .filter(({ file, from }) => file.startsWith(api) && /^\.\.\/.*\.repository$/.test(from))
      .filter(({ file }) => !COMPOSITION.includes(domainOf(file)));
    expect(foreign).toEqual([]);
  });

  it('imports libraries by their names only', () => {
    const deep = imports.filter(
      ({ from, file }) => /^@gatehouse\/[\w-]+\//.test(from) || (from.startsWith('.') && leaves(file, from)),
    );
    expect(deep).toEqual([]);
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

  it('compiles regular expressions that are not constants in the library for patterns alone', () => {
    // These put constants together, or the name of a folder.
    const CONSTANT = [
      'libs/names/src/email.ts',
      'libs/names/src/service-url.ts',
      'libs/server/database/src/embedded/cluster.ts',
    ];
    const compiling = sources.filter((file) => /\bRegExp\(/.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(compiling.filter((file) => !CONSTANT.includes(file))).toEqual([]);
    const engine = imports.filter(({ from }) => from === 're2js').map(({ file }) => dirname(file));
    expect([...new Set(engine)]).toEqual(['libs/server/patterns/src']);
  });

  it('gives the browser DTOs as types only', () => {
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

  it('has no names that say nothing', () => {
    const vague = sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$|-)/.test(file));
    expect(vague).toEqual([]);
  });
});

/** `src/embedded` is a part with one way in, which the runner of the tests uses too. */
const INDEX =
  /^libs\/[\w/-]+\/src\/index\.ts$|^libs\/server\/database\/src\/embedded\/index\.ts$|^libs\/ui\/kit\/testing\/index\.ts$/;

/** Whether a relative import leaves the project of its file. */
function leaves(file: string, from: string): boolean {
  const project = /^(apps\/[\w-]+|libs\/(?:server|ui)\/[\w-]+|libs\/[\w-]+)\//.exec(file)?.[1] ?? file;
  const target = relative(ROOT, resolve(dirname(join(ROOT, file)), from));
  return !target.startsWith(`${project}/`) && !file.startsWith('libs/server/testing/src/runner/');
}
