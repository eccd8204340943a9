import { Injectable } from '@nestjs/common';
import { Groups, Users } from '@gatehouse/directory';
import { forbidden } from '@gatehouse/http';
import { type Principal, asGroup, asUser } from '../permissions.service';
import type { BulkEntry } from './bulk-entry';
import { refusedAsUnusable } from './bulk-refusal';

/** Who the entries name. */
@Injectable()
export class BulkPrincipals {
  constructor(
    private readonly users: Users,
    private readonly groups: Groups,
  ) {}

  /**
   * Those who are to get or to lose a rule, by entry: the user, the group, or both. Two queries, however many entries there
   * are.
   */
  async of(entries: readonly BulkEntry[]): Promise<readonly Principal[][]> {
    const named = (names: readonly (string | undefined)[]): string[] => [
      ...new Set(names.filter((name) => name !== undefined)),
    ];
    const userOf = await this.users.finderOf(named(entries.map(({ user }) => user)));
    const groupOf = await this.groups.finderOf(named(entries.map(({ group }) => group)));
    return entries.map((entry) => {
      const { user, group, permission } = entry;
      const principals = refusedAsUnusable(entry, () => [
        ...(user === undefined ? [] : [asUser(userOf(user))]),
        ...(group === undefined ? [] : [asGroup(groupOf(group))]),
      ]);
      if (principals.some(({ kind, name }) => kind === 'user' && this.users.rules.isAnonymous(name))) {
        throw forbidden('The anonymous user has no rules: set them on its group.');
      }
      return permission === undefined ? [] : principals;
    });
  }
}
