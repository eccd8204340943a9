import { type Permission, samePermission } from '@gatehouse/access-engine';
import type { UnitOfWork } from '@gatehouse/database';
import { Problem, notFoundParam, problem } from '@gatehouse/problems';
import { throwIfAny } from '../../throw-if-any';
import type { UserRules } from '../../users/user-rules';
import type { PermissionAssignment, Principal } from '../permission-assignment';
import { PermissionRepository } from '../permission-repository';
import { rejectInapplicable } from '../permission-rules';
import type { Permissions } from '../permissions';
import { AssignmentHistory } from './assignment-history';
import { type ChangedAssignment, ChangedAssignments, toConflict } from './changed-assignments';
import { type RequestedChange, readRequestedChanges, rejectRepeated } from './requested-change';
import { ChangedResources } from './changed-resources';

/** Finds users or groups by name. The returned function throws if the name does not exist. */
interface Finder {
  finderOf(names: readonly string[]): Promise<Find>;
}

type Find = (name: string) => Pick<Principal, 'id' | 'name'>;

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

/** Assignments that others have changed, as of a revision. */
export interface ChangedSince {
  readonly revision: number;
  readonly assignments: readonly ChangedAssignment[];
}

/** A change of an existing principal on an existing resource. */
interface FoundKey extends RequestedChange {
  readonly principal: Principal;
  readonly principalId: number;
}

interface FoundChange extends FoundKey {
  readonly current: Permission | undefined;
}

/**
 * Sets and removes permission assignments on any resources: in one revision, or none of them. The number of queries does not
 * depend on the number of changes, because other writers wait meanwhile. Reference: console-api#changes.
 */
export class PermissionChanges {
  private readonly history: AssignmentHistory;
  private readonly changed: ChangedAssignments;
  private readonly resources: ChangedResources;
  private readonly repository: PermissionRepository;

  constructor(private readonly dependencies: ChangesDependencies) {
    const { unitOfWork } = dependencies;
    this.history = new AssignmentHistory(unitOfWork);
    this.changed = new ChangedAssignments(unitOfWork, this.history);
    this.resources = new ChangedResources(unitOfWork);
    this.repository = new PermissionRepository(unitOfWork);
  }

  /**
   * Applies the changes of a body, which is not validated yet. Throws `permissions_changed_meanwhile` if an assignment that would
   * change was changed after the revision of its entry, or `since` where that has none.
   */
  async apply(input: unknown, since?: number): Promise<AppliedChanges> {
    const changes = readRequestedChanges(input);
    // A request that changes nothing takes no revision.
    const found = (await this.find(changes)).filter(differs);
    const newest = await this.history.newestRevision();
    if (since !== undefined && since > newest) throw futureRevision(since, newest);
    if (found.length === 0) return { revision: newest, changed: 0 };
    // The long history is read before other writers have to wait.
    await this.rejectConflicts(found, since);
    const later = changes.map((change) =>
      (change.revision ?? since) === undefined ? change : { ...change, revision: newest },
    );
    return this.dependencies.unitOfWork.run(() => this.applyNow(later));
  }

  /**
   * The assignments of a body that were changed after the revision of their entry, whatever the entry requests. Applies nothing.
   * Entries without a revision are ignored.
   */
  async changedSince(input: unknown): Promise<ChangedSince> {
    const changes = readRequestedChanges(input);
    const newest = await this.history.newestRevision();
    const finders = await this.finders(changes);
    const resourceOf = await this.resources.find(changes.map(({ resourceId }) => resourceId));
    const existing: FoundKey[] = [];
    const gone: RequestedChange[] = [];
    for (const change of changes) {
      const principal = this.existing(change, finders[change.kind]);
      if (principal && resourceOf(change.resourceId))
        existing.push({ ...change, principal, principalId: principal.id });
      else gone.push(change);
    }
    rejectRepeated(existing);
    return {
      revision: newest,
      assignments: [
        ...(await this.changed.find(existing.flatMap((one) => basedOn(one, undefined)))),
        ...(await this.changed.deleted(gone, newest)),
      ],
    };
  }

  /** Inside a unit of work. */
  private async applyNow(changes: readonly RequestedChange[]): Promise<AppliedChanges> {
    const { permissions, unitOfWork } = this.dependencies;
    const found = (await this.find(changes)).filter(differs);
    await this.rejectConflicts(found, undefined);
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
    const finders = await this.finders(changes);
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

  private async finders(changes: readonly RequestedChange[]): Promise<Record<RequestedChange['kind'], Find>> {
    const { users, groups } = this.dependencies;
    const namesOf = (kind: RequestedChange['kind']): string[] => [
      ...new Set(changes.filter((one) => one.kind === kind).map(({ principalName }) => principalName)),
    ];
    return {
      user: await users.finderOf(namesOf('user')),
      group: await groups.finderOf(namesOf('group')),
    };
  }

  private existing(change: RequestedChange, find: Find): Principal | undefined {
    try {
      return this.principalOf(change, find);
    } catch (error) {
      if (error instanceof Problem && error.errorCode === `${change.kind}_not_found`) return undefined;
      throw error;
    }
  }

  private principalOf({ kind, principalName, field }: RequestedChange, find: Find): Principal {
    try {
      const { id, name } = find(principalName);
      if (kind === 'user') throwIfAny(this.dependencies.userRules.permissionsError(name));
      return { kind, id, name };
    } catch (error) {
      const isMissing = error instanceof Problem && error.errorCode === `${kind}_not_found`;
      throw isMissing ? error.with(notFoundParam(`${field}.${kind}_name`, principalName)) : error;
    }
  }

  private async rejectConflicts(found: readonly FoundChange[], since: number | undefined): Promise<void> {
    const changed = await this.changed.find(found.flatMap((one) => basedOn(one, since)));
    if (changed.length === 0) return;
    throw problem('permissions_changed_meanwhile', {}, { extras: { conflicts: changed.map(toConflict) } });
  }
}

/** The assignment of a change with the revision on which it is based; none without one. */
function basedOn({ principal, resourceId, permission, revision }: FoundKey, since: number | undefined) {
  const base = revision ?? since;
  return base === undefined ? [] : [{ principal, resourceId, name: permission, since: base }];
}

function differs({ permission, modifiers, current }: FoundChange): boolean {
  if (!modifiers || !current) return modifiers !== undefined || current !== undefined;
  return !samePermission(current, { name: permission, ...modifiers });
}

function futureRevision(since: number, newest: number): Problem {
  const compare = `range(0, ${newest + 1})`;
  return problem(
    'malformed_if_match',
    {},
    { param: { name: 'If-Match', value: since, compare, conditions: { is_in: false } } },
  );
}
