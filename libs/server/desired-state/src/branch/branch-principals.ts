import { type Principal, type UserRules, groupPrincipal, userPrincipal } from '@gatehouse/directory';
import type { BranchEntry } from './branch-entry';
import { inEntry } from './entry-problem';

/** Finds users or groups by name. The returned function throws if the name does not exist. */
interface Finder {
  finderOf(names: readonly string[]): Promise<(name: string) => Pick<Principal, 'id' | 'name'>>;
}

/** The users and groups that entries name. */
export class BranchPrincipals {
  constructor(
    private readonly users: Finder,
    private readonly groups: Finder,
    private readonly userRules: Pick<UserRules, 'permissionsError'>,
  ) {}

  /** The principals whose permissions an entry changes, by entry: a user, a group, or both. Two queries in total. */
  async of(entries: readonly BranchEntry[]): Promise<readonly Principal[][]> {
    const distinct = (names: readonly (string | undefined)[]): string[] => [
      ...new Set(names.filter((name) => name !== undefined)),
    ];
    const userOf = await this.users.finderOf(distinct(entries.map(({ user }) => user)));
    const groupOf = await this.groups.finderOf(distinct(entries.map(({ group }) => group)));
    return entries.map((entry) => {
      const { user, group, permission } = entry;
      const principals = inEntry(entry, () => [
        ...(user === undefined ? [] : [userPrincipal(userOf(user))]),
        ...(group === undefined ? [] : [groupPrincipal(groupOf(group))]),
      ]);
      for (const { kind, name } of principals) {
        const unable = kind === 'user' ? this.userRules.permissionsError(name) : undefined;
        if (unable) throw unable;
      }
      return permission === undefined ? [] : principals;
    });
  }
}
