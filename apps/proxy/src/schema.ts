import { isSchemaChanging, missingMigrations } from '@gatehouse/database';
import type { DataSource } from 'typeorm';

/** Timed out waiting for the database schema that this version needs. */
export class SchemaMissing extends Error {
  constructor(readonly missing: readonly string[]) {
    super(
      `the database lacks the migrations ${missing.join(', ')}: start the API once, which updates the schema`,
    );
  }
}

const INTERVAL_MS = 250;

export interface SchemaWait {
  /** Milliseconds for which a missing schema is waited for. While a process changes it, there is no limit. */
  readonly timeoutMs: number;
  /** Called once when the schema has to be waited for. */
  readonly waiting?: () => void;
}

/**
 * Waits until the database has the schema of this version. The proxy does not migrate, because it may lack the privilege; a
 * newer schema, as during the rollout of a newer version, is accepted if the database states that.
 *
 * @throws SchemaMissing
 */
export async function awaitSchema(dataSource: DataSource, { timeoutMs, waiting }: SchemaWait): Promise<void> {
  let deadline = performance.now() + timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    const missing = await missingMigrations(dataSource);
    if (missing.length === 0) return;
    if (attempt === 0) waiting?.();
    if (await isSchemaChanging(dataSource)) deadline = performance.now() + timeoutMs;
    else if (performance.now() > deadline) throw new SchemaMissing(missing);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
