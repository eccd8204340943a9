import { ImportRow, type ImportState, type UnitOfWork } from '@gatehouse/database';
import type { ImportReport } from '../report/import-report';
import type { ImportSession } from '../session';

/** A source of imports as it is remembered. */
export interface StoredSource {
  readonly id: number;
  readonly keepsIds: boolean;
  readonly reserved: Readonly<Record<string, readonly [from: number, to: number]>>;
}

/** An import without its report. */
export interface ListedImport {
  readonly id: number;
  readonly sourceName: string;
  readonly address: string;
  readonly state: ImportState;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly detail: string | null;
}

/** Of the advisory lock that an import holds from before its record until after its end. */
export const IMPORT_LOCK = 720_141_931;

/** Reads what was imported. An import whose process has ended without saying so is `interrupted`. */
export class StoredImports {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The newest first: up to `limit` that are older than `before`. */
  list(limit: number, before?: number): Promise<ListedImport[]> {
    return this.settled(() =>
      this.unitOfWork.manager.query<ListedImport[]>(
        `SELECT id, source_name AS "sourceName", address, state, started_at AS "startedAt", finished_at AS "finishedAt", detail
         FROM imports WHERE id < $2 ORDER BY id DESC LIMIT $1`,
        [limit, before ?? 2_147_483_647],
      ),
    );
  }

  async find(id: number): Promise<ImportRow | null> {
    const [row] = await this.settled(() => this.unitOfWork.manager.findBy(ImportRow, { id }));
    return row ?? null;
  }

  /** The record ends before the lock does: one that is running before and after the lock was free has no process any more. */
  private async settled<Row extends Pick<ImportRow, 'id' | 'state'>>(
    read: () => Promise<Row[]>,
  ): Promise<Row[]> {
    const before = await read();
    const running = new Set(before.flatMap(({ id, state }) => (state === 'running' ? [id] : [])));
    if (running.size === 0 || (await this.isImporting())) return before;
    const now = await read();
    return now.map((row) =>
      row.state === 'running' && running.has(row.id) ? { ...row, state: 'interrupted' } : row,
    );
  }

  private async isImporting(): Promise<boolean> {
    const held = await this.unitOfWork.manager.query<unknown[]>(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = $1::oid AND objsubid = 1 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1`,
      [IMPORT_LOCK],
    );
    return held.length > 0;
  }
}

/** Records imports and their sources, without a revision: no decision depends on them. */
export class ImportRecords {
  constructor(private readonly session: ImportSession) {}

  async source(name: string): Promise<StoredSource | undefined> {
    const [row] = await this.session.query<StoredSource>(
      'SELECT id, keeps_ids AS "keepsIds", reserved FROM import_sources WHERE name = $1',
      [name],
    );
    return row;
  }

  async addSource(
    name: string,
    { keepsIds, reserved }: Pick<StoredSource, 'keepsIds' | 'reserved'>,
  ): Promise<StoredSource> {
    const [row] = await this.session.query<StoredSource>(
      `INSERT INTO import_sources (name, keeps_ids, reserved) VALUES ($1, $2, $3)
       RETURNING id, keeps_ids AS "keepsIds", reserved`,
      [name, keepsIds, JSON.stringify(reserved)],
    );
    if (!row) throw new Error('a source was not stored');
    return row;
  }

  /** A source of which nothing was imported. */
  async removeSource({ id }: Pick<StoredSource, 'id'>): Promise<void> {
    await this.session.query('DELETE FROM import_sources WHERE id = $1', [id]);
  }

  /** Whether the last import of the source has not come to its end. */
  async isUnfinished(sourceName: string): Promise<boolean> {
    const [last] = await this.session.query<{ state: ImportState }>(
      'SELECT state FROM imports WHERE source_name = $1 ORDER BY id DESC LIMIT 1',
      [sourceName],
    );
    return last !== undefined && last.state !== 'succeeded';
  }

  /** A new import that is running; earlier ones of the source that never ended are `interrupted`. */
  async begin(sourceName: string, address: string, report: ImportReport): Promise<number> {
    await this.session.query(
      "UPDATE imports SET state = 'interrupted', finished_at = now() WHERE source_name = $1 AND state = 'running'",
      [sourceName],
    );
    const [row] = await this.session.query<{ id: number }>(
      "INSERT INTO imports (source_name, address, state, report) VALUES ($1, $2, 'running', $3) RETURNING id",
      [sourceName, address, JSON.stringify(report)],
    );
    return row?.id ?? 0;
  }

  async end(id: number, state: 'succeeded' | 'failed', detail: string | null): Promise<void> {
    await this.session.query(
      'UPDATE imports SET state = $2, detail = $3, finished_at = now() WHERE id = $1',
      [id, state, detail],
    );
  }
}
