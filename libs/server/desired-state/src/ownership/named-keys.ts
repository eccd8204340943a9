import type { NamedThings, PlannedChange } from '../plan/plan';
import {
  type AssignmentKey,
  type Label,
  type MembershipKey,
  type ObjectKey,
  textOfAssignment,
  textOfMembership,
  labelOfNode,
  labelOfPrincipal,
  textOfObject,
} from './file-set';

type Assignment = NamedThings['assignments'][number];
type Membership = NamedThings['memberships'][number];

/** What files name and what exists of it, by the texts of the keys. */
export interface NamedKeys {
  /** Also those that are only named by entries that remove something. */
  readonly objects: ReadonlySet<string>;
  readonly statedObjects: ReadonlyMap<string, ObjectKey & { readonly label: Label }>;
  readonly assignments: ReadonlyMap<string, AssignmentKey & Assignment>;
  readonly memberships: ReadonlyMap<string, MembershipKey & Membership>;
}

export function namedKeys({ nodes, statedNodes, principals, ...named }: NamedThings): NamedKeys {
  const statedObjects = new Map<string, ObjectKey & { readonly label: Label }>();
  const add = (kind: ObjectKey['kind'], id: number | undefined, label: Label): void => {
    if (id !== undefined) statedObjects.set(textOfObject({ kind, id }), { kind, id, label });
  };
  for (const principal of principals) add(principal.kind, principal.id, labelOfPrincipal(principal));
  for (const node of statedNodes) add('resource', node.id, labelOfNode(node));
  const objects = new Set(statedObjects.keys());
  for (const { id } of nodes) if (id !== undefined) objects.add(textOfObject({ kind: 'resource', id }));
  return {
    objects,
    statedObjects,
    assignments: new Map(
      named.assignments.flatMap((one) => {
        const key = keyOfAssignment(one);
        return key ? [[textOfAssignment(key), { ...one, ...key }] as const] : [];
      }),
    ),
    memberships: new Map(
      named.memberships.flatMap((one) => {
        const key = keyOfMembership(one);
        return key ? [[textOfMembership(key), { ...one, ...key }] as const] : [];
      }),
    ),
  };
}

type AssignmentChange = Extract<PlannedChange, { readonly kind: 'set_permission' | 'remove_permission' }>;

/** Undefined if a part of it is yet to be created. */
export function keyOfAssignment({ principal, node, permission }: Assignment) {
  const { id: resourceId } = node;
  const { kind, id } = principal;
  if (id === undefined || resourceId === undefined) return undefined;
  return { principal: { ...principal, kind, id }, resourceId, name: permission.name };
}

export function keyOfMembership({ user, group }: Membership): MembershipKey | undefined {
  return user.id === undefined || group.id === undefined ? undefined : { userId: user.id, groupId: group.id };
}

/** The assignment of a change that removes one by an entry. */
export function removedKey({ principal, node, before }: AssignmentChange): AssignmentKey | undefined {
  return before && keyOfAssignment({ principal, node, permission: before });
}
