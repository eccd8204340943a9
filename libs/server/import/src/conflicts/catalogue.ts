import type { ImportedKind } from '../report/import-report';

/**
 * What an entry does with what it is about where no decision says otherwise. `skipped`: it is not imported; one that denies
 * something is `refused` instead, because somebody would gain by its absence. `refused`: the import does not begin. `changed`: it
 * is imported with another value, by which nobody gains. `noted`: it is imported as it is.
 */
type Outcome = 'skipped' | 'refused' | 'changed' | 'noted';

/** One kind of conflict. Alternatives with `: …` need a value. */
export interface ConflictEntry {
  readonly kind: ImportedKind;
  readonly outcome: Outcome;
  readonly summary: string;
  readonly rule: string;
  readonly alternatives: readonly string[];
}

const RENAMED = ['skip', 'rename: …'];
const UNLESS_DENIAL =
  'It is not imported. With a denial of its own, or below it, the import is refused until it is decided.';

/** In the order of reports: what may stop an import comes first. */
export const CONFLICTS = {
  service_name_taken: {
    kind: 'service',
    outcome: 'refused',
    summary: 'Services with a name that another service has, here or in the source.',
    rule: 'The import is refused: services are never merged.',
    alternatives: RENAMED,
  },
  service_name_invalid: {
    kind: 'service',
    outcome: 'skipped',
    summary: 'Services with a name that no service can have.',
    rule: UNLESS_DENIAL,
    alternatives: RENAMED,
  },
  service_type_unknown: {
    kind: 'service',
    outcome: 'skipped',
    summary: 'Services of an unknown type.',
    rule: UNLESS_DENIAL,
    alternatives: ['skip', 'type: …'],
  },
  service_url_invalid: {
    kind: 'service',
    outcome: 'skipped',
    summary: 'Services with an address that is none.',
    rule: UNLESS_DENIAL,
    alternatives: ['skip', 'url: …'],
  },
  service_configuration_invalid: {
    kind: 'service',
    outcome: 'skipped',
    summary: 'Services with a configuration that their type does not have.',
    rule: UNLESS_DENIAL,
    alternatives: ['skip', 'default'],
  },
  service_type_changed: {
    kind: 'service',
    outcome: 'refused',
    summary: 'Services that have another type in the source than when they were imported.',
    rule: 'The import is refused: the permissions of a service belong to its type.',
    alternatives: ['skip'],
  },
  resource_orphaned: {
    kind: 'resource',
    outcome: 'skipped',
    summary:
      'Resources that no service leads to: a parent or the service is missing, or their parents are a cycle.',
    rule: UNLESS_DENIAL,
    alternatives: ['skip'],
  },
  resource_root_differs: {
    kind: 'resource',
    outcome: 'noted',
    summary: 'Resources that name another service as their root than the one that they are below.',
    rule: 'They are imported where their parents are.',
    alternatives: [],
  },
  resource_moved: {
    kind: 'resource',
    outcome: 'refused',
    summary: 'Resources with another parent in the source than when they were imported.',
    rule: 'The import is refused: resources are not moved here.',
    alternatives: ['skip'],
  },
  resource_type_misplaced: {
    kind: 'resource',
    outcome: 'skipped',
    summary: 'Resources of a type that is unknown, or not allowed below their parent.',
    rule: UNLESS_DENIAL,
    alternatives: ['skip'],
  },
  resource_name_invalid: {
    kind: 'resource',
    outcome: 'skipped',
    summary: 'Resources with a name that no resource can have.',
    rule: UNLESS_DENIAL,
    alternatives: RENAMED,
  },
  resource_name_taken: {
    kind: 'resource',
    outcome: 'skipped',
    summary: 'Siblings whose names differ in case alone, or not at all.',
    rule: 'The last one of them, which requests reached, is imported. The others are not; with a denial of their own, or below them, the import is refused until it is decided.',
    alternatives: RENAMED,
  },
  resource_too_deep: {
    kind: 'resource',
    outcome: 'skipped',
    summary: 'Resources below more levels than there can be.',
    rule: UNLESS_DENIAL,
    alternatives: ['skip'],
  },
  resource_parent_deleted: {
    kind: 'resource',
    outcome: 'skipped',
    summary: 'New resources below ones that were deleted here.',
    rule: UNLESS_DENIAL,
    alternatives: ['skip'],
  },
  group_name_invalid: {
    kind: 'group',
    outcome: 'skipped',
    summary: 'Groups with a name that no group can have.',
    rule: UNLESS_DENIAL,
    alternatives: RENAMED,
  },
  group_name_taken: {
    kind: 'group',
    outcome: 'skipped',
    summary: 'Groups with a name that another group has, here or in the source, in any case.',
    rule: UNLESS_DENIAL,
    alternatives: RENAMED,
  },
  user_name_invalid: {
    kind: 'user',
    outcome: 'skipped',
    summary: 'Users with a name that no user can have, or that is reserved.',
    rule: `A name with capitals is imported in lower case, which signs in as before. Of others: ${UNLESS_DENIAL}`,
    alternatives: RENAMED,
  },
  user_name_taken: {
    kind: 'user',
    outcome: 'skipped',
    summary: 'Users with a name that another user has, here or in the source, in any case.',
    rule: UNLESS_DENIAL,
    alternatives: RENAMED,
  },
  permission_malformed: {
    kind: 'user_permission',
    outcome: 'skipped',
    summary: 'Assignments whose text is no permission.',
    rule: 'They are not imported. The reference takes an unknown modifier for the default one: of such a text a denial is imported, as a recursive one.',
    alternatives: [],
  },
  permission_not_allowed: {
    kind: 'user_permission',
    outcome: 'skipped',
    summary: 'Assignments of a permission that the type of the resource does not have.',
    rule: 'They are not imported. A recursive denial of a permission that resources below may have refuses the import until it is decided.',
    alternatives: ['skip'],
  },
  permission_repeated: {
    kind: 'user_permission',
    outcome: 'changed',
    summary: 'Several assignments of one permission to one user or group on one resource.',
    rule: 'The narrowest is imported: a denial before a grant, of denials the recursive one, of grants the one on the resource alone.',
    alternatives: [],
  },
  permission_of_anonymous: {
    kind: 'user_permission',
    outcome: 'skipped',
    summary: 'Assignments of accounts that represent callers who are not known.',
    rule: 'They are not imported: those of the anonymous group hold for everybody. A denial refuses the import until it is decided.',
    alternatives: ['skip'],
  },
  membership_of_anonymous: {
    kind: 'membership',
    outcome: 'skipped',
    summary: 'Memberships of the anonymous user in other groups than the anonymous one.',
    rule: 'They are not imported. If the group denies something, the import is refused until it is decided.',
    alternatives: ['skip'],
  },
  administrator_not_granted: {
    kind: 'membership',
    outcome: 'skipped',
    summary:
      'Users who are administrators in the source by a route permission of another group or of their own, or where others were here before.',
    rule: 'They do not become administrators.',
    alternatives: ['grant'],
  },
  administrator: {
    kind: 'membership',
    outcome: 'noted',
    summary: 'Users who become administrators.',
    rule: 'They are members of the group of administrators, as in the source.',
    alternatives: [],
  },
  email_taken: {
    kind: 'user',
    outcome: 'changed',
    summary: 'Users whose address another user has, here or in the source, in any case.',
    rule: 'The first user has it; the others are imported without an address.',
    alternatives: ['email: …'],
  },
  email_invalid: {
    kind: 'user',
    outcome: 'changed',
    summary: 'Users whose address is none, or is reserved.',
    rule: 'They are imported without an address.',
    alternatives: ['email: …'],
  },
  password_unknown: {
    kind: 'user',
    outcome: 'changed',
    summary: 'Users whose password is stored in an unknown form.',
    rule: 'They are imported without a password, and need a new one.',
    alternatives: [],
  },
  password_missing: {
    kind: 'user',
    outcome: 'noted',
    summary: 'Users without a password.',
    rule: 'They sign in with an identity of a provider, or need a new password.',
    alternatives: [],
  },
  id_not_kept: {
    kind: 'user',
    outcome: 'changed',
    summary: 'Objects whose identifier another one has here.',
    rule: 'They have a new identifier, which the map lists.',
    alternatives: [],
  },
  sync_type_unknown: {
    kind: 'service',
    outcome: 'changed',
    summary: 'Services with an unknown synchronization type.',
    rule: 'They are imported without one.',
    alternatives: [],
  },
  terms_not_accepted: {
    kind: 'group',
    outcome: 'noted',
    summary: 'Groups with terms.',
    rule: 'Their members stay members; the source does not know who has accepted which text. Links that wait for an acceptance end: the membership has to be requested again.',
    alternatives: [],
  },
  identity_unconfirmed: {
    kind: 'external_identity',
    outcome: 'skipped',
    summary: 'Identities at providers whose subject is a name, which somebody else may register there.',
    rule: 'They sign nobody in until they are confirmed: by their user, who links them after a sign-in with the password or by a link for a new one, or by an administrator in a file of decisions.',
    alternatives: ['confirm'],
  },
  identity_taken: {
    kind: 'external_identity',
    outcome: 'skipped',
    summary: 'Identities at providers that another user has.',
    rule: 'They are not imported.',
    alternatives: [],
  },
  registration_links_end: {
    kind: 'pending_user',
    outcome: 'noted',
    summary: 'Registrations that are not completed.',
    rule: 'They are imported. The links in mails of the source end: registrants ask for a new one, administrators approve them here.',
    alternatives: [],
  },
  registration_name_taken: {
    kind: 'pending_user',
    outcome: 'skipped',
    summary: 'Registrations with a name that cannot be used, or that a user or another registration has.',
    rule: 'They are not imported.',
    alternatives: [],
  },
  node_invalid: {
    kind: 'node',
    outcome: 'skipped',
    summary: 'Nodes with a name or an address that no node can have.',
    rule: 'They are not imported, nor are their remote users and the tokens of these.',
    alternatives: [],
  },
  network_dangling: {
    kind: 'remote_user',
    outcome: 'skipped',
    summary: 'Remote users whose node or linked user is not imported, and tokens that nobody has.',
    rule: 'They are not imported.',
    alternatives: [],
  },
  changed_on_both_sides: {
    kind: 'resource',
    outcome: 'changed',
    summary: 'What was changed here and in the source since the last import.',
    rule: 'Of assignments the narrower one is kept. Of other values that of this side is kept; a flag by which others may join is off. What denies something is kept.',
    alternatives: [],
  },
  unregistered_names: {
    kind: 'service',
    outcome: 'noted',
    summary:
      'Users and groups that are denied something in services whose names of layers have to be registered for them.',
    rule: 'Requests for layers that are not registered are refused to them (`unregistered_names: safe`); register the names, or set the option of the service.',
    alternatives: [],
  },
} as const satisfies Readonly<Record<string, ConflictEntry>>;

export type ConflictCode = keyof typeof CONFLICTS;

export function entryOf(code: ConflictCode): ConflictEntry {
  return CONFLICTS[code];
}
