import type { Access, PermissionName, Scope } from '../permission';
import { type AssignedTree } from './assigned-tree';
import { decodeAssignment, isSimilar, permissionCode, placedKey } from './assignment-code';
import type { ChildOrder } from './child-order';
import type { CompiledStore } from './compiled-store';
import { type SourcedDecision, memberDecisions, sourcedDecision } from './decision-source';
import type { PrincipalEntry } from './principal-table';
import { NO_SLOT } from './resource-table';
import type { ResourceRow } from './rows';
import type { Steps } from '../steps';

/** Which rows of which matrix. */
export interface MatrixPageRequest {
  readonly kind: 'user' | 'group';
  readonly principalId: number;
  readonly serviceId: number;
  /** Only the children of this resource, or with `assigned` everything below it; else the service is the first row. */
  readonly parentId?: number | undefined;
  /** Only resources on which the principal has assignments, at any level. */
  readonly assigned: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** One permission on one resource. */
export interface MatrixCell {
  readonly name: PermissionName;
  /** The assignment of the principal on the resource itself. */
  readonly explicit: { readonly access: Access; readonly scope: Scope } | undefined;
  readonly effective: SourcedDecision;
  /** For a group: the decision for a member who has no other assignments. */
  readonly member: SourcedDecision | undefined;
}

export interface MatrixRow {
  readonly resource: ResourceRow;
  /** Levels below the service. */
  readonly level: number;
  /** Names from the service down, joined by `/`. */
  readonly path: string;
  readonly childCount: number;
  /** Number of resources below on which the principal has assignments. */
  readonly assignedBelow: number;
  /** Only permissions that apply to the type of the resource, sorted. */
  readonly cells: readonly MatrixCell[];
}

export interface MatrixPage {
  readonly revision: number;
  /** All permission names of the service type, sorted. */
  readonly names: readonly PermissionName[];
  /** Number of rows of all pages. */
  readonly total: number;
  readonly rows: readonly MatrixRow[];
}

/** The slots of the rows of a page, and the number of rows of all pages. */
export interface PageOfSlots {
  readonly total: number;
  readonly slots: readonly number[];
}

type Window = Pick<MatrixPageRequest, 'offset' | 'limit'>;

/** The service, followed by its children; or only the children of a resource. */
export function* childrenPage(
  store: CompiledStore,
  order: ChildOrder,
  { offset, limit }: Window,
  parent: number,
  withParent: boolean,
): Steps<PageOfSlots> {
  const childAt = yield* order.of(parent);
  const lead = withParent ? 1 : 0;
  const total = lead + store.resources.childCount(parent);
  const slots: number[] = [];
  for (let row = offset; row < Math.min(offset + limit, total); row++)
    slots.push(row < lead ? parent : childAt(row - lead));
  return { total, slots };
}

/** The resources with assignments, in the whole tree or below a resource. */
export function assignedPage(
  tree: AssignedTree,
  { offset, limit }: Window,
  parent: number | undefined,
): PageOfSlots {
  const first = parent === undefined ? 0 : (tree.firstBelow.get(parent) ?? 0);
  const total = parent === undefined ? tree.order.length : (tree.below.get(parent) ?? 0);
  const from = first + Math.min(offset, total);
  return { total, slots: Array.from(tree.order.subarray(from, Math.min(from + limit, first + total))) };
}

/** One row. `names` are the permissions that apply to the resource. */
export function matrixRow(
  store: CompiledStore,
  principal: PrincipalEntry,
  slot: number,
  names: readonly PermissionName[],
  tree: AssignedTree,
): MatrixRow {
  const forMember = principal.kind === 'group' ? memberDecisions(store, slot) : undefined;
  return {
    resource: store.resources.row(slot),
    ...positionOf(store, slot),
    childCount: store.resources.childCount(slot),
    assignedBelow: tree.below.get(slot) ?? 0,
    cells: names.map((name) => {
      const code = permissionCode(name);
      const explicit = explicitAssignment(store, principal, slot, code);
      const effective = sourcedDecision(store, principal, slot, code);
      return { name, explicit, effective, member: forMember?.(code, effective) };
    }),
  };
}

/** Levels below the service and the names on the path. */
export function positionOf(
  { resources }: CompiledStore,
  slot: number,
): { readonly level: number; readonly path: string } {
  let path = resources.name(slot);
  let level = 0;
  for (let at = resources.parent(slot); at !== NO_SLOT; at = resources.parent(at)) {
    path = `${resources.name(at)}/${path}`;
    level++;
  }
  return { level, path };
}

/** The principal's own assignment on the resource. */
export function explicitAssignment(
  { arena }: CompiledStore,
  principal: PrincipalEntry,
  slot: number,
  permission: number,
): { access: Access; scope: Scope } | undefined {
  const key = placedKey(slot, permission);
  const found = arena.firstFrom(principal.assignments, key);
  if (found < 0 || !isSimilar(found, key)) return undefined;
  const { access, scope } = decodeAssignment(permission, found);
  return { access, scope };
}
