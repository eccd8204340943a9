import type { AccessSnapshot, ServiceView } from '@gatehouse/access-engine';
import { type Actor, type UnitOfWork, runAs } from '@gatehouse/database';
import {
  type ResourceDirectory,
  type DirectoryEvents,
  type LocatedResource,
  type Principal,
  createResourceDirectory,
} from '@gatehouse/directory';
import { Problem } from '@gatehouse/problems';
import { HookFailed } from './hook-failed';
import type { PlannedAssignment, PlannedResource, PlannedWrite } from './planned-write';
import { containsAll } from './snapshot-contains';

/** The writes of one hook. */
export interface WriteGroup {
  readonly writes: readonly PlannedWrite[];
  /** Whether the other groups are written if this one fails. */
  readonly mayFail: boolean;
}

export interface WriteResult {
  /** A revision that contains everything that was written or existed before; undefined if the snapshot contains it. */
  readonly revision: number | undefined;
  /** The errors of groups that may fail, by index. */
  readonly failures: ReadonlyMap<number, unknown>;
}

/** Rolls back a transaction without writes, so that it creates no revision. */
class NothingWritten extends Error {
  constructor(readonly revision: number) {
    super('nothing was written');
  }
}

/**
 * Writes the resources and permissions that hooks create for replies: those of one service, in one revision with the caller
 * as its actor, by the rules of the directory. What exists is unchanged, so that a repeated reply changes nothing; what
 * exists in another form is an error, because an administrator may have created it.
 */
export class DirectoryWriter {
  private readonly directory: ResourceDirectory;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly snapshot: () => AccessSnapshot,
    events: DirectoryEvents,
  ) {
    this.directory = createResourceDirectory(unitOfWork, events);
  }

  /** Throws and writes nothing if a required group fails. */
  async write(actor: Actor, service: ServiceView, groups: readonly WriteGroup[]): Promise<WriteResult> {
    const failures = new Map<number, unknown>();
    const snapshot = this.snapshot();
    if (groups.every(({ writes }) => containsAll(snapshot, service, writes))) {
      return { revision: undefined, failures };
    }
    try {
      const revision = await runAs(actor, () =>
        this.unitOfWork.run(() => this.writeGroups(service, groups, failures)),
      );
      return { revision, failures };
    } catch (error) {
      if (error instanceof NothingWritten) return { revision: error.revision, failures };
      throw error;
    }
  }

  private async writeGroups(
    service: ServiceView,
    groups: readonly WriteGroup[],
    failures: Map<number, unknown>,
  ): Promise<number> {
    const { manager, revision = 0 } = this.unitOfWork;
    let changes = 0;
    for (const [index, { writes, mayFail }] of groups.entries()) {
      if (!mayFail) {
        changes += await this.writeGroup(service.resourceId, writes);
        continue;
      }
      await manager.query('SAVEPOINT hook');
      try {
        changes += await this.writeGroup(service.resourceId, writes);
      } catch (error) {
        await manager.query('ROLLBACK TO SAVEPOINT hook');
        failures.set(index, error);
      }
      await manager.query('RELEASE SAVEPOINT hook');
    }
    // Revisions commit in order, so that the previous one contains everything that others wrote.
    if (changes === 0) throw new NothingWritten(revision - 1);
    return revision;
  }

  /** How many resources and permissions were created. Throws `HookFailed`. */
  private async writeGroup(serviceId: number, writes: readonly PlannedWrite[]): Promise<number> {
    let changes = 0;
    let created: LocatedResource | undefined;
    for (const write of writes) {
      try {
        if (write.kind === 'resource') {
          created = await this.create(serviceId, write);
          changes += created ? 1 : 0;
        } else {
          const resource = write.on === 'created' ? created : await this.resourceAt(serviceId, write.on);
          if (resource && (await this.grant(resource, write))) changes++;
        }
      } catch (error) {
        throw error instanceof Problem ? rejected(error) : error;
      }
    }
    return changes;
  }

  /** The new resource; undefined if it exists. */
  private async create(
    serviceId: number,
    { below, name, type }: PlannedResource,
  ): Promise<LocatedResource | undefined> {
    const parent = await this.resourceAt(serviceId, below);
    const { resource, created } = await this.directory.resources.ensure(parent, { name, typeName: type });
    return created ? { ...resource, service: parent.service } : undefined;
  }

  /** Whether the permission is new. */
  private async grant(
    { service, ...resource }: LocatedResource,
    { principal, permission }: PlannedAssignment,
  ): Promise<boolean> {
    const target = { ...resource, serviceType: service.type };
    return this.directory.permissions.ensure(await this.principalOf(principal), target, permission);
  }

  private async resourceAt(serviceId: number, path: readonly string[]): Promise<LocatedResource> {
    const resource = await this.directory.resources.byPath(serviceId, path);
    if (!resource) throw new HookFailed('no resource exists at the path');
    return resource;
  }

  private async principalOf(principal: PlannedAssignment['principal']): Promise<Principal> {
    if (principal.kind === 'user') return { ...principal, name: '' };
    const group = await this.directory.principals.groupByName(principal.name);
    if (!group) throw new HookFailed('no group has this name');
    return group;
  }
}

/** The message omits values from clients or services, which error texts may contain. */
function rejected(error: Problem): HookFailed {
  return new HookFailed(`the write is rejected: ${error.errorCode}`, { cause: error });
}
