import { Inject, Injectable } from '@nestjs/common';
import { type Group, UnitOfWork } from '@gatehouse/database';
import { noSuch } from '@gatehouse/http';
import { GroupsService } from '../groups/groups.service';
import { UsersService } from '../users/users.service';

/**
 * Groups that users join and leave by themselves. One that is not discoverable is, here, one that does not exist.
 * Spec: http-api 11.1.
 */
@Injectable()
export class DiscoverableGroupsService {
  constructor(
    private readonly groups: GroupsService,
    private readonly users: UsersService,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  names(): Promise<string[]> {
    return this.groups.discoverableNames();
  }

  discoverable(group: Group): Group {
    if (!group.discoverable) throw noSuch('group', 'group_name', group.name);
    return group;
  }

  /** The name of the user who has joined. */
  async join(userId: number, group: Group): Promise<string> {
    return this.unitOfWork.run(async () => {
      const { name } = this.discoverable(await this.groups.current(group));
      const user = await this.users.byId(userId);
      await this.users.join(user, name);
      return user.name;
    });
  }

  async leave(userId: number, group: Group): Promise<void> {
    await this.unitOfWork.run(async () => {
      const { name, id } = this.discoverable(await this.groups.current(group));
      await this.users.leave(await this.users.byId(userId), name, id);
    });
  }
}
