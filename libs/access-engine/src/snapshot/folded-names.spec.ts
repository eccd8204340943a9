import fc from 'fast-check';
import { ROUTE, SCENARIO, SERVICE, changed, load, route } from '../testing/fixture';
import type { ResourceRow } from './rows';

/** By definition: compares every child in plain words. */
const folded = (name: string) =>
  [...name.toUpperCase().toLowerCase()].map((char) => (' :-_'.includes(char) ? '_' : char)).join('');
const localNames = (name: string) => name.split(':').map((_part, at, parts) => parts.slice(at).join(':'));
const like = (rows: readonly ResourceRow[], wanted: string) =>
  rows
    .filter(({ name }) => localNames(name).some((local) => folded(local) === folded(wanted)))
    .map(({ id }) => id)
    .sort();

const names = fc.stringMatching(/^[aA](?:[ :_-][bB])?(?:[ :_-][cC])?$/);

describe('the children of the same fold as a name', () => {
  test('are found among all children, whatever was added, renamed, moved and removed before', () => {
    const steps = fc.array(fc.tuple(fc.nat(3), fc.nat(1000), names), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(steps, names, (series, wanted) => {
        const snapshot = load(SCENARIO);
        const tree = snapshot.treeOf(SERVICE);
        let rows: ResourceRow[] = [];
        let next = 1_000;
        for (const [kind, choice, name] of series) {
          const old = rows[choice % Math.max(1, rows.length)];
          if (kind === 0 || !old) {
            const row = route(next++, { name, ordering: next });
            rows = [...rows, row];
            changed(snapshot, { entity: 'resource', op: 'insert', row });
          } else if (kind === 1) {
            const row = { ...old, name };
            rows = rows.map((one) => (one === old ? row : one));
            changed(snapshot, { entity: 'resource', op: 'update', row });
          } else if (kind === 2) {
            const row = { ...old, parentId: old.parentId === ROUTE ? SERVICE : ROUTE };
            rows = rows.map((one) => (one === old ? row : one));
            changed(snapshot, { entity: 'resource', op: 'update', row });
          } else {
            rows = rows.filter((one) => one !== old);
            changed(snapshot, { entity: 'resource', op: 'delete', row: old });
          }
          for (const parent of [SERVICE, ROUTE])
            expect([...tree.childrenByFold(parent, wanted)].sort()).toEqual(
              like(
                rows.filter(({ parentId }) => parentId === parent),
                wanted,
              ),
            );
        }
      }),
      { numRuns: 200 },
    );
  });

  test('are none of a removed branch', () => {
    const snapshot = load(SCENARIO);
    const tree = snapshot.treeOf(SERVICE);
    const parent = route(500, { parentId: SERVICE });
    const child = route(501, { parentId: 500, name: 'Top Secret' });
    for (const row of [parent, child]) changed(snapshot, { entity: 'resource', op: 'insert', row });
    expect(tree.childrenByFold(500, 'top_secret')).toEqual([501]);
    changed(snapshot, { entity: 'resource', op: 'delete', row: parent });
    expect(tree.childrenByFold(500, 'top_secret')).toEqual([]);
  });

  test('are those whose letters differ only in case for some server', () => {
    const snapshot = load(SCENARIO);
    const tree = snapshot.treeOf(SERVICE);
    const row = route(500, { parentId: SERVICE, name: 'straße' });
    changed(snapshot, { entity: 'resource', op: 'insert', row });
    expect(tree.childrenByFold(SERVICE, 'STRASSE')).toEqual([500]);
  });
});
