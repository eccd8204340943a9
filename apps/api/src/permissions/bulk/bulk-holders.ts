import { Injectable } from '@nestjs/common';
import { forbidden } from '@gatehouse/http';
import { GroupsService } from '../../groups/groups.service';
import { UserRules } from '../../users/users.rules';
import { UsersService } from '../../users/users.service';
import { type Holder, asGroup, asUser } from '../permissions.service';
import type { BulkEntry } from './bulk-entry';
import { refusedAsUnusable } from './bulk-refusal';

/** Who the entries name. */
@Injectable()
export class BulkHolders {
  constructor(
    private readonly users: UsersService,
    private readonly groups: GroupsService,
    private readonly userRules: UserRules,
  ) {}

  /** Those who are to get or to lose a rule: the user, the group, or both. */
  async of(entry: BulkEntry): Promise<Holder[]> {
    const { user, group, permission } = entry;
    const holders = await refusedAsUnusable(entry, async () => [
      ...(user === undefined ? [] : [asUser(await this.users.byName(user))]),
      ...(group === undefined ? [] : [asGroup(await this.groups.byName(group))]),
    ]);
    if (holders.some(({ kind, name }) => kind === 'user' && this.userRules.isAnonymous(name))) {
      throw forbidden('The anonymous user has no rules: set them on its group.');
    }
    return permission === undefined ? [] : holders;
  }
}
