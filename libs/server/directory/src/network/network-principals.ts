import { NODE_NAME } from '@gatehouse/names';
import { type Problem, problem } from '@gatehouse/problems';
import type { DirectorySettings } from '../dependencies';
import type { GroupRepository } from '../groups/group-repository';
import { groupNameTaken } from '../groups/group-errors';
import type { MembershipRepository } from '../memberships/membership-repository';
import type { UserRepository } from '../users/user-repository';
import { userTaken } from '../users/user-errors';

/** The user and the group of a node; null if one was deleted while network mode was off. */
export interface NodePrincipals {
  readonly userId: number | null;
  readonly groupId: number | null;
}

interface Repositories {
  readonly users: UserRepository;
  readonly groups: GroupRepository;
  readonly memberships: MembershipRepository;
}

const NODE_GROUP = 'Users who sign in through this node of the network.';
const NETWORK_GROUP = 'Users who sign in through any node of the network.';

/**
 * The users and groups that exist because a node is registered: a user that unlinked users of the node sign in as, a
 * group of the node, and a group of all nodes. That user has no password and does not belong to the anonymous group.
 * All methods are called inside a unit of work. Reference: network-protocol#nodes.
 */
export class NetworkPrincipals {
  constructor(
    private readonly repositories: Repositories,
    private readonly settings: DirectorySettings,
  ) {}

  /** Name of the user and of the group of a node. */
  nameOf(nodeName: string): string {
    return `${this.settings.networkNamePrefix}${nodeName}`;
  }

  /** The error of a name that a node cannot have; undefined if it can. */
  nameError(nodeName: string): Problem | undefined {
    const { userNameMaxLength, networkNamePrefix } = this.settings;
    const compare = NODE_NAME.source;
    if (!NODE_NAME.test(nodeName)) {
      const param = { name: 'name', value: nodeName, compare, conditions: { matches: false } };
      return problem('network_node_name_invalid', {}, { status: 400, param });
    }
    const maximum = userNameMaxLength - networkNamePrefix.length;
    if (nodeName.length <= maximum) return undefined;
    const length = { name: 'name', value: nodeName.length, compare: `range(1, ${maximum + 1})` };
    return problem(
      'value_too_long',
      { field: 'name', maximum },
      { status: 400, param: { ...length, conditions: { is_in: false } } },
    );
  }

  /** Creates what is missing. Throws `user_name_taken`, `user_email_taken` or `group_name_taken`. */
  async complete(nodeName: string, existing: NodePrincipals): Promise<{ userId: number; groupId: number }> {
    const userId = existing.userId ?? (await this.createUser(nodeName));
    const groupId = existing.groupId ?? (await this.createGroup(this.nameOf(nodeName), NODE_GROUP));
    const { networkGroupName } = this.settings;
    const all = await this.repositories.groups.findByName(networkGroupName);
    const allId = all?.id ?? (await this.createGroup(networkGroupName, NETWORK_GROUP));
    await this.repositories.memberships.insertAll([userId, userId], [groupId, allId]);
    return { userId, groupId };
  }

  async rename({ userId, groupId }: NodePrincipals, nodeName: string): Promise<void> {
    const name = this.nameOf(nodeName);
    const { users, groups } = this.repositories;
    const taken = await users.takenBy(name, emailOf(name), userId ?? 0);
    if (taken) throw userTaken(taken, taken === 'user_name' ? name : emailOf(name));
    if (await groups.isTaken(name, groupId ?? 0)) throw groupNameTaken(name, { group_name: name });
    if (userId !== null) await users.update(userId, { name, email: emailOf(name) });
    if (groupId !== null) await groups.update(groupId, { name });
  }

  /** Also ends the sessions of the user. The group of all nodes remains. */
  async delete({ userId, groupId }: NodePrincipals): Promise<void> {
    if (userId !== null) await this.repositories.users.delete(userId);
    if (groupId !== null) await this.repositories.groups.delete(groupId);
  }

  private async createUser(nodeName: string): Promise<number> {
    const name = this.nameOf(nodeName);
    const id = await this.repositories.users.insert({ name, email: emailOf(name), passwordHash: null });
    if (id !== undefined) return id;
    const taken = (await this.repositories.users.takenBy(name, emailOf(name))) ?? 'user_name';
    throw userTaken(taken, taken === 'user_name' ? name : emailOf(name));
  }

  private async createGroup(name: string, description: string): Promise<number> {
    if (await this.repositories.groups.isTaken(name, 0)) throw groupNameTaken(name, { group_name: name });
    const group = await this.repositories.groups.insert({ name, description });
    if (!group) throw groupNameTaken(name, { group_name: name });
    return group.id;
  }
}

function emailOf(name: string): string {
  return `${name}@mail.com`;
}
