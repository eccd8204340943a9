import { Group, GroupTermsVersion, TermsAcceptance, type UnitOfWork, User } from '@gatehouse/database';
import type { Page } from '../page';
import type { Acceptance, TermsVersion } from './terms';

/** Links with which a membership in a group that exists is pending: valid ones of users who are not members. */
const PENDING = `one_time_links l
  WHERE l.operation = 'group-accept-terms' AND l.expires_at > clock_timestamp()
    AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = l.user_id AND m.group_id = l.group_id OFFSET 0)
    AND EXISTS (SELECT 1 FROM groups g WHERE g.id = l.group_id OFFSET 0)`;

/** The SQL of terms, of their acceptance and of pending memberships. */
export class TermsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(groupId: number, version: number, text: string): Promise<void> {
    await this.unitOfWork.manager.insert(GroupTermsVersion, { groupId, version, text });
    await this.unitOfWork.manager.update(Group, { id: groupId }, { terms: text });
  }

  /** The newest first. */
  versionsOf(groupId: number): Promise<TermsVersion[]> {
    return this.unitOfWork.manager.find(GroupTermsVersion, {
      where: { groupId },
      order: { version: 'DESC' },
    });
  }

  newestOf(groupId: number): Promise<TermsVersion | null> {
    return this.unitOfWork.manager.findOne(GroupTermsVersion, {
      where: { groupId },
      order: { version: 'DESC' },
    });
  }

  async accept(userId: number, groupId: number, version: number): Promise<void> {
    await this.unitOfWork.manager.insert(TermsAcceptance, { userId, groupId, version });
  }

  /** The newest first, up to `limit` that are older than `before`. */
  acceptancesOf(groupId: number, limit: number, before?: number): Promise<Acceptance[]> {
    return this.unitOfWork.manager.query<Acceptance[]>(
      `SELECT a.id::float8 AS id, u.name AS "userName", a.version, a.accepted_at AS "acceptedAt" FROM (
         SELECT * FROM terms_acceptances WHERE (group_id, id) >= ($1, 0) AND (group_id, id) < ($1, $2)
         ORDER BY group_id DESC, id DESC LIMIT $3) a
       CROSS JOIN LATERAL (SELECT name FROM users WHERE id = a.user_id OFFSET 0) u ORDER BY a.id DESC`,
      [groupId, before ?? Number.MAX_SAFE_INTEGER, limit],
    );
  }

  async hasPending(userId: number): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      `SELECT 1 FROM ${PENDING} AND l.user_id = $1 LIMIT 1`,
      [userId],
    );
    return rows.length > 0;
  }

  async pendingGroupNames(userId: number): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      `SELECT name FROM groups WHERE id = ANY (ARRAY(SELECT l.group_id FROM ${PENDING} AND l.user_id = $1))
       ORDER BY name COLLATE "C"`,
      [userId],
    );
    return rows.map(({ name }) => name);
  }

  async pendingUserNames(groupId: number, { after, limit }: Page): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      `SELECT name FROM users WHERE id = ANY (ARRAY(SELECT l.user_id FROM ${PENDING} AND l.group_id = $1))
       ${after === undefined ? '' : 'AND name COLLATE "C" > $3'} ORDER BY name COLLATE "C" LIMIT $2`,
      [groupId, limit ?? null, ...(after === undefined ? [] : [after])],
    );
    return rows.map(({ name }) => name);
  }

  /** At most `limit` users whose membership is pending and who have been sent only older versions than `version`. */
  async outdatedUsers(groupId: number, version: number, limit: number): Promise<User[]> {
    return this.unitOfWork.manager
      .createQueryBuilder(User, 'user')
      .where(
        `user.id = ANY (ARRAY(SELECT DISTINCT l.user_id FROM ${PENDING} AND l.group_id = :groupId
           AND (l.data ->> 'version')::integer < :version ORDER BY l.user_id LIMIT :limit))`,
        { groupId, version, limit },
      )
      .orderBy('user.id')
      .getMany();
  }
}
