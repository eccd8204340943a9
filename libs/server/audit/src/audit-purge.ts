import type { DataSource, EntityManager } from 'typeorm';
import { type Due, STEP_ROWS, repeatInSteps } from '@gatehouse/database';
import { REMOVAL_DETAILS } from './anchor';
import type { ChainName } from './chain';
import { firstEventSince, firstRevisionSince } from './times-sql';

/** What is kept. */
export interface AuditRetention {
  /** Seconds for which changes are kept; 0 without end. */
  readonly changes: number;
  /** Seconds for which events are kept; 0 without end. */
  readonly events: number;
  /** Most events that are kept. */
  readonly maxEvents: number;
}

/**
 * Declares that this transaction is one of retention. It always uses indexes: the planner may take what is removed for most of the log,
 * which grows much faster than it is analysed after a removal.
 */
const DECLARE_RETENTION =
  "SELECT set_config('gatehouse.audit_retention', 'on', true), set_config('enable_seqscan', 'off', true)";

const BEGIN_OF_RETENTION = 'now() - make_interval(secs => $1)';

/** SQL for the last position to remove; null or before the first one if there is none. */
const HORIZONS = {
  // The newest revision is kept: followers of the change log compare it with their own.
  changes: `SELECT least(a.value - 1, ${firstRevisionSince(BEGIN_OF_RETENTION)} - 1) AS by_age, NULL AS by_number
    FROM access_revision a`,
  // One place is left for the event about the removal.
  events: `SELECT least(h.position, coalesce(${firstEventSince('position', BEGIN_OF_RETENTION)} - 1, h.position)) AS by_age,
      CASE WHEN h.position - (SELECT min(position) FROM audit_events) >= $2::bigint THEN h.position + 1 - $2::bigint END AS by_number
    FROM audit_event_head h`,
} as const;

/** SQL for the first position that is left. */
const FIRST = {
  changes: 'SELECT min(revision) FROM revisions',
  events: 'SELECT min(position) FROM audit_events',
} as const;

/** SQL for the links of a chain, with their times. */
const LINKS = {
  changes: `SELECT r.revision AS position, l.hash, r.begun_at AS at FROM revisions r
    CROSS JOIN LATERAL (SELECT hash FROM audit_chain WHERE revision = r.revision OFFSET 0) l`,
  events: 'SELECT position, hash, occurred_at AS at FROM audit_events',
} as const;

/** Without end, as seconds: events cannot be older. */
const FOREVER = 10_000_000_000;

/** Through which position to remove, and why. */
interface Horizon {
  readonly through: bigint;
  readonly reason: 'age' | 'number';
}

/** Positions that one transaction removes. */
interface Batch {
  readonly first: string;
  readonly last: string;
}

/**
 * Removes the oldest part of the log. What remains can be verified: an anchor has the last removed link, on which the first
 * remaining one is based, and the log has an event about each removal. Reference: audit-log#retention.
 */
export class AuditPurge {
  constructor(
    private readonly dataSource: DataSource,
    private readonly retention: AuditRetention,
  ) {}

  /** What is removed because of its age. The newest revision stays, however old it is. */
  get due(): readonly Due[] {
    const { changes, events } = this.retention;
    const ofChanges: Due = {
      table: 'revisions',
      column: 'begun_at',
      before: BEGIN_OF_RETENTION,
      parameters: [changes],
    };
    const ofEvents: Due = {
      table: 'audit_events',
      column: 'occurred_at',
      before: BEGIN_OF_RETENTION,
      parameters: [events],
    };
    return [...(changes > 0 ? [ofChanges] : []), ...(events > 0 ? [ofEvents] : [])];
  }

  async run(): Promise<void> {
    const { changes, events, maxEvents } = this.retention;
    if (changes > 0) await this.purge('changes', [changes]);
    await this.purge('events', [events > 0 ? events : FOREVER, maxEvents]);
  }

  private async purge(chain: ChainName, values: readonly number[]): Promise<void> {
    // Determined once: each removal adds an event.
    const horizon = await this.horizonOf(chain, values);
    if (horizon) await repeatInSteps(() => this.removeBatch(chain, horizon));
  }

  private async horizonOf(chain: ChainName, values: readonly number[]): Promise<Horizon | undefined> {
    const [row] = await this.dataSource.query<{ by_age: string | null; by_number: string | null }[]>(
      HORIZONS[chain],
      [...values],
    );
    const [byAge, byNumber] = [BigInt(row?.by_age ?? 0), BigInt(row?.by_number ?? 0)];
    return byNumber > byAge ? { through: byNumber, reason: 'number' } : { through: byAge, reason: 'age' };
  }

  /** The number of links that were removed. */
  private removeBatch(chain: ChainName, { through, reason }: Horizon): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      // One removal at a time; readers do not wait.
      await manager.query('LOCK TABLE audit_anchors IN SHARE ROW EXCLUSIVE MODE');
      await manager.query(DECLARE_RETENTION);
      const [batch] = await manager.query<Batch[]>(
        `SELECT f.first, least($1::bigint, f.first + ${STEP_ROWS} - 1) AS last FROM (${FIRST[chain]}) AS f (first)`,
        [String(through)],
      );
      if (!batch?.first || BigInt(batch.first) > through) return 0;
      await recordRemoval(manager, chain, batch, reason);
      for (const statement of DELETIONS[chain]) await manager.query(statement, [batch.last]);
      return Number(BigInt(batch.last) - BigInt(batch.first)) + 1;
    });
  }
}

/**
 * Inserts the anchor of a removal, and the event about it. Throws if a link of the part is missing: records that can no longer
 * be verified are kept as evidence.
 */
async function recordRemoval(
  manager: EntityManager,
  chain: ChainName,
  { first, last }: Batch,
  reason: Horizon['reason'],
): Promise<void> {
  const recorded = await manager.query<unknown[]>(
    `WITH a AS (
      INSERT INTO audit_anchors (chain, first_position, removed_through, removed_number, hash, last_link_at, reason)
        SELECT $1, $2::bigint, l.position, l.position - $2::bigint + 1, l.hash, l.at, $4
          FROM (${LINKS[chain]}) l WHERE l.position = $3::bigint AND l.position - $2::bigint + 1 =
            (SELECT count(*) FROM (${LINKS[chain]}) n WHERE n.position BETWEEN $2::bigint AND $3::bigint)
        RETURNING *)
    SELECT append_audit_events(jsonb_build_array(jsonb_build_object('kind', 'audit.purged', 'occurred_at', a.removed_at,
      'actor_kind', 'system', 'actor_role', 'job:purge_audit', 'occurrences', 1, 'details', ${REMOVAL_DETAILS}))) FROM a`,
    [chain, first, last, reason],
  );
  if (recorded.length === 0)
    throw new Error(`the audit log lacks links between ${first} and ${last} (${chain}); verify it`);
}

const DELETIONS: Readonly<Record<ChainName, readonly string[]>> = {
  changes: [
    'DELETE FROM row_removals WHERE revision <= $1',
    'DELETE FROM changes WHERE revision <= $1',
    'DELETE FROM audit_chain WHERE revision <= $1',
    'DELETE FROM revisions WHERE revision <= $1',
  ],
  events: ['DELETE FROM audit_events WHERE position <= $1'],
};
