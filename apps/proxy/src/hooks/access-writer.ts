import { type AccessSnapshot, type ServiceView, samePermission } from '@gatehouse/access-engine';
import {
  allowedPermissions,
  childTypesAllowedBelow,
  resourceTypeOf,
  serviceTypeOf,
} from '@gatehouse/service-types';
import { type Actor, type UnitOfWork, runAs } from '@gatehouse/database';
import { HookFailed } from './hook-failed';
import type { PlannedResource, PlannedAssignment, PlannedWrite } from './planned-write';
import { containsAll } from './snapshot-contains';
import { type Node, WritableTree } from './writable-tree';

/** The writes of one hook. */
export interface WriteGroup {
  readonly writes: readonly PlannedWrite[];
  /** Whether the other groups go on when this one fails. */
  readonly mayFail: boolean;
}

export interface WriteResult {
  /** A revision that shows all that was written or was there already; undefined where the snapshot shows it. */
  readonly revision: number | undefined;
  /** What has gone wrong with a group that may fail, by its place. */
  readonly failures: ReadonlyMap<number, unknown>;
}

/** Thrown to leave a transaction in which there was nothing to do, so that no revision is left. */
class NothingWritten extends Error {
  constructor(readonly revision: number) {
    super('nothing was written');
  }
}

/**
 * Writes what hooks make of replies: resources and rules of one service, all in one revision under the name of the
 * caller, by the rules that the API has. What is there already is left as it is, so that a repeated reply changes nothing;
 * what is there in another form is a failure, because an administrator may have put it there.
 */
export class AccessWriter {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly snapshot: () => AccessSnapshot,
  ) {}

  /** Fails, and leaves nothing, when a group fails that may not. */
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
    const tree = new WritableTree(manager, service.resourceId);
    let changes = 0;
    for (const [index, { writes, mayFail }] of groups.entries()) {
      if (!mayFail) {
        changes += await this.writeGroup(service, tree, writes);
        continue;
      }
      await manager.query('SAVEPOINT hook');
      try {
        changes += await this.writeGroup(service, tree, writes);
      } catch (error) {
        await manager.query('ROLLBACK TO SAVEPOINT hook');
        failures.set(index, error);
      }
      await manager.query('RELEASE SAVEPOINT hook');
    }
    // Revisions commit in their order, so that the one before shows what others have written.
    if (changes === 0) throw new NothingWritten(revision - 1);
    return revision;
  }

  private async writeGroup(
    service: ServiceView,
    tree: WritableTree,
    writes: readonly PlannedWrite[],
  ): Promise<number> {
    let changes = 0;
    let created: Node | undefined;
    for (const write of writes) {
      if (write.kind === 'resource') {
        created = await this.create(service, tree, write);
        changes += created ? 1 : 0;
      } else {
        const node = write.on === 'created' ? created : await tree.at(write.on);
        if (node && (await this.grant(service, tree, write, node))) changes++;
      }
    }
    return changes;
  }

  /** The new resource; undefined where it is there already. */
  private async create(
    service: ServiceView,
    tree: WritableTree,
    { below, name, type }: PlannedResource,
  ): Promise<Node | undefined> {
    const parent = await tree.at(below);
    const serviceType = serviceTypeOf(service.type);
    const parentType = resourceTypeOf(parent.type);
    const types = serviceType && parentType ? childTypesAllowedBelow(serviceType, parentType) : [];
    if (!types.includes(type)) throw new HookFailed('a resource of this type cannot stand at this place');
    const created = await tree.insert(parent, name, type);
    if (created) return created;
    const present = await tree.child(parent, name);
    if (present?.type !== type) throw new HookFailed('a resource of another type has the name');
    return undefined;
  }

  /** Whether the rule is new. */
  private async grant(
    service: ServiceView,
    tree: WritableTree,
    { principal, permission }: PlannedAssignment,
    node: Node,
  ): Promise<boolean> {
    const serviceType = serviceTypeOf(service.type);
    const type = resourceTypeOf(node.type);
    const names = serviceType && type ? allowedPermissions(serviceType, type) : [];
    if (!names.includes(permission.name))
      throw new HookFailed('the permission does not apply to the resource');
    const id = principal.kind === 'user' ? principal.id : await tree.groupId(principal.name);
    if (id === undefined) throw new HookFailed('there is no group of this name');
    if (await tree.insertAssignment(principal.kind, id, node, permission)) return true;
    const present = await tree.rule(principal.kind, id, node, permission.name);
    if (!present) throw new HookFailed('whoever is to be granted something is gone');
    if (!samePermission(present, permission)) throw new HookFailed('there is another rule of this name');
    return false;
  }
}
