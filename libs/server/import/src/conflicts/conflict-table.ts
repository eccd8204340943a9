import type { ConflictGroup, ImportConflict, ImportedKind } from '../report/import-report';
import type { ImportSession } from '../session';
import { CONFLICTS, type ConflictCode, entryOf } from './catalogue';
import type { Decision } from './decisions';

/** Examples of each conflict in a report. */
const MAX_EXAMPLES = 20;
/** Conflicts that are read together. */
const CONFLICTS_AT_ONCE = 1_000;

/** Makes the tables of the session in which conflicts are collected, and the decisions about them. */
export async function makeConflictTables(
  session: ImportSession,
  decisions: readonly Decision[],
): Promise<void> {
  session.later(
    'DROP TABLE IF EXISTS import_conflicts, import_decisions',
    `CREATE TEMPORARY TABLE import_conflicts (
       position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text NOT NULL, kind text NOT NULL, ids bigint[] NOT NULL,
       subject text NOT NULL, detail text NOT NULL, decision text, is_refused boolean NOT NULL DEFAULT false)`,
    'CREATE INDEX import_conflicts_code ON import_conflicts (code, position)',
    'CREATE TEMPORARY TABLE import_decisions (code text, key text, choice text, value text, PRIMARY KEY (code, key))',
  );
  await session.query(
    'INSERT INTO import_decisions SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])',
    [
      decisions.map(({ code }) => code),
      decisions.map(({ key }) => key),
      decisions.map(({ choice }) => choice),
      decisions.map(({ value }) => value),
    ],
  );
  session.later('ANALYZE import_decisions');
}

/**
 * SQL that joins the decision about an object, as `decided` with `choice` and `value`; null without one. The identifier is stronger than
 * the name, and both are stronger than `*`.
 *
 * @param code SQL of the code
 * @param id SQL of the identifier in the source
 * @param name SQL of the name in the source, or null
 */
export function decisionSql(code: string, id: string, name = 'NULL::text'): string {
  return `LEFT JOIN LATERAL (
    SELECT d.choice, d.value FROM import_decisions d WHERE d.code = ${code} AND d.key IN (${id}::text, ${name}, '*')
    ORDER BY CASE d.key WHEN ${id}::text THEN 0 WHEN '*' THEN 2 ELSE 1 END LIMIT 1) decided ON true`;
}

/**
 * Notes the conflicts of a code.
 *
 * @param query SQL with the columns `ids` (bigint[]), `subject`, `detail`, and perhaps `kind`, `decision`, `is_refused`
 */
export function noteConflicts(
  session: ImportSession,
  code: ConflictCode,
  query: string,
  columns: readonly ('kind' | 'decision' | 'is_refused')[] = [],
): void {
  const has = (column: 'kind' | 'decision' | 'is_refused', otherwise: string): string =>
    columns.includes(column) ? `found.${column}` : otherwise;
  session.later(
    `INSERT INTO import_conflicts (code, kind, ids, subject, detail, decision, is_refused)
     SELECT '${code}', ${has('kind', `'${entryOf(code).kind}'`)}, found.ids, found.subject, found.detail,
       ${has('decision', 'NULL')}, ${has('is_refused', 'false')}
     FROM (${query}) found ORDER BY found.ids`,
  );
}

interface Row {
  readonly position: string;
  readonly code: ConflictCode;
  readonly kind: ImportedKind;
  readonly ids: string[];
  readonly subject: string;
  readonly detail: string;
  readonly decision: string | null;
  readonly is_refused: boolean;
}

/** The conflicts of a report: of each code how many, and the first ones. Those that refuse the import come first. */
export async function conflictGroups(session: ImportSession): Promise<ConflictGroup[]> {
  const groups: ConflictGroup[] = [];
  const counts = await session.query<{ code: ConflictCode; count: string; refused: string }>(
    'SELECT code, count(*) AS count, count(*) FILTER (WHERE is_refused) AS refused FROM import_conflicts GROUP BY code',
  );
  for (const code of Object.keys(CONFLICTS) as ConflictCode[]) {
    const found = counts.find((one) => one.code === code);
    if (!found) continue;
    const examples = await session.query<Row>(
      `SELECT * FROM import_conflicts WHERE code = $1 ORDER BY is_refused DESC, position LIMIT ${MAX_EXAMPLES}`,
      [code],
    );
    const { summary, rule, alternatives } = entryOf(code);
    groups.push({
      code,
      summary,
      rule,
      alternatives,
      count: Number(found.count),
      refused: Number(found.refused),
      examples: examples.map(conflictOf),
    });
  }
  return groups;
}

/** All conflicts, in pages, in the order in which they were found. */
export async function* allConflicts(session: ImportSession): AsyncGenerator<ImportConflict> {
  for (let after = '0'; ;) {
    const rows = await session.query<Row>(
      `SELECT * FROM import_conflicts WHERE position > $1 ORDER BY position LIMIT ${CONFLICTS_AT_ONCE}`,
      [after],
    );
    yield* rows.map(conflictOf);
    const last = rows.at(-1);
    if (!last || rows.length < CONFLICTS_AT_ONCE) return;
    after = last.position;
  }
}

function conflictOf({
  code,
  kind,
  ids,
  subject,
  detail,
  decision,
  is_refused: isRefused,
}: Row): ImportConflict {
  const { rule, alternatives } = entryOf(code);
  return {
    code,
    kind,
    ids: ids.map(Number),
    subject,
    detail,
    rule,
    alternatives,
    ...(decision === null ? {} : { decision }),
    isRefused,
  };
}
