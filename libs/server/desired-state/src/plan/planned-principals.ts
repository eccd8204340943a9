import type { GroupRules, UserRules } from '@gatehouse/directory';
import { nameKey } from '@gatehouse/names';
import { problem } from '@gatehouse/problems';
import type { DesiredGroup, DesiredState, DesiredUser } from '../validate/desired-state';
import { defaultEmailOf } from '../validate/validate';
import type { Journal } from './journal';
import type { PlanLookups } from './lookups';
import type { NewMembership, PlannedPrincipal } from './plan';

export interface PrincipalRules {
  readonly users: UserRules;
  readonly groups: GroupRules;
}

type Found<Kind extends 'users' | 'groups'> = Awaited<ReturnType<PlanLookups[Kind]>>;

interface Existing {
  readonly users: Found<'users'>;
  readonly groups: Found<'groups'>;
  readonly emails: Found<'users'>;
}

/** The users and groups that a desired state names, with those that are to be created. */
export class PlannedPrincipals {
  private readonly users = new Map<string, PlannedPrincipal>();
  /** By the key of their names, which are unique in any case. */
  private readonly groups = new Map<string, PlannedPrincipal>();
  private readonly emails = new Set<string>();
  /** Identifiers of the accounts of programs, and of the groups with terms, that exist. */
  private readonly programs = new Set<number>();
  private readonly withTerms = new Set<number>();

  private constructor(
    private readonly state: DesiredState,
    private readonly rules: PrincipalRules,
    existing: Existing,
    private readonly storedMemberships: ReadonlySet<string>,
  ) {
    for (const { id, name, kind } of existing.users.values()) {
      this.users.set(nameKey(name), { kind: 'user', id, name });
      if (kind === 'service') this.programs.add(id);
    }
    for (const { id, name, hasTerms } of existing.groups.values()) {
      this.groups.set(nameKey(name), { kind: 'group', id, name });
      if (hasTerms) this.withTerms.add(id);
    }
    for (const email of existing.emails.keys()) this.emails.add(nameKey(email));
  }

  static async load(
    lookups: PlanLookups,
    state: DesiredState,
    rules: PrincipalRules,
  ): Promise<PlannedPrincipals> {
    const users = distinct([...state.users.keys(), ...state.permissions.map(({ user }) => user)]);
    const groups = distinct([
      ...state.groups.keys(),
      ...state.permissions.map(({ group }) => group),
      ...[...state.users.values()].flatMap(({ group, groups: others }) => [group, ...others]),
    ]);
    const existing: Existing = {
      users: await lookups.users(users),
      groups: await lookups.groups(groups),
      emails: await lookups.usersWithEmail(users.map((name) => desiredUser(state, name).email)),
    };
    return new PlannedPrincipals(state, rules, existing, await storedMemberships(lookups, state, existing));
  }

  /** The group, which is to be created if it does not exist. Throws the first rule that it violates. */
  ensureGroup(name: string, journal: Journal): PlannedPrincipal {
    const key = nameKey(name);
    const known = this.groups.get(key);
    if (known?.name === name) return known;
    this.rules.groups.checkNewName(name);
    if (known) throw problem('group_name_taken');
    const group = desiredGroup(this.state, name);
    const principal: PlannedPrincipal = { kind: 'group', id: undefined, name };
    this.groups.set(key, principal);
    journal.add({ kind: 'create_group', group, principal }, () => this.groups.delete(key));
    return principal;
  }

  /** The group if it exists or is to be created. */
  findGroup(name: string): PlannedPrincipal | undefined {
    const known = this.groups.get(nameKey(name));
    return known?.name === name ? known : undefined;
  }

  /** The user, in any case of the name, who exists or is to be created. */
  findUser(name: string): PlannedPrincipal | undefined {
    return this.users.get(nameKey(name));
  }

  /** The user, who is to be created if there is none of that name. Throws the first rule that is violated. */
  ensureUser(wanted: string, journal: Journal): PlannedPrincipal {
    const key = nameKey(wanted);
    const known = this.users.get(key);
    if (known) return known;
    const user = desiredUser(this.state, wanted);
    const { name, email, password } = user;
    this.rules.users.checkNewName(name);
    if (email !== '') this.rules.users.checkNewEmail(email);
    if (password !== undefined) this.rules.users.checkNewPassword(password);
    const address = nameKey(email);
    if (this.emails.has(address)) throw problem('user_email_taken');
    const groups = this.clubsOf(user, journal);
    if (user.kind === 'service') this.rejectTerms(groups);
    const principal: PlannedPrincipal = { kind: 'user', id: undefined, name };
    this.users.set(key, principal);
    if (address !== '') this.emails.add(address);
    journal.add({ kind: 'create_user', user, principal, groups }, () => {
      this.users.delete(key);
      this.emails.delete(address);
    });
    return principal;
  }

  /** Adds the memberships that an existing user of `users` lacks. Users who do not exist are passed over. */
  completeMemberships(user: DesiredUser, journal: Journal): void {
    const principal = this.users.get(nameKey(user.name));
    if (principal?.id === undefined) return;
    // The entry may have the name in another case.
    const { name } = principal;
    const missing = this.clubsOf({ ...user, name, group: undefined }, journal).filter(
      ({ id }) => !this.storedMemberships.has(`${principal.id} ${id}`),
    );
    if (this.programs.has(principal.id)) this.rejectTerms(missing);
    for (const group of missing) journal.add({ kind: 'add_membership', user: principal, group });
  }

  /** Programs accept no terms; persons are asked by whoever keeps the files. */
  private rejectTerms(groups: readonly PlannedPrincipal[]): void {
    const found = groups.some(({ id, name }) =>
      id === undefined ? this.state.groups.get(name)?.terms !== undefined : this.withTerms.has(id),
    );
    if (found) throw problem('service_account_not_allowed');
  }

  /** The users and groups that are named, and those that are to be created. */
  all(): PlannedPrincipal[] {
    return [...this.users.values(), ...this.groups.values()];
  }

  /** The memberships that entries of users name and that exist or are to be created, but those in the anonymous group. */
  namedMemberships(): NewMembership[] {
    return [...this.state.users.values()].flatMap(({ name, group: only, groups }) => {
      const user = this.users.get(nameKey(name));
      if (!user) return [];
      return distinct([only, ...groups]).flatMap((one): NewMembership[] => {
        const group = this.groups.get(nameKey(one));
        if (!group || group.name !== one || this.rules.groups.isAnonymous(one)) return [];
        // Existing users do not join the group of `group`.
        const isNamed =
          user.id === undefined ||
          groups.includes(one) ||
          this.storedMemberships.has(`${user.id} ${group.id}`);
        return isNamed ? [{ user, group }] : [];
      });
    });
  }

  /** The groups of a user but the anonymous one, which everybody is a member of. */
  private clubsOf({ name, group, groups }: DesiredUser, journal: Journal): PlannedPrincipal[] {
    const names = distinct([group, ...groups]).filter((one) => !this.rules.groups.isAnonymous(one));
    const unable = names.length === 0 ? undefined : this.rules.users.anonymousError(name);
    if (unable) throw unable;
    return names.map((one) => this.declaredGroup(one, journal));
  }

  /** A group that a user names exists, or `groups` has it: users create no other. */
  private declaredGroup(name: string, journal: Journal): PlannedPrincipal {
    if (this.groups.get(nameKey(name))?.name === name || this.state.groups.has(name))
      return this.ensureGroup(name, journal);
    throw problem('group_not_found');
  }
}

function desiredGroup({ groups }: DesiredState, name: string): DesiredGroup {
  return (
    groups.get(name) ?? {
      name,
      description: '',
      discoverable: false,
      terms: undefined,
      isCreatedAlways: false,
      place: undefined,
    }
  );
}

function desiredUser({ users }: DesiredState, name: string): DesiredUser {
  return (
    users.get(nameKey(name)) ?? {
      name,
      email: defaultEmailOf(name),
      kind: 'person',
      password: undefined,
      locale: undefined,
      group: undefined,
      groups: [],
      isCreatedAlways: false,
      place: undefined,
    }
  );
}

/** Those that existing users of `users` have in the groups of their entries. */
async function storedMemberships(
  lookups: PlanLookups,
  state: DesiredState,
  { users, groups }: Existing,
): Promise<ReadonlySet<string>> {
  const keys = [...state.users.values()].flatMap(({ name, group: only, groups: names }) => {
    const user = users.get(nameKey(name));
    return distinct([only, ...names]).flatMap((groupName) => {
      const group = groups.get(groupName);
      return user && group ? [{ userId: user.id, groupId: group.id }] : [];
    });
  });
  return lookups.memberships(keys);
}

function distinct(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.filter((name) => name !== undefined))];
}
