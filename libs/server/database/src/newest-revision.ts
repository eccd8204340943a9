import type { EntityManager } from 'typeorm';

/** The newest committed revision; in a unit of work, its own. */
export async function newestRevision(manager: Pick<EntityManager, 'query'>): Promise<number> {
  const [row] = await manager.query<{ value: string }[]>('SELECT value FROM access_revision');
  return Number(row?.value);
}
