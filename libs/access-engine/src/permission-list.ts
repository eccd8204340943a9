import {
  ACCESSES,
  SCOPES,
  comparePermissions,
  formatExplicit,
  formatImplicit,
  samePermission,
} from './permission';
import type { Permission, PermissionName } from './permission';
import type { Reason } from './reason';

/**
 * Origin of an entry of a reply: a permission that could be set (`allowed`), a stored assignment (`applied`), an assignment of
 * the user (`direct`) or of one of its groups (`inherited`), or the result of resolution (`effective`).
 * Reference: permission-rules#types.
 */
type PermissionType = 'allowed' | 'applied' | 'direct' | 'inherited' | 'effective';

/** One entry of a list of permissions. */
export interface PermissionEntry extends Permission {
  readonly type: PermissionType;
  /** The reason; absent for `allowed` and `applied`. */
  readonly reason?: Reason;
}

/** The two parallel fields in which every reply lists permissions. */
export interface PermissionList {
  /** For each entry the implicit form, if it has one, then the explicit form; without duplicates. */
  readonly permission_names: readonly string[];
  readonly permissions: readonly PermissionEntry[];
}

/**
 * The reply fields of some entries, sorted. Entries with the same name, access and scope are merged and keep the reason of
 * the first one; `keepDuplicates` lists them all, as single resources do with `inherited`.
 * Reference: permission-rules#reply-lists, permission-rules#queries.
 */
export function permissionList(entries: Iterable<PermissionEntry>, keepDuplicates = false): PermissionList {
  const sorted = [...entries].sort(comparePermissions);
  const permissions = keepDuplicates
    ? sorted
    : sorted.filter((entry, index) => {
        const previous = sorted[index - 1];
        return !previous || !samePermission(previous, entry);
      });
  const names = new Set<string>();
  for (const entry of permissions) {
    const implicit = formatImplicit(entry);
    if (implicit) names.add(implicit);
    names.add(formatExplicit(entry));
  }
  return { permission_names: [...names], permissions: permissions.map(plainEntry) };
}

/** The permissions that could be set for these names: each in its four combinations. Reference: permission-rules#reply-lists. */
export function allowedPermissionList(names: Iterable<PermissionName>): PermissionList {
  const entries: PermissionEntry[] = [];
  for (const name of new Set(names)) {
    for (const access of ACCESSES) {
      for (const scope of SCOPES) entries.push({ name, access, scope, type: 'allowed' });
    }
  }
  return permissionList(entries);
}

/** Only the fields of the reply, in their order, regardless of other fields of the object. */
function plainEntry({ name, access, scope, type, reason }: PermissionEntry): PermissionEntry {
  return reason === undefined ? { name, access, scope, type } : { name, access, scope, type, reason };
}
