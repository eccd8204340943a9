import { type Permission, formatExplicit, samePermission } from '@gatehouse/access-engine';
import type { UnitOfWork } from '@gatehouse/database';
import { type Problem, type ProblemParam, problem } from '@gatehouse/problems';
import type { DirectoryEvents, PermissionChange } from '../events';
import { assignmentFields } from './assignment-fields';
import type {
  PermissionInput,
  NewAssignment,
  PermissionAssignment,
  PermissionReplacement,
  Principal,
  ProtectedResource,
  SetPermission,
} from './permission-assignment';
import { readApplicable, readPermission, rejectInapplicable } from './permission-rules';
import { type AssignmentRow, PermissionRepository } from './permission-repository';

/**
 * Permission assignments: at most one for each principal, resource and name, regardless of modifiers.
 * Reference: permission-rules#one-assignment-per-name, permission-rules#validation.
 */
export class Permissions {
  private readonly repository: PermissionRepository;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: DirectoryEvents,
  ) {
    this.repository = new PermissionRepository(unitOfWork);
  }

  /** Assigns a permission. Throws `permission_already_set` if there is one of its name, which is unchanged. */
  async grant(
    principal: Principal,
    resource: ProtectedResource,
    input: PermissionInput,
  ): Promise<Permission> {
    const permission = readApplicable(input, resource);
    await this.unitOfWork.run(async () => {
      if (await this.insert(principal, resource, permission)) return;
      const stored = await this.repository.find(principal, resource.id, permission.name);
      throw stored ? alreadySet(principal, resource, permission, stored) : targetDeleted();
    });
    return permission;
  }

  /**
   * Inside a unit of work: assigns a permission unless it is assigned already; answers whether it is new. Throws
   * `permission_already_set` if there is one of its name with other modifiers.
   */
  async ensure(principal: Principal, resource: ProtectedResource, permission: Permission): Promise<boolean> {
    rejectInapplicable(permission, resource);
    if (await this.insert(principal, resource, permission)) return true;
    const stored = await this.repository.find(principal, resource.id, permission.name);
    if (!stored) throw targetDeleted();
    if (!samePermission(stored, permission)) throw alreadySet(principal, resource, permission, stored);
    return false;
  }

  /**
   * Assigns permissions in one revision, with the rules of {@link grant}; none of them if one violates a rule. Meant for
   * imports: a fixed number of statements, however many permissions there are. Throws `permission_already_set`, also for a
   * permission that is given twice, or `permission_target_deleted` if a principal or resource does not exist.
   */
  async createAll(input: readonly NewAssignment[]): Promise<void> {
    for (const { permission, resource } of input) rejectInapplicable(permission, resource);
    const rows = input.map((assignment) => ({ ...assignment, resourceId: assignment.resource.id }));
    await this.unitOfWork.run(async () => {
      for (const [kind, ofKind] of byKind(rows)) {
        const rejected = await this.repository.insertAll(kind, ofKind);
        if (rejected) throw await this.rejectionOf(rejected);
      }
    });
  }

  /** Assigns a permission, replacing the one of its name, if there is one. */
  async set(
    principal: Principal,
    resource: ProtectedResource,
    input: PermissionInput,
  ): Promise<SetPermission> {
    const permission = readApplicable(input, resource);
    return { permission, created: await this.replace(principal, resource, permission) };
  }

  /** Removes the permission that a body names. */
  async revokeGiven(
    principal: Principal,
    resource: ProtectedResource,
    input: PermissionInput,
  ): Promise<Permission> {
    return this.revoke(principal, resource, readPermission(input));
  }

  /** Removes the permission of that name with any modifiers, and returns it. Throws `permission_not_set`. */
  async revoke(
    principal: Principal,
    resource: ProtectedResource,
    permission: Permission,
  ): Promise<Permission> {
    rejectInapplicable(permission, resource);
    return this.unitOfWork.run(async () => {
      const stored = await this.repository.find(principal, resource.id, permission.name);
      if (!stored) throw notSet(principal, resource, permission);
      await this.repository.delete(principal, resource.id, permission.name);
      await this.report([{ principal, resourceId: resource.id, before: stored }]);
      return stored;
    });
  }

  /** Inside a unit of work: sets permissions on different resources, each replacing the one of its name. */
  async setAll(assignments: readonly PermissionAssignment[]): Promise<void> {
    const changes: PermissionChange[] = [];
    for (const [kind, ofKind] of byKind(assignments)) {
      changes.push(...(await this.repository.upsertAll(kind, ofKind)));
    }
    await this.report(inOrderOf(assignments, changes));
  }

  /**
   * Inside a unit of work: the same where the caller knows what each of them replaces, and has confirmed that nothing has changed since.
   * It is not read again while others wait.
   */
  async replaceAll(replacements: readonly PermissionReplacement[]): Promise<void> {
    for (const [kind, ofKind] of byKind(replacements)) await this.repository.write(kind, ofKind);
    await this.report(
      replacements.map(({ principal: { kind, id }, resourceId, permission: after, before }) => ({
        principal: { kind, id },
        resourceId,
        ...(before && { before }),
        after,
      })),
    );
  }

  /** Inside a unit of work: removes permissions with any modifiers, if there are any. */
  async removeAll(assignments: readonly PermissionAssignment[]): Promise<void> {
    const changes: PermissionChange[] = [];
    for (const [kind, ofKind] of byKind(assignments)) {
      changes.push(...(await this.repository.deleteAll(kind, ofKind)));
    }
    await this.report(inOrderOf(assignments, changes));
  }

  /** Inside a unit of work: the error of one of many permissions, whose principals are known by their identifiers only. */
  private async rejectionOf({ principal, resource, permission }: NewAssignment): Promise<Problem> {
    const stored = await this.repository.find(principal, resource.id, permission.name);
    if (!stored) return targetDeleted();
    const extras = {
      resource_id: resource.id,
      [`${principal.kind}_id`]: principal.id,
      permission_name: formatExplicit(permission),
    };
    return problem('permission_already_set', {}, { param: alreadySetParam(stored), extras });
  }

  /** Whether there was no permission of that name. Atomic: revisions are serialized. */
  private async replace(
    principal: Principal,
    resource: ProtectedResource,
    permission: Permission,
  ): Promise<boolean> {
    // A request that changes nothing takes no revision.
    const before = await this.repository.find(principal, resource.id, permission.name);
    if (before && samePermission(before, permission)) return false;
    return this.unitOfWork.run(async () => {
      const stored = await this.repository.find(principal, resource.id, permission.name);
      if (!stored) {
        if (!(await this.insert(principal, resource, permission))) throw targetDeleted();
      } else if (!samePermission(stored, permission)) {
        await this.repository.update(principal, resource.id, permission);
        await this.report([{ principal, resourceId: resource.id, before: stored, after: permission }]);
      }
      return !stored;
    });
  }

  /** Inside a unit of work: false if there is a permission of that name, or if the principal or the resource does not exist. */
  private async insert(
    principal: Principal,
    resource: ProtectedResource,
    permission: Permission,
  ): Promise<boolean> {
    if (!(await this.repository.insert(principal, resource.id, permission))) return false;
    await this.report([{ principal, resourceId: resource.id, after: permission }]);
    return true;
  }

  private async report(changes: readonly PermissionChange[]): Promise<void> {
    if (changes.length > 0) await this.events.permissionsChanged(changes);
  }
}

function byKind<Row extends AssignmentRow>(rows: readonly Row[]): [Principal['kind'], readonly Row[]][] {
  return (['user', 'group'] as const)
    .map((kind): [Principal['kind'], Row[]] => [
      kind,
      rows.filter(({ principal }) => principal.kind === kind),
    ])
    .filter(([, ofKind]) => ofKind.length > 0);
}

/** Changes in the order of the assignments that caused them: one or none for each. */
function inOrderOf(
  assignments: readonly AssignmentRow[],
  changes: readonly PermissionChange[],
): PermissionChange[] {
  const keyOf = ({ principal }: Pick<AssignmentRow, 'principal'>, resourceId: number, name?: string) =>
    `${principal.kind} ${principal.id} ${resourceId} ${name}`;
  const byKey = new Map(
    changes.map((change) => [
      keyOf(change, change.resourceId, (change.after ?? change.before)?.name),
      change,
    ]),
  );
  return assignments.flatMap((row) => byKey.get(keyOf(row, row.resourceId, row.permission.name)) ?? []);
}

function alreadySet(
  principal: Principal,
  resource: ProtectedResource,
  permission: Permission,
  stored: Permission,
): Problem {
  return problem(
    'permission_already_set',
    {},
    {
      param: alreadySetParam(stored),
      extras: assignmentFields(principal, resource, permission),
    },
  );
}

function alreadySetParam(stored: Permission): ProblemParam {
  return { name: 'permission_name', value: formatExplicit(stored), conditions: { is_none: false } };
}

function notSet(principal: Principal, resource: ProtectedResource, permission: Permission): Problem {
  return problem(
    'permission_not_set',
    {},
    {
      param: { name: 'permission_name', value: formatExplicit(permission), conditions: { not_none: false } },
      extras: assignmentFields(principal, resource, permission),
    },
  );
}

/** The principal or the resource was deleted after the request looked it up. */
function targetDeleted(): Problem {
  return problem('permission_target_deleted');
}
