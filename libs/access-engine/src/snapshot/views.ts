import { OPERATIONS_PER_STEP, type Steps, inOneGo } from '../steps';
import type { TypeCatalogue } from '../type-catalogue';
import { type AssignedTree, assignedTree } from './assigned-tree';
import { type AssignedBranches, type AssignedBranchesRequest, assignedBranches } from './assigned-branches';
import { type ChildIdsRequest, childIdsAfter } from './children-by-id';
import { type AccessListRequest, type AccessPage, type PrincipalOrder, accessList } from './access-list';
import { nodeOf } from './assignment-code';
import { ChildOrder } from './child-order';
import type { CompiledStore } from './compiled-store';
import { type DeniedBelowPage, type DeniedBelowRequest, deniedBelow } from './denied-below';
import {
  type MatrixPage,
  type MatrixPageRequest,
  type MatrixRow,
  assignedPage,
  childrenPage,
  matrixRow,
  positionOf,
} from './matrix';
import { type AccessEffect, type EffectRequest, effectOf } from './effect/effect';
import { type Preview, type PreviewRequest, preview } from './preview/preview';
import type { PrincipalEntry, PrincipalTable } from './principal-table';
import { NO_SLOT } from './resource-table';
import type { ResourceRow } from './rows';
import { sortedInSteps } from './sorted-in-steps';
import { isVisible } from './visibility';

/** Attempts to read something between two changes in steps. */
const MAX_ATTEMPTS = 5;

/** Operations of an effect that is computed without interruption: some milliseconds. */
const MAX_UNINTERRUPTED_OPERATIONS = 50_000;

/** Rows of a matrix, each with many decisions, in one step. */
const ROWS_PER_STEP = 20;

/** Numbers of all assigned trees that are kept, about 100 bytes each. */
const MAX_ASSIGNED = 500_000;

/** A resource on the path from its service down to some resource. */
interface LocationStep {
  readonly resource: ResourceRow;
  /** Number of siblings before it. */
  readonly offset: number;
}

export interface SnapshotCounts {
  readonly revision: number;
  readonly users: number;
  readonly groups: number;
  readonly services: number;
  /** Below services. */
  readonly resources: number;
  /** Assignments of users and groups. */
  readonly permissions: number;
}

export interface Location {
  readonly revision: number;
  /** Names from the service down, joined by `/`. */
  readonly path: string;
  /** The service first, the resource itself last. */
  readonly steps: readonly LocationStep[];
}

/**
 * What users see of a snapshot, in pages: each read in steps, because its preparation can take time proportional
 * to the number of children or assignments; what was prepared is kept until it changes. Each result is of one revision. An
 * unknown id has no result.
 */
export class SnapshotViews {
  private readonly order: ChildOrder;
  private readonly trees = new Map<string, AssignedTree>();
  private assigned = 0;
  private principals: PrincipalOrder | undefined;
  private generation = 0;

  constructor(
    private readonly store: CompiledStore,
    private readonly types: TypeCatalogue,
    private readonly revision: () => number,
  ) {
    this.order = new ChildOrder(store.resources);
  }

  /** Called after a change of rows, with whether resources, or users or groups, are among them. */
  changed({ resources, principals }: { readonly resources: boolean; readonly principals: boolean }): void {
    if (resources) this.order.forget();
    if (principals) this.principals = undefined;
    this.trees.clear();
    this.assigned = 0;
    this.generation++;
  }

  /**
   * Steps that start again when something changes between two of them, so that they always read one
   * revision. After several attempts they are executed in one.
   */
  private *consistent<Result>(steps: () => Steps<Result>): Steps<Result> {
    for (let attempt = 1; ; attempt++) {
      const { generation } = this;
      const running = steps();
      // INVARIANT: no step is executed after a change that the steps before it have not seen.
      while (generation === this.generation) {
        const step = running.next();
        if (step.done) return step.value;
        if (attempt < MAX_ATTEMPTS) yield step.value;
      }
    }
  }

  /** A page of the permission matrix of a principal in a service. Reference: console-api#matrix. */
  matrix(request: MatrixPageRequest): Steps<MatrixPage | undefined> {
    return this.consistent(() => this.matrixOnce(request));
  }

  /** Where a resource is in its tree. Reference: console-api#location. */
  location(resourceId: number): Steps<Location | undefined> {
    return this.consistent(() => this.locationOnce(resourceId));
  }

  /**
   * A part of the children of a resource, by their ids. Unlike the other results it may be of several revisions: a change between two
   * steps does not begin it again.
   */
  childIds(request: ChildIdsRequest): Steps<Int32Array> {
    return childIdsAfter(this.store.resources, request);
  }

  /** Resources with assignments of a principal, and their ancestors. May be of several revisions, too. */
  assignedBranches(request: AssignedBranchesRequest): Steps<AssignedBranches> {
    return assignedBranches(this.store, request);
  }

  /** Number of rows of each kind. */
  counts(): Steps<SnapshotCounts> {
    return this.consistent(() => this.countsOnce());
  }

  /** A page of who has which permission on a resource. Reference: console-api#access-list. */
  accessList(request: AccessListRequest): Steps<AccessPage | undefined> {
    return this.consistent(() => this.accessListOnce(request));
  }

  /** A page of whose denials take effect below an ancestor on which they are allowed. Reference: console-api#names-that-are-not-registered. */
  deniedBelow(request: DeniedBelowRequest): Steps<DeniedBelowPage | undefined> {
    return this.consistent(() => this.deniedBelowOnce(request));
  }

  /** The effects of edits that are not applied. Reference: console-api#preview. */
  preview(request: PreviewRequest): Steps<Preview | undefined> {
    return this.consistent(() => preview(this.store, this.revision(), request));
  }

  /**
   * The effect of edits of users, groups, resources and assignments that are not made. Where changes begin it again and again,
   * the last attempt is not interrupted, and counts less. Reference: configuration-files#effect.
   */
  *effect(request: EffectRequest): Steps<AccessEffect | undefined> {
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const { generation } = this;
      const running = effectOf(this.store, this.types, this.revision(), request);
      while (generation === this.generation) {
        const step = running.next();
        if (step.done) return step.value;
        yield step.value;
      }
    }
    const brief = { ...request, maxOperations: MAX_UNINTERRUPTED_OPERATIONS };
    return inOneGo(effectOf(this.store, this.types, this.revision(), brief));
  }

  /** Whether a user may learn what a resource is. Reference: permission-rules#visibility. */
  isVisible(userId: number, resourceId: number): Steps<boolean> {
    return this.consistent(() =>
      isVisible(this.store, this.types, { userId, resourceId }, (principal, service) =>
        this.treeOf(principal, service),
      ),
    );
  }

  private *countsOnce(): Steps<SnapshotCounts> {
    const { arena, resources, services } = this.store;
    let live = 0;
    for (let slot = 0; slot < resources.slots; slot++) {
      if ((slot + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      if (resources.isLive(slot) && resources.isAttached(slot)) live++;
    }
    const count = { user: 0, group: 0 };
    let permissions = 0;
    for (const kind of ['user', 'group'] as const) {
      for (const { assignments } of this.store.principals(kind)) {
        if (++count[kind] % OPERATIONS_PER_STEP === 0) yield 0;
        permissions += resources.hasDetached
          ? yield* attachedIn(this.store, assignments)
          : arena.length(assignments);
      }
    }
    return {
      revision: this.revision(),
      users: count.user,
      groups: count.group,
      services: services.size,
      resources: live - services.size,
      permissions,
    };
  }

  private *accessListOnce(request: AccessListRequest): Steps<AccessPage | undefined> {
    return yield* accessList(this.store, yield* this.principalsByName(), this.revision(), request);
  }

  private *deniedBelowOnce(request: DeniedBelowRequest): Steps<DeniedBelowPage | undefined> {
    return yield* deniedBelow(this.store, yield* this.principalsByName(), this.revision(), request);
  }

  private *principalsByName(): Steps<PrincipalOrder> {
    this.principals ??= {
      user: yield* byName(this.store.users),
      group: yield* byName(this.store.groups),
    };
    return this.principals;
  }

  private *matrixOnce(request: MatrixPageRequest): Steps<MatrixPage | undefined> {
    const { resources } = this.store;
    const principal = this.store.principals(request.kind).get(request.principalId);
    const service = resources.slotOf(request.serviceId);
    const parent = resources.slotOf(request.parentId ?? request.serviceId);
    const type = this.store.services.get(request.serviceId)?.type;
    if (!principal || service === NO_SLOT || parent === NO_SLOT || type === undefined) return undefined;
    const tree = yield* this.treeOf(principal, service);
    const page = request.assigned
      ? assignedPage(tree, request, request.parentId === undefined ? undefined : parent)
      : yield* childrenPage(this.store, this.order, request, parent, request.parentId === undefined);
    const namesOf = (slot: number) => this.types.permissionsOf(type, resources.row(slot).type);
    const rows: MatrixRow[] = [];
    for (const slot of page.slots) {
      if (rows.length % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield 0;
      rows.push(matrixRow(this.store, principal, slot, namesOf(slot), tree));
    }
    return { revision: this.revision(), names: this.types.namesOf(type), total: page.total, rows };
  }

  private *locationOnce(resourceId: number): Steps<Location | undefined> {
    const { resources } = this.store;
    const target = resources.slotOf(resourceId);
    if (target === NO_SLOT) return undefined;
    const steps: LocationStep[] = [];
    for (let slot = target; slot !== NO_SLOT; slot = resources.parent(slot)) {
      const parent = resources.parent(slot);
      const offset = parent === NO_SLOT ? 0 : yield* this.order.indexOf(slot, parent);
      steps.unshift({ resource: resources.row(slot), offset });
    }
    return { revision: this.revision(), path: positionOf(this.store, target).path, steps };
  }

  private *treeOf(principal: PrincipalEntry, service: number): Steps<AssignedTree> {
    const key = `${principal.kind} ${principal.slot} ${service}`;
    const cached = this.trees.get(key);
    if (cached) return cached;
    const tree = yield* assignedTree(this.store, principal, service);
    this.keep(key, tree);
    return tree;
  }

  private keep(key: string, tree: AssignedTree): void {
    const size = 1 + tree.order.length + tree.below.size;
    if (this.assigned + size > MAX_ASSIGNED) {
      this.trees.clear();
      this.assigned = 0;
    }
    if (size > MAX_ASSIGNED) return;
    this.trees.set(key, tree);
    this.assigned += size;
  }
}

/** The number of assignments of a list on resources that were not deleted. */
function* attachedIn({ arena, resources }: CompiledStore, assignments: number): Steps<number> {
  let count = 0;
  for (const [index, assignment] of arena.copy(assignments).entries()) {
    if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
    if (resources.isAttached(nodeOf(assignment))) count++;
  }
  return count;
}

/** The slots of users or groups, sorted by name. */
function* byName(table: PrincipalTable): Steps<Int32Array> {
  const slots = Int32Array.from([...table].map(({ slot }) => slot));
  const nameOf = (slot: number) => table.at(slot).name;
  return yield* sortedInSteps(slots, (a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
}
