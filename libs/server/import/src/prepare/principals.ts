import { GROUP_NAME, USERNAME } from '@gatehouse/names';
import { nameKeySql } from '@gatehouse/database';
import type { DirectorySettings } from '@gatehouse/directory';
import type { ImportSession } from '../session';
import { settleNames } from './principal-names';

/** Names that are matched together. */
const NAMES_AT_ONCE = 5_000;

/** SQL of a pattern of names, which is the same in both languages: it has classes of ASCII, groups and repetitions alone. */
const matches = (name: string, { source }: { readonly source: string }): string =>
  `${name} COLLATE "C" ~ '${source.replaceAll("'", "''")}'`;

/** SQL that is true if a new user can have a name, as `UserRules.checkNewName` has it, without the setting for further patterns. */
export const userNameSql = (name: string): string => `(
  ${matches(name, USERNAME)} AND length(${name}) <= n.max_name AND ${name} NOT IN (n.keyword, n.admin, n.anonymous)
  AND NOT (n.has_network AND starts_with(${name}, n.prefix)))`;

/** The same for groups, as `GroupRules.checkNewName`. Names of default groups are taken, not reserved. */
const groupNameSql = (name: string): string => `(
  ${matches(name, GROUP_NAME)} AND length(${name}) <= n.max_name
  AND NOT (n.has_network AND (starts_with(${nameKeySql(name)}, ${nameKeySql('n.prefix')}) OR ${nameKeySql(name)} = ${nameKeySql('n.network')})))`;

const NODE_OF = (name: string): string =>
  `(SELECT min(d.id) FROM staged_network_nodes d WHERE ${name} = n.from_prefix || d.name)`;

/**
 * Makes `wanted_users` and `wanted_groups`: how each is to be imported. `role` says what it is for; `mapped` is what it was imported as, and
 * `is_gone` that this was deleted here since.
 */
export async function makePrincipals(session: ImportSession, settings: DirectorySettings): Promise<void> {
  session.table(
    'wanted_users',
    `SELECT u.id, u.user_name AS source_name, u.user_name AS name, coalesce(u.email, '') AS email,
       CASE WHEN u.user_password ~ '^\\$(2[aby]|pbkdf2-sha256)\\$' THEN u.user_password END AS password_hash,
       coalesce(u.user_password, '') <> '' AS had_password,
       CASE u.status WHEN 2 THEN 2 ELSE 1 END::smallint AS status,
       coalesce(u.registered_date AT TIME ZONE 'UTC', now()) AS created_at,
       CASE WHEN u.user_name = n.from_admin THEN 'administrator' WHEN u.user_name = n.from_anonymous THEN 'anonymous'
         WHEN ${NODE_OF('u.user_name')} IS NOT NULL THEN 'node' ELSE 'user' END AS role,
       m.target_id AS mapped, m.value AS last, false AS is_skipped, false AS is_gone, NULL::integer AS target_id
     FROM staged_users u CROSS JOIN import_names n
       LEFT JOIN imported_objects m ON m.source_id = n.source_id AND m.kind = 'user' AND m.id = u.id`,
    ['id', nameKeySql('name')],
  );
  session.table(
    'wanted_groups',
    `SELECT g.id, g.group_name AS source_name, g.group_name AS name, coalesce(g.description, '') AS description,
       coalesce(g.discoverable, false) AS discoverable, nullif(g.terms, '') AS terms,
       CASE WHEN g.group_name = n.from_admins THEN 'administrators' WHEN g.group_name = n.from_anonymous THEN 'anonymous'
         WHEN g.group_name = n.from_users AND n.keeps_ids THEN 'users' WHEN g.group_name = n.from_network THEN 'network'
         WHEN ${NODE_OF('g.group_name')} IS NOT NULL THEN 'node' ELSE 'group' END AS role,
       m.target_id AS mapped, m.value AS last, false AS is_skipped, false AS is_gone, NULL::integer AS target_id
     FROM staged_groups g CROSS JOIN import_names n
       LEFT JOIN imported_objects m ON m.source_id = n.source_id AND m.kind = 'group' AND m.id = g.id`,
    ['id', nameKeySql('name')],
  );
  // Users and groups of nodes have the prefix of this side.
  for (const table of ['wanted_users', 'wanted_groups'])
    session.later(
      `UPDATE ${table} w SET name = n.prefix || substr(w.name, length(n.from_prefix) + 1) FROM import_names n WHERE role = 'node'`,
    );
  session.later("UPDATE wanted_groups w SET name = n.network FROM import_names n WHERE role = 'network'");
  // Those that exist on both sides for the same purpose, and stay as they are here.
  session.later(
    `UPDATE wanted_users w SET mapped = u.id, last = '{}' FROM import_names n, users u
      WHERE (w.role = 'administrator' AND u.name = n.admin) OR (w.role = 'anonymous' AND u.name = n.anonymous)`,
    `UPDATE wanted_groups w SET mapped = g.id, last = '{}' FROM import_names n, groups g
      WHERE (w.role = 'administrators' AND g.name = n.admins) OR (w.role = 'anonymous' AND g.name = n.anonymous)
        OR (w.role = 'users' AND g.name = n.users_group) OR (w.role = 'network' AND g.name = n.network)`,
    `UPDATE wanted_users w SET is_gone = true WHERE mapped IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = w.mapped)`,
    `UPDATE wanted_groups w SET is_gone = true WHERE mapped IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM groups g WHERE g.id = w.mapped)`,
  );
  session.table('import_refused_names', 'SELECT NULL::integer AS id WHERE false', ['id']);
  await matchFurtherPattern(session, settings);
  settleNames(session, {
    kind: 'user',
    role: 'user',
    isValid: (name) => `${userNameSql(name)}`,
    isRefused: 'EXISTS (SELECT 1 FROM import_refused_names x WHERE x.id = w.id)',
    lowersCase: true,
  });
  settleNames(session, {
    kind: 'group',
    role: 'group',
    isValid: groupNameSql,
    isRefused: 'false',
    lowersCase: false,
  });
}

/** The setting for further patterns is an expression that the database does not know: it is matched here. */
async function matchFurtherPattern(
  session: ImportSession,
  { userNameExtraRegex: expression }: DirectorySettings,
): Promise<void> {
  if (!expression) return;
  for (let after = -1; ;) {
    const rows = await session.query<{ id: number; name: string }>(
      `SELECT id, name FROM wanted_users WHERE role = 'user' AND id > $1 ORDER BY id LIMIT ${NAMES_AT_ONCE}`,
      [after],
    );
    const refused = rows.filter(({ name }) => expression.matchStart(name) === undefined);
    await session.query('INSERT INTO import_refused_names SELECT * FROM unnest($1::integer[])', [
      refused.map(({ id }) => id),
    ]);
    const last = rows.at(-1);
    if (!last || rows.length < NAMES_AT_ONCE) return;
    after = last.id;
  }
}
