import { RemoteUser, type UnitOfWork } from '@gatehouse/database';

/** A user of a node as its messages name it. */
export interface RemoteIdentity {
  readonly name: string;
  /** Identifier that no other user of the node ever has; undefined if the software of the node has none. */
  readonly subject: string | undefined;
}

/** A remote user with the names that replies show. */
export interface ListedRemoteUser {
  readonly id: number;
  readonly nodeId: number;
  readonly nodeName: string;
  /** Name at the other instance. */
  readonly name: string;
  /** Identifier at the other instance; null if it is not known. */
  readonly subject: string | null;
  /** The linked user; null if there is none. */
  readonly userId: number | null;
  /** Name of the linked user, or else of the user of the node. */
  readonly userName: string | null;
}

/** The SQL of `remote_users`. Writes must be inside a unit of work. */
export class RemoteUserRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Sorted by node and name. `userName`: those linked with this user. */
  list(
    filter: { readonly userId?: number; readonly userName?: string | undefined } = {},
  ): Promise<ListedRemoteUser[]> {
    return this.unitOfWork.manager.query(
      `${SELECT} WHERE ($1::int IS NULL OR r.user_id = $1) AND ($2::text IS NULL OR coalesce(u.name, a.name) = $2)
       ORDER BY n.name COLLATE "C", r.name COLLATE "C"`,
      [filter.userId ?? null, filter.userName ?? null],
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

  async idsOf(nodeId: number): Promise<number[]> {
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      'SELECT id FROM remote_users WHERE node_id = $1',
      [nodeId],
    );
    return rows.map(({ id }) => id);
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
  }: Omit<ListedRemoteUser, 'nodeName' | 'userName' | 'subject'>): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      'SELECT 1 FROM remote_users WHERE id <> $1 AND node_id = $2 AND (name = $3 OR user_id = $4)',
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

  async deleteToken(id: number): Promise<void> {
    await this.unitOfWork.manager.query('DELETE FROM network_tokens WHERE remote_user_id = $1', [id]);
  }

  async delete(ids: readonly number[]): Promise<void> {
    await this.unitOfWork.manager.query('DELETE FROM remote_users WHERE id = ANY($1)', [ids]);
  }
}

const SELECT = `SELECT r.id, r.node_id AS "nodeId", n.name AS "nodeName", r.name, r.subject, r.user_id AS "userId",
    coalesce(u.name, a.name) AS "userName"
  FROM remote_users r JOIN network_nodes n ON n.id = r.node_id
    LEFT JOIN users u ON u.id = r.user_id LEFT JOIN users a ON a.id = n.user_id`;
