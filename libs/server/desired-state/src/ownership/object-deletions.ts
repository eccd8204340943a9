import { isDeepStrictEqual } from 'node:util';
import type { BulkLookups } from '@gatehouse/directory';
import type { PlannedChange, PlannedNode, PlannedPrincipal } from '../plan/plan';
import type { PrincipalRules } from '../plan/planned-principals';
import {
  type Label,
  type ObjectKey,
  type RecordedAssignment,
  type RecordedObject,
  labelOfNode,
  labelOfPrincipal,
  textOfObject,
} from './file-set';
import { type Kept, type KeptReason, ancestorsOf, reasonToKeep } from './kept';
import type { NamedKeys } from './named-keys';
import type { Origins } from './origins';
import type { PresentState } from './present-state';
import type { RecordedPages } from './recorded-pages';
import type { SetRepository } from './set-records';

export interface PruneParts {
  readonly sets: SetRepository;
  readonly recorded: RecordedPages;
  readonly present: PresentState;
  readonly origins: Origins;
  readonly rules: PrincipalRules;
  readonly lookups: BulkLookups;
}

/** What prune removes of the assignments or memberships. */
export interface Removed<Recorded> {
  readonly recorded: Recorded;
  readonly isGain: boolean;
}

export interface RemovedAssignment extends Removed<RecordedAssignment> {
  readonly principal: PlannedPrincipal;
  readonly node: PlannedNode;
}

export type Deletion = Extract<PlannedChange, { readonly kind: `delete_${string}` }>;

interface Candidate {
  readonly recorded: RecordedObject;
  readonly reason: KeptReason | undefined;
}

/** The resources that may be deleted, and their places. */
interface FoundNodes {
  readonly candidates: Candidate[];
  readonly nodes: Map<number, PlannedNode>;
}

/** Rows below or of an object that the revision of its deletion removes at most (`data#large-deletions`). */
const MAX_ROWS_OF_DELETION = 400;

/** What is known of a set before its objects are looked at. */
interface Found {
  readonly setId: number;
  readonly named: NamedKeys;
  /** The assignments that are removed. */
  readonly assignments: readonly RemovedAssignment[];
  /** Texts of the objects with an assignment or membership that remains. */
  readonly occupied: ReadonlySet<string>;
}

/** Plans the deletions of objects that a set owns, with nothing of another origin at, of or below them. */
export class ObjectDeletions {
  readonly kept: Kept[] = [];

  constructor(
    private readonly parts: PruneParts,
    private readonly found: Found,
  ) {}

  async plan(): Promise<Deletion[]> {
    const { setId } = this.found;
    const deletions: Deletion[] = [];
    const nodes: FoundNodes = { candidates: [], nodes: new Map() };
    for await (const { objects } of this.parts.recorded.of(setId, ['group', 'user', 'resource'])) {
      const candidates = await this.candidatesIn(objects);
      deletions.push(...(await this.deletedPrincipals(candidates)));
      await this.addNodes(candidates, nodes);
    }
    return [...deletions, ...this.deletedNodes(nodes)];
  }

  /** Those of the objects that the set owns, its files do not name, and that exist. */
  private async candidatesIn(objects: readonly RecordedObject[]): Promise<Candidate[]> {
    const { present, sets } = this.parts;
    const { setId, named } = this.found;
    const unnamed = objects.filter((one) => one.state === 'owned' && !named.objects.has(textOfObject(one)));
    if (unnamed.length === 0) return [];
    const values = await present.values(unnamed);
    const existing = unnamed.filter((one) => values.has(textOfObject(one)));
    const others = await sets.ofOthers(setId, { objects: existing, assignments: [], memberships: [] });
    const occupied = await this.withOtherOrigins(existing);
    return existing.map((recorded) => {
      const text = textOfObject(recorded);
      const isUnchanged = isDeepStrictEqual(values.get(text), recorded.value);
      const reason = reasonToKeep(recorded, others.has(text), isUnchanged);
      return { recorded, reason: reason ?? (occupied.has(text) ? 'other_origin' : undefined) };
    });
  }

  /** Texts of those of the objects with something that the set does not own, or that remains. */
  private async withOtherOrigins(objects: readonly RecordedObject[]): Promise<ReadonlySet<string>> {
    const { origins, rules, lookups } = this.parts;
    const idsOf = (kind: ObjectKey['kind']) => objects.flatMap((one) => (one.kind === kind ? [one.id] : []));
    const { anonymousGroup } = rules.groups;
    const anonymous = (await lookups.groups([anonymousGroup])).get(anonymousGroup);
    const found = {
      user: await origins.ofUsers(this.found.setId, idsOf('user'), anonymous?.id ?? 0),
      group: await origins.ofGroups(this.found.setId, idsOf('group')),
      resource: await origins.ofResources(this.found.setId, idsOf('resource')),
    };
    const texts = Object.entries(found).flatMap(([kind, ids]) =>
      ids.map((id) => textOfObject({ kind: kind as ObjectKey['kind'], id })),
    );
    return new Set([...this.found.occupied, ...texts]);
  }

  private async deletedPrincipals(candidates: readonly Candidate[]): Promise<Deletion[]> {
    const { origins, rules, present } = this.parts;
    const principals = await present.principals(
      candidates.flatMap(({ recorded: { kind, id } }) => (kind === 'resource' ? [] : [{ kind, id }])),
    );
    const groups = candidates.flatMap(({ recorded: { kind, id } }) => (kind === 'group' ? [id] : []));
    const denied = await origins.deniedGroups(groups);
    return candidates.flatMap(({ recorded, reason }): Deletion[] => {
      const principal = principals.get(textOfObject(recorded));
      if (!principal) return [];
      const { kind, name, id } = principal;
      const isProtected =
        kind === 'user'
          ? rules.users.deletionError(name) !== undefined || rules.users.isShared(name)
          : rules.groups.protectionError(name) !== undefined;
      const kept = reason ?? (isProtected ? 'other_origin' : undefined);
      if (kept) {
        this.keep(kept, { key: textOfObject(principal), ...labelOfPrincipal(principal) });
        return [];
      }
      const pruned = { givesAccess: kind === 'group' && denied.has(id) };
      const rows = 1 + MAX_ROWS_OF_DELETION;
      return [{ kind: kind === 'user' ? 'delete_user' : 'delete_group', principal, pruned, rows }];
    });
  }

  private async addNodes(
    candidates: readonly Candidate[],
    { candidates: ofNodes, nodes }: FoundNodes,
  ): Promise<void> {
    const found = candidates.filter(({ recorded }) => recorded.kind === 'resource');
    ofNodes.push(...found);
    for (const [id, node] of await this.parts.present.nodes(found.map(({ recorded }) => recorded.id)))
      nodes.set(id, node);
  }

  private deletedNodes({ candidates: ofNodes, nodes }: FoundNodes): Deletion[] {
    // What remains keeps everything above it.
    const reasons = new Map<number, KeptReason>();
    const removable = new Set<number>();
    for (const { recorded, reason } of ofNodes)
      if (reason === undefined) removable.add(recorded.id);
      else reasons.set(recorded.id, reason);
    for (const { recorded, reason } of ofNodes)
      if (reason !== undefined) for (const id of ancestorsOf(nodes.get(recorded.id))) removable.delete(id);
    const deletions: Deletion[] = [];
    const rows = this.rowsBelow(nodes, removable);
    const denied = new Set(
      this.found.assignments.flatMap(({ node, isGain }) => (isGain ? [node.id, ...ancestorsOf(node)] : [])),
    );
    for (const [id, node] of nodes) {
      if (!removable.has(id)) {
        const key = textOfObject({ kind: 'resource', id });
        this.keep(reasons.get(id) ?? 'other_origin', { key, ...labelOfNode(node) });
        continue;
      }
      if (node.parent?.id !== undefined && removable.has(node.parent.id)) continue;
      const isService = node.parent === undefined;
      // What a denial is about ends with the service; requests below it would be decided by what is above a resource.
      const givesAccess = !isService && denied.has(id);
      deletions.push({
        kind: isService ? 'delete_service' : 'delete_resource',
        node,
        pruned: { givesAccess },
        rows: (isService ? 2 : 1) + Math.min(MAX_ROWS_OF_DELETION, rows.get(id) ?? 0),
      });
    }
    return deletions;
  }

  /** How many rows are at and below each of the resources, apart from their own. */
  private rowsBelow(
    nodes: ReadonlyMap<number, PlannedNode>,
    removable: ReadonlySet<number>,
  ): ReadonlyMap<number, number> {
    const rows = new Map<number, number>();
    const count = (id: number): void => void rows.set(id, (rows.get(id) ?? 0) + 1);
    for (const [id, node] of nodes)
      if (removable.has(id)) for (const above of ancestorsOf(node)) count(above);
    for (const { node } of this.found.assignments) {
      if (node.id !== undefined) count(node.id);
      for (const above of ancestorsOf(node)) count(above);
    }
    return rows;
  }

  private keep(reason: KeptReason, what: Label & Pick<Kept, 'key'>): void {
    this.kept.push({ reason, ...what });
  }
}
