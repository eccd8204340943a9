import type { DataSource } from 'typeorm';

/** Timed out waiting for the database schema that this version needs. */
export class SchemaMissing extends Error {
  constructor(readonly missing: readonly string[]) {
    super(
      `the database lacks the migrations ${missing.join(', ')}: start the API once, which updates the schema`,
    );
  }
}

const INTERVAL = 250;

/**
 * Waits until the database has the schema of this version. The proxy does not migrate, because it may lack the privilege; a
 * newer schema, as during the rollout of a newer version, is accepted.
 */
export async function awaitSchema(dataSource: DataSource, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const missing = await missingMigrations(dataSource);
    if (missing.length === 0) return;
    if (performance.now() > deadline) throw new SchemaMissing(missing);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
}

async function missingMigrations(dataSource: DataSource): Promise<string[]> {
  const [table] = await dataSource.query<{ found: boolean }[]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS found`,
  );
  const rows = table?.found ? await dataSource.query<{ name: string }[]>('SELECT name FROM migrations') : [];
  const applied = new Set(rows.map(({ name }) => name));
  return dataSource.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((name) => !applied.has(name));
}
