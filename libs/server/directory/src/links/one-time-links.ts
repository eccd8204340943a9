import { randomUUID } from 'node:crypto';
import type { UnitOfWork } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { parseToken, storedToken, tokenOf } from './link-token';
import type { LinkFilter, NewLink, OneTimeLink } from './one-time-link';

type LinkSettings = Pick<Settings, 'publicUrl' | 'tokenExpire'>;

/** How long an expired link is kept, so that it is answered with 410 rather than 404; in seconds. */
const RETENTION = 30 * 86_400;

/**
 * Links that are valid for one use and a limited time. Their token is derived from their id under a key of `SVC_SECRET`, and
 * only its HMAC is stored: neither the database nor a queued mail holds an address that works. Reference:
 * registration#one-time-links.
 */
export class OneTimeLinks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly key: Buffer,
    private readonly settings: LinkSettings,
  ) {}

  /** Creates a link, inside a unit of work. Returns its id. */
  async create(link: NewLink): Promise<string> {
    this.requireUnitOfWork();
    const id = randomUUID();
    await this.unitOfWork.manager.query(
      `INSERT INTO one_time_links (id, token_hmac, operation, user_id, group_id, pending_user_id, data, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + make_interval(secs => $8))`,
      [
        id,
        storedToken(this.key, tokenOf(this.key, id)),
        link.operation,
        link.userId ?? null,
        link.groupId ?? null,
        link.pendingUserId ?? null,
        JSON.stringify(link.data ?? {}),
        link.lifetimeSeconds ?? this.settings.tokenExpire,
      ],
    );
    return id;
  }

  /** The public address of a link, whether or not it still works: `<SVC_URL>/tmp/<token>`. */
  addressOf(id: string): string {
    return `${this.settings.publicUrl}/tmp/${tokenOf(this.key, id)}`;
  }

  /** Reads a link without using it. Throws `link_token_invalid` (422), `link_not_found` (404), `link_expired` (410). */
  async find(token: string): Promise<OneTimeLink> {
    return this.read(token, '');
  }

  /**
   * Uses a link: runs `operation` and deletes the link, both in one unit of work, while the link is locked: of concurrent
   * requests one succeeds and the others are answered with 404. When `operation` throws, nothing is changed and the link
   * remains valid. Throws what {@link find} throws.
   */
  async redeem<T>(token: string, operation: (link: OneTimeLink) => Promise<T>): Promise<T> {
    // A request with a wrong token takes no revision, and so does not wait for other writers.
    await this.find(token);
    return this.unitOfWork.run(async () => {
      const link = await this.read(token, 'FOR UPDATE');
      const result = await operation(link);
      // The operation may have deleted it already, together with its user, group or registration.
      await this.unitOfWork.manager.query('DELETE FROM one_time_links WHERE id = $1', [link.id]);
      return result;
    });
  }

  /** The links that match, valid ones only, newest first. */
  async validLinks(filter: LinkFilter): Promise<OneTimeLink[]> {
    const [condition, values] = conditionOf(filter);
    const rows = await this.unitOfWork.manager.query<LinkRow[]>(
      `SELECT ${COLUMNS} FROM one_time_links WHERE ${condition} AND expires_at > clock_timestamp()
       ORDER BY created_at DESC, id`,
      values,
    );
    return rows.map(linkOf);
  }

  /** Deletes the links that match, inside a unit of work. */
  async remove(filter: LinkFilter): Promise<void> {
    this.requireUnitOfWork();
    const [condition, values] = conditionOf(filter);
    await this.unitOfWork.manager.query(`DELETE FROM one_time_links WHERE ${condition}`, values);
  }

  /** Deletes links that expired 30 days ago; until then they are answered with 410. */
  async removeExpired(): Promise<void> {
    // No revision: links are not recorded, and none that could be used is deleted.
    await this.unitOfWork.manager.query(
      'DELETE FROM one_time_links WHERE expires_at < clock_timestamp() - make_interval(secs => $1)',
      [RETENTION],
    );
  }

  private async read(token: string, lock: '' | 'FOR UPDATE'): Promise<OneTimeLink> {
    const parsed = parseToken(token);
    if (parsed === undefined) throw problem('link_token_invalid');
    const [row] = await this.unitOfWork.manager.query<LinkRow[]>(
      `SELECT ${COLUMNS}, expires_at <= clock_timestamp() AS is_expired
         FROM one_time_links WHERE token_hmac = $1 ${lock}`,
      [storedToken(this.key, parsed)],
    );
    if (!row) throw problem('link_not_found');
    if (row.is_expired) throw problem('link_expired');
    return linkOf(row);
  }

  /** Otherwise a link could exist without the change that it belongs to. */
  private requireUnitOfWork(): void {
    if (this.unitOfWork.revision === undefined) throw new Error('one-time links change in a unit of work');
  }
}

const COLUMNS = 'id, operation, user_id, group_id, pending_user_id, data, created_at, expires_at';

interface LinkRow {
  id: string;
  operation: OneTimeLink['operation'];
  user_id: number | null;
  group_id: number | null;
  pending_user_id: number | null;
  data: Record<string, unknown>;
  created_at: Date;
  expires_at: Date;
  is_expired?: boolean;
}

function linkOf(row: LinkRow): OneTimeLink {
  return {
    id: row.id,
    operation: row.operation,
    userId: row.user_id,
    groupId: row.group_id,
    pendingUserId: row.pending_user_id,
    data: row.data,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

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
