import fc from 'fast-check';
import { finished } from '../testing/all-steps';
import { load } from '../testing/fixture';
import { ModelStore } from '../testing/model-store';
import type { Write } from '../testing/model-store';
import { scenarioOf } from '../testing/scenario';
import type { AccessListRequest } from './access-list';

const recipe = fc.record({
  parents: fc.array(fc.nat(1000), { maxLength: 6 }),
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
  assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 24 }),
});
const write: fc.Arbitrary<Write> = fc.tuple(
  fc.nat(1000),
  fc.nat(1000),
  fc.nat(1000),
  fc.nat(1000),
  fc.nat(3),
);
const revisions = fc.array(fc.array(write, { maxLength: 3 }), { maxLength: 6 });

describe('the list of who has access', () => {
  test('has the decision for each user and group, with filters and pages, after random changes', () => {
    fc.assert(
      fc.property(recipe, revisions, (start, writes) => {
        const store = new ModelStore(scenarioOf(start));
        const snapshot = load(store.scenario());
        for (const revision of writes) {
          const [first] = store.scenario().resources;
          if (first)
            finished(
              snapshot.views.accessList({ resourceId: first.id, names: ['read'], offset: 0, limit: 5 }),
            );
          snapshot.apply(store.write(revision));
        }
        const { users, groups, resources } = store.scenario();
        const names = ['read', 'write'] as const;
        const sorted = <Row extends { readonly name: string }>(rows: readonly Row[]) =>
          [...rows].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
        for (const { id: resourceId } of resources) {
          const expected = [
            ...sorted(groups).flatMap((group) =>
              names.map((name) => ({
                kind: 'group' as const,
                principalName: group.name,
                name,
                effective:
                  group.name === 'administrators'
                    ? { access: 'allow', reason: 'administrator' }
                    : snapshot.decideForGroup(group.id, resourceId, name, true),
              })),
            ),
            ...sorted(users).flatMap((user) =>
              names.map((name) => ({
                kind: 'user' as const,
                principalName: user.name,
                name,
                effective: snapshot.decide(user.id, resourceId, name, true),
                source: snapshot.explain(user.id, resourceId, name).assignments.find(({ used }) => used)
                  ?.resourceId,
              })),
            ),
          ];
          const read = (more: Partial<AccessListRequest> = {}) =>
            finished(snapshot.views.accessList({ resourceId, names, offset: 0, limit: 1000, ...more }))!;
          const lines = read().entries.map(
            ({ kind, principalName, name, effective: { access, reason } }) => ({
              kind,
              principalName,
              name,
              effective: { access, reason },
            }),
          );
          expect(lines).toEqual(
            expected.map(({ kind, principalName, name, effective: { access, reason } }) => ({
              kind,
              principalName,
              name,
              effective: { access, reason },
            })),
          );
          expect(read({ kind: 'user' }).entries.map(({ effective }) => effective.resourceId)).toEqual(
            expected.flatMap((one) => ('source' in one ? [one.source] : [])),
          );
          expect(read().total).toBe(expected.length);
          const { entries } = read();
          expect(read({ offset: 2, limit: 3 }).entries).toEqual(entries.slice(2, 5));
          expect(read({ access: 'allow' }).entries).toEqual(
            entries.filter(({ effective }) => effective.access === 'allow'),
          );
          expect(read({ kind: 'user', text: 'A', names: ['read'] }).entries).toEqual(
            entries.filter(
              ({ kind, name, principalName }) =>
                kind === 'user' && name === 'read' && principalName.toLowerCase().includes('a'),
            ),
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});
