import type { DataSource } from 'typeorm';

/** The last link that retention has removed from a chain. */
export interface Anchor {
  /** Revision, or position of an event. */
  readonly removedThrough: number;
  readonly hash: Buffer;
}

export async function readAnchor(
  database: Pick<DataSource, 'query'>,
  chain: 'changes' | 'events',
): Promise<Anchor | undefined> {
  const [row] = await database.query<{ removed_through: string; hash: Buffer }[]>(
    'SELECT removed_through, hash FROM audit_anchors WHERE chain = $1 ORDER BY removed_through DESC LIMIT 1',
    [chain],
  );
  return row && { removedThrough: Number(row.removed_through), hash: row.hash };
}
