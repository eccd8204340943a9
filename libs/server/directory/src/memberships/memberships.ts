import type { Group, UnitOfWork, User } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import type { ShownUser } from '../users/user';
import type { Groups } from '../groups/groups';
import type { Page } from '../page';
import type { GroupTerms } from '../terms/group-terms';
import { throwIfAny } from '../throw-if-any';
import { userNotFound } from '../users/user-errors';
import type { UserRepository } from '../users/user-repository';
import type { UserRules } from '../users/user-rules';
import type { MembershipState, NewMembership } from './membership';
import { membershipExists } from './membership-errors';
import type { MembershipRepository } from './membership-repository';

/** A membership by what it connects. */
interface NamedMembership {
  readonly user: Pick<User, 'id' | 'name'>;
  readonly group: Pick<Group, 'id' | 'name'>;
}

/** Which users belong to which groups: the rules and every write of it. */
export class Memberships {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly groups: Groups,
    private readonly users: UserRepository,
    private readonly userRules: UserRules,
    readonly terms: GroupTerms,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Names of the groups of a user, sorted. */
  groupNamesOf({ id }: Pick<User, 'id'>): Promise<string[]> {
    return this.memberships.groupNamesOf(id);
  }

  /** Names of the members of a group, sorted. */
  memberNamesOf({ id }: Pick<Group, 'id'>, page: Page): Promise<string[]> {
    return this.memberships.memberNamesOf(id, page);
  }

  memberCountOf({ id }: Pick<Group, 'id'>): Promise<number> {
    return this.memberships.memberCountOf(id);
  }

  /**
   * Adds a user to a group; to one with terms when the user has accepted them, for which a mail is sent. Throws
   * `group_not_found`, `user_not_found`, `membership_exists` or `group_terms_mail_unavailable`.
   */
  async join(user: ShownUser, groupName: string): Promise<MembershipState> {
    throwIfAny(this.userRules.anonymousError(user.name));
    return this.unitOfWork.run(async () => {
      const group = await this.groups.byNameInBody(groupName);
      if (!(await this.users.exists(user.id))) throw userNotFound();
      if (group.terms) {
        await this.terms.request(user, group);
        return 'pending';
      }
      if (!(await this.memberships.insert(user.id, group.id))) throw membershipExists(user, group);
      return 'active';
    });
  }

  /**
   * Inside a unit of work: adds a user to a group if that is possible, and returns whether the user is a new member. Of a
   * group with terms the user becomes a member by accepting them, for which a mail is sent once. A group that does not
   * exist, and one that the user belongs to, are not errors.
   */
  async addIfPossible(user: User, groupName: string): Promise<Group | undefined> {
    const group = await this.groups.find(groupName);
    if (!group) return undefined;
    if (group.terms) {
      await this.terms.requestOnce(user, group);
      return undefined;
    }
    return (await this.memberships.insert(user.id, group.id)) ? group : undefined;
  }

  /** Also withdraws a pending membership. Throws `membership_not_found`, or the error of a membership that has to remain. */
  async leave(user: Pick<User, 'id' | 'name'>, group: Pick<Group, 'id' | 'name'>): Promise<void> {
    throwIfAny(this.userRules.anonymousError(user.name));
    this.groups.rules.checkLeaving(group.name, this.userRules.isConfiguredAdministrator(user.name));
    await this.unitOfWork.run(async () => {
      const wasPending = await this.terms.withdraw(user.id, group.id);
      if ((await this.memberships.delete(user.id, group.id)) || wasPending) return;
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

  /**
   * Inside a unit of work: completes the creation of a user, who joins the anonymous group and the one requested,
   * which has to exist. Of a group with terms the user becomes a member by accepting them.
   */
  async ofNewUser(requested: string | undefined): Promise<(user: User) => Promise<void>> {
    const group = requested === undefined ? undefined : await this.groups.byNameInBody(requested);
    const anonymous = await this.groups.byName(this.groups.rules.anonymousGroup);
    return async (user) => {
      await this.memberships.insert(user.id, anonymous.id);
      if (group?.terms) await this.terms.request(user, group);
      else if (group) await this.memberships.insert(user.id, group.id);
    };
  }

  /**
   * Bulk operation for imports and sample data: adds users to groups, by their ids, without asking
   * them to accept terms. Memberships that exist remain. Returns how many are new.
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

  /**
   * Bulk operation: removes users from groups, as far as they are members. Throws the error of a membership that has to remain, and
   * removes none then.
   */
  async removeAll(memberships: readonly NamedMembership[]): Promise<void> {
    for (const { user, group } of memberships) {
      throwIfAny(this.userRules.anonymousError(user.name));
      this.groups.rules.checkLeaving(group.name, this.userRules.isConfiguredAdministrator(user.name));
    }
    await this.unitOfWork.run(() =>
      this.memberships.deleteAll(
        memberships.map(({ user }) => user.id),
        memberships.map(({ group }) => group.id),
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
}
