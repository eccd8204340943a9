/** What has rows of its own or below it, as `pending_deletions` names it. */
export type DeletedKind = 'user' | 'group' | 'resource' | 'network_node' | 'webhook' | 'identity_provider';

/** Rows that go with a deleted object. */
export interface Dependents {
  readonly table: string;
  /** The first of an index: the id of the object. */
  readonly column: string;
  /** It is the name of the object instead. */
  readonly byName?: true;
  /** Few rows, whose unique names have to be free at once: they are removed whatever their number is. */
  readonly atOnce?: true;
  /** Rows that may be deleted with each of them by a foreign key that cascades, at most. */
  readonly cascading?: number;
}

const of = (table: string, column: string): Dependents => ({ table, column });

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
    of('sessions', 'user_id'),
    of('terms_acceptances', 'user_id'),
    of('one_time_links', 'user_id'),
    of('user_devices', 'user_id'),
    of('sign_in_addresses', 'user_id'),
    of('api_tokens', 'user_id'),
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
  network_node: [{ ...of('remote_users', 'node_id'), cascading: 1 }, of('network_message_ids', 'node_id')],
  webhook: [of('webhook_deliveries', 'webhook_id')],
  identity_provider: [{ ...of('external_identities', 'provider'), byName: true }],
};

/** How many rows a query finds at most. */
type Limit = number | 'ALL';

/**
 * A query for `selected` of the rows that have one of the values `$1`. For each value it reads a range of the index: whatever statistics
 * say, no table is scanned for rows that were removed before.
 */
export function rowsSql(
  selected: 'ctid' | 'id',
  { table, column }: Pick<Dependents, 'table' | 'column'>,
  type: 'integer' | 'uuid',
  limit: Limit,
): string {
  return `SELECT r.${selected} FROM unnest($1::${type}[]) AS o (key) CROSS JOIN LATERAL (
    SELECT ${selected} FROM ${table} WHERE ${column} BETWEEN o.key AND o.key ORDER BY ${column} LIMIT ${limit}) r LIMIT ${limit}`;
}

/** Deletes the rows of objects, of which `$1` are the ids or names. */
export function removalSql(dependents: Dependents, limit: Limit): string {
  const { table, column, byName } = dependents;
  // Names have no order: ADR 33.
  const rows = byName
    ? `SELECT ctid FROM ${table} WHERE ${column} = ANY ($1) LIMIT ${limit}`
    : rowsSql('ctid', dependents, 'integer', limit);
  return `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${rows}))`;
}
