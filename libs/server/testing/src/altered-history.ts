import type { DataSource, EntityManager } from 'typeorm';

/** Statements with their values. */
export type Statements = readonly (readonly [sql: string, values?: readonly unknown[]])[];

const TABLES = ['revisions', 'changes', 'audit_chain', 'audit_anchors', 'audit_events'];

/** Changes the audit log as an administrator of the database can: no trigger refuses or records it. */
export async function alterHistory(dataSource: DataSource, statements: Statements): Promise<void> {
  await dataSource.transaction((manager) => alter(manager, statements));
}

/** What `look` sees in a database whose audit log was altered; all of that is rolled back. */
export async function withAlteredHistory<T>(
  dataSource: DataSource,
  statements: Statements,
  look: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    await alter(runner.manager, statements);
    return await look(runner.manager);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

async function alter(manager: EntityManager, statements: Statements): Promise<void> {
  for (const table of TABLES) await manager.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const [sql, values = []] of statements) await manager.query(sql, [...values]);
  for (const table of TABLES) await manager.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}
