import { nameKeySql } from '@gatehouse/database';
import { NODE_NAME } from '@gatehouse/names';
import { decisionSql, noteConflicts } from '../conflicts/conflict-table';
import type { ImportSession } from '../session';
import { emailSql } from './principal-fields';
import { userNameSql } from './principals';

/** Longest address of a node. */
const MAX_URL_LENGTH = 2048;

/** SQL of a key of an identity, which has no identifier of its own. */
const identityKey = `hashtextextended(jsonb_build_array(e.provider_name, e.external_id, e.local_user_id)::text, 0)`;

/**
 * A subject that nobody can register again: a number or a UUID that is not the name of its user at the provider. Others may be names.
 */
const IS_STABLE = `(coalesce(e.external_user_name, '') <> '' AND e.external_id <> e.external_user_name
  AND e.external_id ~ '^([0-9]+|[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})$')`;

/** Makes the tables of identities at providers, nodes, remote users with their tokens, and registrations. */
export function makeLinks(session: ImportSession): void {
  makeIdentities(session);
  makeNodes(session);
  makeRemoteUsers(session);
  makePendingUsers(session);
}

const mappedAs = (kind: string, id: string): string =>
  `LEFT JOIN imported_objects m ON m.source_id = n.source_id AND m.kind = '${kind}' AND m.id = ${id}`;

function makeIdentities(session: ImportSession): void {
  session.table(
    'wanted_identities',
    `SELECT i.*, i.problem IS NULL AND i.mapped IS NULL AS is_new, NULL::integer AS target_id FROM (
       SELECT i.*, CASE WHEN i.mapped IS NOT NULL THEN NULL
         WHEN NOT i.is_confirmed THEN 'identity_unconfirmed'
         WHEN i.nth > 1 OR EXISTS (SELECT 1 FROM external_identities t WHERE t.provider = i.provider AND t.subject = i.subject)
           THEN 'identity_taken' END AS problem
       FROM (
         SELECT ${identityKey} AS id, u.target_id AS user_id, u.source_name, ${nameKeySql('e.provider_name')} AS provider, e.external_id AS subject,
           left(e.external_user_name, 500) AS user_name, m.target_id AS mapped, decided.choice,
           coalesce(${IS_STABLE}, false) OR decided.choice IS NOT DISTINCT FROM 'confirm' AS is_confirmed, e.local_user_id,
           row_number() OVER (PARTITION BY ${nameKeySql('e.provider_name')}, e.external_id ORDER BY e.local_user_id) AS nth
         FROM staged_external_identities e JOIN wanted_users u ON u.id = e.local_user_id AND u.target_id IS NOT NULL AND u.role = 'user'
           CROSS JOIN import_names n ${mappedAs('external_identity', identityKey)}
           ${decisionSql("'identity_unconfirmed'", 'e.local_user_id', 'u.source_name')}
         WHERE length(e.external_id) BETWEEN 1 AND 255 AND length(e.provider_name) <= 50
       ) i) i`,
    ['id'],
  );
  for (const code of ['identity_unconfirmed', 'identity_taken'] as const)
    noteConflicts(
      session,
      code,
      `SELECT ARRAY[i.local_user_id::bigint] AS ids, i.source_name || ' at ' || i.provider AS subject, 'subject ' || i.subject AS detail, i.choice AS decision
       FROM wanted_identities i WHERE i.problem = '${code}'`,
      ['decision'],
    );
}

function makeNodes(session: ImportSession): void {
  const isUrl = (url: string): string =>
    `(coalesce(${url}, '') ~ '^[hH][tT][tT][pP][sS]?://[^[:space:]\\\\]+$' AND length(${url}) <= ${MAX_URL_LENGTH})`;
  const urls = ['base_url', 'jwks_url', 'token_url', 'authorization_url'];
  session.table(
    'wanted_nodes',
    `SELECT d.id, d.name, ${urls.map((url) => `d.${url}`).join(', ')},
       CASE jsonb_typeof(d.redirect_uris::jsonb) WHEN 'array' THEN d.redirect_uris::jsonb ELSE '[]' END AS redirect_uris,
       m.target_id AS mapped, m.value AS last,
       m.target_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM network_nodes t WHERE t.id = m.target_id) AS is_gone, NULL::integer AS target_id,
       (SELECT u.target_id FROM wanted_users u WHERE u.role = 'node' AND u.source_name = n.from_prefix || d.name) AS user_id,
       (SELECT g.target_id FROM wanted_groups g WHERE g.role = 'node' AND g.source_name = n.from_prefix || d.name) AS group_id,
       m.target_id IS NULL AND (NOT d.name COLLATE "C" ~ '${NODE_NAME.source}' OR length(n.prefix || d.name) > n.max_name
         OR ${urls.map((url) => `NOT ${isUrl(`d.${url}`)}`).join(' OR ')}
         OR EXISTS (SELECT 1 FROM network_nodes t WHERE t.name = d.name)) AS is_skipped
     FROM staged_network_nodes d CROSS JOIN import_names n ${mappedAs('node', 'd.id')}`,
    ['id'],
  );
  noteConflicts(
    session,
    'node_invalid',
    `SELECT ARRAY[w.id::bigint] AS ids, w.name AS subject, 'not imported' AS detail FROM wanted_nodes w WHERE w.is_skipped`,
  );
}

function makeRemoteUsers(session: ImportSession): void {
  session.table(
    'wanted_remote_users',
    `SELECT r.id, r.name, d.id AS node, coalesce(d.mapped, 0) AS node_mapped, u.target_id AS user_id, m.target_id AS mapped, m.value AS last,
       m.target_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM remote_users t WHERE t.id = m.target_id) AS is_gone, NULL::integer AS target_id,
       d.id IS NULL OR d.is_skipped OR d.is_gone OR (r.user_id IS NOT NULL AND u.target_id IS NULL) OR coalesce(r.name, '') = ''
         OR length(r.name) > 128 OR row_number() OVER (PARTITION BY r.network_node_id, r.name ORDER BY r.id) > 1
         OR (r.user_id IS NOT NULL AND row_number() OVER (PARTITION BY r.network_node_id, r.user_id ORDER BY r.id) > 1) AS is_skipped,
       CASE WHEN k.token ~ '^[0-9a-fA-F]{64}$' THEN ${nameKeySql('k.token')} END AS token, k.created AT TIME ZONE 'UTC' AS token_created
     FROM staged_network_remote_users r CROSS JOIN import_names n
       LEFT JOIN wanted_nodes d ON d.id = r.network_node_id LEFT JOIN wanted_users u ON u.id = r.user_id
       LEFT JOIN staged_network_tokens k ON k.id = r.network_token_id ${mappedAs('remote_user', 'r.id')}`,
    ['id'],
  );
  noteConflicts(
    session,
    'network_dangling',
    `SELECT 'remote_user' AS kind, ARRAY[w.id::bigint] AS ids, coalesce(w.name, '') AS subject, 'not imported' AS detail FROM wanted_remote_users w WHERE w.is_skipped
     UNION ALL SELECT 'network_token', ARRAY[k.id::bigint], 'token ' || k.id, 'not imported' FROM staged_network_tokens k
       WHERE NOT EXISTS (SELECT 1 FROM staged_network_remote_users r WHERE r.network_token_id = k.id)`,
    ['kind'],
  );
}

function makePendingUsers(session: ImportSession): void {
  session.table(
    'wanted_pending_users',
    `SELECT p.id, p.user_name AS name, p.email, p.user_password AS password_hash, coalesce(p.registered_date AT TIME ZONE 'UTC', now()) AS created_at,
       m.target_id AS mapped, NULL::integer AS target_id,
       CASE WHEN EXISTS (SELECT 1 FROM staged_tmp_tokens t WHERE t.user_pending_id = p.id AND starts_with(t.operation, 'USER_REGISTRATION_ADMIN_'))
         THEN 'awaiting_approval' ELSE 'awaiting_confirmation' END AS state,
       m.target_id IS NULL AND (${userNameSql('p.user_name')} IS NOT TRUE OR ${emailSql('p.email')} IS NOT TRUE OR coalesce(p.user_password, '') = ''
         OR row_number() OVER (PARTITION BY ${nameKeySql('p.user_name')} ORDER BY p.id) > 1
         OR EXISTS (SELECT 1 FROM pending_users t WHERE ${nameKeySql('t.name')} = ${nameKeySql('p.user_name')})
         OR EXISTS (SELECT 1 FROM users t WHERE ${nameKeySql('t.name')} = ${nameKeySql('p.user_name')})
         OR EXISTS (SELECT 1 FROM wanted_users w WHERE ${nameKeySql('w.name')} = ${nameKeySql('p.user_name')})) AS is_skipped
     FROM staged_users_pending p CROSS JOIN import_names n ${mappedAs('pending_user', 'p.id')}`,
    ['id'],
  );
  const of = (condition: string): string =>
    `SELECT ARRAY[w.id::bigint] AS ids, w.name AS subject, w.state AS detail FROM wanted_pending_users w WHERE ${condition}`;
  noteConflicts(session, 'registration_name_taken', of('w.is_skipped'));
  noteConflicts(session, 'registration_links_end', of('NOT w.is_skipped AND w.mapped IS NULL'));
}
