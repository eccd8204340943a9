import { Membership, type UnitOfWork } from '@gatehouse/database';
import type { Page } from '../page';

/** A group with as many members is read in the order of all users: to sort its members, each page would look up all of them again. */
const LARGE_GROUP = 10_000;

/**
 * The SQL of the table `memberships`. Reads see the running unit of work; writes must be inside one. Names are looked up one by one:
 * with old statistics, the planner would read all of them to find those of a few.
 */
export class MembershipRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async memberNamesOf(groupId: number, { after, limit }: Page): Promise<string[]> {
    const members =
      limit !== undefined && (await this.isLarge(groupId))
        ? `users u WHERE EXISTS (SELECT FROM memberships WHERE user_id = u.id AND group_id = $1 OFFSET 0)`
        : `memberships m CROSS JOIN LATERAL (SELECT name FROM users WHERE id = m.user_id OFFSET 0) u WHERE m.group_id = $1`;
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      `SELECT u.name FROM ${members} ${after === undefined ? '' : 'AND u.name COLLATE "C" > $3'}
       ORDER BY u.name COLLATE "C" LIMIT $2`,
      [groupId, limit ?? null, ...(after === undefined ? [] : [after])],
    );
    return rows.map((row) => row.name);
  }

  private async isLarge(groupId: number): Promise<boolean> {
    const [row] = await this.unitOfWork.manager.query<{ isLarge: boolean }[]>(
      'SELECT count(*) = $2 AS "isLarge" FROM (SELECT FROM memberships WHERE group_id = $1 LIMIT $2) few',
      [groupId, LARGE_GROUP],
    );
    return row?.isLarge === true;
  }

  async memberCountOf(groupId: number): Promise<number> {
    const [row] = await this.unitOfWork.manager.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM memberships WHERE group_id = $1',
      [groupId],
    );
    return row?.count ?? 0;
  }

  async groupNamesOf(userId: number): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      `SELECT g.name FROM memberships m CROSS JOIN LATERAL (SELECT name FROM groups WHERE id = m.group_id OFFSET 0) g
       WHERE m.user_id = $1 ORDER BY g.name COLLATE "C"`,
      [userId],
    );
    return rows.map((row) => row.name);
  }

  async exists(userId: number, groupId: number): Promise<boolean> {
    return this.unitOfWork.manager.existsBy(Membership, { userId, groupId });
  }

  /** False when the user is already a member. */
  async insert(userId: number, groupId: number): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      'INSERT INTO memberships (user_id, group_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING user_id',
      [userId, groupId],
    );
    return rows.length > 0;
  }

  /** How many of these memberships are new. */
  async insertAll(userIds: readonly number[], groupIds: readonly number[]): Promise<number> {
    const [row] = await this.unitOfWork.manager.query<{ count: number }[]>(
      `WITH inserted AS (
         INSERT INTO memberships (user_id, group_id) SELECT * FROM unnest($1::int[], $2::int[])
         ON CONFLICT DO NOTHING RETURNING user_id
       ) SELECT count(*)::int AS count FROM inserted`,
      [userIds, groupIds],
    );
    return row?.count ?? 0;
  }

  /** False when the user is not a member. */
  async delete(userId: number, groupId: number): Promise<boolean> {
    return (await this.unitOfWork.manager.delete(Membership, { userId, groupId })).affected === 1;
  }

  /** Removes those of the memberships that exist. */
  async deleteAll(userIds: readonly number[], groupIds: readonly number[]): Promise<void> {
    await this.unitOfWork.manager.query(
      `DELETE FROM memberships WHERE ctid = ANY (ARRAY(
         SELECT m.ctid FROM unnest($1::integer[], $2::integer[]) AS gone (member, club) CROSS JOIN LATERAL (
           SELECT ctid FROM memberships WHERE user_id = gone.member AND group_id = gone.club OFFSET 0) m))`,
      [userIds, groupIds],
    );
  }
}
