import type { PlannedChange, PlannedNode, PlannedPrincipal, PlannedService } from '../plan/plan';
import { proxyOptionsOf } from '../plan/proxy-options';
import type { MemoryState } from './memory-state';

/** Makes the changes of a plan, in their order. */
export function applyInMemory(state: MemoryState, changes: readonly PlannedChange[]): void {
  const application = new Application(state);
  for (const change of changes) application.make(change);
}

class Application {
  private readonly services = new Map<PlannedService, number>();
  private readonly principals = new Map<PlannedPrincipal, number>();
  private readonly nodes = new Map<PlannedNode, number>();

  constructor(private readonly state: MemoryState) {}

  make(change: PlannedChange): void {
    const { state } = this;
    switch (change.kind) {
      case 'create_service': {
        const { name, type, url, syncType, synchronization = null, configuration } = change.desired;
        const proxy = proxyOptionsOf(change.desired, null);
        const id = state.addService({ name, type, url, syncType, synchronization, configuration, proxy });
        this.services.set(change.service, id);
        return;
      }
      case 'change_service':
        return state.setService(change.changed);
      case 'create_group':
        this.principals.set(
          change.principal,
          state.addGroup(change.group.name, change.group.terms !== undefined),
        );
        return;
      case 'create_user': {
        const id = state.addUser(change.user.name, change.user.email, change.user.kind);
        this.principals.set(change.principal, id);
        for (const group of change.groups) state.addMembership(id, this.principalIdOf(group));
        return;
      }
      case 'create_resource': {
        const { node } = change;
        if (!node.parent) throw new Error('a service is no resource to create');
        this.nodes.set(node, state.addResource(this.idOf(node.parent), node));
        return;
      }
      case 'add_membership':
        return state.addMembership(this.principalIdOf(change.user), this.principalIdOf(change.group));
      case 'set_permission':
      case 'remove_permission': {
        const { principal, node, before, after, place } = change;
        const { kind } = principal;
        const key = { principal: { kind, id: this.principalIdOf(principal) }, resourceId: this.idOf(node) };
        if (after) state.setAssignment({ ...key, name: after.name, permission: after, place });
        else if (before) state.removeAssignment({ ...key, name: before.name });
        return;
      }
      default:
        // Plans of sets alone have others.
        throw new Error(`a plan of files has no change ${change.kind}`);
    }
  }

  private principalIdOf(planned: PlannedPrincipal): number {
    const id = planned.id ?? this.principals.get(planned);
    if (id === undefined) throw new Error(`the ${planned.kind} ${planned.name} was not created`);
    return id;
  }

  private idOf(node: PlannedNode): number {
    const id = node.id ?? (node.parent ? this.nodes.get(node) : this.services.get(node.service));
    if (id === undefined) throw new Error(`the resource ${node.name} was not created`);
    return id;
  }
}
