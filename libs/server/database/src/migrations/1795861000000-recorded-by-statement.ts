import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rows of the tables of which one revision writes many are recorded, and what they refer to is looked up, once for each statement instead
 * of once for each row, which was four fifths of the time for which a revision of 10,000 rows kept others waiting. The change log gets the
 * same rows in the same order. Processes of the previous version notice nothing.
 *
 * A change is always of a revision that exists: what records it checks that, instead of a foreign key for each row.
 */
export class RecordedByStatement1795861000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(AFTER_OTHER_WRITERS);
    await runner.query('ALTER TABLE changes DROP CONSTRAINT changes_revision_fkey');
    await runner.query(recordChange(CHECK_REVISION));
    for (const operation of OPERATIONS) await runner.query(recordStatement(operation));
    for (const table of RECORDED) await recordByStatement(runner, table);
    for (const checked of CHECKED) await checkByStatement(runner, checked);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(AFTER_OTHER_WRITERS);
    for (const { table, columns } of CHECKED) {
      await runner.query(`DROP TRIGGER check_insertions ON ${table}`);
      await runner.query(`DROP FUNCTION check_inserted_${table}()`);
      await runner.query(`DROP TRIGGER check_references ON ${table}`);
      await runner.query(checkByRow(table, `INSERT OR UPDATE OF ${Object.keys(columns).join(', ')}`));
    }
    for (const { table, entity, hidden, isOrdered } of RECORDED) {
      for (const { name } of OPERATIONS) await runner.query(`DROP TRIGGER record_${name} ON ${table}`);
      if (isOrdered) await runner.query(`DROP TRIGGER record_in_order ON ${table}`);
      await runner.query(`CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION record_change('${entity}', '{${hidden}}')`);
    }
    for (const { name } of OPERATIONS) await runner.query(`DROP FUNCTION record_${name}()`);
    await runner.query(recordChange(''));
    await runner.query(
      'ALTER TABLE changes ADD CONSTRAINT changes_revision_fkey FOREIGN KEY (revision) REFERENCES revisions (revision)',
    );
  }
}

/** Writers of other processes have no lock of a table then that this needs, while they wait for one that it has. */
const AFTER_OTHER_WRITERS = 'SELECT value FROM access_revision FOR UPDATE';

interface Recorded {
  readonly table: string;
  /** The name in the change log. */
  readonly entity: string;
  /** The columns that stay out of it. */
  readonly hidden: string;
  /**
   * Whether a statement may insert some rows and update others. What it has inserted is one set of rows, and what it has updated another:
   * where the setting `gatehouse.recording` is `rows`, a trigger for each row keeps the order that they have together.
   */
  readonly isOrdered: boolean;
}

const RECORDED: readonly Recorded[] = [
  { table: 'users', entity: 'user', hidden: 'password_hash', isOrdered: false },
  { table: 'groups', entity: 'group', hidden: '', isOrdered: false },
  { table: 'memberships', entity: 'membership', hidden: '', isOrdered: false },
  { table: 'resources', entity: 'resource', hidden: '', isOrdered: false },
  { table: 'user_permissions', entity: 'user_rule', hidden: '', isOrdered: true },
  { table: 'group_permissions', entity: 'group_rule', hidden: '', isOrdered: true },
];

interface Operation {
  readonly name: string;
  readonly event: 'insert' | 'update' | 'delete';
  readonly tables: string;
  /** A table of the rows that were changed. */
  readonly changed: string;
  /** What records them reads `old_row` and `new_row` from here, in the order of the changes. */
  readonly rows: string;
}

const OPERATIONS: readonly Operation[] = [
  {
    name: 'insertions',
    event: 'insert',
    tables: 'NEW TABLE AS inserted',
    changed: 'inserted',
    rows: '(SELECT NULL::jsonb AS old_row, to_jsonb(r) AS new_row FROM inserted r OFFSET 0) AS pairs',
  },
  {
    name: 'updates',
    event: 'update',
    tables: 'OLD TABLE AS replaced NEW TABLE AS updated',
    changed: 'updated',
    // Both have the same order. Arrays join by it, however many rows the planner expects.
    rows: `unnest(ARRAY(SELECT to_jsonb(r) FROM replaced r), ARRAY(SELECT to_jsonb(r) FROM updated r)) AS pairs (old_row, new_row)`,
  },
  {
    name: 'deletions',
    event: 'delete',
    tables: 'OLD TABLE AS deleted',
    changed: 'deleted',
    rows: '(SELECT to_jsonb(r) AS old_row, NULL::jsonb AS new_row FROM deleted r OFFSET 0) AS pairs',
  },
];

/** The error of the foreign key that this replaces. */
const CHECK_REVISION = `
    IF NOT EXISTS (SELECT 1 FROM revisions WHERE revision = current) THEN
      PERFORM assert_exists(false, 'changes_revision_fkey');
    END IF;`;

const REFUSAL = `RAISE EXCEPTION 'a row of % can only change inside a revision', TG_TABLE_NAME;`;

/** A number of a row; null where it has none. */
const numberOf = (value: string) => `CASE WHEN jsonb_typeof(${value}) = 'number' THEN ${value}::integer END`;

function recordStatement({ name, event, changed, rows }: Operation): string {
  const keys = ['user', 'group', 'resource'];
  const hiddenChanges = `CASE WHEN cardinality(hidden) > 0 THEN (
        SELECT array_agg(name ORDER BY name) FROM unnest(hidden) AS name
        WHERE old_row -> name IS DISTINCT FROM new_row -> name) END`;
  return `CREATE FUNCTION record_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    current bigint := nullif(current_setting('gatehouse.revision', true), '')::bigint;
    hidden text[] := TG_ARGV[1]::text[];
    ${keys.map((key) => `${key}_key text := CASE TG_ARGV[0] WHEN '${key}' THEN 'id' ELSE '${key}_id' END;`).join('\n    ')}
  BEGIN
    IF TG_ARGV[2] = 'ordered' AND current_setting('gatehouse.recording', true) = 'rows' THEN RETURN NULL; END IF;
    IF NOT EXISTS (SELECT 1 FROM ${changed}) THEN RETURN NULL; END IF;
    IF current IS NULL THEN
      ${REFUSAL}
    END IF;${CHECK_REVISION}
    INSERT INTO changes (revision, entity, operation, before, after, concealed, user_id, group_id, resource_id)
      SELECT current, TG_ARGV[0], '${event}', old_row - hidden, new_row - hidden,
        ${event === 'update' ? hiddenChanges : 'NULL'},
        ${keys.map((key) => numberOf(`${key}_ref`)).join(', ')}
      FROM (SELECT old_row, new_row, ${keys.map((key) => `coalesce(new_row, old_row) -> ${key}_key AS ${key}_ref`).join(', ')}
        FROM ${rows} OFFSET 0) changed_rows;
    RETURN NULL;
  END $$`;
}

/** For each row, as before. */
function recordChange(check: string): string {
  return `CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    current bigint := nullif(current_setting('gatehouse.revision', true), '')::bigint;
    hidden text[] := TG_ARGV[1]::text[];
    old_row jsonb;
    new_row jsonb;
    hidden_changed text[];
    subject jsonb;
    user_ref jsonb;
    group_ref jsonb;
    resource_ref jsonb;
  BEGIN
    IF current IS NULL THEN
      ${REFUSAL}
    END IF;${check}
    IF TG_OP <> 'INSERT' THEN old_row := to_jsonb(OLD) - hidden; END IF;
    IF TG_OP <> 'DELETE' THEN new_row := to_jsonb(NEW) - hidden; END IF;
    IF TG_OP = 'UPDATE' AND cardinality(hidden) > 0 THEN
      SELECT array_agg(name ORDER BY name) INTO hidden_changed FROM unnest(hidden) AS name
        WHERE to_jsonb(OLD) -> name IS DISTINCT FROM to_jsonb(NEW) -> name;
    END IF;
    subject := coalesce(new_row, old_row);
    user_ref := CASE WHEN TG_ARGV[0] = 'user' THEN subject -> 'id' ELSE subject -> 'user_id' END;
    group_ref := CASE WHEN TG_ARGV[0] = 'group' THEN subject -> 'id' ELSE subject -> 'group_id' END;
    resource_ref := CASE WHEN TG_ARGV[0] = 'resource' THEN subject -> 'id' ELSE subject -> 'resource_id' END;
    INSERT INTO changes (revision, entity, operation, before, after, concealed, user_id, group_id, resource_id)
      VALUES (current, TG_ARGV[0], lower(TG_OP COLLATE "C"), old_row, new_row, hidden_changed, ${['user_ref', 'group_ref', 'resource_ref'].map(numberOf).join(', ')});
    RETURN NULL;
  END $$`;
}

async function recordByStatement(
  runner: QueryRunner,
  { table, entity, hidden, isOrdered }: Recorded,
): Promise<void> {
  const recorded = `'${entity}', '{${hidden}}'`;
  await runner.query(`DROP TRIGGER record_change ON ${table}`);
  for (const { name, event, tables } of OPERATIONS) {
    // No other trigger records deletions.
    const given = isOrdered && event !== 'delete' ? `${recorded}, 'ordered'` : recorded;
    await runner.query(`CREATE TRIGGER record_${name} AFTER ${event} ON ${table} REFERENCING ${tables}
      FOR EACH STATEMENT EXECUTE FUNCTION record_${name}(${given})`);
  }
  if (isOrdered)
    await runner.query(`CREATE TRIGGER record_in_order AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW
      WHEN (current_setting('gatehouse.recording', true) = 'rows') EXECUTE FUNCTION record_change(${recorded})`);
}

interface Checked {
  readonly table: string;
  /** By the column: the table that has what it refers to. */
  readonly columns: Readonly<Record<string, 'users' | 'groups' | 'resources'>>;
}

const CHECKED: readonly Checked[] = [
  { table: 'memberships', columns: { user_id: 'users', group_id: 'groups' } },
  { table: 'user_permissions', columns: { user_id: 'users', resource_id: 'resources' } },
  { table: 'group_permissions', columns: { group_id: 'groups', resource_id: 'resources' } },
  { table: 'resources', columns: { parent_id: 'resources' } },
];

/** A range of an index, as in `resource_exists`. */
const HAS_DELETED_RESOURCES = `(SELECT true FROM pending_deletions
      WHERE kind BETWEEN 'resource' AND 'resource' ORDER BY kind LIMIT 1) IS TRUE`;

/** The order of the columns is that of the checks of a row. Subqueries with a lock or a limit are looked up by their keys. */
async function checkByStatement(runner: QueryRunner, { table, columns }: Checked): Promise<void> {
  const checks = Object.entries(columns).map(([column, references]) => {
    const key = `${table}_${column}_fkey`;
    const given = `(SELECT DISTINCT ${column} AS id FROM inserted WHERE ${column} IS NOT NULL) given`;
    const present = (exists: string) =>
      `PERFORM assert_exists(NOT EXISTS (SELECT 1 FROM ${given} WHERE NOT ${exists}), '${key}');`;
    if (references !== 'resources')
      return present(`EXISTS (SELECT 1 FROM ${references} WHERE id = given.id FOR KEY SHARE)`);
    return `IF ${HAS_DELETED_RESOURCES} THEN
      ${present('resource_exists(given.id)')}
    ELSE
      ${present('EXISTS (SELECT 1 FROM resources WHERE id = given.id OFFSET 0)')}
    END IF;`;
  });
  await runner.query(`CREATE FUNCTION check_inserted_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${checks.join('\n    ')}
    RETURN NULL;
  END $$`);
  await runner.query(`DROP TRIGGER check_references ON ${table}`);
  await runner.query(checkByRow(table, `UPDATE OF ${Object.keys(columns).join(', ')}`));
  await runner.query(`CREATE TRIGGER check_insertions AFTER INSERT ON ${table} REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION check_inserted_${table}()`);
}

function checkByRow(table: string, events: string): string {
  return `CREATE TRIGGER check_references AFTER ${events} ON ${table} FOR EACH ROW EXECUTE FUNCTION check_${table}()`;
}
