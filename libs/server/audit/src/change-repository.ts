import type { UnitOfWork } from '@gatehouse/database';

type Columns = Record<string, unknown>;

/** A revision with one of the rows that it changed, or without a row if it changed none. */
export interface ChangeRow {
  readonly revision: string;
  readonly begun_at: Date;
  readonly actor_kind: string;
  readonly actor_id: number | null;
  readonly actor_name: string | null;
  readonly actor_role: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly entity: string | null;
  readonly operation: string | null;
  readonly before: Columns | null;
  readonly after: Columns | null;
}

/** A change of a revision; its number orders those of the revision. */
export interface NumberedChange extends Pick<ChangeRow, 'before' | 'after'> {
  readonly id: string;
  readonly entity: string;
  readonly operation: string;
}

/** The SQL that reads the change log by revision: `revisions` and `changes` have no entities, triggers write them. */
export class ChangeRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async has(revision: number): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      'SELECT 1 FROM revisions WHERE revision = $1',
      [revision],
    );
    return rows.length > 0;
  }

  /** The entities that changed after a revision. */
  async entitiesAfter(revision: number): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ entity: string }[]>(
      'SELECT DISTINCT entity FROM changes WHERE revision > $1',
      [revision],
    );
    return rows.map(({ entity }) => entity);
  }

  /**
   * Up to `limit` revisions after `revision`, in order, with the first `most` of their rows. Session
   * tokens are left out: only proxies need them.
   */
  after(revision: number, limit: number, most: number): Promise<ChangeRow[]> {
    return this.unitOfWork.manager.query<ChangeRow[]>(
      `SELECT r.revision, r.begun_at, r.actor_kind, r.actor_id, r.actor_name, r.actor_role, r.address, r.request_id,
         c.entity, c.operation, c.before, c.after
       FROM (SELECT * FROM revisions WHERE revision > $1 ORDER BY revision LIMIT $2) r
       LEFT JOIN LATERAL (
         SELECT * FROM changes WHERE revision BETWEEN r.revision AND r.revision AND entity <> 'session_token'
         ORDER BY revision, id LIMIT $3) c ON true
       ORDER BY r.revision, c.id LIMIT $3`,
      [revision, limit, most],
    );
  }

  /** Up to `limit` changes of a revision, in order, that follow the one with the number `after`. Session tokens are left out. */
  changesOf(revision: number, after: string | undefined, limit: number): Promise<NumberedChange[]> {
    return this.unitOfWork.manager.query<NumberedChange[]>(
      `SELECT c.id, c.entity, c.operation, c.before, c.after FROM changes c
       WHERE (c.revision, c.id) > ($1::bigint, $2::bigint) AND c.revision <= $1 AND c.entity <> 'session_token'
       ORDER BY c.revision, c.id LIMIT $3`,
      [revision, after ?? 0, limit],
    );
  }
}
