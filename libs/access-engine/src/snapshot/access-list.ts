import type { Access, PermissionName } from '../permission';
import { NO_PERMISSION } from '../resolve';
import type { Decision } from '../resolve';
import type { Steps } from '../steps';
import { permissionCode, principalOf } from './assignment-code';
import { decideForGroup } from './compiled-decision';
import type { CompiledStore } from './compiled-store';
import { type SourcedDecision, memberDecisions, plainDecision, withSource } from './decision-source';
import type { PrincipalEntry } from './principal-table';
import { NO_SLOT } from './resource-table';

/** Principals examined in one step. */
const PRINCIPALS_PER_STEP = 256;

export interface AccessListRequest {
  readonly resourceId: number;
  readonly names: readonly PermissionName[];
  /** Both kinds if undefined. */
  readonly kind?: 'user' | 'group' | undefined;
  /** Allowed and denied permissions if undefined. */
  readonly access?: Access | undefined;
  /** Whether groups are filtered by the decision for their members. */
  readonly byMember?: boolean | undefined;
  /** Part of the name of the principal, ignoring case. */
  readonly text?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The decision for one permission of one principal. */
export interface AccessEntry {
  readonly kind: 'user' | 'group';
  readonly principalName: string;
  readonly name: PermissionName;
  readonly effective: SourcedDecision;
  /** For a group: the decision for a member who has no other assignments. */
  readonly member: SourcedDecision | undefined;
}

export interface AccessPage {
  readonly revision: number;
  readonly total: number;
  readonly entries: readonly AccessEntry[];
}

/** The slots of users and groups, each sorted by name. */
export interface PrincipalOrder {
  readonly user: Int32Array;
  readonly group: Int32Array;
}

/**
 * Who has which permission on a resource: groups, then users, by name. Only users with own assignments on the path, members
 * of groups with some, and administrators need a decision each; that of all others depends only on whether they are in the
 * anonymous group.
 */
export function* accessList(
  store: CompiledStore,
  order: PrincipalOrder,
  revision: number,
  request: AccessListRequest,
): Steps<AccessPage | undefined> {
  const target = store.resources.slotOf(request.resourceId);
  if (target === NO_SLOT) return undefined;
  const { names, kind, access, byMember = false, offset, limit } = request;
  const text = request.text?.toLowerCase();
  const entries: AccessEntry[] = [];
  let [total, operations] = [0, 0];
  const special = kind === 'group' ? new Uint8Array(0) : yield* specialUsers(store, target);
  for (const ofKind of ['group', 'user'] as const) {
    if (kind !== undefined && kind !== ofKind) continue;
    const decide = ofKind === 'group' ? plainFor(store, target) : fastFor(store, target, special);
    const forMember = ofKind === 'group' ? memberDecisions(store, target) : undefined;
    const table = store.principals(ofKind);
    for (const slot of order[ofKind]) {
      if (++operations % PRINCIPALS_PER_STEP === 0) yield 0;
      const principal = table.at(slot);
      if (text !== undefined && !principal.name.toLowerCase().includes(text)) continue;
      for (const name of names) {
        const permission = permissionCode(name);
        const decision = decide(principal, permission);
        const filtered = byMember && forMember ? forMember(permission, decision) : decision;
        if (access !== undefined && filtered.access !== access) continue;
        if (total >= offset && entries.length < limit) {
          const effective = withSource(store, principal, target, permission, decision);
          const member = forMember?.(permission, effective);
          entries.push({ kind: ofKind, principalName: principal.name, name, effective, member });
        }
        total++;
      }
    }
  }
  return { revision, total, entries };
}

type Decide = (principal: PrincipalEntry, permission: number) => Decision;

function plainFor(store: CompiledStore, target: number): Decide {
  return (principal, permission) => plainDecision(store, principal, target, permission);
}

/** Decides once for all users who are not special, in and outside the anonymous group. */
function fastFor(store: CompiledStore, target: number, special: Uint8Array): Decide {
  const ofPublic = new Map<number, Decision>();
  const { publicGroup } = store;
  const publicDecision = (permission: number): Decision => {
    let cached = ofPublic.get(permission);
    if (!cached) {
      cached = publicGroup
        ? decideForGroup(store, publicGroup.slot, target, permission, true)
        : NO_PERMISSION;
      ofPublic.set(permission, cached);
    }
    return cached;
  };
  return (principal, permission) => {
    if (special[principal.slot] === 1) return plainDecision(store, principal, target, permission);
    const isPublic = publicGroup !== undefined && store.isMember(principal.slot, publicGroup.slot);
    return isPublic ? publicDecision(permission) : NO_PERMISSION;
  };
}

/** Flags, by slot, of users for whom more than the assignments of the anonymous group can matter on a resource. */
function* specialUsers(store: CompiledStore, target: number): Steps<Uint8Array> {
  const { arena, resources, users, groups } = store;
  const special = new Uint8Array(users.slots);
  const relevant = new Set<number>();
  if (store.adminGroup) relevant.add(store.adminGroup.slot);
  let operations = 0;
  for (let node = target; node !== NO_SLOT; node = resources.parent(node)) {
    for (const held of arena.copy(resources.userAssignments(node))) {
      if (++operations % PRINCIPALS_PER_STEP === 0) yield 0;
      special[principalOf(held)] = 1;
    }
    for (const held of arena.copy(resources.groupAssignments(node))) relevant.add(principalOf(held));
  }
  for (const group of relevant) {
    if (group === store.publicGroup?.slot) continue;
    for (const user of arena.copy(groups.links(group))) {
      if (++operations % PRINCIPALS_PER_STEP === 0) yield 0;
      special[user] = 1;
    }
  }
  return special;
}
