import type { Permission, PermissionName } from '@gatehouse/access-engine';
import type { UnitOfWork } from '@gatehouse/database';
import { PermissionRepository } from '../permission-repository';
import type { AssignmentHistory, BasedKey } from './assignment-history';
import type { RequestedChange } from './requested-change';

/** An assignment that was changed by others, or whose principal or resource was deleted. */
export interface ChangedAssignment {
  readonly kind: 'user' | 'group';
  readonly principalName: string;
  readonly resourceId: number;
  readonly name: PermissionName;
  /** Undefined if there is none by now. */
  readonly current: Pick<Permission, 'access' | 'scope'> | undefined;
  /** Whether its principal or resource no longer exists. */
  readonly isDeleted: boolean;
  /** Of the last change. */
  readonly revision: number;
  /** The user who did it; undefined for the system, and where it is not known. */
  readonly changedBy?: string;
  readonly changedAt?: Date;
}

/** What others have done to assignments since a revision, with who it was and when. Reference: console-api#changes. */
export class ChangedAssignments {
  private readonly repository: PermissionRepository;

  constructor(
    unitOfWork: UnitOfWork,
    private readonly history: AssignmentHistory,
  ) {
    this.repository = new PermissionRepository(unitOfWork);
  }

  /** Those that were set or removed after the revision of their key. */
  async find(keys: readonly BasedKey[]): Promise<ChangedAssignment[]> {
    const changed = keys.length === 0 ? [] : await this.history.changedSince(keys);
    if (changed.length === 0) return [];
    // Read after the log: a state that is older than its revision would be replaced without having been seen.
    const currentOf = await this.repository.findAll(changed.map(({ key }) => key));
    return changed.map(({ key: { principal, resourceId, name }, revision, by, at }) => ({
      kind: principal.kind,
      principalName: principal.name,
      resourceId,
      name,
      current: currentOf(principal, resourceId, name),
      isDeleted: false,
      revision,
      ...(by !== undefined && { changedBy: by }),
      ...(at && { changedAt: at }),
    }));
  }

  /** Those whose principal or resource does not exist; who deleted it is known for resources only. */
  async deleted(changes: readonly RequestedChange[], newest: number): Promise<ChangedAssignment[]> {
    if (changes.length === 0) return [];
    const deletions = await this.history.deletionsOf(changes.map(({ resourceId }) => resourceId));
    return changes.map(({ kind, principalName, resourceId, permission }) => {
      const { revision = newest, by, at } = deletions.get(resourceId) ?? {};
      return {
        kind,
        principalName,
        resourceId,
        name: permission,
        current: undefined,
        isDeleted: true,
        revision,
        ...(by !== undefined && { changedBy: by }),
        ...(at && { changedAt: at }),
      };
    });
  }
}

/** As replies have it. */
export function toConflict(changed: ChangedAssignment): {
  resource_id: number;
  permission_name: string;
  current: Pick<Permission, 'access' | 'scope'> | null;
  deleted: boolean;
  revision: number;
  changed_by: string | null;
  changed_at: string | null;
} {
  const { kind, principalName, resourceId, name, current, isDeleted, revision } = changed;
  return {
    resource_id: resourceId,
    [`${kind}_name`]: principalName,
    permission_name: name,
    current: current ? { access: current.access, scope: current.scope } : null,
    deleted: isDeleted,
    revision,
    changed_by: changed.changedBy ?? null,
    changed_at: changed.changedAt?.toISOString() ?? null,
  };
}
