import { GroupPermission, UserPermission } from '@gatehouse/database';
import type { EntityManager } from 'typeorm';
import type { StoredAssignment } from '../interpretation/reference';

/** The ids of a scenario's principals: the user `member`, and the anonymous group. */
export type ScenarioPrincipals = Readonly<Record<StoredAssignment['principal'], number>>;

/** Stores assignments on the resources of a service, given by their paths. */
export async function storeAssignments(
  manager: EntityManager,
  principals: ScenarioPrincipals,
  ids: ReadonlyMap<string, number>,
  assignments: readonly StoredAssignment[],
): Promise<void> {
  const rowsOf = (principal: StoredAssignment['principal']) =>
    assignments
      .filter((assignment) => assignment.principal === principal)
      .map(({ path, name, access, scope }) => ({ resourceId: ids.get(path) ?? 0, name, access, scope }));
  await manager.insert(
    UserPermission,
    rowsOf('member').map((row) => ({ ...row, userId: principals.member })),
  );
  await manager.insert(
    GroupPermission,
    rowsOf('anonymous').map((row) => ({ ...row, groupId: principals.anonymous })),
  );
}
