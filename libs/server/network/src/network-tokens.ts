import { createHash, randomUUID } from 'node:crypto';
import { type Due, type UnitOfWork, repeatInSteps } from '@gatehouse/database';
import type { NodeWithState } from './node';
import type { SessionEnds } from './ports';
import type { RemoteIdentities } from './remote-identities';
import type { RemoteIdentity, RemoteUserRepository, TokenOwner } from './remote-user-repository';
import { ORIGIN_PREFIX, originOf } from './session-origin';

/** Each with its remote user. */
const TOKENS_PER_STEP = 300;

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
 * each remote user. Reference: network-protocol#tokens.
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
      await remoteUsers.setToken(id, hashOf(token));
      await sessions.endByOrigin(originOf(id));
    });
    return token;
  }

  /** Cancels the token of a remote user, who is deleted if not linked. False if there is none. */
  async cancel(node: NodeWithState, identity: RemoteIdentity): Promise<boolean> {
    const { unitOfWork, remoteUsers, identities, sessions } = this.dependencies;
    const existing = await identities.find(node, identity);
    // A cancellation without effect is no revision.
    if (!existing || !(await remoteUsers.hasToken(existing.id))) return false;
    return unitOfWork.run(async () => {
      const isDeleted = await remoteUsers.deleteToken(existing.id);
      const current = await remoteUsers.findById(existing.id);
      await sessions.endByOrigin(originOf(existing.id));
      if (current?.userId === null) await remoteUsers.delete([existing.id]);
      return isDeleted;
    });
  }

  /** Inside a unit of work: revokes the tokens that sign in as a local user. Their sessions are those of the user. */
  revokeAllOf(userId: number): Promise<void> {
    return this.dependencies.remoteUsers.deleteTokensOf(userId);
  }

  /** Whom a token signs in; undefined for a token that is unknown or has expired. */
  async verify(token: string): Promise<TokenOwner | undefined> {
    if (!UUID.test(token)) return undefined;
    const { remoteUsers, expiry } = this.dependencies;
    return remoteUsers.ownerOfToken(hashOf(token), expiry);
  }

  /** Tokens that have expired. */
  get due(): Due {
    return {
      table: 'network_tokens',
      column: 'created_at',
      before: 'now() - make_interval(secs => $1)',
      parameters: [this.dependencies.expiry],
    };
  }

  /**
   * Deletes tokens, or only the expired ones, and remote users that are neither linked nor have a token, in steps, each of which is a
   * revision. Ends the sessions of tokens that were still valid, all of them first, and of remote users that are deleted. Returns the
   * number of tokens.
   */
  async purge({ expiredOnly }: { readonly expiredOnly: boolean }): Promise<number> {
    const { unitOfWork, remoteUsers, sessions, expiry } = this.dependencies;
    const filter = expiredOnly ? { olderThan: expiry } : 'all';
    const next = (): Promise<number[]> => remoteUsers.withTokens(filter, TOKENS_PER_STEP);
    if (!expiredOnly && (await next()).length > 0) await sessions.endAllOfOrigins(ORIGIN_PREFIX);
    let removed = 0;
    await repeatInSteps(async () => {
      const found = await next();
      if (found.length === 0) return 0;
      await unitOfWork.run(async () => {
        const ids = await remoteUsers.deleteTokens(found, filter);
        const forgotten = await remoteUsers.unlinkedAmong(ids);
        if (expiredOnly) await sessions.endByOrigin(...forgotten.map(originOf));
        await remoteUsers.delete(forgotten);
        removed += ids.length;
      });
      return found.length;
    }, TOKENS_PER_STEP);
    return removed;
  }
}

/** SHA-256 of the 16 bytes of a UUID. They are random: the hash needs no salt and no key. */
function hashOf(token: string): Buffer {
  return createHash('sha256')
    .update(Buffer.from(token.replaceAll('-', ''), 'hex'))
    .digest();
}
