import type { EntityManager } from 'typeorm';
import type { PermissionName } from '@gatehouse/access-engine';
import type { AccessRules } from '../comparison/gains';

/** Assignments that are read; a service with more of them counts as one that denies everything to somebody. */
const MAX_ASSIGNMENTS = 20_000;

type Statements = Pick<EntityManager, 'query'>;

interface Row {
  readonly id: number;
  readonly parent: number | null;
  readonly resource: string;
  readonly name: PermissionName;
  readonly denies: boolean;
}

/** A registered resource on which something is denied. */
interface DeniedResource {
  readonly id: number;
  readonly name: string;
}

/** The assignments of a service as of a position in the log of changes. */
export interface KnownRules {
  /** Undefined if there are too many assignments to tell. */
  readonly rules: AccessRules | undefined;
  /** Denied resources by the resource above them. */
  readonly deniedBelow: ReadonlyMap<number, readonly DeniedResource[]>;
  readonly position: string;
}

/** The newest changes of assignments: as long as it is the same, no assignment was changed. Ranges, so that their index is used. */
async function positionOf(manager: Statements): Promise<string> {
  const [row] = await manager.query<{ users: string | null; groups: string | null }[]>(
    `SELECT (SELECT id FROM changes WHERE entity BETWEEN 'user_permission' AND 'user_permission' ORDER BY entity DESC, id DESC LIMIT 1) AS users,
       (SELECT id FROM changes WHERE entity BETWEEN 'group_permission' AND 'group_permission' ORDER BY entity DESC, id DESC LIMIT 1) AS groups`,
  );
  return JSON.stringify(row);
}

/**
 * What the assignments of a service deny to anybody, and allow with everything below. Matching assignments allow nothing below, and deny
 * on their resource alone. It takes long for many resources, and is therefore read outside of revisions: {@link isCurrent}.
 */
export async function accessRules(manager: Statements, serviceId: number): Promise<KnownRules> {
  // Before the assignments: what changes meanwhile is found.
  const position = await positionOf(manager);
  const rows = await manager.query<Row[]>(
    `SELECT DISTINCT r.id, r.parent_id AS parent, r.resource, p.name, p.access = 'deny' AS denies FROM (
       SELECT id, parent_id, name FROM resources WHERE root_service_id = $1
       UNION ALL SELECT id, parent_id, name FROM resources WHERE id = $1) r (id, parent_id, resource)
     CROSS JOIN LATERAL (
       SELECT name, access, scope FROM user_permissions WHERE resource_id = r.id
       UNION ALL SELECT name, access, scope FROM group_permissions WHERE resource_id = r.id) p
     WHERE p.access = 'deny' OR p.scope = 'recursive' LIMIT ${MAX_ASSIGNMENTS + 1}`,
    [serviceId],
  );
  if (rows.length > MAX_ASSIGNMENTS) return { rules: undefined, deniedBelow: new Map(), position };
  const denied = new Map<number, Set<PermissionName>>();
  const allowedBelow = new Map<number, Set<PermissionName>>();
  const deniedBelow = new Map<number, DeniedResource[]>();
  for (const { id, parent, resource, name, denies } of rows) {
    if (denies && parent !== null && !denied.has(id))
      deniedBelow.set(parent, [...(deniedBelow.get(parent) ?? []), { id, name: resource }]);
    const of = denies ? denied : allowedBelow;
    of.set(id, (of.get(id) ?? new Set<PermissionName>()).add(name));
  }
  return { rules: { denied, allowedBelow }, deniedBelow, position };
}

/** Whether no assignment was changed since the rules were read; in a unit of work, none can be until its end. */
export async function isCurrent(manager: Statements, { position }: KnownRules): Promise<boolean> {
  return (await positionOf(manager)) === position;
}
