import fc from 'fast-check';
import { finished } from '@gatehouse/request-body';
import { serviceTypeOf } from '@gatehouse/service-types';
import { RemoteTree } from '../traversal/remote-tree';
import { type Comparison, type LocalNode, compare } from './compare';

const THREDDS = serviceTypeOf('thredds');
if (!THREDDS) throw new Error('no type');
const SERVICE = 1;

/** Registered resources from paths such as `a/b`; a slash at the end makes a directory. */
function registered(paths: readonly string[], titles: Readonly<Record<string, string>> = {}): LocalNode[] {
  const nodes = new Map<string, LocalNode>();
  for (const path of paths) {
    const names = path.split('/').filter((name) => name !== '');
    names.forEach((name, index) => {
      const place = names
        .slice(0, index + 1)
        .join('/')
        .toLowerCase();
      const parent = nodes.get(names.slice(0, index).join('/').toLowerCase());
      const isLeaf = index === names.length - 1 && !path.endsWith('/');
      if (nodes.has(place)) return;
      nodes.set(place, {
        id: nodes.size + 2,
        parentId: parent?.id ?? SERVICE,
        name,
        displayName: titles[place] ?? name,
        type: isLeaf ? 'file' : 'directory',
      });
    });
  }
  return [...nodes.values()];
}

function source(paths: readonly string[], titles: Readonly<Record<string, string>> = {}): RemoteTree {
  const tree = new RemoteTree(32, 'directory');
  for (const path of paths) {
    const names = path.split('/').filter((name) => name !== '');
    tree.add({
      path: names,
      type: path.endsWith('/') ? 'directory' : 'file',
      title: titles[names.join('/').toLowerCase()],
    });
  }
  return tree;
}

function differences(local: LocalNode[], tree: RemoteTree, isComplete = true): Comparison {
  return finished(
    compare({
      serviceId: SERVICE,
      type: THREDDS as NonNullable<typeof THREDDS>,
      local,
      remote: tree.nodes,
      isOpen: tree.isOpen,
      isComplete,
    }),
  );
}

const told = ({ differences: all }: Comparison): string[] =>
  all.map(({ kind, path, newName, problem }) =>
    [kind, path.join('/'), newName, problem].filter((part) => part !== undefined).join(' '),
  );

describe('the comparison of a source with registered resources', () => {
  it('finds what has appeared, parents before their children, and the topmost of what has vanished', () => {
    const found = differences(registered(['a/b', 'old/x', 'old/y']), source(['a/b', 'a/c', 'new/d']));
    expect(told(found)).toEqual(['appeared a/c', 'appeared new', 'appeared new/d', 'vanished old']);
    expect(found.differences.at(-1)).toMatchObject({ below: 2 });
  });

  it('finds nothing vanished after an incomplete traversal, or below what was not read', () => {
    const local = registered(['a/b', 'c/d']);
    expect(told(differences(local, source(['a/']), false))).toEqual([]);
    const tree = source(['a/', 'c/']);
    tree.open(['a']);
    expect(told(differences(local, tree))).toEqual(['vanished c/d']);
    const other = source([]);
    other.open([]);
    expect(told(differences(local, other))).toEqual([]);
  });

  it('takes names that differ in case for one, and reports those of a source that are equal but for case', () => {
    expect(told(differences(registered(['Roads']), source(['roads'])))).toEqual([]);
    expect(told(differences(registered([]), source(['Roads', 'roads', 'a'])))).toEqual([
      'unusable Roads name_not_unique',
      'unusable roads name_not_unique',
      'appeared a',
    ]);
    // The registered one is the one of exactly that name; nothing has vanished.
    expect(told(differences(registered(['roads']), source(['Roads', 'roads'])))).toEqual([
      'unusable Roads name_not_unique',
    ]);
    expect(told(differences(registered(['ROADS']), source(['Roads', 'roads'])))).toEqual([
      'unusable Roads name_not_unique',
      'unusable roads name_not_unique',
    ]);
  });

  it('reports names that cannot be registered, and everything below them', () => {
    const long = 'x'.repeat(101);
    expect(
      told(
        differences(registered([]), source([`${'y'.repeat(100)}`, long, 'a\u200bb/c', '..', 'a b'])),
      ).sort(),
    ).toEqual(
      [
        `appeared ${'y'.repeat(100)}`,
        'appeared a b',
        `unusable ${long} name_too_long`,
        'unusable .. name_invalid',
        'unusable a\u200bb name_invalid',
        'unusable a\u200bb/c above_unusable',
      ].sort(),
    );
  });

  it('reports a registered resource of another type, and leaves what is below it alone', () => {
    const local = registered(['a/b']);
    expect(told(differences(local, source(['a'])))).toEqual(['unusable a type_differs']);
    expect(told(differences(registered(['a']), source(['a/b'])))).toEqual([
      'unusable a type_differs',
      'unusable a/b type_not_allowed',
    ]);
  });

  it('takes another title for a suggestion, and what vanished beside its title for a rename', () => {
    const titles = { secret: 'Plans' };
    expect(told(differences(registered(['secret']), source(['secret'], titles)))).toEqual([
      'retitled secret',
    ]);
    expect(
      told(differences(registered(['secret'], titles), source(['public'], { public: 'Plans' }))),
    ).toEqual(['renamed secret public']);
    // Where all have one title, it is no title of one.
    const same = { a: 'A process', b: 'A process', c: 'A process' };
    expect(told(differences(registered(['a', 'b'], same), source(['b', 'c'], same)))).toEqual([
      'appeared c',
      'vanished a',
    ]);
    // Without a title, or with two of one title, nothing tells that they are the same.
    expect(told(differences(registered(['secret']), source(['public'])))).toEqual([
      'appeared public',
      'vanished secret',
    ]);
    expect(
      told(differences(registered(['secret'], titles), source(['p', 'q'], { p: 'Plans', q: 'Plans' }))),
    ).toEqual(['appeared p', 'appeared q', 'vanished secret']);
  });

  it('finds what a comparison of sets of paths finds', () => {
    const name = fc.constantFrom('a', 'A', 'b', 'c', 'x y', 'é', '');
    const path = fc
      .array(name, { minLength: 1, maxLength: 3 })
      .map((names) => names.map((one) => one || 'd').join('/'));
    const paths = fc.array(path, { maxLength: 8 });
    fc.assert(
      fc.property(paths, paths, (stored, given) => {
        // All are directories, so that any may be below any.
        const local = registered(stored.filter((one) => !one.includes('é')).map((one) => `${one}/`));
        const found = differences(local, source(given.map((one) => `${one}/`)));
        expect(told(found).sort()).toEqual(reference(local, given).sort());
      }),
      { numRuns: 500 },
    );
  });
});

/** What the comparison has to find, for directories without titles: by sets of paths alone, however slowly. */
function reference(local: readonly LocalNode[], given: readonly string[]): string[] {
  const prefixes = (path: string): string[] => {
    const names = path.split('/');
    return names.map((_, index) => names.slice(0, index + 1).join('/'));
  };
  const localPath = (node: LocalNode): string => {
    const parent = local.find(({ id }) => id === node.parentId);
    return parent ? `${localPath(parent)}/${node.name}` : node.name;
  };
  const stored = local.map(localPath);
  const remote = [...new Set(given.flatMap(prefixes))];
  const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const fold = (path: string): string => path.toLowerCase();
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const twins = (path: string): string[] =>
    remote.filter((one) => parentOf(one) === parentOf(path) && fold(nameOf(one)) === fold(nameOf(path)));
  /** The stored path that a path of the source is. */
  const matchOf = (path: string): string | undefined => {
    const parent = parentOf(path);
    const above = parent === '' ? '' : matchOf(parent);
    if (above === undefined) return undefined;
    const child = stored.find((one) => parentOf(one) === above && fold(nameOf(one)) === fold(nameOf(path)));
    if (child === undefined) return undefined;
    return twins(path).length === 1 || nameOf(child) === nameOf(path) ? child : undefined;
  };
  const problemOf = (path: string): string | undefined => {
    if (matchOf(path) !== undefined) return undefined;
    if (twins(path).length > 1) return 'name_not_unique';
    const parent = parentOf(path);
    if (parent !== '' && problemOf(parent) !== undefined) return 'above_unusable';
    return nameOf(path).includes('é') ? 'name_invalid' : undefined;
  };
  const found: string[] = [];
  for (const path of remote) {
    if (matchOf(path) !== undefined) continue;
    const problem = problemOf(path);
    found.push(problem === undefined ? `appeared ${path}` : `unusable ${path} ${problem}`);
  }
  for (const path of stored) {
    const parent = parentOf(path);
    const sources = parent === '' ? [''] : remote.filter((one) => matchOf(one) === parent);
    if (sources.length === 0) continue;
    const isNamed = remote.some(
      (one) => sources.includes(parentOf(one)) && fold(nameOf(one)) === fold(nameOf(path)),
    );
    if (!isNamed) found.push(`vanished ${path}`);
  }
  return found;
}
