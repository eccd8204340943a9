import type { Group, UnitOfWork, User } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import type { Groups } from '../groups/groups';
import { throwIfAny } from '../throw-if-any';
import { userNotFound } from '../users/user-errors';
import type { UserRepository } from '../users/user-repository';
import type { UserRules } from '../users/user-rules';
import type { NewMembership } from './membership';
import type { MembershipRepository } from './membership-repository';

/** Which users belong to which groups: the rules and every write of it. */
export class Memberships {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly groups: Groups,
    private readonly users: UserRepository,
    private readonly userRules: UserRules,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Names of the groups of a user, sorted. */
  groupNamesOf({ id }: Pick<User, 'id'>): Promise<string[]> {
    return this.memberships.groupNamesOf(id);
  }

  /** Names of the members of a group, sorted. */
  memberNamesOf({ id }: Pick<Group, 'id'>): Promise<string[]> {
    return this.memberships.memberNamesOf(id);
  }

  /** Throws `group_not_found`, `user_not_found` or `membership_exists`. */
  async join(user: User, groupName: string): Promise<void> {
    throwIfAny(this.userRules.anonymousError(user.name));
    await this.unitOfWork.run(async () => {
      const group = await this.groups.byNameInBody(groupName);
      if (!(await this.users.exists(user.id))) throw userNotFound();
      if (await this.memberships.insert(user.id, group.id)) return;
      throw problem(
        'membership_exists',
        {},
        {
          param: { name: 'group_name', value: groupName, conditions: { not_in: false } },
          extras: { user_name: user.name, group_name: group.name },
        },
      );
    });
  }

  /** Throws `membership_not_found`, or the error of a membership that has to remain. */
  async leave(user: User, group: Pick<Group, 'id' | 'name'>): Promise<void> {
    throwIfAny(this.userRules.anonymousError(user.name));
    this.groups.rules.checkLeaving(group.name, this.userRules.isConfiguredAdministrator(user.name));
    await this.unitOfWork.run(async () => {
      if (await this.memberships.delete(user.id, group.id)) return;
      throw problem(
        'membership_not_found',
        {},
        {
          param: { name: 'group_name', value: group.name, conditions: { is_in: false } },
          extras: { user_name: user.name, group_name: group.name },
        },
      );
    });
  }

  /** Inside a unit of work: ids of the groups that a new user joins, the anonymous one and the one requested. */
  async groupsOfNewUser(requested: string | undefined): Promise<readonly number[]> {
    const group = requested === undefined ? undefined : await this.groups.byNameInBody(requested);
    const anonymous = await this.groups.byName(this.groups.rules.anonymousGroup);
    return [...new Set([anonymous.id, ...(group ? [group.id] : [])])];
  }

  /**
   * Bulk operation for imports and sample data: adds users to groups, by their ids. Memberships that exist remain. Returns how
   * many are new.
   */
  async createAll(memberships: readonly NewMembership[]): Promise<number> {
    const anonymous = await this.users.findByName(this.groups.rules.anonymousGroup);
    if (memberships.some(({ userId }) => userId === anonymous?.id)) throw problem('anonymous_user_protected');
    return this.unitOfWork.run(() =>
      this.memberships.insertAll(
        memberships.map(({ userId }) => userId),
        memberships.map(({ groupId }) => groupId),
      ),
    );
  }

  /** Inside a unit of work: adds new users to the group that every user belongs to. */
  async addToAnonymousGroup(userIds: readonly number[]): Promise<void> {
    const { id } = await this.groups.byName(this.groups.rules.anonymousGroup);
    await this.memberships.insertAll(
      userIds,
      userIds.map(() => id),
    );
  }

  /** Inside a unit of work: adds a new user to groups. */
  async addToGroups(userId: number, groupIds: readonly number[]): Promise<void> {
    for (const groupId of groupIds) await this.memberships.insert(userId, groupId);
  }
}
