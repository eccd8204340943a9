import type { Group, UnitOfWork } from '@gatehouse/database';
import type { GROUP_TABLE } from '../fields/group';
import type { Public } from '../fields/table';
import { groupNotFound } from '../groups/group-errors';
import type { GroupRepository } from '../groups/group-repository';
import type { Groups } from '../groups/groups';
import type { Page } from '../page';
import { throwIfAny } from '../throw-if-any';
import type { Users } from '../users/users';
import type { MembershipState } from './membership';
import type { Memberships } from './memberships';

/** Groups that users join and leave themselves. A group that is not discoverable is reported as one that does not exist. */
export class DiscoverableGroups {
  constructor(
    private readonly repository: GroupRepository,
    private readonly groups: Groups,
    private readonly users: Users,
    private readonly memberships: Memberships,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The groups that any signed-in user may join, sorted by name. */
  list(page: Page): Promise<Public<typeof GROUP_TABLE>[]> {
    return this.repository.discoverable(page);
  }

  /** Throws `group_not_found` for a group that is not discoverable. */
  check(group: Group): Group {
    if (!group.discoverable) throw groupNotFound(group.name);
    return group;
  }

  /** Returns the name of the user, and whether the user is a member now. Throws what {@link Memberships.join} throws. */
  async join(userId: number, group: Group): Promise<{ userName: string; state: MembershipState }> {
    return this.unitOfWork.run(async () => {
      const { name } = this.check(await this.groups.current(group));
      const user = await this.users.byId(userId);
      throwIfAny(this.users.rules.ownError(user));
      return { userName: user.name, state: await this.memberships.join(user, name) };
    });
  }

  /** Throws `membership_not_found`. */
  async leave(userId: number, group: Group): Promise<void> {
    await this.unitOfWork.run(async () => {
      const stored = this.check(await this.groups.current(group));
      const user = await this.users.byId(userId);
      throwIfAny(this.users.rules.ownError(user));
      await this.memberships.leave(user, stored);
    });
  }
}
