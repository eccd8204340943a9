import type { Access } from '../permission';
import { NO_PERMISSION, RANK } from '../resolve';
import type { Decision } from '../resolve';
import type { AuthorityBits } from './authority-bits';
import { decideForUser } from './compiled-decision';
import type { CompiledStore } from './compiled-store';
import type { PrincipalEntry } from './principal-table';
import { NO_SLOT } from './resource-table';
import type { AssignedNames } from './assignments-by-service';

/**
 * Maximum number of steps of one computation. Open questions are then answered on the safe side: not everywhere, but
 * somewhere. A step is a candidate, or a decision on one level of the tree for a user in few groups: 20 to 50 ns.
 */
const STEPS = 20_000;

/** A branch with at most this many resources is examined completely where its candidates are too many. */
const SMALL_BRANCH = 1_000;

/** Maximum number of candidates of an explanation, and of steps to decide about them. */
const MAX_EXPLAINED_CANDIDATES = 10_000;
const MAX_EXPLAINED_STEPS = 200_000;

/** With this number of groups a level counts as two steps, because a decision may search for each of them. */
const GROUPS_A_STEP = 8;

/** The principals of one rank, with the permissions that their assignments in the service allow and deny. */
interface RankedPrincipals extends AssignedNames {
  readonly rank: number;
  readonly principals: PrincipalEntry[];
}

/**
 * The permissions of a user who is not an administrator in a service, or in the branch of one of its resources, independent
 * of single resources.
 *
 * It is sufficient to examine the service and the resources with a denial (for everywhere) or an allowance (for somewhere)
 * of the user or its groups. An assignment that decides on another resource is recursive and above it; then it also decides
 * about unregistered targets below the resource that it is set on, because every assignment that is evaluated there is
 * evaluated further down, too. Likewise, where no assignment applies, none applies to unregistered targets below the service.
 *
 * The same holds in a branch, with its top instead of the service: an assignment above the top that decides on a resource of the
 * branch also decides about unregistered targets below the top.
 *
 * Not all of these need to be examined. A recursive assignment on the service is evaluated on every resource, and before all
 * assignments of lower ranks, which therefore never decide. An assignment of the user always decides on its own resource.
 */
export class CompiledAuthority {
  private readonly own: RankedPrincipals;
  private readonly groups: RankedPrincipals = { rank: RANK.group, principals: [], allowed: 0, denied: 0 };
  private readonly anonymous: RankedPrincipals = { rank: RANK.public, principals: [], allowed: 0, denied: 0 };
  private readonly stepsALevel: number;
  private readonly service: number;

  /** `top` is the service, or the resource at the top of the branch. */
  constructor(
    private readonly store: CompiledStore,
    private readonly user: PrincipalEntry,
    private readonly top: number,
  ) {
    const { arena, groups, publicGroup, assignmentsByService } = store;
    const service = store.resources.root(top);
    this.service = service;
    this.own = { rank: RANK.user, principals: [user], allowed: 0, denied: 0 };
    assignmentsByService.collectNames(user, service, this.own);
    const links = arena.length(user.links);
    for (let index = 0; index < links; index++) {
      const group = groups.at(arena.at(user.links, index));
      const ranked = group === publicGroup ? this.anonymous : this.groups;
      if (assignmentsByService.collectNames(group, service, ranked)) ranked.principals.push(group);
    }
    this.stepsALevel = 1 + links / GROUPS_A_STEP;
  }

  /** Whether an assignment denies a permission on a resource of the branch, exactly or for unregistered targets below it. */
  isDeniedInBranch(permission: number): boolean {
    if (this.isDecidedOn(this.top, permission, 'deny')) return true;
    const lowest = this.rankOf(this.decide(this.top, permission, false));
    const mayBeDenied = [this.own, this.groups, this.anonymous].some(
      ({ rank, denied }) => rank >= lowest && ((denied >>> permission) & 1) === 1,
    );
    return mayBeDenied && this.isFoundOnAssigned(permission, 'deny', STEPS);
  }

  /** The permissions that are effective everywhere and somewhere; the top is the service. */
  bits(permissions: readonly number[]): AuthorityBits {
    let everywhere = 0;
    let somewhere = 0;
    const open: { permission: number; access: Access }[] = [];
    for (const permission of permissions) {
      const denied = this.isDecidedSomewhere(permission, 'deny');
      const allowed = this.isDecidedSomewhere(permission, 'allow');
      if (denied === undefined) open.push({ permission, access: 'deny' });
      else if (!denied) everywhere |= 1 << permission;
      if (allowed === undefined) open.push({ permission, access: 'allow' });
      else if (allowed) somewhere |= 1 << permission;
    }
    // Equal shares, so that the result for one permission does not depend on those computed before it.
    for (const { permission, access } of open) {
      const found = this.isFoundOnAssigned(permission, access, STEPS / open.length);
      if (access === 'deny' && !found) everywhere |= 1 << permission;
      if (access === 'allow' && found) somewhere |= 1 << permission;
    }
    return { everywhere, somewhere };
  }

  /**
   * The denial of a permission that is not effective everywhere: the top, or the first by depth and id of the resources
   * with a denial; if there are very many, of those that are examined. None if none of them is denied. With `isAssigned`, the
   * absence of assignments is none.
   */
  firstDenial(
    permission: number,
    isAssigned: boolean,
  ): { readonly node: number; readonly exact: boolean } | undefined {
    const nodes = new Set<number>();
    let candidates = 0;
    for (const node of this.candidates(permission, 'deny')) {
      if (++candidates > MAX_EXPLAINED_CANDIDATES) break;
      if (this.isInBranch(node)) nodes.add(node);
    }
    const { resources } = this.store;
    const ordered = [...nodes].map((node) => ({ node, levels: this.levels(node), id: resources.id(node) }));
    ordered.sort((a, b) => a.levels - b.levels || a.id - b.id);
    let left = MAX_EXPLAINED_STEPS;
    for (const node of [this.top, ...ordered.map(({ node }) => node)]) {
      left -= this.steps(node);
      if (left < 0) break;
      for (const exact of [true, false]) {
        const decision = this.decide(node, permission, exact);
        if (decision.access === 'deny' && !(isAssigned && decision === NO_PERMISSION)) return { node, exact };
      }
    }
    return undefined;
  }

  /**
   * The resources with an assignment of that access that can be the first on which it decides, except the top itself; with
   * others outside of the branch.
   */
  private *candidates(permission: number, access: Access): Generator<number, void> {
    const lowest = this.rankOf(this.decide(this.top, permission, false));
    for (const { rank, principals } of [this.own, this.groups, this.anonymous]) {
      if (rank < lowest) continue;
      for (const principal of principals)
        yield* this.store.assignmentsByService.nodes(principal, this.service, permission, access === 'deny');
    }
  }

  private decide(node: number, permission: number, exact: boolean): Decision {
    return decideForUser(this.store, this.user.slot, node, permission, exact);
  }

  /** Whether decisions anywhere in the service, which is the top, are of that access; undefined if it depends on the resource. */
  private isDecidedSomewhere(permission: number, access: Access): boolean | undefined {
    const bit = 1 << permission;
    const below = this.decide(this.top, permission, false);
    if (below.access === access) return true;
    const names = (ranked: RankedPrincipals) => (access === 'deny' ? ranked.denied : ranked.allowed);
    if ((names(this.own) & bit) !== 0) return true;
    const lowest = this.rankOf(below);
    const isOpen = [this.groups, this.anonymous].some(
      (ranked) => ranked.rank >= lowest && (names(ranked) & bit) !== 0,
    );
    return isOpen ? undefined : false;
  }

  /** Whether a candidate is decided with that access, or more steps would be needed to decide. */
  private isFoundOnAssigned(permission: number, access: Access, steps: number): boolean {
    const seen = new Set<number>();
    let left = steps;
    for (const node of this.candidates(permission, access)) {
      const isNew = !seen.has(node) && this.isInBranch(node);
      left -= isNew ? this.steps(node) : 1;
      if (left < 0) return this.isFoundInSmallBranch(permission, access) ?? true;
      if (!isNew) continue;
      seen.add(node);
      if (this.isDecidedOn(node, permission, access)) return true;
    }
    return false;
  }

  /** The same by examining all resources of a branch; undefined if there are many. */
  private isFoundInSmallBranch(permission: number, access: Access): boolean | undefined {
    if (this.top === this.service) return undefined;
    const { resources } = this.store;
    const nodes = [this.top];
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index]!;
      if (nodes.length + resources.childCount(node) > SMALL_BRANCH) return undefined;
      for (const child of resources.childSlots(node)) nodes.push(child);
    }
    return nodes.some((node) => this.isDecidedOn(node, permission, access));
  }

  /** Whether an assignment decides with that access on a resource, exactly or not. */
  private isDecidedOn(node: number, permission: number, access: Access): boolean {
    return [true, false].some((exact) => {
      const decision = this.decide(node, permission, exact);
      return decision.access === access && decision !== NO_PERMISSION;
    });
  }

  private isInBranch(node: number): boolean {
    if (this.top === this.service) return true;
    let at = node;
    while (at !== NO_SLOT && at !== this.top) at = this.store.resources.parent(at);
    return at === this.top;
  }

  /** The steps of the decisions about a resource, exact and not. */
  private steps(node: number): number {
    return 1 + 2 * this.levels(node) * this.stepsALevel;
  }

  private levels(node: number): number {
    let levels = 0;
    for (let at = node; at !== NO_SLOT; at = this.store.resources.parent(at)) levels++;
    return levels;
  }

  /** The rank of the principal whose assignment decided; below all others if none did. */
  private rankOf(decision: Decision): number {
    const denial = decision.access === 'deny';
    if (decision.reason === 'no-permission') return RANK.public - 1;
    if (decision === this.user.decision(denial)) return RANK.user;
    return decision === this.store.publicGroup?.decision(denial) ? RANK.public : RANK.group;
  }
}
