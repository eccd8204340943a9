import { type Permission, samePermission } from '@gatehouse/access-engine';
import type { UnitOfWork } from '@gatehouse/database';
import { Problem, notFoundParam, problem } from '@gatehouse/problems';
import { throwIfAny } from '../../throw-if-any';
import type { UserRules } from '../../users/user-rules';
import type { PermissionAssignment, Principal } from '../permission-assignment';
import { PermissionRepository } from '../permission-repository';
import { rejectInapplicable } from '../permission-rules';
import type { Permissions } from '../permissions';
import { AssignmentHistory, type LastChange } from './assignment-history';
import { type RequestedChange, readRequestedChanges, rejectRepeated } from './requested-change';
import { ChangedResources } from './changed-resources';

/** Finds users or groups by name. The returned function throws if the name does not exist. */
interface Finder {
  finderOf(names: readonly string[]): Promise<(name: string) => Pick<Principal, 'id' | 'name'>>;
}

export interface ChangesDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly users: Finder;
  readonly groups: Finder;
  readonly permissions: Permissions;
  readonly userRules: Pick<UserRules, 'permissionsError'>;
}

/** The outcome of a request. */
export interface AppliedChanges {
  /** The revision of the change, or the newest one if nothing changed. */
  readonly revision: number;
  /** Number of assignments that were created, replaced or removed. */
  readonly changed: number;
}

/** A change of an existing principal on an existing resource. */
interface FoundChange extends RequestedChange {
  readonly principal: Principal;
  readonly principalId: number;
  readonly current: Permission | undefined;
}

/**
 * Sets and removes permission assignments on any resources: in one revision, or none of them. The number of queries does not
 * depend on the number of changes, because other writers wait meanwhile. Reference: console-api#changes.
 */
export class PermissionChanges {
  private readonly history: AssignmentHistory;
  private readonly resources: ChangedResources;
  private readonly repository: PermissionRepository;

  constructor(private readonly dependencies: ChangesDependencies) {
    const { unitOfWork } = dependencies;
    this.history = new AssignmentHistory(unitOfWork);
    this.resources = new ChangedResources(unitOfWork);
    this.repository = new PermissionRepository(unitOfWork);
  }

  /**
   * Applies the changes of a body, which is not validated yet. Throws `permissions_changed_meanwhile` if an assignment that would
   * change was changed after the revision `since`.
   */
  async apply(input: unknown, since?: number): Promise<AppliedChanges> {
    const changes = readRequestedChanges(input);
    // A request that changes nothing takes no revision.
    const found = (await this.find(changes)).filter(differs);
    const newest = await this.history.newestRevision();
    if (since !== undefined && since > newest) throw futureRevision(since, newest);
    if (found.length === 0) return { revision: newest, changed: 0 };
    // The long history is read before other writers have to wait.
    if (since !== undefined) await this.rejectConflicts(found, since);
    return this.dependencies.unitOfWork.run(() =>
      this.applyNow(changes, since === undefined ? since : newest),
    );
  }

  /** Inside a unit of work. */
  private async applyNow(
    changes: readonly RequestedChange[],
    since: number | undefined,
  ): Promise<AppliedChanges> {
    const { permissions, unitOfWork } = this.dependencies;
    const found = (await this.find(changes)).filter(differs);
    if (since !== undefined) await this.rejectConflicts(found, since);
    const assignments = (isSet: boolean): PermissionAssignment[] =>
      found
        .filter(({ modifiers }) => (modifiers !== undefined) === isSet)
        .map(({ principal, resourceId, permission, modifiers }) => ({
          principal,
          resourceId,
          permission: { name: permission, ...(modifiers ?? { access: 'allow', scope: 'recursive' }) },
        }));
    await permissions.setAll(assignments(true));
    await permissions.removeAll(assignments(false));
    return { revision: unitOfWork.revision ?? 0, changed: found.length };
  }

  /** Throws the error of the first change that cannot be applied. */
  private async find(changes: readonly RequestedChange[]): Promise<FoundChange[]> {
    const { users, groups } = this.dependencies;
    const namesOf = (kind: RequestedChange['kind']): string[] => [
      ...new Set(changes.filter((one) => one.kind === kind).map(({ principalName }) => principalName)),
    ];
    const finders = {
      user: await users.finderOf(namesOf('user')),
      group: await groups.finderOf(namesOf('group')),
    };
    const resourceOf = await this.resources.find(changes.map(({ resourceId }) => resourceId));
    const found = changes.map((change) => {
      const principal = this.principalOf(change, finders[change.kind]);
      const resource = resourceOf(change.resourceId);
      if (!resource)
        throw problem(
          'resource_not_found',
          {},
          notFoundParam(`${change.field}.resource_id`, change.resourceId),
        );
      rejectInapplicable({ name: change.permission, access: 'allow', scope: 'recursive' }, resource);
      return { ...change, principal, principalId: principal.id };
    });
    rejectRepeated(found);
    const currentOf = await this.repository.findAll(
      found.map(({ principal, resourceId, permission }) => ({ principal, resourceId, name: permission })),
    );
    return found.map((change) => ({
      ...change,
      current: currentOf(change.principal, change.resourceId, change.permission),
    }));
  }

  private principalOf(
    { kind, principalName, field }: RequestedChange,
    find: (name: string) => Pick<Principal, 'id' | 'name'>,
  ): Principal {
    try {
      const { id, name } = find(principalName);
      if (kind === 'user') throwIfAny(this.dependencies.userRules.permissionsError(name));
      return { kind, id, name };
    } catch (error) {
      const isMissing = error instanceof Problem && error.errorCode === `${kind}_not_found`;
      throw isMissing ? error.with(notFoundParam(`${field}.${kind}_name`, principalName)) : error;
    }
  }

  private async rejectConflicts(found: readonly FoundChange[], since: number): Promise<void> {
    const changed = await this.history.changedSince(
      since,
      found.map(({ principal, resourceId, permission }) => ({ principal, resourceId, name: permission })),
    );
    if (changed.length === 0) return;
    throw problem(
      'permissions_changed_meanwhile',
      {},
      { extras: { conflicts: changed.map((last) => conflictOf(last, found)) } },
    );
  }
}

function differs({ permission, modifiers, current }: FoundChange): boolean {
  if (!modifiers || !current) return modifiers !== undefined || current !== undefined;
  return !samePermission(current, { name: permission, ...modifiers });
}

function conflictOf({ key, revision }: LastChange, found: readonly FoundChange[]): object {
  const change = found.find(
    ({ principal, resourceId, permission }) =>
      principal.kind === key.principal.kind &&
      principal.id === key.principal.id &&
      resourceId === key.resourceId &&
      permission === key.name,
  );
  const { access, scope } = change?.current ?? {};
  return {
    resource_id: key.resourceId,
    [`${key.principal.kind}_name`]: key.principal.name,
    permission_name: key.name,
    current: access && scope ? { access, scope } : null,
    revision,
  };
}

function futureRevision(since: number, newest: number): Problem {
  const compare = `range(0, ${newest + 1})`;
  return problem(
    'malformed_if_match',
    {},
    { param: { name: 'If-Match', value: since, compare, conditions: { is_in: false } } },
  );
}
