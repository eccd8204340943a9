import type { DataSource, EntityManager } from 'typeorm';
import type { EventJournal } from './event-journal';
import type { ChainName } from './verify';

/** What is kept. */
export interface AuditRetention {
  /** Seconds for which changes are kept; 0 without end. */
  readonly changes: number;
  /** Seconds for which events are kept; 0 without end. */
  readonly events: number;
  /** Most events that are kept. */
  readonly maxEvents: number;
}

/** Links that one transaction removes. */
const BATCH = 1_000;

/** SQL for the last position to remove, at most `$1`; null if there is none. */
const LAST = {
  // The newest revision is kept: followers of the change log compare it with their own.
  changes: `SELECT least(a.value - 1, f.first + ${BATCH} - 1,
      (SELECT min(revision) - 1 FROM revisions WHERE begun_at >= now() - make_interval(secs => $1))) AS last, f.first
    FROM access_revision a, (SELECT min(revision) AS first FROM revisions) f`,
  events: `SELECT least(h.position, f.first + ${BATCH} - 1, greatest(h.position - $2::bigint,
      coalesce((SELECT min(position) - 1 FROM audit_events
        WHERE occurred_at >= now() - make_interval(secs => $1)), h.position))) AS last, f.first
    FROM audit_event_head h, (SELECT min(position) AS first FROM audit_events) f`,
} as const;

/** Without end, as seconds: events cannot be older. */
const FOREVER = 10_000_000_000;

/**
 * Removes the oldest part of the log. What remains can be verified: an anchor has the last removed link, on which the first
 * remaining one is based. Reference: audit#retention.
 */
export class AuditPurge {
  constructor(
    private readonly dataSource: DataSource,
    private readonly journal: Pick<EventJournal, 'note'>,
    private readonly retention: AuditRetention,
  ) {}

  async run(): Promise<void> {
    const { changes, events, maxEvents } = this.retention;
    if (changes > 0) await this.purge('changes', [changes]);
    await this.purge('events', [events > 0 ? events : FOREVER, maxEvents]);
  }

  private async purge(chain: ChainName, values: readonly number[]): Promise<void> {
    let removed: { through: string; hash: Buffer } | undefined;
    for (let batch; (batch = await this.removeBatch(chain, values));) removed = batch;
    if (!removed) return;
    this.journal.note({
      kind: 'audit.purged',
      actor: { kind: 'system', role: 'job:purge_audit' },
      details: { chain, removed_through: Number(removed.through), hash: removed.hash.toString('hex') },
    });
  }

  private removeBatch(
    chain: ChainName,
    values: readonly number[],
  ): Promise<{ through: string; hash: Buffer } | undefined> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query("SELECT set_config('gatehouse.audit_retention', 'on', true)");
      const [range] = await manager.query<{ last: string | null; first: string | null }[]>(LAST[chain], [
        ...values,
      ]);
      if (!range?.first || range.last === null || BigInt(range.last) < BigInt(range.first)) return undefined;
      const hash = await hashAt(manager, chain, range.last);
      // A gap or a missing link is not concealed: records that can no longer be verified are kept as evidence.
      if (!hash) throw new Error(`the audit log has no link ${range.last} (${chain}); verify it`);
      await manager.query('INSERT INTO audit_anchors (chain, removed_through, hash) VALUES ($1, $2, $3)', [
        chain,
        range.last,
        hash,
      ]);
      for (const statement of DELETIONS[chain]) await manager.query(statement, [range.last]);
      return { through: range.last, hash };
    });
  }
}

const DELETIONS: Readonly<Record<ChainName, readonly string[]>> = {
  changes: [
    'DELETE FROM changes WHERE revision <= $1',
    'DELETE FROM audit_chain WHERE revision <= $1',
    'DELETE FROM revisions WHERE revision <= $1',
  ],
  events: ['DELETE FROM audit_events WHERE position <= $1'],
};

async function hashAt(
  manager: EntityManager,
  chain: ChainName,
  position: string,
): Promise<Buffer | undefined> {
  const [row] = await manager.query<{ hash: Buffer }[]>(
    chain === 'changes'
      ? 'SELECT hash FROM audit_chain WHERE revision = $1'
      : 'SELECT hash FROM audit_events WHERE position = $1',
    [position],
  );
  return row?.hash;
}
