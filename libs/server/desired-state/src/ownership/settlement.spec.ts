import type { NamedThings, PlannedNode, PlannedPrincipal, PlannedService } from '../plan/plan';
import { textOfObject } from './file-set';
import { MAX_ROWS, type Settlement, settlements } from './settlement';

const COUNT = 2 * MAX_ROWS + 1;
const READ = { name: 'read', access: 'allow', scope: 'match' } as const;

/** A state in which everything exists. */
const PRESENT: Parameters<typeof settlements>[2] = {
  values: async (keys) => new Map(keys.map((key) => [textOfObject(key), { name: `r${key.id}` }])),
  assignments: async () => new Map(),
  memberships: async () => new Set(),
};

const SERVICE: PlannedService = {
  name: 's',
  type: { name: 'api' } as PlannedService['type'],
  stored: undefined,
};
const GROUP: PlannedPrincipal = { kind: 'group', name: 'club', id: 1 } as PlannedPrincipal;

function numbered<T>(make: (id: number) => T): T[] {
  return Array.from({ length: COUNT }, (_, at) => make(at + 1));
}

async function partsOf(named: Partial<NamedThings>): Promise<Settlement['stated'][]> {
  const plan = {
    revision: 1,
    changes: [],
    messages: [],
    kept: [],
    named: {
      nodes: new Set<PlannedNode>(),
      statedNodes: new Set<PlannedNode>(),
      principals: [],
      memberships: [],
      assignments: [],
      serviceFields: new Map<string, readonly string[]>(),
      ...named,
    },
  };
  const set = { name: 'a', prune: 'none', adopt: false } as const;
  const parts: Settlement['stated'][] = [];
  for await (const { stated } of settlements({ set, plan, written: [] }, [], PRESENT)) parts.push(stated);
  return parts;
}

describe('what a set records after its last step', () => {
  const root: PlannedNode = {
    service: SERVICE,
    name: 's',
    displayName: 's',
    type: 'service',
    id: COUNT + 1,
    parent: undefined,
  };
  const nodes = numbered((id): PlannedNode => ({
    service: SERVICE,
    name: `r${id}`,
    displayName: `r${id}`,
    type: 'route',
    id,
    parent: root,
  }));
  const users = numbered((id) => ({ kind: 'user', name: `u${id}`, id }) as PlannedPrincipal);

  it.each([
    ['objects', { statedNodes: new Set(nodes) }],
    ['assignments', { assignments: nodes.map((node) => ({ principal: GROUP, node, permission: READ })) }],
    ['memberships', { memberships: users.map((user) => ({ user, group: GROUP })) }],
  ] as const)('is written in parts: %s', async (section, named) => {
    const parts = await partsOf(named);
    expect(parts.map((part) => part[section].length)).toEqual([MAX_ROWS, MAX_ROWS, 1]);
    // Others wait for all rows of a transaction.
    for (const { objects, assignments, memberships } of parts)
      expect(objects.length + assignments.length + memberships.length).toBeLessThanOrEqual(MAX_ROWS);
    const ids = parts.flatMap(({ objects, assignments, memberships }) => [
      ...objects.map(({ id }) => id),
      ...assignments.map(({ resourceId }) => resourceId),
      ...memberships.map(({ userId }) => userId),
    ]);
    expect(new Set(ids)).toEqual(new Set(numbered((id) => id)));
    expect(ids).toHaveLength(COUNT);
  });
});
