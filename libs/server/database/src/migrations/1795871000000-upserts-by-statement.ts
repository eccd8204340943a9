import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A statement that inserts some permissions and replaces others is recorded like every other: once for its updates, and then once for its
 * insertions. Each row by itself, which kept the order of both, took three times as long.
 */
export class UpsertsByStatement1795871000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(AFTER_OTHER_WRITERS);
    for (const { table, entity } of UPSERTED) {
      await runner.query(`DROP TRIGGER record_in_order ON ${table}`);
      // Without their third argument: processes of the previous version still ask for an order.
      for (const operation of OPERATIONS) await replaceTrigger(runner, table, operation, `'${entity}', '{}'`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(AFTER_OTHER_WRITERS);
    for (const { table, entity } of UPSERTED) {
      for (const operation of OPERATIONS)
        await replaceTrigger(runner, table, operation, `'${entity}', '{}', 'ordered'`);
      await runner.query(`CREATE TRIGGER record_in_order AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW
        WHEN (current_setting('gatehouse.recording', true) = 'rows') EXECUTE FUNCTION record_change('${entity}', '{}')`);
    }
  }
}

const AFTER_OTHER_WRITERS = 'SELECT value FROM access_revision FOR UPDATE';

const UPSERTED = [
  { table: 'user_permissions', entity: 'user_rule' },
  { table: 'group_permissions', entity: 'group_rule' },
];

interface Operation {
  readonly name: string;
  readonly event: string;
  readonly tables: string;
}

const OPERATIONS: readonly Operation[] = [
  { name: 'insertions', event: 'INSERT', tables: 'NEW TABLE AS inserted' },
  { name: 'updates', event: 'UPDATE', tables: 'OLD TABLE AS replaced NEW TABLE AS updated' },
];

async function replaceTrigger(
  runner: QueryRunner,
  table: string,
  { name, event, tables }: Operation,
  recorded: string,
): Promise<void> {
  await runner.query(`DROP TRIGGER record_${name} ON ${table}`);
  await runner.query(`CREATE TRIGGER record_${name} AFTER ${event} ON ${table} REFERENCING ${tables}
    FOR EACH STATEMENT EXECUTE FUNCTION record_${name}(${recorded})`);
}
