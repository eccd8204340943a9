import type { Authority, BelowExplanation, EverywhereExplanation, Obstacle } from '../authority';
import { explain } from '../explain';
import type { Explanation } from '../explain';
import type { PermissionName } from '../permission';
import type { PermissionEntry } from '../permission-list';
import { ADMINISTRATOR, NO_PERMISSION, RANK } from '../resolve';
import type { Decision, HeldAssignment } from '../resolve';
import type { TypeCatalogue } from '../type-catalogue';
import { permissionCode } from './assignment-code';
import { CompiledAuthority } from './compiled-authority';
import { decideForGroup, decideForUser } from './compiled-decision';
import type { CompiledStore } from './compiled-store';
import { heldAssignments } from './held-assignments';
import { NO_SLOT } from './resource-table';
import { SnapshotLookups } from './snapshot-lookups';

/** Where the role of an administrator does not count, assignments of its group are those of any group. */
function asOfAnyGroup(assignment: HeldAssignment): HeldAssignment {
  const { principal } = assignment;
  if (principal.rank !== RANK.administrators) return assignment;
  return { ...assignment, principal: { ...principal, rank: RANK.group } };
}

const NO_AUTHORITY: Authority = { isAdministrator: false, everywhere: new Set(), somewhere: new Set() };

/**
 * Decisions of a snapshot, and why they are as they are. Unknown ids find nothing and are denied; a missing user id means a caller
 * who is not signed in.
 */
export class SnapshotDecisions extends SnapshotLookups {
  constructor(
    store: CompiledStore,
    private readonly types: TypeCatalogue,
  ) {
    super(store);
  }

  /**
   * Decides about one permission of a user on a resource. `exact` is false if the resource is only the closest existing
   * ancestor of the target; match assignments do not apply then. `asMember`: an administrator is decided about by assignments, as
   * everybody else, here and below. Reference: permission-rules#effective-resolution.
   */
  decide(
    userId: number | undefined,
    resourceId: number,
    permission: PermissionName,
    exact: boolean,
    asMember = false,
  ): Decision {
    // Both look-ups start before either result is needed, so that the processor can overlap their memory accesses.
    const target = this.store.resources.slotOf(resourceId);
    const user = this.userSlot(userId);
    const code = permissionCode(permission);
    if (target === NO_SLOT || user === NO_SLOT || code < 0) return NO_PERMISSION;
    if (!asMember && this.isAdmin(user)) return ADMINISTRATOR;
    return decideForUser(this.store, user, target, code, exact);
  }

  /**
   * What the assignments of one group allow along the tree; also for the administrators' group, whose members need none.
   * Reference: permission-rules#queries.
   */
  decideForGroup(groupId: number, resourceId: number, permission: PermissionName, exact: boolean): Decision {
    const target = this.store.resources.slotOf(resourceId);
    const group = this.store.groups.get(groupId);
    const code = permissionCode(permission);
    if (target === NO_SLOT || group === undefined || code < 0) return NO_PERMISSION;
    return decideForGroup(this.store, group.slot, target, code, exact);
  }

  /**
   * One entry for each permission that applies to the resource, including denied ones.
   * Reference: permission-rules#queries, permission-rules#effective-resolution.
   */
  effective(userId: number | undefined, resourceId: number): PermissionEntry[] {
    return this.allowedPermissions(resourceId).map((name) =>
      effectiveEntry(name, this.decide(userId, resourceId, name, true)),
    );
  }

  /** The same for the assignments of one group. */
  effectiveForGroup(groupId: number, resourceId: number): PermissionEntry[] {
    return this.allowedPermissions(resourceId).map((name) =>
      effectiveEntry(name, this.decideForGroup(groupId, resourceId, name, true)),
    );
  }

  /** The result of `decide`, with every assignment that was considered. Reference: permission-rules#explain. */
  explain(
    userId: number | undefined,
    resourceId: number,
    permission: PermissionName,
    exact = true,
    asMember = false,
  ): Explanation {
    const user = this.principalOf(userId);
    const path = this.pathOf(resourceId).map((step) => ({
      resourceId: step.id,
      resourceName: step.name,
      assignments: asMember
        ? this.heldAssignments(userId, step.id).map(asOfAnyGroup)
        : this.heldAssignments(userId, step.id),
    }));
    const administrator = !asMember && user !== undefined && path.length > 0 && this.isAdmin(user.slot);
    return explain({ permission, administrator, path, exact });
  }

  /**
   * The decision for a member of a group who has no other assignments, with every assignment that was considered: those of the
   * group and of the anonymous group, which all users belong to. Reference: permission-rules#members-of-a-group.
   */
  explainForMember(groupId: number, resourceId: number, permission: PermissionName): Explanation {
    const { adminGroup, publicGroup } = this.store;
    const group = this.store.groups.get(groupId);
    const groups = [...new Set([group, publicGroup])].filter((entry) => entry !== undefined);
    const path = this.pathOf(resourceId).map((step) => ({
      resourceId: step.id,
      resourceName: step.name,
      assignments: heldAssignments(this.store, groups, this.store.resources.slotOf(step.id)),
    }));
    const administrator = group !== undefined && group === adminGroup && path.length > 0;
    return explain({ permission, administrator, path, exact: true });
  }

  /**
   * The permissions of a user in a service, independent of resources; empty if either is unknown. The result is cached until
   * something that it depends on changes. Reference: permission-rules#authority.
   */
  authority(userId: number | undefined, serviceId: number, asMember = false): Authority {
    const service = this.store.resources.slotOf(serviceId);
    const user = this.userSlot(userId);
    if (service === NO_SLOT || user === NO_SLOT) return NO_AUTHORITY;
    // Not cached: it is asked for tokens of administrators only.
    if (asMember && this.isAdmin(user)) return this.authorityOfMember(user, service, this.namesOf(serviceId));
    const stamp = this.store.users.linkStamp(user);
    const cached = this.store.authorities.get(service, user, stamp);
    if (cached) return cached;
    const names = this.namesOf(serviceId);
    if (names.length === 0) return NO_AUTHORITY;
    const authority = this.newAuthority(user, service, names);
    this.store.authorities.set(service, user, stamp, authority);
    return authority;
  }

  /**
   * Whether an assignment denies a permission below a resource: on it, on a registered descendant, or for names that may exist
   * below any of them. The result is cached as that of `authority`. Reference: permission-rules#below.
   */
  isDeniedBelow(
    userId: number | undefined,
    resourceId: number,
    permission: PermissionName,
    asMember = false,
  ): boolean {
    const { resources, users, authorities } = this.store;
    const top = resources.slotOf(resourceId);
    const user = this.userSlot(userId);
    const code = permissionCode(permission);
    if (top === NO_SLOT || user === NO_SLOT || code < 0) return true;
    if (this.isAdmin(user))
      return asMember && new CompiledAuthority(this.store, users.at(user), top).isDeniedInBranch(code);
    const service = resources.root(top);
    const stamp = users.linkStamp(user);
    const cached = authorities.below.get(service, user, top, code, stamp);
    if (cached !== undefined) return cached;
    const isDenied = new CompiledAuthority(this.store, users.at(user), top).isDeniedInBranch(code);
    authorities.below.set(service, user, top, code, stamp, isDenied);
    return isDenied;
  }

  /** Whether an assignment denies a permission below a resource, and which. */
  explainBelow(
    userId: number | undefined,
    resourceId: number,
    permission: PermissionName,
    asMember = false,
  ): BelowExplanation {
    const isDenied = this.isDeniedBelow(userId, resourceId, permission, asMember);
    const keptBy = isDenied ? this.obstacle(userId, resourceId, permission, true, asMember) : null;
    return { permission, resourceId, isDenied, keptBy };
  }

  /** Whether a permission is effective everywhere in a service and, if not, what prevents it. */
  explainEverywhere(
    userId: number | undefined,
    serviceId: number,
    permission: PermissionName,
    asMember = false,
  ): EverywhereExplanation {
    const granted = this.authority(userId, serviceId, asMember).everywhere.has(permission);
    const keptBy =
      granted || !this.namesOf(serviceId).includes(permission)
        ? null
        : this.obstacle(userId, serviceId, permission, false, asMember);
    return { permission, granted, keptBy };
  }

  /**
   * The permissions that apply to a resource, by its type and the service type.
   * Reference: request-mapping#allowed-permissions.
   */
  allowedPermissions(resourceId: number): readonly PermissionName[] {
    const service = this.serviceOf(resourceId);
    const resource = this.resource(resourceId);
    return service && resource ? this.types.permissionsOf(service.type, resource.type) : [];
  }

  private newAuthority(user: number, service: number, names: readonly PermissionName[]): Authority {
    const { store } = this;
    const permissions = names.map(permissionCode);
    if (this.isAdmin(user)) {
      const all = permissions.reduce((bits, code) => bits | (1 << code), 0);
      return store.authorities.share(true, { everywhere: all, somewhere: all });
    }
    return this.authorityOfMember(user, service, names);
  }

  /** The authority by assignments, also of an administrator. */
  private authorityOfMember(user: number, service: number, names: readonly PermissionName[]): Authority {
    const authority = new CompiledAuthority(this.store, this.store.users.at(user), service);
    return this.store.authorities.share(false, authority.bits(names.map(permissionCode)));
  }

  private namesOf(serviceId: number): readonly PermissionName[] {
    const service = this.serviceOf(serviceId);
    return service?.resourceId === serviceId ? this.types.namesOf(service.type) : [];
  }

  /** The first denial in the branch of a resource. */
  private obstacle(
    userId: number | undefined,
    topId: number,
    permission: PermissionName,
    isAssigned: boolean,
    asMember: boolean,
  ): Obstacle | null {
    const user = this.principalOf(userId);
    const top = this.store.resources.slotOf(topId);
    if (!user || top === NO_SLOT) return null;
    const code = permissionCode(permission);
    const denial = new CompiledAuthority(this.store, user, top).firstDenial(code, isAssigned);
    const { id, name } = this.store.resources.row(denial?.node ?? top);
    const resource = { resourceId: id, resourceName: name, exact: denial?.exact ?? true };
    if (!denial) return { ...resource, reason: 'too-many-denials' };
    const { reason, assignments } = this.explain(userId, id, permission, denial.exact, asMember);
    const assignment = assignments.find(({ used }) => used);
    return assignment ? { ...resource, reason, assignment } : { ...resource, reason };
  }
}

function effectiveEntry(name: PermissionName, { access, reason }: Decision): PermissionEntry {
  return { name, access, scope: 'match', type: 'effective', reason };
}
