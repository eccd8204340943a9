import { AccessSnapshot } from '../snapshot/access-snapshot';
import type { ChangeEntry, ResourceRow, AssignmentRow } from '../snapshot/rows';
import { NAMES, TYPES, scenarioOf } from './scenario';
import type { Scenario } from './scenario';

export const load = (scenario: Scenario) => AccessSnapshot.load(scenario, NAMES, TYPES);

/** Two services with routes; ada (2) is in `ga` (3), Cy (4) only in the anonymous group. */
export const SCENARIO = scenarioOf({ parents: [0, 1, 1, 4], memberships: [[0, 2]], assignments: [] });
export const SERVICE = 100;
export const ROUTE = 101;
export const LEAF = 102;
export const OTHER_LEAF = 103;

/** Default: read-allow-recursive. */
export const assignment = (
  principalId: number,
  resourceId: number,
  changes: Partial<AssignmentRow> = {},
): AssignmentRow => ({
  principalId,
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

/** Applies one more revision to the snapshot. */
export const changed = (snapshot: AccessSnapshot, ...entries: ChangeEntry[]): AccessSnapshot => {
  snapshot.apply({ revision: snapshot.revision + 1, entries });
  return snapshot;
};
