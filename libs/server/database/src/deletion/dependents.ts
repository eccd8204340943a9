/** What has rows of its own or below it, as `pending_deletions` names it. */
export type DeletedKind = 'user' | 'group' | 'resource' | 'network_node' | 'webhook' | 'identity_provider';

/** Rows that go with a deleted object. */
export interface Dependents {
  readonly table: string;
  /**
   * A query for the `ctid` of the rows, by the ids `$1` of the objects. An index has to find them.
   */
  readonly rows: string;
  /** `$1` are the names of the objects instead. */
  readonly byName?: true;
  /** Few rows, whose unique names have to be free at once: they are removed whatever their number is. */
  readonly atOnce?: true;
  /** Rows that may be deleted with each of them by a foreign key that cascades, at most. */
  readonly cascading?: number;
}

const of = (table: string, column: string): Dependents => ({
  table,
  rows: `SELECT ctid FROM ${table} WHERE ${column} = ANY ($1)`,
});

/** Tokens first, so that no session has more rows than itself. */
const sessionsWhere = (sessions: string): readonly Dependents[] => [
  {
    table: 'session_tokens',
    rows: `SELECT t.ctid FROM ${sessions} JOIN session_tokens t ON t.session_id = s.id`,
  },
  { table: 'sessions', rows: `SELECT s.ctid FROM ${sessions}` },
];

/** A membership has at most one claim, which refers to it. */
const memberships = (column: string): Dependents => ({ ...of('memberships', column), cascading: 1 });

/**
 * By the kind of a deleted object, the rows that are removed with it, in this order: first those whose unique names are to be free
 * at once, which are few.
 */
export const DEPENDENTS: Readonly<Record<DeletedKind, readonly Dependents[]>> = {
  user: [
    // A user is linked with at most one remote user of each node, which has at most one token.
    { ...of('remote_users', 'user_id'), atOnce: true, cascading: 1 },
    { ...of('external_identities', 'user_id'), atOnce: true },
    memberships('user_id'),
    of('user_permissions', 'user_id'),
    ...sessionsWhere('(SELECT id, ctid FROM sessions WHERE user_id = ANY ($1)) s'),
    of('terms_acceptances', 'user_id'),
    of('one_time_links', 'user_id'),
    of('user_devices', 'user_id'),
    of('sign_in_addresses', 'user_id'),
  ],
  group: [
    memberships('group_id'),
    of('group_permissions', 'group_id'),
    of('terms_acceptances', 'group_id'),
    of('group_terms', 'group_id'),
    of('one_time_links', 'group_id'),
  ],
  resource: [
    of('user_permissions', 'resource_id'),
    of('group_permissions', 'resource_id'),
    // Those that have rows are noted in turn.
    of('resources', 'parent_id'),
  ],
  network_node: [
    ...sessionsWhere(`(SELECT s.id, s.ctid FROM remote_users r
      JOIN sessions s ON s.origin COLLATE "C" = 'network-token:' || r.id WHERE r.node_id = ANY ($1)) s`),
    { ...of('remote_users', 'node_id'), cascading: 1 },
    of('network_message_ids', 'node_id'),
  ],
  webhook: [of('webhook_deliveries', 'webhook_id')],
  identity_provider: [
    {
      table: 'external_identities',
      rows: 'SELECT ctid FROM external_identities WHERE provider = ANY ($1)',
      byName: true,
    },
  ],
};

/** Deletes at most `limit` of the rows that a query for their `ctid` finds; or `ALL` of them. */
export function removalSql(table: string, rows: string, limit: number | 'ALL'): string {
  return `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${rows} LIMIT ${limit}))`;
}
