import type { UnitOfWork } from '@gatehouse/database';
import type { BulkLookups } from '@gatehouse/directory';
import { type NamedThings, type PlannedNode, type PlannedPrincipal, pathOf } from '../plan/plan';
import { type LoggedChange, loggedChanges } from './logged-changes';

/** Changes that one list has at most. */
const MAX_LISTED = 100;
/** Entries of the change log that are read at most. */
const MAX_READ = 50_000;

/** Somebody has changed what a plan is about, after it was made. */
export interface LaterChange {
  readonly object: 'service' | 'resource' | 'user' | 'group' | 'membership' | 'permission';
  readonly operation: 'insert' | 'update' | 'delete';
  readonly service?: string;
  /** Path below the service; empty for the service. */
  readonly resource?: string;
  readonly user?: string;
  readonly group?: string;
  readonly permission?: string;
  readonly revision: number;
  /** Null for the system. */
  readonly changed_by: string | null;
  readonly changed_at: string;
}

/** What the change log has about the objects and assignments of a plan. */
export class LaterChanges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly lookups: BulkLookups,
  ) {}

  /** Whether a decision or a plan can depend on a revision after one and up to another. */
  async hasAny(after: number, upTo: number): Promise<boolean> {
    if (after >= upTo) return false;
    return this.lookups.hasChangedSince(after);
  }

  /** The changes after a revision, the oldest first; the first ones if there are many. */
  async since(revision: number, named: NamedThings): Promise<LaterChange[]> {
    const about = new Subjects(named);
    const found: LaterChange[] = [];
    for await (const rows of loggedChanges(this.unitOfWork, revision, MAX_READ)) {
      for (const row of rows) {
        const subject = found.length < MAX_LISTED ? about.find(row) : undefined;
        if (!subject) continue;
        found.push({
          ...subject,
          operation: row.operation,
          revision: Number(row.revision),
          changed_by: row.actor_name,
          changed_at: row.begun_at.toISOString(),
        });
      }
      if (found.length === MAX_LISTED) break;
    }
    return found;
  }
}

type Subject = Omit<LaterChange, 'operation' | 'revision' | 'changed_by' | 'changed_at'>;

/** The objects of a plan by their identifiers; those that were deleted since are recognized by their names. */
class Subjects {
  private readonly nodes = new Map<string, PlannedNode>();
  private readonly users = new Map<string, PlannedPrincipal>();
  private readonly groups = new Map<string, PlannedPrincipal>();
  private readonly userNames = new Set<string>();
  private readonly groupNames = new Set<string>();
  private readonly serviceNames = new Set<string>();

  constructor({ nodes, principals }: NamedThings) {
    for (const node of nodes) {
      if (node.id !== undefined) this.nodes.set(String(node.id), node);
      this.serviceNames.add(node.service.name);
    }
    for (const principal of principals) {
      const isUser = principal.kind === 'user';
      if (principal.id !== undefined)
        (isUser ? this.users : this.groups).set(String(principal.id), principal);
      (isUser ? this.userNames : this.groupNames).add(principal.name.toLowerCase());
    }
  }

  find(row: LoggedChange): Subject | undefined {
    switch (row.entity) {
      case 'user':
        return this.principal(row, 'user', this.users, this.userNames);
      case 'group':
        return this.principal(row, 'group', this.groups, this.groupNames);
      case 'membership':
        return this.membership(row);
      case 'service': {
        const node = this.nodes.get(row.resource_id ?? '');
        return node && { object: 'service', service: node.service.name };
      }
      case 'resource':
        return this.resource(row);
      case 'user_rule':
        return this.permission(row, 'user', this.users.get(row.user_id ?? ''));
      case 'group_rule':
        return this.permission(row, 'group', this.groups.get(row.group_id ?? ''));
      default:
        return undefined;
    }
  }

  private principal(
    { object_id: id, name }: LoggedChange,
    kind: 'user' | 'group',
    known: ReadonlyMap<string, PlannedPrincipal>,
    names: ReadonlySet<string>,
  ): Subject | undefined {
    const found = known.get(id ?? '')?.name ?? (names.has((name ?? '').toLowerCase()) ? name : undefined);
    return found === undefined || found === null ? undefined : { object: kind, [kind]: found };
  }

  /** Memberships of the groups of the plan: its effect depends on them, whoever the members are. */
  private membership({ user_id: userId, group_id: groupId }: LoggedChange): Subject | undefined {
    const [user, group] = [this.users.get(userId ?? ''), this.groups.get(groupId ?? '')];
    if (!group) return undefined;
    return { object: 'membership', group: group.name, ...(user && { user: user.name }) };
  }

  private resource({
    object_id: id,
    parent_id: parentId,
    name,
    operation,
  }: LoggedChange): Subject | undefined {
    const node = this.nodes.get(id ?? '');
    if (node) return placed(node, node.parent ? 'resource' : 'service');
    if (operation !== 'delete' || name === null) return undefined;
    if (parentId === null)
      return this.serviceNames.has(name) ? { object: 'service', service: name } : undefined;
    const parent = this.nodes.get(parentId);
    return (
      parent && { object: 'resource', service: parent.service.name, resource: `${pathOf(parent)}/${name}` }
    );
  }

  private permission(
    { resource_id: resourceId, name }: LoggedChange,
    kind: 'user' | 'group',
    principal: PlannedPrincipal | undefined,
  ): Subject | undefined {
    const node = this.nodes.get(resourceId ?? '');
    if (!node || !principal || name === null) return undefined;
    return { ...placed(node, 'permission'), [kind]: principal.name, permission: name };
  }
}

function placed(node: PlannedNode, object: Subject['object']): Subject {
  return { object, service: node.service.name, resource: pathOf(node) };
}
