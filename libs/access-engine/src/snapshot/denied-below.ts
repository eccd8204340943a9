import type { PermissionName } from '../permission';
import { NO_PERMISSION } from '../resolve';
import { OPERATIONS_PER_STEP, type Steps } from '../steps';
import type { PrincipalOrder } from './access-list';
import { permissionCode } from './assignment-code';
import { decideForUser } from './compiled-decision';
import type { CompiledStore } from './compiled-store';
import { EMPTY } from './list-arena';
import { positionOf } from './matrix';
import type { PrincipalEntry } from './principal-table';
import { NO_SLOT } from './resource-table';
import type { ResourceRow } from './rows';

/** Users that are examined for one list, in all pages together; about 1 µs each. */
const MAX_EXAMINED = 500_000;

/** Principals looked at in one step: each may have many assignments. */
const PRINCIPALS_PER_STEP = 64;

export interface DeniedBelowRequest {
  readonly serviceId: number;
  /** The permissions of the operations whose names may be those of groups. */
  readonly names: readonly PermissionName[];
  /** The type of the resources directly below the service that names are prefixed by; undefined for none. */
  readonly scopeType: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Names below an ancestor that are not registered are refused to a principal. */
export interface DeniedBelow {
  readonly kind: 'user' | 'group';
  readonly principalName: string;
  /** The service, or a resource that names are prefixed by. */
  readonly ancestor: ResourceRow;
  /** Names from the service down to the ancestor. */
  readonly path: string;
  /** Sorted. */
  readonly names: readonly PermissionName[];
}

export interface DeniedBelowPage {
  readonly revision: number;
  readonly total: number;
  /** Whether there was too much to examine: denials that were not examined are assumed to take effect. */
  readonly truncated: boolean;
  readonly entries: readonly DeniedBelow[];
}

/**
 * Whose denials take effect below an ancestor on which they are otherwise allowed the same: users by their own denials, and
 * groups of which at least one member is affected. Groups, then users, by name; the service before other ancestors.
 */
export function* deniedBelow(
  store: CompiledStore,
  order: PrincipalOrder,
  revision: number,
  request: DeniedBelowRequest,
): Steps<DeniedBelowPage | undefined> {
  const service = store.resources.slotOf(request.serviceId);
  if (service === NO_SLOT) return undefined;
  const search = new Search(store, service, request.scopeType);
  const codes = request.names.map(permissionCode);
  const entries: DeniedBelow[] = [];
  let [total, principals] = [0, 0];
  for (const kind of ['group', 'user'] as const) {
    for (const slot of order[kind]) {
      if (++principals % PRINCIPALS_PER_STEP === 0) yield 0;
      const principal = store.principals(kind).at(slot);
      const found = yield* search.ancestorsOf(principal, codes);
      for (const [ancestor, denied] of found) {
        if (total >= request.offset && entries.length < request.limit) {
          const names = request.names.filter((_, index) => denied.has(codes[index]!)).sort();
          entries.push({
            kind,
            principalName: principal.name,
            ancestor: store.resources.row(ancestor),
            path: positionOf(store, ancestor).path,
            names,
          });
        }
        total++;
      }
    }
  }
  return { revision, total, truncated: search.isExhausted, entries };
}

class Search {
  private left = MAX_EXAMINED;
  private operations = 0;
  /** The slots of resources that names are prefixed by and that have assignments, which may allow something on them. */
  private readonly scopes: readonly number[];

  constructor(
    private readonly store: CompiledStore,
    private readonly service: number,
    private readonly scopeType: string | undefined,
  ) {
    const { resources } = store;
    this.scopes =
      scopeType === undefined
        ? []
        : [...resources.childSlots(service)].filter(
            (slot) =>
              (resources.groupMask(slot) !== 0 || resources.userAssignments(slot) !== EMPTY) &&
              this.isScope(slot),
          );
  }

  get isExhausted(): boolean {
    return this.left < 0;
  }

  /** The ancestors below which a denial of the principal takes effect, by slot, with the permissions; the service first. */
  *ancestorsOf(
    principal: PrincipalEntry,
    permissions: readonly number[],
  ): Steps<ReadonlyMap<number, ReadonlySet<number>>> {
    const { assignmentsByService, adminGroup } = this.store;
    const names = { allowed: 0, denied: 0 };
    assignmentsByService.collectNames(principal, this.service, names);
    const found = new Map<number, Set<number>>([[this.service, new Set()]]);
    if (principal === adminGroup) return new Map();
    for (const permission of permissions) {
      if (((names.denied >>> permission) & 1) === 0) continue;
      for (const node of assignmentsByService.nodes(principal, this.service, permission, true)) {
        if (++this.operations % OPERATIONS_PER_STEP === 0) yield 0;
        for (const ancestor of this.above(node)) {
          const known = found.get(ancestor) ?? new Set<number>();
          if (known.has(permission)) continue;
          if (!(yield* this.isEffective(principal, node, ancestor, permission))) continue;
          found.set(ancestor, known.add(permission));
        }
      }
    }
    if (found.get(this.service)?.size === 0) found.delete(this.service);
    return found;
  }

  /** The ancestors of names that may mean a resource: the service, and the resource that they are prefixed by. */
  private above(node: number): readonly number[] {
    const { resources } = this.store;
    let at = node;
    while (at !== this.service && resources.parent(at) !== this.service) at = resources.parent(at);
    return at !== this.service && this.isScope(at) ? [this.service, at] : [this.service];
  }

  private isScope(slot: number): boolean {
    return this.scopeType !== undefined && this.store.resources.row(slot).type === this.scopeType;
  }

  /** Whether the denial of a principal on a resource takes effect for a user who is allowed the same on the ancestor. */
  private *isEffective(
    principal: PrincipalEntry,
    node: number,
    ancestor: number,
    permission: number,
  ): Steps<boolean> {
    const users = principal.kind === 'user' ? [principal.slot] : this.store.arena.copy(principal.links);
    for (const user of users) {
      if (++this.operations % OPERATIONS_PER_STEP === 0) yield 0;
      if (--this.left < 0) return true;
      if (this.isAdministrator(user)) continue;
      if (this.isDenied(user, node, permission) && this.isAllowed(user, ancestor, permission)) return true;
    }
    return false;
  }

  private isAdministrator(user: number): boolean {
    const { adminGroup } = this.store;
    return adminGroup !== undefined && this.store.isMember(user, adminGroup.slot);
  }

  private isDenied(user: number, node: number, permission: number): boolean {
    return [true, false].some((exact) => {
      const decision = decideForUser(this.store, user, node, permission, exact);
      return decision.access === 'deny' && decision !== NO_PERMISSION;
    });
  }

  /** Names without prefix inherit from a scope at its own address, but may mean something below the whole service. */
  private isAllowed(user: number, ancestor: number, permission: number): boolean {
    const isAllowedOn = (slot: number) =>
      decideForUser(this.store, user, slot, permission, false).access === 'allow';
    if (isAllowedOn(ancestor)) return true;
    if (ancestor !== this.service) return false;
    this.left -= this.scopes.length;
    return this.scopes.some(isAllowedOn);
  }
}
