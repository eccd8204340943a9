import type { UnitOfWork, User } from '@gatehouse/database';
import { nameProblem } from '@gatehouse/names';
import { type Problem, notFoundParam, problem } from '@gatehouse/problems';
import type { NodeWithState } from './node';
import type { SessionEnds } from './ports';
import type { RemoteIdentities } from './remote-identities';
import type {
  ListedRemoteUser,
  RemoteIdentity,
  RemoteUserRepository,
  RemoteUsersPart,
} from './remote-user-repository';
import { originOf } from './session-origin';

/** The rules of users whom others may sign in as. */
interface LinkRules {
  isAnonymous(name: string): boolean;
  personError(user: Pick<User, 'kind'>): Problem | undefined;
}

type LinkedUser = Pick<User, 'id' | 'name' | 'kind'>;

/** New values; absent ones are unchanged. `user`: null unlinks. */
export interface RemoteUserChange {
  readonly name?: string | undefined;
  readonly node?: NodeWithState | undefined;
  readonly user?: LinkedUser | null | undefined;
}

/** In UTF-16 code units. */
const MAX_REMOTE_NAME_LENGTH = 128;

/** Users of other instances and the local users that they are linked with. Reference: network-protocol#remote-users. */
export class RemoteUsers {
  constructor(
    private readonly remoteUsers: RemoteUserRepository,
    private readonly identities: RemoteIdentities,
    private readonly sessions: SessionEnds,
    private readonly rules: LinkRules,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** A part of all, or of those of a local user by name; the user of a node has the unlinked ones. Sorted by node and name. */
  list(userName: string | undefined, part: RemoteUsersPart): Promise<ListedRemoteUser[]> {
    return userName === undefined
      ? this.remoteUsers.list(part)
      : this.remoteUsers.signingInAs(userName, part);
  }

  /** Those that are linked with a user. */
  linkedWith(userId: number): Promise<ListedRemoteUser[]> {
    return this.remoteUsers.linkedWith(userId);
  }

  /** Throws `remote_user_not_found`. Names are compared exactly. */
  async of(node: NodeWithState, name: string): Promise<ListedRemoteUser> {
    const found = await this.remoteUsers.find(node.id, name);
    if (!found) throw remoteUserNotFound(name);
    return found;
  }

  /** Throws `remote_user_exists`, or the error of a user that cannot be linked. */
  async create(node: NodeWithState, name: string, user: LinkedUser | undefined): Promise<void> {
    this.checkLinkable(user);
    checkRemoteName(name);
    await this.unitOfWork.run(async () => {
      const id = await this.remoteUsers.insert(node.id, { name, subject: undefined }, user?.id ?? null);
      if (id === undefined) throw remoteUserExists(name);
    });
  }

  /** Also ends the sessions of a remote user whose user changes. Throws `remote_user_unchanged` or `remote_user_exists`. */
  async update({ id, name: oldName }: ListedRemoteUser, change: RemoteUserChange): Promise<void> {
    const { name, node, user } = change;
    if (name === undefined && node === undefined && user === undefined)
      throw problem('remote_user_unchanged');
    if (name !== undefined) checkRemoteName(name);
    this.checkLinkable(user);
    await this.unitOfWork.run(async () => {
      const stored = await this.remoteUsers.findById(id);
      if (!stored) throw remoteUserNotFound(oldName);
      const changed = {
        name: name ?? stored.name,
        nodeId: node?.id ?? stored.nodeId,
        userId: user === undefined ? stored.userId : (user?.id ?? null),
      };
      if (await this.remoteUsers.isTaken({ id, ...changed })) throw remoteUserExists(changed.name);
      // They were opened by the token of another person, or for another user.
      await this.sessions.endByOrigin(originOf(id));
      if (changed.name !== stored.name || changed.nodeId !== stored.nodeId) {
        // The holder of the token is not the current user of the account.
        await this.remoteUsers.deleteToken(id);
        await this.remoteUsers.update(id, { subject: null });
      }
      await this.remoteUsers.update(id, changed);
    });
  }

  /** Deletes a remote user with its token and the sessions that it opened. */
  async delete({ id, name }: ListedRemoteUser): Promise<void> {
    await this.unitOfWork.run(async () => {
      if (!(await this.remoteUsers.findById(id))) throw remoteUserNotFound(name);
      await this.sessions.endByOrigin(originOf(id));
      await this.remoteUsers.delete([id]);
    });
  }

  /**
   * Inside a unit of work: links a local user with a user of a node, who may be known unlinked. Throws `remote_user_exists`
   * if one of them is linked with that node already.
   */
  async link(node: NodeWithState, identity: RemoteIdentity, user: LinkedUser): Promise<void> {
    const { name } = identity;
    this.checkLinkable(user);
    checkRemoteName(name);
    const existing = await this.identities.current(node, identity);
    if (!existing) {
      const id = await this.remoteUsers.insert(node.id, identity, user.id);
      if (id === undefined) throw remoteUserExists(name);
      return;
    }
    const changed = { id: existing.id, nodeId: node.id, name, userId: user.id };
    if (existing.userId !== null || (await this.remoteUsers.isTaken(changed))) throw remoteUserExists(name);
    await this.sessions.endByOrigin(originOf(existing.id));
    await this.remoteUsers.update(existing.id, { userId: user.id });
  }

  private checkLinkable(user: LinkedUser | null | undefined): void {
    if (!user) return;
    const refusal = this.rules.personError(user);
    if (refusal) throw refusal;
    if (!this.rules.isAnonymous(user.name)) return;
    const param = { name: 'user_name', value: user.name, conditions: { not_in: false } };
    throw problem('network_user_not_allowed', {}, { param });
  }
}

/** Whether another instance can have a user of this name. */
export function isRemoteName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name !== '' &&
    name.length <= MAX_REMOTE_NAME_LENGTH &&
    nameProblem(name) === undefined &&
    !/\p{Surrogate}/u.test(name)
  );
}

function checkRemoteName(name: string): void {
  if (isRemoteName(name)) return;
  const param = { name: 'remote_user_name', value: name, conditions: { matches: false } };
  throw problem('remote_user_name_invalid', {}, { status: 400, param });
}

/** The same for a remote user that does not exist as for one that the caller may not know of. */
export function remoteUserNotFound(name: string): Problem {
  return problem('remote_user_not_found', {}, notFoundParam('remote_user_name', name));
}

function remoteUserExists(name: string): Problem {
  const param = { name: 'remote_user_name', value: name, conditions: { not_in: false } };
  return problem('remote_user_exists', {}, { param });
}
