import type { AssignmentChange, AuditEntryDto, PermissionPreviewDto } from '@gatehouse/dto';
import type { AuditApi } from '@gatehouse/ui-data/audit-api';
import type { PermissionsApi } from '@gatehouse/ui-data/permissions-api';

/** What an assignment says; `none` if there is none. */
export interface AssignmentState {
  readonly access: 'allow' | 'deny' | 'none';
  readonly scope: 'recursive' | 'match';
}

/** An assignment that an undo restores. */
interface RestoredAssignment {
  readonly entry: AuditEntryDto;
  readonly now: AssignmentState;
  readonly restored: AssignmentState;
}

/** What an undo would do: the assignments, as far as they are listed, and who gains or loses what. */
export interface UndoPlan {
  readonly assignments: readonly RestoredAssignment[];
  /** Undefined if there are too many assignments to compute it, or if it could not be computed. */
  readonly preview: PermissionPreviewDto | undefined;
}

/** Assignments that are listed. */
const MAX_ENTRIES = 100;

/** Reads the assignments of a revision, and what restoring them means. */
export async function planUndo(
  revision: number,
  audit: Pick<AuditApi, 'entries'>,
  permissions: Pick<PermissionsApi, 'preview'>,
): Promise<UndoPlan> {
  const entries = await audit.entries({ revision }, MAX_ENTRIES + 1);
  const assignments = entries.slice(0, MAX_ENTRIES).map(restoredBy);
  const changes = entries.length > MAX_ENTRIES ? [] : assignments.flatMap(changeOf);
  if (changes.length === 0) return { assignments, preview: undefined };
  // The list is useful without it.
  const preview = await permissions.preview(changes, { limit: 1 }).catch(() => undefined);
  return { assignments, preview };
}

/** An entry has the values that its change left; those before only of the fields that differ. */
function restoredBy(entry: AuditEntryDto): RestoredAssignment {
  const { kind, about, changes } = entry;
  const left = stateOf(about['access'], about['scope']);
  const none: AssignmentState = { access: 'none', scope: 'recursive' };
  if (kind.endsWith('.created')) return { entry, now: left, restored: none };
  if (kind.endsWith('.deleted')) return { entry, now: none, restored: left };
  const before = (field: string): string | undefined =>
    changes.find((change) => change.field === field)?.before ?? about[field];
  return { entry, now: left, restored: stateOf(before('access'), before('scope')) };
}

function stateOf(access: string | undefined, scope: string | undefined): AssignmentState {
  return {
    access: access === 'allow' || access === 'deny' ? access : 'none',
    scope: scope === 'match' ? 'match' : 'recursive',
  };
}

function changeOf({ entry, restored }: RestoredAssignment): AssignmentChange[] {
  const principal = entry.objects.find(({ kind }) => kind !== 'resource');
  const resource = entry.objects.find(({ kind }) => kind === 'resource');
  const permission = entry.about['name'];
  if (!principal?.name || !resource || !permission) return [];
  return [
    {
      resource_id: resource.id,
      ...(principal.kind === 'user' ? { user_name: principal.name } : { group_name: principal.name }),
      permission_name: permission,
      access: restored.access === 'none' ? null : restored.access,
      ...(restored.access === 'none' ? {} : { scope: restored.scope }),
    },
  ];
}
