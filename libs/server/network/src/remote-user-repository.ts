import { NetworkToken, RemoteUser, type UnitOfWork, sameNameSql } from '@gatehouse/database';
import { REMOTE_USER_TABLE, selection } from '@gatehouse/directory';

/** A user of a node as its messages name it. */
export interface RemoteIdentity {
  readonly name: string;
  /** Identifier that no other user of the node ever has; undefined if the software of the node has none. */
  readonly subject: string | undefined;
}

/** A remote user with the names that replies show. */
export interface ListedRemoteUser extends RemoteUser {
  readonly nodeName: string;
  /** Name of the linked user, or else of the user of the node. */
  readonly userName: string | null;
}

/** Which part of a list of remote users: up to `limit` that follow `after`. */
export interface RemoteUsersPart {
  readonly limit?: number;
  readonly after?: Pick<ListedRemoteUser, 'nodeName' | 'name'>;
}

/** Whom a token signs in. */
export interface TokenOwner {
  /** The linked user, or the user of the node. */
  readonly userId: number;
  readonly userName: string;
  readonly remoteUserId: number;
}

/** Which tokens: all, or only those issued more than so many seconds ago. */
export type TokenFilter = 'all' | { readonly olderThan: number };

/**
 * The SQL of `remote_users`, and of the token that a remote user may have (`network_tokens`), whose age the clock of the
 * database decides. Writes must be inside a unit of work.
 */
export class RemoteUserRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Sorted by node and name. */
  list(part: RemoteUsersPart): Promise<ListedRemoteUser[]> {
    return this.part('true', [], part);
  }

  /** Those that are linked with a user, sorted. */
  linkedWith(userId: number): Promise<ListedRemoteUser[]> {
    return this.unitOfWork.manager.query(`${SELECT} WHERE r.user_id = $1 ${SORTED}`, [userId]);
  }

  /** Those that sign in as a user: linked ones, or the others of nodes whose user it is. Sorted. */
  signingInAs(userName: string, part: RemoteUsersPart): Promise<ListedRemoteUser[]> {
    return this.part(
      `r.id = ANY (ARRAY(
         SELECT found.id FROM users wanted CROSS JOIN LATERAL (
           (SELECT id FROM remote_users WHERE user_id = wanted.id)
           UNION ALL
           (SELECT o.id FROM network_nodes shared CROSS JOIN LATERAL (
              SELECT id, user_id FROM remote_users WHERE node_id = shared.id OFFSET 0) o
            WHERE shared.user_id = wanted.id AND o.user_id IS NULL)) found
         WHERE ${sameNameSql('wanted.name', '$1')} AND wanted.name = $1))`,
      [userName],
      part,
    );
  }

  private part(
    condition: string,
    values: readonly unknown[],
    { limit, after }: RemoteUsersPart,
  ): Promise<ListedRemoteUser[]> {
    const all: unknown[] = [...values];
    const next = after
      ? `AND (n.name COLLATE "C", r.name COLLATE "C") > ($${all.push(after.nodeName)}, $${all.push(after.name)})`
      : '';
    return this.unitOfWork.manager.query(
      `${SELECT} WHERE ${condition} ${next} ${SORTED} LIMIT $${all.push(limit ?? null)}`,
      all,
    );
  }

  async find(nodeId: number, name: string): Promise<ListedRemoteUser | undefined> {
    const rows = await this.unitOfWork.manager.query<ListedRemoteUser[]>(
      `${SELECT} WHERE r.node_id = $1 AND r.name = $2`,
      [nodeId, name],
    );
    return rows[0];
  }

  async findBySubject(nodeId: number, subject: string): Promise<ListedRemoteUser | undefined> {
    const rows = await this.unitOfWork.manager.query<ListedRemoteUser[]>(
      `${SELECT} WHERE r.node_id = $1 AND r.subject = $2`,
      [nodeId, subject],
    );
    return rows[0];
  }

  async findById(id: number): Promise<ListedRemoteUser | undefined> {
    const rows = await this.unitOfWork.manager.query<ListedRemoteUser[]>(`${SELECT} WHERE r.id = $1`, [id]);
    return rows[0];
  }

  /** The id of the new remote user; undefined if its name or the link of the user is taken. */
  async insert(
    nodeId: number,
    { name, subject }: RemoteIdentity,
    userId: number | null,
  ): Promise<number | undefined> {
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `INSERT INTO remote_users (node_id, name, subject, user_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id`,
      [nodeId, name, subject ?? null, userId],
    );
    return rows[0]?.id;
  }

  /** Whether another remote user has this name at this node, or is this user's link with it. */
  async isTaken({
    id,
    nodeId,
    name,
    userId,
  }: Pick<RemoteUser, 'id' | 'nodeId' | 'name' | 'userId'>): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      `SELECT 1 FROM remote_users WHERE id <> $1 AND node_id = $2 AND name = $3
       UNION ALL SELECT 1 FROM remote_users WHERE id <> $1 AND node_id = $2 AND user_id = $4`,
      [id, nodeId, name, userId],
    );
    return rows.length > 0;
  }

  async update(
    id: number,
    change: Partial<Pick<RemoteUser, 'name' | 'nodeId' | 'subject' | 'userId'>>,
  ): Promise<void> {
    await this.unitOfWork.manager.update(RemoteUser, { id }, change);
  }

  /** Those that are linked with no user. */
  async unlinkedAmong(ids: readonly number[]): Promise<number[]> {
    const rows = await this.unitOfWork.manager.query<{ id: number; user_id: number | null }[]>(
      'SELECT id, user_id FROM remote_users WHERE id = ANY($1)',
      [ids],
    );
    return rows.filter((row) => row.user_id === null).map(({ id }) => id);
  }

  async delete(ids: readonly number[]): Promise<void> {
    await this.unitOfWork.manager.query('DELETE FROM remote_users WHERE id = ANY($1)', [ids]);
  }

  hasToken(id: number): Promise<boolean> {
    return this.unitOfWork.manager.existsBy(NetworkToken, { remoteUserId: id });
  }

  /** Replaces the token of a remote user, if there is one. */
  async setToken(id: number, hash: Buffer): Promise<void> {
    await this.unitOfWork.manager.query(
      `INSERT INTO network_tokens (remote_user_id, token_hash, created_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (remote_user_id) DO UPDATE
         SET token_hash = excluded.token_hash, created_at = excluded.created_at`,
      [id, hash],
    );
  }

  /** Whom a token signs in that is at most `expiry` seconds old. */
  async ownerOfToken(hash: Buffer, expiry: number): Promise<TokenOwner | undefined> {
    const [row] = await this.unitOfWork.manager.query<TokenOwner[]>(
      `SELECT u.id AS "userId", u.name AS "userName", r.id AS "remoteUserId"
         FROM network_tokens t JOIN remote_users r ON r.id = t.remote_user_id
           JOIN network_nodes n ON n.id = r.node_id JOIN users u ON u.id = coalesce(r.user_id, n.user_id)
        WHERE t.token_hash = $1 AND t.created_at > clock_timestamp() - make_interval(secs => $2)`,
      [hash, expiry],
    );
    return row;
  }

  /** False if there is none. */
  async deleteToken(id: number): Promise<boolean> {
    const { affected } = await this.unitOfWork.manager.delete(NetworkToken, { remoteUserId: id });
    return affected === 1;
  }

  /** Deletes the tokens that sign in as a local user. */
  async deleteTokensOf(userId: number): Promise<void> {
    await this.unitOfWork.manager.query(
      'DELETE FROM network_tokens WHERE remote_user_id IN (SELECT id FROM remote_users WHERE user_id = $1)',
      [userId],
    );
  }

  /** At most `count` remote users with such a token, the oldest first. */
  async withTokens(filter: TokenFilter, count: number): Promise<number[]> {
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `SELECT remote_user_id AS id FROM network_tokens WHERE ${IS_OF_AGE} ORDER BY created_at LIMIT ${count}`,
      [ageOf(filter)],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes such tokens of remote users; the ids of those whose tokens were deleted. */
  async deleteTokens(ids: readonly number[], filter: TokenFilter): Promise<number[]> {
    const [deleted] = await this.unitOfWork.manager.query<[{ id: number }[], number]>(
      `DELETE FROM network_tokens WHERE remote_user_id = ANY ($2)
         AND ($1::float8 IS NULL OR created_at + make_interval(secs => $1) <= now()) RETURNING remote_user_id AS id`,
      [ageOf(filter), ids],
    );
    return deleted.map(({ id }) => id);
  }
}

const IS_OF_AGE = '($1::float8 IS NULL OR created_at <= now() - make_interval(secs => $1))';

function ageOf(filter: TokenFilter): number | null {
  return filter === 'all' ? null : filter.olderThan;
}

const SELECT = `SELECT ${selection(REMOTE_USER_TABLE, { from: 'r' })}, n.name AS "nodeName",
    coalesce(u.name, a.name) AS "userName"
  FROM remote_users r JOIN network_nodes n ON n.id = r.node_id
    LEFT JOIN LATERAL (SELECT name FROM users WHERE id = r.user_id OFFSET 0) u ON true
    LEFT JOIN LATERAL (SELECT name FROM users WHERE id = n.user_id OFFSET 0) a ON true`;

const SORTED = 'ORDER BY n.name COLLATE "C", r.name COLLATE "C"';
