import { noteConflicts } from '../conflicts/conflict-table';
import type { ImportSession } from '../session';

interface Numbered {
  /** The table here, whose sequence gives identifiers. */
  readonly table: 'users' | 'groups' | 'resources';
  /** What is to be imported, with `mapped` and `target_id`. */
  readonly wanted: string;
  /** Condition of the objects that are imported. */
  readonly imported: string;
  /** Column of the change log. */
  readonly subject: 'user' | 'group' | 'resource';
}

const NUMBERED: readonly Numbered[] = [
  { table: 'users', wanted: 'wanted_users', imported: 'NOT w.is_skipped AND NOT w.is_gone', subject: 'user' },
  {
    table: 'groups',
    wanted: 'wanted_groups',
    imported: 'NOT w.is_skipped AND NOT w.is_gone',
    subject: 'group',
  },
  {
    table: 'resources',
    wanted: 'wanted_resources',
    imported: 'w.problem IS NULL AND NOT w.is_gone',
    subject: 'resource',
  },
];

const sequence = (table: string): string => `pg_get_serial_sequence('${table}', 'id')`;

/** The last identifiers that were given. */
async function lastId(session: ImportSession, table: string): Promise<number> {
  return session.number(`SELECT coalesce(pg_sequence_last_value(${sequence(table)}::regclass), 0)`);
}

/**
 * Before the first import of a source into an empty target: the identifiers that are given to its objects alone, by kind, because the
 * sequences continue behind them. Identifiers up to `from` may have been given before.
 */
export async function reserveIds(
  session: ImportSession,
): Promise<Readonly<Record<string, readonly [from: number, to: number]>>> {
  const ranges: Record<string, readonly [number, number]> = {};
  for (const { table, subject } of NUMBERED) {
    const from = await lastId(session, table);
    const column = table === 'resources' ? 'resource_id' : 'id';
    const highest = await session.number(`SELECT coalesce(max(${column}), 0) FROM staged_${table}`);
    const to = Math.max(from, highest);
    if (to > from) await session.query(`SELECT setval(${sequence(table)}, $1)`, [to]);
    ranges[subject] = [from, to];
  }
  return ranges;
}

/**
 * Sets the identifiers here of everything that is imported. Those of the source are kept where it was imported into an empty target,
 * and no other object has them or has had them. With `isDry`, new ones are only stated, as negative numbers.
 */
export async function setTargetIds(
  session: ImportSession,
  {
    keepsIds,
    reserved,
    isDry,
  }: {
    readonly keepsIds: boolean;
    readonly reserved: Readonly<Record<string, readonly [from: number, to: number]>>;
    readonly isDry: boolean;
  },
): Promise<void> {
  for (const { table, wanted, imported, subject } of NUMBERED) {
    const last = await lastId(session, table);
    const [from, to] = reserved[subject] ?? [last, last];
    const wasGiven = `(EXISTS (SELECT 1 FROM ${table} t WHERE t.id = w.id) OR (w.id <= ${from} AND EXISTS (
      SELECT 1 FROM changes c WHERE c.entity = '${subject}' AND c.operation = 'delete' AND c.${subject}_id = w.id)))`;
    const mayKeep = keepsIds
      ? `(w.id <= ${to} OR w.id > ${last}) AND NOT ${wasGiven} AND NOT EXISTS (SELECT 1 FROM ${wanted} o WHERE o.mapped = w.id)`
      : 'false';
    session.later(
      `CREATE INDEX IF NOT EXISTS ${wanted}_mapped ON ${wanted} (mapped) WHERE mapped IS NOT NULL`,
    );
    session.later(`UPDATE ${wanted} w SET target_id = w.mapped WHERE w.mapped IS NOT NULL AND ${imported}`);
    session.later(
      `UPDATE ${wanted} w SET target_id = w.id WHERE w.mapped IS NULL AND ${imported} AND ${mayKeep}`,
    );
    if (!isDry) {
      // The sequence continues behind the kept ones before it gives others.
      const highest = await session.number(`SELECT coalesce(max(target_id), 0) FROM ${wanted}`);
      if (highest > last) await session.query(`SELECT setval(${sequence(table)}, $1)`, [highest]);
    }
    session.later(
      `UPDATE ${wanted} w SET target_id = ${isDry ? '-w.id' : `nextval(${sequence(table)})::integer`}
       WHERE w.mapped IS NULL AND w.target_id IS NULL AND ${imported}`,
    );
    if (keepsIds)
      noteConflicts(
        session,
        'id_not_kept',
        `SELECT ARRAY[w.id::bigint] AS ids, ${table === 'resources' ? "CASE w.level WHEN 0 THEN 'service' ELSE 'resource' END" : `'${subject}'`} AS kind,
           w.source_name AS subject, 'another one has the identifier ' || w.id AS detail FROM ${wanted} w
         WHERE (w.mapped IS NULL OR w.last = '{}') AND w.target_id <> w.id`,
        ['kind'],
      );
    // A transaction does not use an index that it has made of rows that it has changed.
    await session.flush();
    session.later(`CREATE INDEX ON ${wanted} (target_id)`, `ANALYZE ${wanted}`);
  }
}
