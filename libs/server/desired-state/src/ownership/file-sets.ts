import type { BulkLookups } from '@gatehouse/directory';
import type { UnitOfWork } from '@gatehouse/database';
import type { NamedThings, Plan, PlannedChange } from '../plan/plan';
import type { PrincipalRules } from '../plan/planned-principals';
import { inOrder } from '../plan/planner';
import { DatabaseHistory } from '../saved/database-history';
import { adoptions } from './adoption';
import { type FileSet, textOfObject } from './file-set';
import type { Kept } from './kept';
import { namedKeys } from './named-keys';
import { Origins } from './origins';
import type { PlanOfSet } from './plan-of-set';
import { PresentState } from './present-state';
import { Prune } from './prune';
import { NO_RECORDS, RecordedPages, SECTIONS } from './recorded-pages';
import { type Identifiers, RecordedChanges, removedBy } from './recorded-changes';
import { type ListedSet, SetListing, type SetsPage } from './set-listing';
import { type RecordKeys, SetRepository } from './set-records';
import { isEmpty, settlements } from './settlement';
import { statedFields } from './stated-fields';

/** A step of an application. */
interface RecordedStep {
  readonly changes: readonly PlannedChange[];
  readonly named: NamedThings;
  readonly revision: number;
}

/** Something that was to be removed is owned by another set since the plan. */
export class OwnedMeanwhile extends Error {}

/** What file sets state and own. Reference: configuration-files#file-sets. */
export class FileSets {
  private readonly sets: SetRepository;
  private readonly pages: RecordedPages;
  private readonly present: PresentState;
  private readonly origins: Origins;
  private readonly listing: SetListing;

  constructor(
    unitOfWork: UnitOfWork,
    private readonly lookups: BulkLookups,
    private readonly rules: PrincipalRules,
    /** Fewer in tests. */
    maxPageRows?: number,
  ) {
    this.sets = new SetRepository(unitOfWork);
    this.pages = new RecordedPages(unitOfWork, maxPageRows);
    this.present = new PresentState(unitOfWork, lookups);
    this.origins = new Origins(unitOfWork);
    this.listing = new SetListing({
      unitOfWork,
      pages: this.pages,
      present: this.present,
      history: new DatabaseHistory(unitOfWork),
    });
  }

  /** Adds the removals and adoptions of an application as the set. Writes nothing. */
  async complete(plan: Plan, set: FileSet): Promise<PlanOfSet> {
    if (set.prune === 'none' && !set.adopt) return { ...plan, kept: [] };
    const { sets, pages, present, origins, rules, lookups } = this;
    const setId = await sets.find(set.name);
    const named = namedKeys(plan.named);
    const added: PlannedChange[] = [];
    let kept: readonly Kept[] = [];
    if (set.prune !== 'none' && setId !== undefined) {
      const prune = new Prune({ sets, recorded: pages, present, origins, rules, lookups }, setId, named);
      const pruning = await prune.plan(set, plan);
      added.push(...pruning.changes);
      ({ kept } = pruning);
    }
    if (set.adopt) {
      const objects = [...named.statedObjects.values()];
      const keys = {
        objects,
        assignments: [...named.assignments.values()],
        memberships: [...named.memberships.values()],
      };
      const records = setId === undefined ? NO_RECORDS : await pages.ofKeys(setId, keys);
      const values = await present.values(objects);
      added.push(...adoptions(plan, { named, records, values }, rules));
    }
    return { ...plan, changes: inOrder([...plan.changes, ...added]), kept };
  }

  /** Inside the unit of work of a step: nothing of what it removes is owned by another set since the plan, or {@link OwnedMeanwhile}. */
  async confirm({ name }: FileSet, changes: readonly PlannedChange[]): Promise<void> {
    const removed = changes.filter((change) => 'pruned' in change && change.pruned !== undefined);
    if (removed.length === 0) return;
    const setId = await this.sets.find(name);
    const others = setId === undefined ? new Set() : await this.sets.ofOthers(setId, removedBy(removed));
    if (others.size > 0) throw new OwnedMeanwhile();
  }

  /**
   * Inside the unit of work of a step, after its changes: records what the set has created, changed, removed and adopted. Returns
   * what the set states since then.
   */
  async record(
    set: FileSet,
    { changes, named, revision }: RecordedStep,
    ids: Identifiers,
  ): Promise<RecordKeys> {
    const recorded = new RecordedChanges(changes, ids);
    const { objects, assignments, memberships, removed } = recorded;
    const setId = await this.sets.ensure(set.name, revision);
    await this.sets.forget(setId, removed);
    const values = await this.present.values(objects.filter(({ value }) => value === undefined));
    const fieldsOf = statedFields(named, (root) => ids.findIdOf(root));
    const stated = objects.map((one) => {
      const { kind, id, isOwned, isCreated, label, changed } = one;
      const value = one.value ?? values.get(textOfObject(one)) ?? {};
      return {
        kind,
        id,
        isOwned,
        isCreated,
        label,
        value,
        fields: fieldsOf(one),
        changed: changed ?? Object.keys(value),
      };
    });
    await this.sets.state(setId, { objects: stated, assignments, memberships });
    const created = objects.flatMap(({ kind, id, isCreated }) =>
      kind === 'resource' && isCreated ? [id] : [],
    );
    await this.sets.notePart(set.name, revision, created.length > 0 ? Math.min(...created) : undefined);
    return { objects, assignments, memberships };
  }

  /**
   * After the last step: records what the set has found and states, and forgets what it states no longer. `written` is what its
   * steps have recorded. Files that change nothing write nothing but the time.
   */
  async finish(
    set: FileSet,
    plan: PlanOfSet,
    written: readonly RecordKeys[],
    revision: number,
  ): Promise<void> {
    const known = await this.sets.find(set.name);
    const recorded = known === undefined ? [] : this.pages.of(known, SECTIONS);
    let hasForgotten = false;
    let isKnown = known !== undefined;
    for await (const part of settlements({ set, plan, written }, recorded, this.present)) {
      hasForgotten ||= !isEmpty(part.forgotten);
      isKnown = true;
      await this.sets.betweenRevisions(async (sets) => {
        // Not the one from before: another application may have removed an empty set.
        const setId = await sets.ensure(set.name, revision);
        await sets.forget(setId, part.forgotten);
        await sets.unstate(setId, part.unstated);
        await sets.state(setId, part.stated);
        // Comparisons that others keep are of the time before.
        await sets.notePart(set.name, revision);
      });
    }
    if (!isKnown) return;
    await this.sets.noteApplication(set.name, revision);
    if (set.prune !== 'none' || hasForgotten)
      await this.sets.betweenRevisions((sets) => sets.removeIfEmpty(set.name));
  }

  /**
   * Those of the resources that applications of the set have created. Its files name them by their names alone, until an application
   * has ended.
   */
  createdByUnfinished(
    { name }: Pick<FileSet, 'name'>,
    resourceIds: readonly number[],
  ): Promise<readonly number[]> {
    return this.sets.createdByUnfinished(name, resourceIds);
  }

  /** The file sets, each with what it owns and how the present state differs from what it states. */
  list(page: SetsPage): Promise<readonly ListedSet[]> {
    return this.listing.list(page);
  }
}
