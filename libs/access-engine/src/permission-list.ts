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
 * Where an entry of a reply comes from: what could be set (`allowed`), a stored assignment (`applied`), an assignment of the user
 * itself (`direct`), of one of its groups (`inherited`), or the outcome of resolution (`effective`).
 * Reference: permissions#types.
 */
export type PermissionType = 'allowed' | 'applied' | 'direct' | 'inherited' | 'effective';

/** One entry of a list of permissions. */
export interface PermissionEntry extends Permission {
  readonly type: PermissionType;
  /** Who or what decided; absent for `allowed` and `applied`. */
  readonly reason?: Reason;
}

/** The two parallel fields with which every reply lists permissions. */
export interface PermissionList {
  /** For each entry its implicit text, when it has one, then its explicit text; no text twice. */
  readonly permission_names: readonly string[];
  readonly permissions: readonly PermissionEntry[];
}

/**
 * The reply pair of some entries, sorted. Entries of the same name, access and scope become one, and the first given
 * keeps its reason; `keepDuplicates` shows them all, as single resources do under `inherited`.
 * Reference: permissions#reply-lists, permissions#queries.
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

/** Everything that could be set for these names: each of them in its four combinations. Reference: permissions#reply-lists. */
export function allowedPermissionList(names: Iterable<PermissionName>): PermissionList {
  const entries: PermissionEntry[] = [];
  for (const name of new Set(names)) {
    for (const access of ACCESSES) {
      for (const scope of SCOPES) entries.push({ name, access, scope, type: 'allowed' });
    }
  }
  return permissionList(entries);
}

/** Only the fields of the reply, in their order, whatever else the given object carries. */
function plainEntry({ name, access, scope, type, reason }: PermissionEntry): PermissionEntry {
  return reason === undefined ? { name, access, scope, type } : { name, access, scope, type, reason };
}
