import { isDeepStrictEqual } from 'node:util';
import { type Permission, samePermission } from '@gatehouse/access-engine';
import {
  type ProtectedService,
  SERVICE_TABLE,
  fieldsWith,
  isConfigured,
  isSettable,
  rejectInapplicable,
} from '@gatehouse/directory';
import { Problem, problem } from '@gatehouse/problems';
import { type Steps, finished } from '@gatehouse/request-body';
import { type Message, type Place, type Severity, messageAt } from '../message';
import type { DesiredPermission, DesiredService, DesiredState } from '../validate/desired-state';
import { Journal } from './journal';
import type { PlanLookups } from './lookups';
import type { NamedThings, Plan, PlannedChange, PlannedNode, PlannedPrincipal, PlannedService } from './plan';
import { PlannedPrincipals, type PrincipalRules } from './planned-principals';
import { PlannedTrees, type WithoutIdentifiers } from './planned-trees';
import { proxyOptionsOf } from './proxy-options';

/** Entries that are planned in one step. */
const ENTRIES_OF_STEP = 100;

/** Carries out a long computation. */
export type RunSteps = <T>(steps: Steps<T>) => Promise<T>;

export const runAtOnce: RunSteps = async (steps) => finished(steps);

/** Assignments that entries set or remove; the last entry of each counts. */
export type Wanted = Map<string, WantedAssignment>;

interface WantedAssignment {
  readonly principal: PlannedPrincipal;
  readonly node: PlannedNode;
  readonly permission: Permission;
  readonly isRemoved: boolean;
  readonly place: Place;
}

/**
 * Compares a desired state with the directory. The number of statements depends on the depth of resources only; nothing is
 * written.
 */
export class Planner {
  constructor(
    private readonly lookups: PlanLookups,
    private readonly rules: PrincipalRules,
  ) {}

  /**
   * `run` carries out long computations, where others have their turn between the steps. `created` tells which resources earlier
   * steps of the same application have created. No path means one of them by its identifier.
   */
  async plan(
    state: DesiredState,
    run: RunSteps = runAtOnce,
    created: WithoutIdentifiers = async () => new Set(),
  ): Promise<Plan> {
    // Before everything else that is read: what changes from here on makes the plan outdated.
    const revision = await this.lookups.newestRevision();
    const names = [
      ...state.services.map(({ name }) => name),
      ...state.resources.map(({ service }) => service),
      ...state.permissions.map(({ service }) => service),
    ];
    const stored = await this.lookups.services([...new Set(names)]);
    const principals = await PlannedPrincipals.load(this.lookups, state, this.rules);
    const planning = new Planning(this.rules, principals);
    planning.addServices(state.services, stored);
    const trees = await PlannedTrees.load(this.lookups, planning.services.values(), pathsOf(state), created);
    planning.addResources(state, trees);
    planning.addPrincipals(state);
    const wanted = await run(planning.wantedAssignments(state.permissions, trees));
    const changes = [...planning.journal.changes, ...(await this.assignmentChanges(wanted))];
    const named: NamedThings = {
      nodes: trees.nodes(),
      statedNodes: planning.statedNodes,
      principals: principals.all(),
      memberships: principals.namedMemberships(),
      assignments: [...wanted.values()].filter(({ isRemoved }) => !isRemoved),
      serviceFields: new Map(state.services.map((service) => [service.name, fieldsOf(service)])),
    };
    return { revision, changes: inOrder(changes), messages: planning.messages, named };
  }

  /** What the assignments change, in their order. */
  async assignmentChanges(wanted: Wanted): Promise<PlannedChange[]> {
    const existing = [...wanted.values()].flatMap(({ principal, node, permission: { name } }) =>
      principal.id === undefined || node.id === undefined
        ? []
        : [{ principal: { kind: principal.kind, id: principal.id }, resourceId: node.id, name }],
    );
    const storedOf = await this.lookups.assignments(existing);
    return [...wanted.values()].flatMap(
      ({ principal, node, permission, isRemoved, place }): PlannedChange[] => {
        const { kind, id } = principal;
        const before =
          id === undefined || node.id === undefined
            ? undefined
            : storedOf({ principal: { kind, id }, resourceId: node.id, name: permission.name });
        const change = { principal, node, before, place };
        if (isRemoved) return before ? [{ kind: 'remove_permission', ...change, after: undefined }] : [];
        const isSame = before !== undefined && samePermission(before, permission);
        return isSame ? [] : [{ kind: 'set_permission', ...change, after: permission }];
      },
    );
  }
}

class Planning {
  readonly messages: Message[] = [];
  readonly journal = new Journal();
  readonly services = new Map<string, PlannedService>();
  /** The resources that entries state, with those above them. */
  readonly statedNodes = new Set<PlannedNode>();

  constructor(
    private readonly rules: PrincipalRules,
    private readonly principals: PlannedPrincipals,
  ) {}

  addServices(desired: readonly DesiredService[], stored: ReadonlyMap<string, ProtectedService>): void {
    for (const service of stored.values())
      this.services.set(service.name, { name: service.name, type: service.type, stored: service });
    for (const one of desired) {
      const service = stored.get(one.name);
      if (service) this.changeService(service, one);
      else {
        const planned: PlannedService = { name: one.name, type: one.type, stored: undefined };
        this.services.set(one.name, planned);
        this.journal.add({ kind: 'create_service', service: planned, desired: one });
      }
    }
  }

  addResources({ services, resources: others }: DesiredState, trees: PlannedTrees): void {
    for (const { name, resources } of services) {
      const root = trees.root(name);
      if (!root) continue;
      this.statedNodes.add(root);
      for (const resource of resources)
        this.attempt('refused', resource.place, () =>
          this.noteStated(trees.ensure(root, resource, this.journal, resource.displayName)),
        );
    }
    for (const resource of others)
      this.attempt('skipped', resource.place, () => {
        const root = trees.root(resource.service);
        if (!root) throw problem('service_not_found');
        this.noteStated(trees.ensure(root, resource, this.journal, resource.displayName));
      });
  }

  /** The users and groups that are created although no permission names them, and memberships of existing users. */
  addPrincipals({ users, groups }: DesiredState): void {
    for (const { name, isCreatedAlways, place } of groups.values())
      if (isCreatedAlways && place)
        this.attempt('skipped', place, () => this.principals.ensureGroup(name, this.journal));
    for (const user of users.values()) {
      const { name, isCreatedAlways, place } = user;
      if (place)
        this.attempt('skipped', place, () => {
          if (isCreatedAlways) this.principals.ensureUser(name, this.journal);
          this.principals.completeMemberships(user, this.journal);
        });
    }
  }

  *wantedAssignments(permissions: readonly DesiredPermission[], trees: PlannedTrees): Steps<Wanted> {
    const wanted: Wanted = new Map();
    // Numbers, since names of new objects are no keys for resources.
    const numbers = new Map<object, number>();
    const numberOf = (one: object): number => {
      const number = numbers.get(one) ?? numbers.size;
      numbers.set(one, number);
      return number;
    };
    for (const [index, entry] of permissions.entries()) {
      if (index % ENTRIES_OF_STEP === 0) yield 0;
      this.attempt('skipped', entry.place, () => {
        const { permission, action, place } = entry;
        const found = this.targetOf(entry, trees);
        for (const principal of found.principals) {
          if (!found.node) continue;
          const key = `${numberOf(principal)} ${numberOf(found.node)} ${permission.name}`;
          // The last entry also determines the order of the application.
          wanted.delete(key);
          wanted.set(key, { principal, node: found.node, permission, isRemoved: action === 'remove', place });
        }
      });
    }
    return wanted;
  }

  /** What an entry is about; without a node if there is nothing to remove. Throws the first rule that it violates. */
  private targetOf(
    entry: DesiredPermission,
    trees: PlannedTrees,
  ): { readonly node: PlannedNode | undefined; readonly principals: readonly PlannedPrincipal[] } {
    const { user, group, service, permission, action, ...path } = entry;
    throwIfAny(user === undefined ? undefined : this.rules.users.permissionsError(user));
    const root = trees.root(service);
    if (!root) throw problem('service_not_found');
    const node = action === 'remove' ? trees.find(root, path) : trees.ensure(root, path, this.journal);
    if (node) {
      const { name, type } = node;
      rejectInapplicable(permission, { name, type, serviceType: node.service.type });
    }
    const principals =
      action === 'remove' ? this.foundPrincipals(entry) : this.ensuredPrincipals({ user, group });
    // Names of users are found in any case.
    for (const { kind, name } of principals)
      if (kind === 'user') throwIfAny(this.rules.users.permissionsError(name));
    if (node && action !== 'remove') this.noteStated(node);
    return { node, principals };
  }

  private ensuredPrincipals({ user, group }: Pick<DesiredPermission, 'user' | 'group'>): PlannedPrincipal[] {
    return [
      ...(group === undefined ? [] : [this.principals.ensureGroup(group, this.journal)]),
      ...(user === undefined ? [] : [this.principals.ensureUser(user, this.journal)]),
    ];
  }

  /** Those that have something to remove. A name that nobody has is perhaps misspelt, and the permission stays. */
  private foundPrincipals({ user, group, place }: DesiredPermission): PlannedPrincipal[] {
    const found: PlannedPrincipal[] = [];
    const add = (one: PlannedPrincipal | undefined, code: 'group_not_found' | 'user_not_found'): void => {
      if (one) found.push(one);
      else this.messages.push(messageAt('warning', place, problem(code)));
    };
    if (group !== undefined) add(this.principals.findGroup(group), 'group_not_found');
    if (user !== undefined) add(this.principals.findUser(user), 'user_not_found');
    return found;
  }

  private noteStated(node: PlannedNode): void {
    for (let one: PlannedNode | undefined = node; one && !this.statedNodes.has(one); one = one.parent)
      this.statedNodes.add(one);
  }

  private changeService(service: ProtectedService, desired: DesiredService): void {
    if (service.type !== desired.type) {
      const data = { name: service.name, type: service.type.name };
      const found = problem('configuration_service_type_differs', data);
      this.messages.push(messageAt('refused', desired.place, found));
      return;
    }
    const { url, syncType, synchronization = service.synchronization } = desired;
    const proxy = proxyOptionsOf(desired, service.proxy);
    const isSame = isConfigured(service.type, service.configuration, desired.configuration);
    const configuration = isSame ? service.configuration : desired.configuration;
    const changed: ProtectedService = { ...service, url, syncType, synchronization, proxy, configuration };
    const fields = fieldsWith(SERVICE_TABLE, isSettable).flatMap(([property, { file }]) => {
      const name = property as keyof ProtectedService;
      return file !== undefined && !isDeepStrictEqual(service[name], changed[name]) ? [file] : [];
    });
    if (fields.length > 0)
      this.journal.add({ kind: 'change_service', service, changed, fields, place: desired.place });
  }

  /** Reports the rule that an entry violates; nothing of such an entry is planned. */
  private attempt(severity: Severity, place: Place, work: () => unknown): void {
    try {
      this.journal.attempt(work);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.messages.push(messageAt(severity, place, error));
    }
  }
}

function throwIfAny(found: Problem | undefined): void {
  if (found) throw found;
}

/** The fields that an entry of a service states. */
function fieldsOf({ proxy, needsHooks, synchronization }: DesiredService): string[] {
  return [
    'url',
    'sync_type',
    'configuration',
    ...(proxy === undefined && needsHooks === undefined ? [] : ['proxy']),
    ...(synchronization === undefined ? [] : ['synchronization']),
  ];
}

/** Resources are stated by their names. Permissions may also name them by their identifiers. */
function pathsOf({ services, resources: others, permissions }: DesiredState) {
  const stated = { hasNamesOnly: true };
  return [
    ...services.flatMap(({ name, resources }) =>
      resources.map((path) => ({ service: name, ...path, ...stated })),
    ),
    ...others.map((path) => ({ ...path, ...stated })),
    ...permissions,
  ];
}

const ORDER: Readonly<Record<PlannedChange['kind'], number>> = {
  create_service: 0,
  change_service: 1,
  create_group: 2,
  create_user: 3,
  create_resource: 4,
  // Those that take access away; the others are last.
  remove_permission: 5,
  set_permission: 5,
  remove_membership: 5,
  delete_service: 6,
  delete_resource: 6,
  delete_user: 6,
  delete_group: 6,
  add_membership: 7,
  adopt: 9,
};
const GIVES_ACCESS = 8;

/** Changes in the order of their application. */
export function inOrder(changes: readonly PlannedChange[]): PlannedChange[] {
  return changes
    .map((change, index) => ({ change, index, rank: rankOf(change) }))
    .sort((one, other) => one.rank - other.rank || one.index - other.index)
    .map(({ change }) => change);
}

function rankOf(change: PlannedChange): number {
  const { kind } = change;
  if ('pruned' in change && change.pruned?.givesAccess) return GIVES_ACCESS;
  if (kind !== 'set_permission' && kind !== 'remove_permission') return ORDER[kind];
  // The end of a denial gives access, as an allowance does.
  const gives = (change.after ?? { access: 'deny' }).access === 'allow' || change.before?.access === 'deny';
  return gives ? GIVES_ACCESS : ORDER[kind];
}
