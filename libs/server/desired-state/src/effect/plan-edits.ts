import type { NewResourceEdit, StateEdits } from '@gatehouse/access-engine';
import type { PlannedChange, PlannedNode, PlannedPrincipal, PlannedService } from '../plan/plan';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer One)[] ? One[] : T[Key] };
type Edits = Mutable<Omit<StateEdits, 'earlier'>>;

/** Whether a change removes what the files no longer name. */
export function isPruned(change: PlannedChange): boolean {
  return 'pruned' in change && change.pruned !== undefined;
}

/** What the removals of prune do, when everything else of a plan is done. */
export function removalsOf(changes: readonly PlannedChange[]): StateEdits {
  const edits = new PlanEdits();
  for (const change of changes) if (!isPruned(change)) edits.add(change);
  const { memberships, rules, ...objects } = edits.edits;
  const removals = new PlanEdits();
  for (const change of changes) if (isPruned(change)) removals.add(change);
  const { removedUsers, removedGroups, removedResources } = removals.edits;
  return {
    ...objects,
    ...{ removedUsers, removedGroups, removedResources },
    memberships: removals.edits.memberships,
    rules: removals.edits.rules,
    earlier: { memberships, rules },
  };
}

/** What the changes of a plan do to users, groups, resources and assignments, in the form in which snapshots compute effects. */
export function editsOf(changes: readonly PlannedChange[]): StateEdits {
  const edits = new PlanEdits();
  for (const change of changes) edits.add(change);
  return edits.edits;
}

class PlanEdits {
  readonly edits: Edits = {
    users: [],
    groups: [],
    resources: [],
    removedUsers: [],
    removedGroups: [],
    removedResources: [],
    memberships: [],
    rules: [],
  };
  private readonly principals = new Map<PlannedPrincipal, number>();
  private readonly services = new Map<PlannedService, number>();
  private readonly nodes = new Map<PlannedNode, number>();

  add(change: PlannedChange): void {
    switch (change.kind) {
      case 'create_service': {
        const { service } = change;
        const { name, type } = service;
        this.services.set(
          service,
          this.newResource({ parent: null, name, type: 'service', serviceType: type.name }),
        );
        return;
      }
      case 'change_service':
        // Its type, on which decisions depend, cannot change.
        return;
      case 'create_group':
        this.principals.set(change.principal, -this.edits.groups.push(change.group.name));
        return;
      case 'create_user':
        this.principals.set(change.principal, -this.edits.users.push(change.user.name));
        for (const group of change.groups) this.addMembership(change.principal, group);
        return;
      case 'create_resource': {
        const { node } = change;
        const { name, type, parent } = node;
        if (!parent) throw new Error('a service is no resource to create');
        this.nodes.set(node, this.newResource({ parent: this.nodeRef(parent), name, type }));
        return;
      }
      case 'add_membership':
        this.addMembership(change.user, change.group);
        return;
      case 'remove_membership':
        this.addMembership(change.user, change.group, false);
        return;
      case 'delete_service':
      case 'delete_resource':
        this.edits.removedResources.push(this.nodeRef(change.node));
        return;
      case 'delete_user':
        this.edits.removedUsers.push(this.principalRef(change.principal));
        return;
      case 'delete_group':
        this.edits.removedGroups.push(this.principalRef(change.principal));
        return;
      case 'adopt':
        return;
      case 'set_permission':
      case 'remove_permission': {
        const { principal, node, before, after } = change;
        const name = (after ?? before)?.name;
        if (name === undefined) return;
        this.edits.rules.push({
          kind: principal.kind,
          principal: this.principalRef(principal),
          resource: this.nodeRef(node),
          name,
          modifiers: after && { access: after.access, scope: after.scope },
        });
      }
    }
  }

  private addMembership(user: PlannedPrincipal, group: PlannedPrincipal, joins = true): void {
    this.edits.memberships.push({
      user: this.principalRef(user),
      group: this.principalRef(group),
      joins,
    });
  }

  private newResource(resource: NewResourceEdit): number {
    return -this.edits.resources.push(resource);
  }

  private principalRef(principal: PlannedPrincipal): number {
    const ref = principal.id ?? this.principals.get(principal);
    if (ref === undefined)
      throw new Error(`the plan does not create the ${principal.kind} ${principal.name}`);
    return ref;
  }

  private nodeRef(node: PlannedNode): number {
    const ref = node.id ?? (node.parent ? this.nodes.get(node) : this.services.get(node.service));
    if (ref === undefined) throw new Error(`the plan does not create the resource ${node.name}`);
    return ref;
  }
}
