import { bitOf } from './permission-names';
import type { Outcome, SourceUser } from './resolver';

/** The names that something is decided about, and what. */
export type Found = Outcome & { readonly names: number };

export function differenceOf(names: number, expected: Outcome, found: Found): number {
  return (
    (names ^ found.names) |
    (expected.allowed ^ found.allowed) |
    (expected.byUser ^ found.byUser) |
    (expected.byGroups ^ found.byGroups) |
    (expected.byAnonymousGroup ^ found.byAnonymousGroup)
  );
}

/** Decisions of the engine as sets of names. */
export class BitOutcome implements Found {
  names = 0;
  allowed = 0;
  byUser = 0;
  byGroups = 0;
  byAnonymousGroup = 0;

  constructor(private readonly anonymousGroup: number) {}

  add(name: string, access: string, reason: string): void {
    const bit = bitOf(name);
    this.names |= bit;
    if (access === 'allow') this.allowed |= bit;
    if (reason.startsWith('user:')) this.byUser |= bit;
    else if (reason.startsWith(`group:${this.anonymousGroup}:`)) this.byAnonymousGroup |= bit;
    else if (reason.startsWith('group:') || reason === 'multiple') this.byGroups |= bit;
  }
}

/** Users who have the same answers, because they have the same groups and no assignments of their own, in lists. */
export function byAnswers(users: readonly SourceUser[]): SourceUser[][] {
  const lists = new Map<string, SourceUser[]>();
  for (const user of users) {
    const groups = `groups ${user.groups.join()}`;
    const key = user.isAdministrator ? 'administrators' : user.hasOwn ? `user ${user.id}` : groups;
    const list = lists.get(key);
    if (list) list.push(user);
    else lists.set(key, [user]);
  }
  return [...lists.values()];
}
