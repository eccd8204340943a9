/** Services of a new instance; one is added later. */
export const SERVICES = 12;

/** SQL for the id of the parent of the resource number `i`: every hundredth is below a service, half of them below the first. */
const ofService = (i: string): string => `CASE WHEN ${i} % 2 = 0 THEN 1 ELSE 2 + ${i} % ${SERVICES - 1} END`;

/** What the rows are, for each number `i`; `n` is the number of rows for which {@link GROWING_TABLES} states 1. */
export const ROWS = {
  users: `(id, name, email, status, kind) SELECT i + 1, 'user-' || i, 'user-' || i || '@example.org', CASE i % 1000 WHEN 7 THEN 2 ELSE 1 END,
      CASE i % 1000 WHEN 11 THEN 'service' ELSE 'person' END`,
  groups: `(id, name, discoverable) SELECT i + 1, 'group-' || i, i % 100 = 1`,
  // The first group is that of everybody, see `FURTHER`.
  memberships: `SELECT 1 + i % (n / 5), 2 + (i % (n / 5) + i / (n / 5) * 7) % (n / 5 - 1)`,
  resources: `(id, name, display_name, type, parent_id, root_service_id, ordering)
    SELECT ${SERVICES + 1} + i, 'resource-' || i, 'resource-' || i, 'route',
      CASE WHEN i < n / 100 THEN ${ofService('i')} ELSE ${SERVICES + 1} + folder END,
      CASE WHEN i < n / 100 THEN ${ofService('i')} ELSE ${ofService('folder')} END, i
    FROM (SELECT i, CASE WHEN i % 10 = 0 THEN 0 ELSE i % (n / 100) END AS folder, n FROM numbers) numbers`,
  user_permissions: `SELECT 1 + i % (n / 5), 1 + i * 7 % n, 'read', 'allow', 'match'`,
  group_permissions: `SELECT 1 + i % (n / 5), 1 + i * 7 % n, 'read', 'allow', 'match'`,
  sessions: `(id, user_id, created_at, expires_at, origin)
    SELECT md5('session-' || i)::uuid, 1 + i % (n / 5), now() - interval '1 hour',
      now() + CASE WHEN i % 100 = 0 THEN interval '-1 hour' ELSE (1 + i % 30) * interval '1 day' END,
      CASE i % 50 WHEN 0 THEN 'provider:lab:' || i WHEN 1 THEN 'network:' || i END`,
  session_tokens: `SELECT sha256(('token-' || i)::bytea), md5('session-' || i)::uuid, now() - interval '1 hour',
      now() + CASE WHEN i % 100 = 0 THEN interval '-1 hour' ELSE (1 + i % 30) * interval '1 day' END`,
  session_uses: `SELECT md5('session-' || 2 * i)::uuid, now()`,
  api_tokens: `(id, user_id, name, token_hmac, expires_at)
    SELECT md5('api-token-' || i)::uuid, 1 + i, 'token-' || i, sha256(('api-token-' || i)::bytea), now() + i * interval '1 hour'`,
  api_token_uses: `SELECT md5('api-token-' || i)::uuid, now(), '198.18.0.0', 'curl'`,
  api_token_reminders: `SELECT md5('api-token-' || i)::uuid, now() + (i - 50) * interval '1 hour'`,
  sign_in_failures: `(account, address, failed_at) SELECT 'account-' || i, '198.18.0.' || i % 1000, now() - (n - i) * interval '1 second'`,
  sign_in_addresses: `SELECT 1 + i, '198.18.0.' || i % 1000`,
  user_devices: `SELECT 1 + i, '198.18.0.0', 'Firefox', now() - i % 179 * interval '1 day'`,
  counted_requests: `(action, subject, counted_at) SELECT 'password_reset', 'subject-' || i, now() - i * interval '1 second'`,
  pending_users: `(id, name, email, password_hash, state, expires_at)
    SELECT 1 + i, 'pending-' || i, 'pending-' || i || '@example.org', '', 'awaiting_confirmation', now() + (i % 100 - 1) * interval '1 hour'`,
  one_time_links: `(id, token_hmac, operation, user_id, group_id, created_at, expires_at)
    SELECT md5('link-' || i)::uuid, sha256(('link-' || i)::bytea), 'group-accept-terms', 1 + i, 1 + i % 10, now(),
      now() + (i % 100 - 50) * interval '1 hour'`,
  group_terms: `SELECT 1 + i, 1, 'Terms.', now()`,
  terms_acceptances: `(user_id, group_id, version) SELECT 1 + i, 1 + i % 10, 1`,
  outbox_messages: `(id, sequence, kind, key, user_id, payload, state, finished_at, target)
    SELECT md5('message-' || i)::uuid, i + 1, CASE i % 2 WHEN 0 THEN 'mail' ELSE 'webhook' END, 'key-' || i, 1 + i, '{}',
      CASE i % 1000 WHEN 3 THEN 'failed' WHEN 5 THEN 'queued' ELSE 'sent' END,
      CASE i % 1000 WHEN 5 THEN NULL ELSE now() - (n - i) * interval '1 second' END, ''`,
  webhook_deliveries: `(id, webhook_id, action, parameters, state, finished_at)
    SELECT md5('delivery-' || i)::uuid, 1 + i % 10, 'create_user', '{}', CASE i % 1000 WHEN 3 THEN 'failed' ELSE 'delivered' END,
      now() - (n - i) * interval '1 second'`,
  remote_users: `(id, node_id, name, subject, user_id)
    SELECT 1 + i, 1 + i % 5, 'remote-' || i, 'subject-' || i, CASE i % 2 WHEN 0 THEN 1 + i END`,
  network_tokens: `SELECT 1 + i, sha256(('network-' || i)::bytea), now() - i % 100 * interval '1 minute'`,
  network_message_ids: `SELECT 1 + i % 5, 'message-' || i, now() + i * interval '1 second'`,
  external_identities: `(id, user_id, provider, subject, user_name) SELECT 1 + i, 1 + i, 'provider-' || i % 3, 'subject-' || i, 'user-' || i`,
  claimed_memberships: `SELECT 1 + i % (n / 5), 2 + i % (n / 5 - 1), 'provider-' || i % 3`,
  // Half of the mirrored resources are those of one service.
  synchronizations: `(id, service_id, sync_type, mode, state, requested_at, finished_at)
    SELECT 1 + i, 1 + i % ${SERVICES}, 'thredds', 'suggest', 'succeeded', now() - (n - i) * interval '5 minutes', now() - (n - i) * interval '5 minutes'`,
  remote_resources: `(synchronization_id, id, parent_id, name, name_key, display_name, type, is_open)
    SELECT CASE i % 2 WHEN 0 THEN 1 ELSE 2 + i % 11 END, 1 + i / 2, CASE WHEN i < n / 100 THEN 0 ELSE 1 + i % (n / 200) END, 'remote-' || i, 'remote-' || i, 'remote-' || i, 'file', false`,
  synchronization_differences: `(synchronization_id, id, kind, path, type, display_name, state)
    SELECT CASE i % 2 WHEN 0 THEN 1 ELSE 2 + i % 11 END, 1 + i / 2, 'appeared', ARRAY['folder-' || i % 100, 'remote-' || i], 'file', 'remote-' || i,
      CASE i % 1000 WHEN 3 THEN 'rejected' WHEN 5 THEN 'automatic' WHEN 7 THEN 'open' ELSE 'applied' END`,
  synchronized_resources: `SELECT ${SERVICES + 1} + i, 1 + i % ${SERVICES}`,
  // Half of what sets state is that of one of them.
  configured_objects: `(kind, object_id, set_id, state, value, fields, label)
    SELECT (ARRAY['user', 'group', 'resource'])[1 + i % 3], 2 + i / 3, CASE i % 2 WHEN 0 THEN 1 ELSE 2 + i % 11 END, 'owned', '{}', '["name"]', '{}'`,
  configured_assignments: `(principal_kind, principal_id, resource_id, name, set_id, access, scope, state)
    SELECT CASE i % 3 WHEN 0 THEN 'user' ELSE 'group' END, 1 + i % (n / 5), 1 + i * 7 % n, 'read', CASE i % 2 WHEN 0 THEN 1 ELSE 2 + i % 11 END,
      'allow', 'match', 'owned'`,
  configured_memberships: `(user_id, group_id, set_id, state)
    SELECT 1 + i % (n / 5), 2 + (i % (n / 5) + i / (n / 5) * 7) % (n / 5 - 1), CASE i % 2 WHEN 0 THEN 1 ELSE 2 + i % 11 END, 'owned'`,
  imported_objects: `(source_id, kind, id, target_id, value)
    SELECT 1 + i % 2, 'resource', i, ${SERVICES + 1} + i, '{}'`,
  imported_assignments: `SELECT 1 + i % 2, 'group', 1 + i % (n / 5), 1 + i * 7 % n, 'read', 'allow', 'match'`,
  imported_memberships: `SELECT 1 + i % 2, 1 + i % (n / 5), 2 + (i % (n / 5) + i / (n / 5) * 7) % (n / 5 - 1)`,
  pending_deletions: `(kind, id, revision) SELECT 'resource', -1 - i, 1 + i / 1000`,
} satisfies Readonly<Record<string, string>>;

/**
 * The same with most rows of a few objects: services without folders, a group with all users, an account with all sessions, …. Of any other
 * object, PostgreSQL then expects as many.
 */
export const UNEQUAL: Readonly<Record<string, string>> = {
  ...ROWS,
  resources: `(id, name, display_name, type, parent_id, root_service_id, ordering)
    SELECT ${SERVICES + 1} + i, 'resource-' || i, 'resource-' || i, 'route', 1 + i % 2, 1 + i % 2, i FROM numbers`,
  memberships: `SELECT 2 + i % (n / 5), 5 + i / (n / 5) FROM numbers`,
  user_permissions: `SELECT 5 + i % 2, 1 + i, 'read', 'allow', 'match' FROM numbers`,
  group_permissions: `SELECT 5 + i % 2, 1 + i, 'read', 'allow', 'match' FROM numbers`,
  sessions: ROWS.sessions.replace('1 + i % (n / 5)', '5 + i % 2'),
  api_tokens: ROWS.api_tokens.replace('1 + i,', '5 + i % 2,'),
  one_time_links: ROWS.one_time_links.replace('1 + i,', '5 + i % 2,'),
  outbox_messages: ROWS.outbox_messages.replace('1 + i,', '5 + i % 2,'),
  external_identities: ROWS.external_identities.replace('1 + i, 1 + i,', '1 + i, 5 + i % 2,'),
  claimed_memberships: `SELECT 1 + i, 5 + i % 2, 'provider-' || i % 3 FROM numbers`,
  synchronized_resources: `SELECT ${SERVICES + 1} + i, 1 + i % 2 FROM numbers`,
  configured_memberships: `(user_id, group_id, set_id, state) SELECT 1 + i, 5 + i % 2, 1 + i % 2, 'owned' FROM numbers`,
  configured_assignments: `(principal_kind, principal_id, resource_id, name, set_id, access, scope, state)
    SELECT 'group', 5 + i % 2, 1 + i, 'read', 1 + i % 2, 'allow', 'match', 'owned' FROM numbers`,
};

/** Rows of small tables, and those that begin a tree. */
export const FIRST = [
  `INSERT INTO resources (id, name, display_name, type) OVERRIDING SYSTEM VALUE
     SELECT i, 'service-' || i, 'service-' || i, 'service' FROM generate_series(1, ${SERVICES}) i`,
  `INSERT INTO services (resource_id, type, url) SELECT i, 'api', 'http://localhost' FROM generate_series(1, ${SERVICES}) i`,
  `INSERT INTO service_mirrors SELECT i, i, now() FROM generate_series(1, ${SERVICES}) i`,
  `INSERT INTO webhooks (id, name, action, method, url) OVERRIDING SYSTEM VALUE
     SELECT i, 'webhook-' || i, 'create_user', 'POST', 'http://localhost' FROM generate_series(1, 10) i`,
  `INSERT INTO webhook_states (webhook_id, secret) SELECT id, '' FROM webhooks`,
  `INSERT INTO network_nodes (id, name, base_url, jwks_url, token_url, authorization_url) OVERRIDING SYSTEM VALUE
     SELECT i, 'node-' || i, '', '', '', '' FROM generate_series(1, 5) i`,
  `INSERT INTO network_node_states (node_id, condition) SELECT id, 'ok' FROM network_nodes`,
  `INSERT INTO identity_providers (id, name, definition) OVERRIDING SYSTEM VALUE
     SELECT 1 + i, 'provider-' || i, '{}' FROM generate_series(0, 2) i`,
  `INSERT INTO identity_provider_secrets SELECT id, '' FROM identity_providers`,
  `INSERT INTO applied_configurations (set_name, content, generation) SELECT 'default', md5(i::text), 0 FROM generate_series(1, 20) i`,
  `INSERT INTO configuration_sets (name, revision) SELECT CASE i WHEN 1 THEN 'default' ELSE 'set-' || i END, 1 FROM generate_series(1, 12) i`,
  `INSERT INTO import_sources (name, keeps_ids) SELECT 'source-' || i, false FROM generate_series(1, 2) i`,
  `INSERT INTO imports (source_name, address, state, report) SELECT 'source-1', 'postgresql://localhost', 'succeeded', '{}' FROM generate_series(1, 20) i`,
  `INSERT INTO applied_settings VALUES ('SVC_ADMIN_PASSWORD', '')`,
  `INSERT INTO scheduled_jobs (name) VALUES ('purge_sessions')`,
  `INSERT INTO password_reset_requests (login) SELECT 'user-' || i FROM generate_series(1, 10) i`,
  `INSERT INTO network_link_attempts SELECT sha256(('attempt-' || i)::bytea), md5('session-' || i)::uuid, 1 + i % 5, now()
     FROM generate_series(1, 10) i`,
] as const;

/** Every user is in the first group. */
export const FURTHER: Readonly<Record<string, string>> = {
  users: `INSERT INTO memberships SELECT i + 1, 1 FROM numbers`,
};

/** What was added when everything else was there: a service with its resources, a user, a group. */
export function latest(rows: number): string[] {
  const [user, group, service] = [rows / 5 + 1, rows / 5 + 1, SERVICES + rows + 1];
  return [
    `INSERT INTO users (id, name, email) OVERRIDING SYSTEM VALUE VALUES (${user}, 'latest', 'latest@example.org')`,
    `INSERT INTO groups (id, name) OVERRIDING SYSTEM VALUE VALUES (${group}, 'latest')`,
    `INSERT INTO memberships VALUES (${user}, 1), (${user}, ${group})`,
    `INSERT INTO resources (id, name, display_name, type) OVERRIDING SYSTEM VALUE VALUES (${service}, 'latest', 'latest', 'service')`,
    `INSERT INTO services (resource_id, type, url) VALUES (${service}, 'api', 'http://localhost')`,
    `INSERT INTO resources (id, name, display_name, type, parent_id, root_service_id, ordering) OVERRIDING SYSTEM VALUE
       VALUES (${service + 1}, 'a', 'a', 'route', ${service}, ${service}, 1), (${service + 2}, 'b', 'b', 'route', ${service + 1}, ${service}, 1)`,
    `INSERT INTO user_permissions VALUES (${user}, ${service + 1}, 'read', 'allow', 'match')`,
    `INSERT INTO group_permissions VALUES (${group}, ${service + 1}, 'read', 'allow', 'match')`,
    `INSERT INTO sessions (id, user_id, expires_at) VALUES (md5('latest')::uuid, ${user}, now() + interval '1 day')`,
    `INSERT INTO session_tokens VALUES (sha256('latest'), md5('latest')::uuid, now(), now() + interval '1 day')`,
    // Those of resources were removed since: what is read while there are some has a test of its own.
    `UPDATE pending_deletions SET kind = 'group'`,
    'VACUUM pending_deletions',
  ];
}

/**
 * SQL for the revision of the change number `i`: each change has its own (`usual`), or all but a hundredth have the one in the middle (`bulk`).
 */
const REVISION_OF = {
  usual: 'i + 1',
  bulk: `CASE WHEN i < n / 200 THEN i * 100 + 1 WHEN i < n - n / 200 THEN n / 2 ELSE n - (n - 1 - i) * 100 END`,
} as const;

type Log = keyof typeof REVISION_OF;

/** The rows of the log, in their order. Of a hundred changes, 95 are sign-ins. */
export const rowsOfLog = (log: Log): Readonly<Record<string, string>> => ({
  revisions: `(revision, begun_at, actor_kind, actor_id, actor_name)
    SELECT i + 1, now() - (n - i) * interval '5 minutes', 'user', 1 + i % 100, CASE WHEN i < n / 1000 THEN 'former' ELSE 'user-' || i % 100 END`,
  changes: `(revision, entity, operation, before, after, user_id, group_id, resource_id)
    SELECT ${REVISION_OF[log]}, entity, operation,
      CASE operation WHEN 'insert' THEN NULL ELSE content END, CASE operation WHEN 'delete' THEN NULL ELSE content END,
      CASE WHEN entity IN ('session', 'user', 'user_rule', 'membership') THEN 1 + i % (n / 5) END,
      CASE WHEN entity IN ('group', 'group_rule', 'membership') THEN 1 + i % (n / 5) END,
      CASE WHEN entity IN ('resource', 'user_rule', 'group_rule') THEN 1 + i END
    FROM numbers CROSS JOIN LATERAL (SELECT
      CASE WHEN i % 100 < 95 THEN 'session' ELSE (ARRAY['user', 'group', 'membership', 'resource', 'user_rule', 'group_rule',
        'identity_provider'])[1 + i / 100 % 7] END AS entity,
      CASE WHEN i % 100 < 95 THEN 'insert' ELSE (ARRAY['insert', 'update', 'delete'])[1 + i / 700 % 3] END AS operation,
      jsonb_build_object('id', i, 'user_id', 1 + i % (n / 5), 'name', 'name-' || i, 'user_agent', repeat('x', 100)) AS content) kinds
    ORDER BY i`,
  audit_chain: `SELECT i + 1, sha256('link')`,
  audit_events: `(position, occurred_at, kind, actor_kind, actor_name, user_id, hash)
    SELECT i + 1, now() - (n / 2 - i) * interval '10 minutes', CASE i % 100 WHEN 0 THEN 'audit.purged' WHEN 1 THEN 'access.refused'
      ELSE 'sign_in.failed' END, 'user', CASE WHEN i < n / 2000 THEN 'former' ELSE 'user-' || i % 100 END, 1 + i % (n / 5), sha256('link')`,
  audit_anchors: `(chain, removed_through, hash, first_position, removed_number, last_link_at, reason)
    SELECT 'changes', -i, sha256('link'), -i, 1, now(), 'age'`,
});
