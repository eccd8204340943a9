import type { NodeWithState } from './node';
import type { SessionEnds } from './ports';
import type { ListedRemoteUser, RemoteIdentity, RemoteUserRepository } from './remote-user-repository';
import { originOf } from './session-origin';

/**
 * Finds remote users by their identifier, not by their name: a name at the other instance may be given to another person.
 * Reference: network-protocol#remote-users.
 */
export class RemoteIdentities {
  constructor(
    private readonly remoteUsers: RemoteUserRepository,
    private readonly sessions: SessionEnds,
  ) {}

  /** The remote user that an identity is; undefined if it is not known, or known only by its name to be another one. */
  async find(node: NodeWithState, { name, subject }: RemoteIdentity): Promise<ListedRemoteUser | undefined> {
    const known = subject === undefined ? undefined : await this.remoteUsers.findBySubject(node.id, subject);
    if (known) return known;
    const named = await this.remoteUsers.find(node.id, name);
    return subject === undefined || named?.subject === null ? named : undefined;
  }

  /**
   * Inside a unit of work: the same, with the name that it has now and its identifier stored. Deletes the remote user whose
   * name has passed to this one, with its link, its token and its sessions.
   */
  async current(node: NodeWithState, identity: RemoteIdentity): Promise<ListedRemoteUser | undefined> {
    const { name, subject } = identity;
    const found = await this.find(node, identity);
    const named = await this.remoteUsers.find(node.id, name);
    if (named && named.id !== found?.id) {
      await this.sessions.endByOrigin(originOf(named.id));
      await this.remoteUsers.delete([named.id]);
    }
    if (!found || subject === undefined) return found;
    if (found.name !== name || found.subject !== subject) {
      await this.remoteUsers.update(found.id, { name, subject });
    }
    return { ...found, name, subject };
  }
}
