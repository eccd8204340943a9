import { nameKey } from '@gatehouse/names';
import fc from 'fast-check';
import { type TreeNode, contextOf, requestOf, treeOf } from '../testing/requests';
import { apiService, projectApiService } from './api';

/** The service 1 with two routes, one below the other, and another one. */
const NODES: readonly TreeNode[] = [
  { id: 2, parentId: 1, name: 'private', type: 'route' },
  { id: 3, parentId: 2, name: 'sub', type: 'route' },
  { id: 4, parentId: 1, name: 'open', type: 'route' },
];

const pathOf = (written: string) => written.split('/').slice(1);

describe.each([apiService, projectApiService])('the type $name', (type) => {
  const read = (
    path: readonly string[],
    nodes: readonly TreeNode[],
    suffixes = true,
    destination?: string[],
  ) =>
    type.read(
      requestOf({ method: destination ? 'COPY' : 'GET', segments: path, destination }),
      contextOf(treeOf(nodes), { suffixes }),
    );
  const here = (resourceId: number) => ({ resourceId, exact: true });
  const above = (resourceId: number) => ({ resourceId, exact: false });

  it('also touches what a segment is without its suffix, unless the service excludes that', () => {
    expect(read(['private.json', 'sub'], NODES)).toMatchObject({
      target: [{ permission: 'read', on: [above(1), here(3)] }],
    });
    expect(read(['private.json', 'sub'], NODES, false)).toMatchObject({
      target: [{ permission: 'read', on: [above(1)] }],
    });
  });

  it('also touches what the destination of a copy is without its suffix', () => {
    expect(read(['open'], NODES, true, ['private.json'])).toMatchObject({
      target: [{ permission: 'write', on: [here(4), above(1), here(2)] }],
    });
  });

  it.each([
    ['hundreds of dots', `private${'.'.repeat(9_000)}`, [above(1), here(2)]],
    ['hundreds of blanks', `private${' '.repeat(9_000)}`, [above(1), here(2)]],
    ['blanks before a suffix', `private${' '.repeat(9_000)}.json`, [above(1), here(2)]],
    ['a suffix that is longer than any name', `private.${'x'.repeat(9_000)}`, [above(1), here(2)]],
    ['another name that begins with it', 'privately', [above(1)]],
    ['a name before the dot', '.private', [above(1)]],
  ])('reads a segment with %s', (_, segment, on) => {
    expect(read([segment], NODES)).toMatchObject({ target: [{ permission: 'read', on }] });
  });

  it('reads paths without registered names of that kind as it does without suffixes', () => {
    const name = fc.constantFrom('a', 'b', 'a.b', 'A', 'b.a.b', 'c');
    const segment = fc.constantFrom('a', 'b', 'c', 'a.b', 'c.b', 'x.y', 'b ', 'c..', '.a', 'b.a');
    const nodes = fc.array(fc.tuple(fc.nat(7), name), { maxLength: 8 }).map((written) =>
      written.map(([parent, own], index) => ({
        id: index + 2,
        parentId: 1 + (parent % (index + 1)),
        name: own,
        type: 'route',
      })),
    );
    let [same, different] = [0, 0];
    fc.assert(
      fc.property(nodes, fc.array(segment, { maxLength: 4 }), (tree, path) => {
        const [one, other] = [read(path, tree), read(path, tree, false)];
        // The first segment that is not registered decides whether anything else can be reached.
        const { childByName } = treeOf(tree);
        let at = 1;
        const rest = [...path];
        for (let next; rest[0] !== undefined && (next = childByName(at, rest[0])) !== undefined; rest.shift())
          at = next;
        const unregistered = nameKey(rest[0] ?? '');
        const hasNamesake = tree.some(
          ({ parentId, name: own }) =>
            parentId === at &&
            unregistered.startsWith(nameKey(own)) &&
            /^[. ]/.test(unregistered.slice(own.length)),
        );
        if (!hasNamesake) expect(one).toEqual(other);
        else expect(one).not.toEqual(other);
        if (hasNamesake) different++;
        else same++;
      }),
      { numRuns: 3_000, seed: 20_260_201 },
    );
    // INVARIANT: a run with only one kind would prove little.
    expect(Math.min(same, different)).toBeGreaterThan(300);
  });

  it('needs the permission everywhere when there is more to look up than the limit, and stops', () => {
    // Each route has the children a, a.a, a.a.a, …, so that the possibilities multiply with every segment.
    let lookups = 0;
    const names = Array.from({ length: 20 }, (_, index) =>
      Array(index + 1)
        .fill('a')
        .join('.'),
    );
    const tree = {
      ...treeOf([]),
      childByName: (parentId: number, name: string) => {
        lookups++;
        const index = names.indexOf(name);
        return index < 0 ? undefined : parentId * names.length + index;
      },
    };
    const reading = type.read(
      requestOf({ segments: Array(10).fill(`${names.at(-1)}.json`) as string[] }),
      contextOf(tree),
    );
    expect(reading).toMatchObject({
      target: [{ permission: 'read' }, { permission: 'read', on: 'everywhere' }],
    });
    expect(lookups).toBeLessThanOrEqual(20_100);
  });

  it('looks up no more names than a segment that is registered needs', () => {
    let lookups = 0;
    const nodes = treeOf(NODES);
    const tree = {
      ...nodes,
      childByName: (parentId: number, name: string) => (lookups++, nodes.childByName(parentId, name)),
    };
    for (const [path, count] of [
      ['/private/sub', 2],
      ['/open', 1],
      ['/x', 1],
      ['/x.json', 2],
    ] as const) {
      lookups = 0;
      type.read(requestOf({ segments: pathOf(path) }), contextOf(tree));
      expect([path, lookups]).toEqual([path, count]);
    }
  });
});
