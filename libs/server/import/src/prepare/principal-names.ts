import { nameKeySql } from '@gatehouse/database';
import { decisionSql, noteConflicts } from '../conflicts/conflict-table';
import type { ImportSession } from '../session';
import { deniesSql } from './denials';

interface NameRules {
  readonly kind: 'user' | 'group';
  /** The role of those whose names are of no further meaning. */
  readonly role: string;
  /** SQL that is true if one of `names n` can be given. */
  readonly isValid: (name: string) => string;
  /** SQL that is true if `w` cannot keep its name for another reason. */
  readonly isRefused: string;
  /** Whether the lower case of a name is the same name for who signs in. */
  readonly lowersCase: boolean;
}

/**
 * Finds names that cannot be given, and those that are given already, and settles each: by a decision, or it is not imported. What was
 * imported before keeps the name that it had then.
 */
export function settleNames(session: ImportSession, rules: NameRules): void {
  const { kind, role, isValid, isRefused, lowersCase } = rules;
  const table = `wanted_${kind}s`;
  const lowered = lowersCase ? `WHEN ${isValid(nameKeySql('w.name'))} THEN ${nameKeySql('w.name')}` : '';
  settle(session, `${kind}_name_invalid`, kind, {
    found: `w.role = '${role}' AND (${isRefused} OR NOT ${isValid('w.name')})`,
    otherName: `CASE WHEN ${isRefused} THEN NULL ${lowered} END`,
    isValid,
  });
  makeTaken(session, table, kind);
  settle(session, `${kind}_name_taken`, kind, {
    found: 'EXISTS (SELECT 1 FROM import_taken x WHERE x.id = w.id)',
    otherName: 'NULL::text',
    isValid,
  });
  // A name that was decided on may be taken as well.
  makeTaken(session, table, kind);
  noteConflicts(
    session,
    `${kind}_name_taken`,
    `SELECT ARRAY[w.id::bigint] AS ids, w.source_name AS subject, 'the name ' || w.name || ' of the decision is taken' AS detail,
       true AS is_refused FROM ${table} w WHERE EXISTS (SELECT 1 FROM import_taken x WHERE x.id = w.id)`,
    ['is_refused'],
  );
}

/** Those of which others have the name: of several in the source the first has it whose name was not changed. */
function makeTaken(session: ImportSession, table: string, kind: 'user' | 'group'): void {
  session.table(
    'import_taken',
    `SELECT w.id FROM (
       SELECT w.id, w.name, w.role, w.mapped, row_number() OVER (
         PARTITION BY ${nameKeySql('w.name')}
         ORDER BY w.mapped IS NULL, w.role IN ('user', 'group'), w.name <> w.source_name, w.id) AS nth
       FROM ${table} w WHERE NOT w.is_skipped AND NOT w.is_gone) w
     WHERE w.nth > 1 OR EXISTS (
       SELECT 1 FROM ${kind}s t WHERE ${nameKeySql('t.name')} = ${nameKeySql('w.name')} AND t.id IS DISTINCT FROM w.mapped
         AND NOT EXISTS (SELECT 1 FROM import_removed_${kind}s r WHERE r.target_id = t.id AND r.is_early)
         AND NOT EXISTS (SELECT 1 FROM ${table} o WHERE o.mapped = t.id AND o.name <> t.name AND NOT o.is_gone))`,
    ['id'],
  );
}

function settle(
  session: ImportSession,
  code: 'user_name_invalid' | 'user_name_taken' | 'group_name_invalid' | 'group_name_taken',
  kind: 'user' | 'group',
  { found, otherName, isValid }: { found: string; otherName: string; isValid: NameRules['isValid'] },
): void {
  session.table(
    'import_found',
    `SELECT w.id, w.source_name, w.mapped, w.last, decided.choice, decided.value, ${otherName} AS other_name,
       decided.choice = 'rename' AND ${isValid('decided.value')} AS is_renamed, ${deniesSql(`${kind}s`, 'w.id')} AS denies
     FROM wanted_${kind}s w CROSS JOIN import_names n ${decisionSql(`'${code}'`, 'w.id', 'w.source_name')}
     WHERE NOT w.is_skipped AND NOT w.is_gone AND ${found}`,
  );
  session.later(
    `UPDATE wanted_${kind}s w SET
       name = CASE WHEN f.mapped IS NOT NULL THEN coalesce(f.last ->> 'name', w.name) WHEN f.is_renamed THEN f.value
         WHEN f.choice IS NULL THEN coalesce(f.other_name, w.name) ELSE w.name END,
       is_skipped = f.mapped IS NULL AND f.is_renamed IS NOT TRUE AND (f.choice IS NOT NULL OR f.other_name IS NULL)
     FROM import_found f WHERE f.id = w.id`,
  );
  noteConflicts(
    session,
    code,
    `SELECT ARRAY[f.id::bigint] AS ids, f.source_name AS subject,
       CASE WHEN f.mapped IS NOT NULL THEN 'keeps the name that it was imported with'
         WHEN f.is_renamed THEN 'imported as ' || f.value
         WHEN f.choice = 'rename' THEN 'the name ' || f.value || ' cannot be given either'
         WHEN f.choice IS NULL AND f.other_name IS NOT NULL THEN 'imported as ' || f.other_name
         WHEN f.denies THEN 'not imported; it denies something' ELSE 'not imported' END AS detail,
       f.choice AS decision,
       f.mapped IS NULL AND CASE WHEN f.choice = 'rename' THEN f.is_renamed IS NOT TRUE
         WHEN f.choice = 'skip' THEN false ELSE f.other_name IS NULL AND f.denies END AS is_refused
     FROM import_found f`,
    ['decision', 'is_refused'],
  );
}
