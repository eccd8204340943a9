import type { AccessSnapshot, HeldAssignment } from '@gatehouse/access-engine';
import type { AssignmentKey, ImportRecord, MappedKind, Modifiers } from './import-record';
import type { HeldInSource, Resolver, SourceUser } from './resolver';

/**
 * Why an assignment, a membership or a place differs on both sides. Reference: import-verification#explained-differences.
 * `narrowing` ones explain that less is allowed here, never that more is; `public` ones that more is, if everybody is allowed it.
 */
export const CAUSES = {
  changed_here: 'changing',
  changed_in_source: 'changing',
  changed_on_both_sides: 'narrowing',
  permission_repeated: 'narrowing',
  permission_malformed: 'narrowing',
  permission_not_allowed: 'narrowing',
  permission_of_anonymous: 'narrowing',
  membership_of_anonymous: 'narrowing',
  administrator_not_granted: 'narrowing',
  public_access: 'public',
  user_not_imported: 'narrowing',
  group_not_imported: 'narrowing',
  resource_not_imported: 'narrowing',
} as const;
export type Cause = keyof typeof CAUSES;

/** Something on which the answer depends, and which is not the same here as in the source. */
export interface Fact {
  readonly text: string;
  /** Null: nothing explains it. */
  readonly cause: Cause | null;
}

/** A user of the source with its counterpart; `id` is undefined for callers who are not signed in. */
export interface ComparedUser {
  readonly source: SourceUser;
  readonly id: number | undefined;
  readonly name: string;
}

/** The special names of Gatehouse. */
export interface NamesHere {
  readonly administrators: string;
  readonly anonymousGroup: string;
  readonly anonymousUser: string;
}

type Held = ReadonlyMap<number, readonly HeldInSource[]>;

/** Finds what differs where answers differ. It decides nothing: it compares what is stored. */
export class Facts {
  private parents: Promise<ReadonlyMap<number, number | null>> | undefined;
  private readonly skipped: Partial<Record<MappedKind, Promise<boolean>>> = {};
  private held: { readonly user: number; readonly rows: Promise<Held> } | undefined;

  constructor(
    private readonly resolver: Resolver,
    private readonly snapshot: AccessSnapshot,
    private readonly record: ImportRecord,
    private readonly names: NamesHere,
  ) {}

  /** The resource and those above it in the source, the service last. */
  async chainOf(resourceId: number): Promise<readonly number[]> {
    this.parents ??= this.resolver.parents();
    const parents = await this.parents;
    const chain: number[] = [];
    for (
      let id: number | null | undefined = resourceId;
      id !== null && id !== undefined && !chain.includes(id);
      id = parents.get(id)
    )
      chain.push(id);
    return chain;
  }

  /** What differs for a permission of a user on a resource of the source. */
  async about(user: ComparedUser, resourceId: number, name: string): Promise<readonly Fact[]> {
    const chain = await this.chainOf(resourceId);
    const facts = [...(await this.places(chain)), ...(await this.administrator(user))];
    if (this.held?.user !== user.source.id)
      this.held = { user: user.source.id, rows: this.resolver.held(user.source.id) };
    const held = await this.held.rows;
    const relevant = await this.groups(user, chain, name, held, facts);
    for (const id of chain) {
      const target = this.record.target('resource', id);
      if (target === undefined || !this.snapshot.resource(target)) continue;
      const stored = (held.get(id) ?? []).filter((one) => one.name === name);
      await this.assignments({ user, target, name, stored, groups: relevant }, facts);
    }
    return facts;
  }

  private async places(chain: readonly number[]): Promise<Fact[]> {
    const facts: Fact[] = [];
    const mapped: number[] = [];
    for (const id of chain) {
      const target = this.record.target('resource', id);
      if (target !== undefined && this.snapshot.resource(target)) mapped.push(target);
      else facts.push(await this.missing('resource', id));
    }
    const [target] = mapped;
    const here = target === undefined ? [] : this.snapshot.pathOf(target).map(({ id }) => id);
    if (here.join() !== mapped.join()) {
      const moved = await this.anyChanged([...new Set([...mapped, ...here])]);
      facts.push({
        text: `resource ${chain[0]} is at another place`,
        cause: moved ? 'changed_here' : null,
      });
    }
    return facts;
  }

  /** An object of the source that is not here. */
  async missing(kind: MappedKind, id: number): Promise<Fact> {
    const text = `${kind} ${id} is not here`;
    const target = this.record.target(kind, id);
    if (target === undefined)
      return { text, cause: (await this.isSkipped(kind)) ? `${kind}_not_imported` : null };
    // A deletion of what is above covers what is below.
    const above =
      kind === 'resource' ? (await this.chainOf(id)).map((one) => this.record.target(kind, one)) : [];
    const ids = [target, ...above].filter((one) => one !== undefined);
    for (const one of ids)
      if (await this.record.isObjectChanged(kind, one)) return { text, cause: 'changed_here' };
    return { text, cause: null };
  }

  /** Whether the import says of as many objects that it has left them out. If it does not, which of them is unknown. */
  private async isSkipped(kind: MappedKind): Promise<boolean> {
    this.skipped[kind] ??= this.resolver
      .ids(kind)
      .then(
        (ids) =>
          ids.filter((id) => this.record.target(kind, id) === undefined).length <= this.record.skipped(kind),
      );
    return this.skipped[kind];
  }

  private async anyChanged(ids: readonly number[]): Promise<boolean> {
    for (const id of ids) if (await this.record.isObjectChanged('resource', id)) return true;
    return false;
  }

  private async administrator({ source, id }: ComparedUser): Promise<Fact[]> {
    if (id === undefined || source.isAdministrator === this.snapshot.isAdministrator(id)) return [];
    const group = this.snapshot.groupByName(this.names.administrators)?.id ?? 0;
    const text = `${source.isAdministrator ? 'is no' : 'is an'} administrator here`;
    const cause = await this.membershipCause(id, group, source.isAdministrator);
    return [{ text, cause: cause ?? (source.isAdministrator ? 'administrator_not_granted' : null) }];
  }

  /** Compares memberships in groups that have a say, and returns those groups that the user is in on both sides. */
  private async groups(
    { source, id }: ComparedUser,
    chain: readonly number[],
    name: string,
    held: Held,
    facts: Fact[],
  ): Promise<ReadonlyMap<number, number>> {
    const { snapshot, record } = this;
    const anonymous = id === undefined ? snapshot.userByName(this.names.anonymousUser)?.id : id;
    const here = new Set(
      anonymous === undefined ? [] : snapshot.groupsOf(anonymous).map((group) => group.id),
    );
    const targets = chain.flatMap((one) => record.target('resource', one) ?? []);
    const hasSay = (group: number) =>
      targets.some((one) => snapshot.groupAssignments(group, one).some((each) => each.name === name));
    const both = new Map<number, number>();
    for (const group of source.groups) {
      const states = chain.some((one) =>
        (held.get(one) ?? []).some((each) => each.groupId === group && each.name === name),
      );
      const target = record.target('group', group);
      if (target === undefined || !snapshot.group(target)) {
        if (states) facts.push(await this.missing('group', group));
      } else if (here.has(target)) both.set(group, target);
      else if (states || hasSay(target)) {
        const cause = anonymous === undefined ? null : await this.membershipCause(anonymous, target, true);
        facts.push({
          text: `is no member of group ${target} here`,
          cause: cause ?? (source.isAnonymous ? 'membership_of_anonymous' : null),
        });
      }
      if (target !== undefined) here.delete(target);
    }
    const everybody = snapshot.groupByName(this.names.anonymousGroup)?.id;
    for (const group of here)
      if (hasSay(group) && anonymous !== undefined)
        facts.push({
          text: `is a member of group ${group} here`,
          cause: group === everybody ? 'public_access' : await this.membershipCause(anonymous, group, false),
        });
    return both;
  }

  private async membershipCause(user: number, group: number, inSource: boolean): Promise<Cause | null> {
    if (await this.record.isMembershipChanged(user, group)) return 'changed_here';
    const imported = await this.record.membership(user, group);
    // Removed in the source since: it is here as it was imported.
    return imported && !inSource ? 'changed_in_source' : null;
  }

  private async assignments(
    at: {
      readonly user: ComparedUser;
      readonly target: number;
      readonly name: string;
      readonly stored: readonly HeldInSource[];
      readonly groups: ReadonlyMap<number, number>;
    },
    facts: Fact[],
  ): Promise<void> {
    const { user, target, name, stored, groups } = at;
    const compare = async (
      key: AssignmentKey,
      inSource: readonly HeldInSource[],
      held: readonly HeldAssignment[],
    ) => {
      const here = held.find((each) => each.name === name);
      const text = `${key.kind} ${key.principalId} on resource ${target}: ${textOf(inSource.map(modifiersOf))} in the source, ${textOf(here ? [here] : [])} here`;
      const [only] = inSource.map(modifiersOf);
      if (inSource.length < 2 && isSame(only, here)) return;
      facts.push({ text, cause: await this.assignmentCause(key, { user, inSource, here }) });
    };
    const own = stored.filter(({ groupId }) => groupId === null);
    const ownHere = this.snapshot
      .heldAssignments(user.id, target)
      .filter(({ principal }) => principal.kind === 'user');
    const principalId = user.id ?? 0;
    if (own.length + ownHere.length > 0)
      await compare({ kind: 'user', principalId, resourceId: target, name }, own, ownHere);
    for (const [group, groupHere] of groups)
      await compare(
        { kind: 'group', principalId: groupHere, resourceId: target, name },
        stored.filter(({ groupId }) => groupId === group),
        this.snapshot.groupAssignments(groupHere, target),
      );
  }

  private async assignmentCause(
    key: AssignmentKey,
    {
      user,
      inSource,
      here,
    }: {
      readonly user: ComparedUser;
      readonly inSource: readonly HeldInSource[];
      readonly here: Modifiers | undefined;
    },
  ): Promise<Cause | null> {
    const isChangedHere = await this.record.isAssignmentChanged(key);
    const imported = await this.record.assignment(key);
    if (inSource.length > 1) return isChangedHere ? 'changed_here' : 'permission_repeated';
    const [only] = inSource;
    const isAsImported = isSame(imported, only && modifiersOf(only));
    if (isChangedHere) return isAsImported || !imported ? 'changed_here' : 'changed_on_both_sides';
    if (only && !here) {
      if (user.source.isAnonymous && key.kind === 'user') return 'permission_of_anonymous';
      if (!only.isClean) return 'permission_malformed';
      if (!this.snapshot.allowedPermissions(key.resourceId).some((each) => each === key.name))
        return 'permission_not_allowed';
    }
    return imported && isSame(imported, here) && !isAsImported ? 'changed_in_source' : null;
  }
}

function modifiersOf({ denies, isRecursive }: HeldInSource): Modifiers {
  return { access: denies ? 'deny' : 'allow', scope: isRecursive ? 'recursive' : 'match' };
}

function isSame(one: Modifiers | undefined, other: Modifiers | undefined): boolean {
  return one?.access === other?.access && one?.scope === other?.scope;
}

function textOf(all: readonly Modifiers[]): string {
  return all.length === 0 ? 'none' : all.map(({ access, scope }) => `${access}-${scope}`).join(' and ');
}
