import { createHash, randomUUID } from 'node:crypto';
import type { UnitOfWork } from '@gatehouse/database';
import type { NodeWithState } from './node';
import type { SessionEnds } from './ports';
import type { RemoteIdentities } from './remote-identities';
import type { RemoteIdentity, RemoteUserRepository } from './remote-user-repository';
import { originOf } from './session-origin';

/** Whom a token signs in. */
export interface TokenOwner {
  /** The linked user, or the user of the node. */
  readonly userId: number;
  readonly userName: string;
  readonly remoteUserId: number;
}

interface Dependencies {
  readonly unitOfWork: UnitOfWork;
  readonly remoteUsers: RemoteUserRepository;
  readonly identities: RemoteIdentities;
  readonly sessions: SessionEnds;
  /** Seconds for which a token is valid. */
  readonly expiry: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Tokens that this instance issues to users of other instances: random UUIDs, stored as SHA-256 of their 16 bytes, one for
 * each remote user. Reference: network#tokens.
 */
export class NetworkTokens {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * A new token, which replaces the previous one and ends the sessions that it opened. The remote
   * user is created if it is new.
   */
  async issue(node: NodeWithState, identity: RemoteIdentity): Promise<string> {
    const { unitOfWork, remoteUsers, identities, sessions } = this.dependencies;
    const token = randomUUID();
    await unitOfWork.run(async () => {
      const existing = await identities.current(node, identity);
      const id = existing?.id ?? (await remoteUsers.insert(node.id, identity, null));
      if (id === undefined) throw new Error('the remote user was not stored');
      await unitOfWork.manager.query(
        `INSERT INTO network_tokens (remote_user_id, token_hash, created_at) VALUES ($1, $2, clock_timestamp())
         ON CONFLICT (remote_user_id) DO UPDATE
           SET token_hash = excluded.token_hash, created_at = excluded.created_at`,
        [id, hashOf(token)],
      );
      await sessions.endByOrigin(originOf(id));
    });
    return token;
  }

  /** Cancels the token of a remote user, who is deleted if not linked. False if there is none. */
  async cancel(node: NodeWithState, identity: RemoteIdentity): Promise<boolean> {
    const { unitOfWork, remoteUsers, identities, sessions } = this.dependencies;
    const existing = await identities.find(node, identity);
    // A cancellation without effect is no revision.
    if (!existing || !(await this.hasToken(existing.id))) return false;
    return unitOfWork.run(async () => {
      const [deleted] = await unitOfWork.manager.query<[unknown[], number]>(
        'DELETE FROM network_tokens WHERE remote_user_id = $1 RETURNING remote_user_id',
        [existing.id],
      );
      const current = await remoteUsers.findById(existing.id);
      await sessions.endByOrigin(originOf(existing.id));
      if (current?.userId === null) await remoteUsers.delete([existing.id]);
      return deleted.length > 0;
    });
  }

  /** Inside a unit of work: revokes the tokens that sign in as a local user. Their sessions are those of the user. */
  async revokeAllOf(userId: number): Promise<void> {
    await this.dependencies.unitOfWork.manager.query(
      'DELETE FROM network_tokens WHERE remote_user_id IN (SELECT id FROM remote_users WHERE user_id = $1)',
      [userId],
    );
  }

  /** Whom a token signs in; undefined for a token that is unknown or has expired. */
  async verify(token: string): Promise<TokenOwner | undefined> {
    if (!UUID.test(token)) return undefined;
    const [row] = await this.dependencies.unitOfWork.manager.query<TokenOwner[]>(
      `SELECT u.id AS "userId", u.name AS "userName", r.id AS "remoteUserId"
         FROM network_tokens t JOIN remote_users r ON r.id = t.remote_user_id
           JOIN network_nodes n ON n.id = r.node_id JOIN users u ON u.id = coalesce(r.user_id, n.user_id)
        WHERE t.token_hash = $1 AND t.created_at > clock_timestamp() - make_interval(secs => $2)`,
      [hashOf(token), this.dependencies.expiry],
    );
    return row;
  }

  /**
   * Deletes tokens, or only the expired ones, and remote users that are neither linked nor have a token. Ends the sessions
   * of tokens that were still valid and of remote users that are deleted. Returns the number of tokens.
   */
  async purge({ expiredOnly }: { readonly expiredOnly: boolean }): Promise<number> {
    const { unitOfWork, remoteUsers, sessions, expiry } = this.dependencies;
    const expired = 'created_at <= clock_timestamp() - make_interval(secs => $1)';
    const [found] = await unitOfWork.manager.query<unknown[]>(
      `SELECT 1 FROM network_tokens WHERE NOT $2 OR ${expired} LIMIT 1`,
      [expiry, expiredOnly],
    );
    if (!found) return 0;
    return unitOfWork.run(async () => {
      const [deleted] = await unitOfWork.manager.query<[{ id: number }[], number]>(
        `DELETE FROM network_tokens WHERE NOT $2 OR ${expired} RETURNING remote_user_id AS id`,
        [expiry, expiredOnly],
      );
      const ids = deleted.map(({ id }) => id);
      const unlinked = await unitOfWork.manager.query<{ id: number }[]>(
        'SELECT id FROM remote_users WHERE id = ANY($1) AND user_id IS NULL',
        [ids],
      );
      const forgotten = unlinked.map(({ id }) => id);
      await sessions.endByOrigin(...(expiredOnly ? forgotten : ids).map(originOf));
      await remoteUsers.delete(forgotten);
      return ids.length;
    });
  }

  private async hasToken(remoteUserId: number): Promise<boolean> {
    const rows = await this.dependencies.unitOfWork.manager.query<unknown[]>(
      'SELECT 1 FROM network_tokens WHERE remote_user_id = $1',
      [remoteUserId],
    );
    return rows.length > 0;
  }
}

/** SHA-256 of the 16 bytes of a UUID. They are random: the hash needs no salt and no key. */
function hashOf(token: string): Buffer {
  return createHash('sha256')
    .update(Buffer.from(token.replaceAll('-', ''), 'hex'))
    .digest();
}
