import { AccessSnapshot } from '../snapshot/access-snapshot';
import type { ChangeEntry, ResourceRow, RuleRow } from '../snapshot/rows';
import { NAMES, TYPES, worldOf } from './world';
import type { World } from './world';

export const load = (world: World) => AccessSnapshot.load(world, NAMES, TYPES);

/** Two services with routes; ada (2) is in `ga` (3), Cy (4) in no group but the public one. */
export const WORLD = worldOf({ parents: [0, 1, 1, 4], memberships: [[0, 2]], rules: [] });
export const SERVICE = 100;
export const ROUTE = 101;
export const LEAF = 102;
export const OTHER_LEAF = 103;

/** By default: read, allowed, recursive. */
export const rule = (holderId: number, resourceId: number, changes: Partial<RuleRow> = {}): RuleRow => ({
  holderId,
  resourceId,
  name: 'read',
  access: 'allow',
  scope: 'recursive',
  ...changes,
});

export const route = (id: number, changes: Partial<ResourceRow> = {}): ResourceRow => ({
  id,
  name: `r${id}`,
  type: 'route',
  parentId: ROUTE,
  rootServiceId: SERVICE,
  ordering: 9,
  ...changes,
});

/** The snapshot after one more revision. */
export const changed = (snapshot: AccessSnapshot, ...entries: ChangeEntry[]): AccessSnapshot => {
  snapshot.apply({ revision: snapshot.revision + 1, entries });
  return snapshot;
};
