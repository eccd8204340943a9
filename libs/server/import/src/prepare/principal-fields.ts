import { nameKeySql } from '@gatehouse/database';
import { EMAIL, MAX_EMAIL_LENGTH } from '@gatehouse/names';
import { decisionSql, noteConflicts } from '../conflicts/conflict-table';
import type { ImportSession } from '../session';

/** SQL that is true if a user can have an address, as `UserRules.checkNewEmail` has it. */
export const emailSql = (email: string): string => `(
  ${email} COLLATE "C" ~ '${EMAIL.source.replaceAll("'", "''")}' AND length(${email}) <= ${MAX_EMAIL_LENGTH}
  AND ${nameKeySql(email)} NOT IN (${nameKeySql('n.admin_email')}, ${nameKeySql('n.anonymous_email')})
  AND NOT (n.has_network AND starts_with(${nameKeySql(email)}, n.prefix) AND ${nameKeySql(email)} LIKE '%@mail.com'))`;

/** Whose address and password are imported: those of accounts that are not the product's own. */
const ORDINARY = "w.role = 'user' AND NOT w.is_skipped AND NOT w.is_gone";

/** Settles the addresses and passwords of the users that are imported, and notes what becomes of groups with terms. */
export function settlePrincipalFields(session: ImportSession): void {
  // Accounts of nodes, and those that others sign in without: no password, and an address that is nobody's.
  session.later(
    "UPDATE wanted_users SET password_hash = NULL, had_password = false, email = name || '@mail.com' WHERE role = 'node'",
  );
  settleEmails(session, 'email_invalid', `w.email <> '' AND NOT ${emailSql('w.email')}`);
  makeTakenEmails(session);
  settleEmails(session, 'email_taken', 'EXISTS (SELECT 1 FROM import_taken x WHERE x.id = w.id)');
  makeTakenEmails(session);
  session.later(
    "UPDATE wanted_users w SET email = '' WHERE EXISTS (SELECT 1 FROM import_taken x WHERE x.id = w.id)",
  );
  const users = (condition: string, detail: string): string =>
    `SELECT ARRAY[w.id::bigint] AS ids, w.source_name AS subject, '${detail}' AS detail FROM wanted_users w
     WHERE ${ORDINARY} AND w.mapped IS NULL AND ${condition}`;
  noteConflicts(
    session,
    'password_unknown',
    users('w.had_password AND w.password_hash IS NULL', 'imported without a password'),
  );
  noteConflicts(session, 'password_missing', users('NOT w.had_password', 'has no password'));
  noteConflicts(
    session,
    'terms_not_accepted',
    `SELECT ARRAY[w.id::bigint] AS ids, w.source_name AS subject,
       (SELECT count(*) FROM staged_users_groups m WHERE m.group_id = w.id) || ' members, '
         || (SELECT count(DISTINCT t.user_id) FROM staged_tmp_tokens t WHERE t.group_id = w.id AND t.operation = 'GROUP_ACCEPT_TERMS')
         || ' waiting links that end' AS detail
     FROM wanted_groups w WHERE w.terms IS NOT NULL AND w.mapped IS NULL AND NOT w.is_skipped`,
  );
}

function makeTakenEmails(session: ImportSession): void {
  session.table(
    'import_taken',
    `SELECT w.id FROM (
       SELECT w.id, w.email, w.mapped, w.role, row_number() OVER (PARTITION BY ${nameKeySql('w.email')} ORDER BY w.mapped IS NULL, w.id) AS nth
       FROM wanted_users w WHERE w.email <> '' AND w.role IN ('user', 'node') AND NOT w.is_skipped AND NOT w.is_gone) w
     WHERE w.nth > 1 OR EXISTS (
       SELECT 1 FROM users t WHERE ${nameKeySql('t.email')} = ${nameKeySql('w.email')} AND t.id IS DISTINCT FROM w.mapped
         AND NOT EXISTS (SELECT 1 FROM import_removed_users r WHERE r.target_id = t.id)
         AND NOT EXISTS (SELECT 1 FROM wanted_users o WHERE o.mapped = t.id AND o.email <> t.email AND NOT o.is_gone))`,
    ['id'],
  );
}

function settleEmails(session: ImportSession, code: 'email_invalid' | 'email_taken', found: string): void {
  session.table(
    'import_found',
    `SELECT w.id, w.source_name, w.email, decided.choice,
       CASE WHEN decided.choice = 'email' AND ${emailSql('decided.value')} THEN decided.value ELSE '' END AS other_email
     FROM wanted_users w CROSS JOIN import_names n ${decisionSql(`'${code}'`, 'w.id', 'w.source_name')} WHERE ${ORDINARY} AND ${found}`,
  );
  session.later(
    `UPDATE wanted_users w SET email = CASE WHEN f.other_email = '' AND w.mapped IS NOT NULL THEN coalesce(w.last ->> 'email', '') ELSE f.other_email END
     FROM import_found f WHERE f.id = w.id`,
  );
  noteConflicts(
    session,
    code,
    `SELECT ARRAY[f.id::bigint] AS ids, f.source_name AS subject,
       f.email || CASE f.other_email WHEN '' THEN ': imported without it' ELSE ': imported with ' || f.other_email END AS detail,
       f.choice AS decision, f.choice IS NOT NULL AND f.other_email = '' AS is_refused FROM import_found f`,
    ['decision', 'is_refused'],
  );
}
