import type { ConflictingAssignmentDto } from '@gatehouse/dto';
import { MAX_CHANGES, type PermissionsApi } from '@gatehouse/ui-data';
import { type Assignment, type RemoteChange, sameAssignment, withoutRemote } from '@gatehouse/ui-grid';
import { keyOf, type PlannedChange, toAssignmentChange } from './planned-change';

/** What others have done to assignments, by the keys of changes. */
export type RemoteChanges = ReadonlyMap<string, RemoteChange>;

/** What others have done to the assignments of changes since the revisions on which these are based. */
export async function findRemoteChanges(
  api: PermissionsApi,
  changes: readonly PlannedChange[],
): Promise<RemoteChanges> {
  const found: ConflictingAssignmentDto[] = [];
  for (let start = 0; start < changes.length; start += MAX_CHANGES) {
    const some = changes.slice(start, start + MAX_CHANGES).map(toAssignmentChange);
    found.push(...(await api.changedSince(some)).assignments);
  }
  return toRemoteChanges(found);
}

export function toRemoteChanges(conflicts: readonly ConflictingAssignmentDto[]): RemoteChanges {
  return new Map(
    conflicts.map((conflict) => [
      keyOf({
        principal:
          conflict.user_name === undefined
            ? { kind: 'group', name: conflict.group_name ?? '' }
            : { kind: 'user', name: conflict.user_name },
        resourceId: conflict.resource_id,
        permission: conflict.permission_name,
      }),
      {
        now: conflict.current as Assignment | null,
        isDeleted: conflict.deleted,
        revision: conflict.revision,
        by: conflict.changed_by,
        at: conflict.changed_at,
      },
    ]),
  );
}

/** What becomes of a change after what somebody else has done. */
export type Comparison = 'unchanged' | 'done' | 'restored' | 'conflict';

/** `done`: they have made the same change; `restored`: what they have changed is again what it was. */
export function compare(change: PlannedChange, remote: RemoteChange | undefined): Comparison {
  if (!remote) return 'unchanged';
  if (remote.isDeleted) return 'conflict';
  if (sameAssignment(remote.now, change.after)) return 'done';
  return sameAssignment(remote.now, change.before) ? 'restored' : 'conflict';
}

/** The changes after those of others: with conflicts marked, and without those that are done already. */
export function afterOthers(changes: readonly PlannedChange[], found: RemoteChanges): PlannedChange[] {
  return changes.flatMap((change) => {
    const rest = withoutRemote(change);
    const remote = found.get(keyOf(change));
    switch (compare(change, remote)) {
      case 'done':
        return [];
      case 'restored':
        return [{ ...rest, revision: remote?.revision ?? change.revision }];
      case 'conflict':
        return [{ ...rest, ...(remote && { remote }) }];
      default:
        return [rest];
    }
  });
}
