import { type Resource, type UnitOfWork, newestRevision, sameNameSql } from '@gatehouse/database';
import type { Permission } from '@gatehouse/access-engine';
import type { Principal } from '../permissions/permission-assignment';
import { PermissionRepository } from '../permissions/permission-repository';
import type { ResourceNode } from '../resources/resource';
import { RESOURCE_COLUMNS, toResourceNode } from '../resources/resource-rows';
import type { ProtectedService } from '../services/protected-service';
import {
  ROOTS_WITH_SERVICE,
  SERVICE_COLUMNS,
  type SelectedService,
  toProtectedService,
} from '../services/service-rows';

interface Named {
  readonly id: number;
  readonly name: string;
}

export interface NamedUser extends Named {
  readonly kind: 'person' | 'service';
}

export interface NamedGroup extends Named {
  readonly hasTerms: boolean;
}

/** A resource by the name of a child of a known one. */
export interface ChildKey {
  readonly parentId: number;
  readonly name: string;
}

/** An assignment, whatever its modifiers. */
export interface AssignmentKey {
  readonly principal: Pick<Principal, 'kind' | 'id'>;
  readonly resourceId: number;
  readonly name: string;
}

/** The objects of the change log that {@link BulkLookups} reads. */
const ENTITIES = ['service', 'resource', 'group', 'user', 'membership', 'user_rule', 'group_rule'];

/**
 * Reads many objects by their names, each kind by one statement. What was read is what a later unit of work finds, if nothing has
 * changed since the revision before the first of these reads.
 */
export class BulkLookups {
  private readonly permissions: PermissionRepository;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.permissions = new PermissionRepository(unitOfWork);
  }

  newestRevision(): Promise<number> {
    return newestRevision(this.unitOfWork.manager);
  }

  /** Whether other revisions than that of the running unit of work have changed such objects since a revision. */
  async hasChangedSince(revision: number): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      `SELECT 1 FROM (
         SELECT entity FROM changes WHERE revision > $1 AND revision <> $2 ORDER BY revision, id OFFSET 0
       ) later WHERE entity = ANY ($3) LIMIT 1`,
      [revision, this.unitOfWork.revision ?? 0, ENTITIES],
    );
    return rows.length > 0;
  }

  /** By their names, which are compared exactly. */
  async services(names: readonly string[]): Promise<Map<string, ProtectedService>> {
    if (names.length === 0) return new Map();
    const rows = await this.unitOfWork.manager.query<SelectedService[]>(
      `SELECT ${SERVICE_COLUMNS} FROM ${ROOTS_WITH_SERVICE} WHERE root.parent_id IS NULL AND root.name = ANY ($1)`,
      [names],
    );
    return new Map(rows.map(toProtectedService).map((service) => [service.name, service]));
  }

  /** By the requested names, in any case. */
  groups(names: readonly string[]): Promise<Map<string, NamedGroup>> {
    return this.named('groups', 'name', 'terms IS NOT NULL AS "hasTerms"', names);
  }

  /** By the requested names, in any case. */
  users(names: readonly string[]): Promise<Map<string, NamedUser>> {
    return this.named('users', 'name', 'kind', names);
  }

  /** The users that have these email addresses, in any case. */
  usersWithEmail(emails: readonly string[]): Promise<Map<string, NamedUser>> {
    return this.named(
      'users',
      'email',
      'kind',
      emails.filter((email) => email !== ''),
    );
  }

  /** The children of these names, in any case, in the order of the keys; undefined where there is none. */
  async children(keys: readonly ChildKey[]): Promise<(ResourceNode | undefined)[]> {
    const found = new Array<ResourceNode | undefined>(keys.length);
    if (keys.length === 0) return found;
    const rows = await this.unitOfWork.manager.query<(Resource & { position: number })[]>(
      `SELECT input.position::integer, r.* FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS input (parent, wanted, position)
       CROSS JOIN LATERAL (SELECT ${RESOURCE_COLUMNS} FROM resources r
         WHERE r.parent_id = input.parent AND ${sameNameSql('r.name', 'input.wanted')} OFFSET 0) r`,
      [keys.map(({ parentId }) => parentId), keys.map(({ name }) => name)],
    );
    for (const { position, ...row } of rows) found[position - 1] = toResourceNode(row);
    return found;
  }

  /** By their identifiers, whatever they are below. */
  async resources(ids: readonly number[]): Promise<Map<number, ResourceNode>> {
    if (ids.length === 0) return new Map();
    const rows = await this.unitOfWork.manager.query<Resource[]>(
      `SELECT ${RESOURCE_COLUMNS} FROM resources r WHERE r.id = ANY ($1)`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, toResourceNode(row)]));
  }

  /** The function that it answers returns undefined for an assignment that does not exist. */
  async assignments(keys: readonly AssignmentKey[]): Promise<(key: AssignmentKey) => Permission | undefined> {
    const find = await this.permissions.findAll(keys);
    return ({ principal, resourceId, name }) => find(principal, resourceId, name);
  }

  /** Those of the memberships that exist: `{user id} {group id}`. */
  async memberships(
    keys: readonly { readonly userId: number; readonly groupId: number }[],
  ): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    const rows = await this.unitOfWork.manager.query<{ user_id: number; group_id: number }[]>(
      `SELECT m.user_id, m.group_id FROM unnest($1::integer[], $2::integer[]) AS input (member, club)
       CROSS JOIN LATERAL (SELECT user_id, group_id FROM memberships
         WHERE user_id = input.member AND group_id = input.club OFFSET 0) m`,
      [keys.map(({ userId }) => userId), keys.map(({ groupId }) => groupId)],
    );
    return new Set(rows.map(({ user_id: user, group_id: group }) => `${user} ${group}`));
  }

  private async named<T extends Named>(
    table: 'users' | 'groups',
    column: 'name' | 'email',
    more: string,
    names: readonly string[],
  ): Promise<Map<string, T>> {
    if (names.length === 0) return new Map();
    const rows = await this.unitOfWork.manager.query<(T & { readonly requested: string })[]>(
      `SELECT input.requested, found.* FROM unnest($1::text[]) AS input (requested)
       CROSS JOIN LATERAL (SELECT id, name, ${more} FROM ${table} WHERE ${sameNameSql(column, 'input.requested')} OFFSET 0) found`,
      [names],
    );
    return new Map(rows.map((row) => [row.requested, row]));
  }
}
