import { formatExplicit } from '@gatehouse/access-engine';
import { type FileValue, shownOf } from '../read/file-value';
import {
  type Adopted,
  type PlannedChange,
  type PlannedNode,
  type PlannedPrincipal,
  type Pruned,
  pathOf,
} from './plan';

/** A planned change as replies and logs show it. Values of variables and passwords are not in it. */
export interface DescribedChange {
  readonly change: PlannedChange['kind'];
  readonly service?: string;
  /** Path below the service: `/a/b`; empty for the service. */
  readonly resource?: string;
  readonly resource_type?: string;
  readonly user?: string;
  readonly group?: string;
  /** The groups that a new user joins. */
  readonly groups?: readonly string[];
  readonly before?: string;
  readonly after?: string;
  /** Fields of a service with their new values, as the file states them; null for those that it does not state. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Whether a new user has a password. */
  readonly has_password?: boolean;
  /** Whether the files no longer name it, and the change is that of prune. */
  readonly pruned?: boolean;
  /** Whether somebody may gain access by a removal of prune. */
  readonly gives_access?: boolean;
}

/** How many changes there are of each kind. */
export type ChangeCounts = Readonly<Record<PlannedChange['kind'], number>>;

export function describeChange(change: PlannedChange): DescribedChange {
  const { kind } = change;
  switch (kind) {
    case 'create_service': {
      const { name, place } = change.desired;
      return { change: kind, service: name, fields: statedIn(place.value) };
    }
    case 'change_service': {
      const stated = statedIn(change.place.value);
      const fields = Object.fromEntries(change.fields.map((field) => [field, stated[field] ?? null]));
      return { change: kind, service: change.service.name, fields };
    }
    case 'create_group':
      return { change: kind, group: change.group.name };
    case 'create_user':
      return {
        change: kind,
        user: change.user.name,
        groups: change.groups.map(({ name }) => name),
        has_password: change.user.password !== undefined,
      };
    case 'create_resource': {
      const { node } = change;
      return { change: kind, service: node.service.name, resource: pathOf(node), resource_type: node.type };
    }
    case 'add_membership':
      return { change: kind, user: change.user.name, group: change.group.name };
    case 'set_permission':
    case 'remove_permission':
      return {
        change: kind,
        ...named(change.principal),
        ...located(change.node),
        ...(change.before && { before: formatExplicit(change.before) }),
        ...(change.after && { after: formatExplicit(change.after) }),
        ...(change.pruned && describedPruned(change.pruned)),
      };
    case 'remove_membership':
      return {
        change: kind,
        user: change.user.name,
        group: change.group.name,
        ...describedPruned(change.pruned),
      };
    case 'delete_service':
    case 'delete_resource':
      return { change: kind, ...located(change.node), ...describedPruned(change.pruned) };
    case 'delete_user':
    case 'delete_group':
      return { change: kind, ...named(change.principal), ...describedPruned(change.pruned) };
    case 'adopt':
      return { change: kind, ...describedAdopted(change.adopted) };
  }
}

function describedPruned({ givesAccess }: Pruned): Pick<DescribedChange, 'pruned' | 'gives_access'> {
  return { pruned: true, gives_access: givesAccess };
}

function describedAdopted(adopted: Adopted): Omit<DescribedChange, 'change'> {
  switch (adopted.object) {
    case 'principal':
      return named(adopted.principal);
    case 'node':
      return located(adopted.node);
    case 'membership':
      return { user: adopted.user.name, group: adopted.group.name };
    case 'assignment':
      return {
        ...named(adopted.principal),
        ...located(adopted.node),
        before: formatExplicit(adopted.permission),
      };
  }
}

function located(node: PlannedNode): Pick<DescribedChange, 'service' | 'resource'> {
  return { service: node.service.name, resource: pathOf(node) };
}

export function countsOf(changes: readonly PlannedChange[]): ChangeCounts {
  const counts: Record<PlannedChange['kind'], number> = {
    create_service: 0,
    change_service: 0,
    create_group: 0,
    create_user: 0,
    create_resource: 0,
    add_membership: 0,
    set_permission: 0,
    remove_permission: 0,
    remove_membership: 0,
    delete_service: 0,
    delete_resource: 0,
    delete_user: 0,
    delete_group: 0,
    adopt: 0,
  };
  for (const { kind } of changes) counts[kind] += 1;
  return counts;
}

function named({ kind, name }: PlannedPrincipal): Pick<DescribedChange, 'user' | 'group'> {
  return kind === 'user' ? { user: name } : { group: name };
}

/** The fields of an entry as they are written; `resources` are changes of their own, `hooks` are not executed. */
function statedIn(entry: FileValue): Record<string, unknown> {
  const fields = Object.entries(shownOf(entry) as Record<string, unknown>);
  return Object.fromEntries(fields.filter(([name]) => name !== 'resources' && name !== 'hooks'));
}
