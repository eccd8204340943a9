import type { DataSource } from 'typeorm';
import type { ChainHead } from './chain';

const LAST = {
  changes: 'SELECT revision AS position, hash FROM audit_chain ORDER BY revision DESC LIMIT 1',
  events: 'SELECT position, hash FROM audit_events ORDER BY position DESC LIMIT 1',
} as const;

/** The ends of both chains as they are stored, to be kept outside the database; an empty chain has none. Reference: audit-log#heads. */
export async function readHeads(database: Pick<DataSource, 'query'>): Promise<ChainHead[]> {
  const heads: ChainHead[] = [];
  for (const chain of ['changes', 'events'] as const) {
    const [row] = await database.query<{ position: string; hash: Buffer }[]>(LAST[chain]);
    if (row) heads.push({ chain, position: Number(row.position), hash: row.hash.toString('hex') });
  }
  return heads;
}
