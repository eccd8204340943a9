import type { DataSource } from 'typeorm';
import type { ChainName } from './chain';

/** A part that retention has removed from a chain, with its last link. */
export interface Anchor {
  /** Revision, or position of an event. */
  readonly removedThrough: number;
  readonly hash: Buffer;
  /** What the anchor says about the removal; undefined in anchors of earlier versions. */
  readonly removal: Removal | undefined;
}

interface Removal {
  /** The first removed position. */
  readonly first: number;
  /** How many links were removed. */
  readonly number: number;
  readonly isAfterLastLink: boolean;
  /** Whether the events of that time are retained, and with them the one about this removal. */
  readonly needsEvent: boolean;
  /** Whether the log has the event about this removal. */
  readonly hasEvent: boolean;
}

/** SQL for the details of the event about the removal of an anchor `a`. */
export const REMOVAL_DETAILS = `jsonb_build_object('chain', a.chain, 'first', a.first_position,
  'removed_through', a.removed_through, 'number', a.removed_number, 'hash', encode(a.hash, 'hex'),
  'last_at', to_char(a.last_link_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'reason', a.reason)`;

/** Events are recorded in the order in which they are written, which can be a few minutes after they occurred. */
const DISORDER = '10 minutes';

/** The anchors of a chain, the oldest first. */
export async function readAnchors(
  database: Pick<DataSource, 'query'>,
  chain: ChainName,
): Promise<readonly Anchor[]> {
  const rows = await database.query<Record<string, unknown>[]>(
    `SELECT a.removed_through, a.hash, a.first_position, a.removed_number, a.removed_at >= a.last_link_at AS is_after,
        num_nonnulls(a.first_position, a.removed_number, a.last_link_at, a.reason) = 4 AS is_complete,
        coalesce(a.removed_at > oldest.occurred_at + interval '${DISORDER}' OR oldest.position = 1, true) AS needs_event,
        EXISTS (SELECT 1 FROM audit_events e WHERE e.kind = 'audit.purged' AND e.actor_kind = 'system'
          AND e.occurred_at = a.removed_at AND e.details = ${REMOVAL_DETAILS}) AS has_event
      FROM audit_anchors a
      LEFT JOIN (SELECT position, occurred_at FROM audit_events ORDER BY position LIMIT 1) oldest ON true
      WHERE a.chain = $1 ORDER BY a.removed_through, a.id`,
    [chain],
  );
  return rows.map((row) => ({
    removedThrough: Number(row['removed_through']),
    hash: row['hash'] as Buffer,
    removal: row['is_complete'] ? removalOf(row) : undefined,
  }));
}

function removalOf(row: Readonly<Record<string, unknown>>): Removal {
  return {
    first: Number(row['first_position']),
    number: Number(row['removed_number']),
    isAfterLastLink: row['is_after'] === true,
    needsEvent: row['needs_event'] === true,
    hasEvent: row['has_event'] === true,
  };
}
