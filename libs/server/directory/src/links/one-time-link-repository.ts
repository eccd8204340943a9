import { type Due, OneTimeLinkRow, type UnitOfWork, removeDue } from '@gatehouse/database';
import type { LinkFilter, NewLink, OneTimeLink } from './one-time-link';

/** How long an expired link is kept, so that it is answered with 410 rather than 404. */
const RETENTION_SECONDS = 30 * 86_400;

/**
 * The SQL of `one_time_links`. Statements, because the clock of the database decides when a link expires: within a
 * transaction that has waited, too, and alike for all processes.
 */
export class OneTimeLinkRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(
    link: NewLink & Required<Pick<NewLink, 'lifetimeSeconds'>>,
    { id, tokenHmac }: Pick<OneTimeLinkRow, 'id' | 'tokenHmac'>,
  ): Promise<void> {
    await this.unitOfWork.manager.query(
      `INSERT INTO one_time_links (id, token_hmac, operation, user_id, group_id, pending_user_id, data, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + make_interval(secs => $8))`,
      [
        id,
        tokenHmac,
        link.operation,
        link.userId ?? null,
        link.groupId ?? null,
        link.pendingUserId ?? null,
        JSON.stringify(link.data ?? {}),
        link.lifetimeSeconds,
      ],
    );
  }

  /** `locked`: until the running unit of work ends. */
  async findByToken(
    tokenHmac: Buffer,
    { locked }: { readonly locked: boolean },
  ): Promise<{ readonly link: OneTimeLink; readonly isExpired: boolean } | undefined> {
    const [row] = await this.unitOfWork.manager.query<(OneTimeLink & { is_expired: boolean })[]>(
      `SELECT ${COLUMNS}, expires_at <= clock_timestamp() AS is_expired
         FROM one_time_links WHERE token_hmac = $1 AND ${IS_USABLE} ${locked ? 'FOR UPDATE' : ''}`,
      [tokenHmac],
    );
    if (!row) return undefined;
    const { is_expired: isExpired, ...link } = row;
    return { link, isExpired };
  }

  /** Valid ones only, newest first. */
  findValid(filter: LinkFilter): Promise<OneTimeLink[]> {
    const [condition, values] = conditionOf(filter);
    return this.unitOfWork.manager.query<OneTimeLink[]>(
      `SELECT ${COLUMNS} FROM one_time_links WHERE ${condition} AND ${IS_USABLE} AND expires_at > clock_timestamp()
       ORDER BY created_at DESC, id`,
      values,
    );
  }

  async delete(id: string): Promise<void> {
    await this.unitOfWork.manager.delete(OneTimeLinkRow, { id });
  }

  async deleteMatching(filter: LinkFilter): Promise<void> {
    const [condition, values] = conditionOf(filter);
    await this.unitOfWork.manager.query(`DELETE FROM one_time_links WHERE ${condition}`, values);
  }

  /** Links that expired long ago. */
  readonly due = {
    table: 'one_time_links',
    column: 'expires_at',
    before: 'now() - make_interval(secs => $1)',
    parameters: [RETENTION_SECONDS],
  } as const satisfies Due;

  /** Deletes what is {@link due}. */
  deleteDue(): Promise<void> {
    return removeDue(this.unitOfWork.manager, this.due);
  }
}

/** The links of a deleted user or group end with it, also those whose rows are left. */
const IS_USABLE = `(user_id IS NULL OR EXISTS (SELECT 1 FROM users u WHERE u.id = user_id OFFSET 0))
  AND (group_id IS NULL OR EXISTS (SELECT 1 FROM groups g WHERE g.id = group_id OFFSET 0))`;

/** Those of {@link OneTimeLink}. */
const COLUMNS = `id, operation, user_id AS "userId", group_id AS "groupId", pending_user_id AS "pendingUserId", data,
  created_at AS "createdAt", expires_at AS "expiresAt"`;

function conditionOf({ operation, ...ids }: LinkFilter): [condition: string, values: unknown[]] {
  const { userId, groupId, pendingUserId } = ids;
  if ([userId, groupId, pendingUserId].every((id) => id === undefined)) {
    throw new Error('links are selected by what they are about');
  }
  return [
    `($1::text IS NULL OR operation = $1) AND ($2::int IS NULL OR user_id = $2)
     AND ($3::int IS NULL OR group_id = $3) AND ($4::int IS NULL OR pending_user_id = $4)`,
    [operation ?? null, userId ?? null, groupId ?? null, pendingUserId ?? null],
  ];
}
