import type { Permission } from '@gatehouse/access-engine';
import type { PlannedChange, PlannedNode, PlannedPrincipal, PlannedService } from '../plan/plan';
import {
  type AssignmentKey,
  type Label,
  type MembershipKey,
  type ObjectKey,
  type Value,
  labelOfNode,
  labelOfPrincipal,
} from './file-set';
import type { RecordKeys } from './set-records';

/** The identifiers of what changes are about, also of what they have created. */
export interface Identifiers {
  principalIdOf(principal: PlannedPrincipal): number;
  idOf(node: PlannedNode): number;
  /** Undefined for a resource that is yet to be created. */
  findIdOf(node: PlannedNode): number | undefined;
  serviceIdOf(service: PlannedService): number;
  /** The fields that files have of a resource, as it was just created. */
  createdValueOf(node: PlannedNode): Value;
}

interface Owned {
  /** Whether the changes have created or adopted it. */
  readonly isOwned: boolean;
}

interface ChangedObject extends ObjectKey, Owned {
  /** Whether the changes have created it: there is no record of it. */
  readonly isCreated: boolean;
  readonly label: Label;
  /** The fields that replace what was recorded before; undefined for all. */
  readonly changed?: readonly string[];
  /** All of its fields, if they are known; the others have to be read. */
  readonly value?: Value;
}

const NO_FIELDS: readonly string[] = [];
const CREATED = { isOwned: true, isCreated: true, changed: NO_FIELDS };
const ADOPTED = { isOwned: true, isCreated: false };

/** What changes mean for the records of a set: what it states, with what it owns, and what was removed. */
export class RecordedChanges {
  readonly objects: ChangedObject[] = [];
  readonly assignments: (AssignmentKey & Owned & { readonly permission: Permission })[] = [];
  readonly memberships: (MembershipKey & Owned)[] = [];
  readonly removed = {
    objects: [] as ObjectKey[],
    assignments: [] as AssignmentKey[],
    memberships: [] as MembershipKey[],
  };

  constructor(
    changes: readonly PlannedChange[],
    private readonly ids: Identifiers,
  ) {
    for (const change of changes) this.add(change);
  }

  private add(change: PlannedChange): void {
    switch (change.kind) {
      case 'create_service':
        this.objects.push({
          kind: 'resource',
          id: this.ids.serviceIdOf(change.service),
          ...CREATED,
          label: { service: change.service.name, resource: '' },
        });
        return;
      case 'change_service':
        this.objects.push({
          kind: 'resource',
          id: change.service.id,
          isOwned: false,
          isCreated: false,
          changed: change.fields,
          label: { service: change.service.name, resource: '' },
        });
        return;
      case 'create_group':
        this.objects.push({ ...this.principal(change.principal), ...CREATED });
        return;
      case 'create_user':
        this.objects.push({ ...this.principal(change.principal), ...CREATED });
        for (const group of change.groups)
          this.memberships.push({ ...this.membership(change.principal, group), isOwned: true });
        return;
      case 'create_resource':
        // One object for each of thousands, while others wait.
        this.objects.push({
          kind: 'resource',
          id: this.ids.idOf(change.node),
          isOwned: true,
          isCreated: true,
          changed: NO_FIELDS,
          label: labelOfNode(change.node),
          value: this.ids.createdValueOf(change.node),
        });
        return;
      case 'add_membership':
        this.memberships.push({ ...this.membership(change.user, change.group), isOwned: true });
        return;
      case 'set_permission': {
        const { principal, node, before, after } = change;
        // Where there was one, the set has found it, or owns it since then.
        if (after) this.assignments.push({ ...this.assignment(principal, node, after), isOwned: !before });
        return;
      }
      case 'remove_permission': {
        const { principal, node, before } = change;
        if (before) this.removed.assignments.push(this.assignment(principal, node, before));
        return;
      }
      case 'remove_membership':
        this.removed.memberships.push(this.membership(change.user, change.group));
        return;
      case 'delete_service':
      case 'delete_resource':
        this.removed.objects.push(this.node(change.node));
        return;
      case 'delete_user':
      case 'delete_group':
        this.removed.objects.push(this.principal(change.principal));
        return;
      case 'adopt':
        this.adopt(change.adopted);
    }
  }

  private adopt(adopted: Extract<PlannedChange, { readonly kind: 'adopt' }>['adopted']): void {
    switch (adopted.object) {
      case 'principal':
        this.objects.push({ ...this.principal(adopted.principal), ...ADOPTED });
        return;
      case 'node':
        this.objects.push({ ...this.node(adopted.node), ...ADOPTED });
        return;
      case 'membership':
        this.memberships.push({ ...this.membership(adopted.user, adopted.group), isOwned: true });
        return;
      case 'assignment': {
        const { principal, node, permission } = adopted;
        this.assignments.push({ ...this.assignment(principal, node, permission), isOwned: true });
      }
    }
  }

  private principal(principal: PlannedPrincipal): ObjectKey & { readonly label: Label } {
    const label = labelOfPrincipal(principal);
    return { kind: principal.kind, id: this.ids.principalIdOf(principal), label };
  }

  private node(node: PlannedNode): ObjectKey & { readonly label: Label } {
    return { kind: 'resource', id: this.ids.idOf(node), label: labelOfNode(node) };
  }

  private membership(user: PlannedPrincipal, group: PlannedPrincipal): MembershipKey {
    return { userId: this.ids.principalIdOf(user), groupId: this.ids.principalIdOf(group) };
  }

  private assignment(
    principal: PlannedPrincipal,
    node: PlannedNode,
    permission: Permission,
  ): AssignmentKey & { readonly permission: Permission } {
    return {
      principal: { kind: principal.kind, id: this.ids.principalIdOf(principal) },
      resourceId: this.ids.idOf(node),
      name: permission.name,
      permission,
    };
  }
}

/** The keys of what removals of prune remove; all of it exists. */
export function removedBy(changes: readonly PlannedChange[]): RecordKeys {
  return new RecordedChanges(changes, STORED).removed;
}

const STORED: Identifiers = {
  principalIdOf: ({ id, name }) => existing(id, name),
  idOf: ({ id, name }) => existing(id, name),
  findIdOf: ({ id }) => id,
  serviceIdOf: ({ stored, name }) => existing(stored?.id, name),
  createdValueOf: ({ id, name }) => {
    existing(id, name);
    throw new Error(`${name} was not just created`);
  },
};

function existing(id: number | undefined, name: string): number {
  if (id === undefined) throw new Error(`${name} is yet to be created`);
  return id;
}
