import type { UnitOfWork } from '@gatehouse/database';
import type { ProtectedService, Resources } from '@gatehouse/directory';
import { Problem } from '@gatehouse/problems';
import type { Creation } from './creation';
import type { DifferenceFilter, DifferenceRepository, StoredDifference } from './difference-repository';
import { StepSize } from './step-size';

/** Differences that one request decides about, at most. */
export const MAX_DECIDED = 2_000;
/** Resources that one request deletes, at most: each of them with hundreds of rows at once. */
const MAX_DELETED = 20;
/** Titles and names that one revision changes. */
const MAX_CHANGED = 20;

/** What somebody decides about. */
export type DecidedFilter = Pick<DifferenceFilter, 'kind' | 'ids' | 'pattern'>;

interface Refused {
  readonly id: number;
  readonly code: string;
}

/** What came of a decision. */
export interface Decided {
  /** Numbers of the differences that are settled. */
  readonly settled: readonly number[];
  /** Those that could not be, each with the code of the reason; of named ones also those that do not exist or are settled otherwise. */
  readonly refused: readonly Refused[];
  /** Whether others fit the filter: the same request goes on with them. */
  readonly more: boolean;
}

/** What administrators decide about suggestions. */
export class Decisions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly resources: Resources,
    private readonly differences: DifferenceRepository,
    private readonly creation: Creation,
  ) {}

  /** Leaves things as they are; the same difference is not suggested again by later synchronizations. */
  async reject(synchronizationId: number, filter: DecidedFilter, decidedBy: string): Promise<Decided> {
    const { chosen, refused, more } = await this.choose(synchronizationId, filter, 'rejected');
    const settled = chosen.map(({ id }) => id);
    await this.differences.settle(synchronizationId, settled, 'rejected', { decidedBy });
    return { settled, refused, more };
  }

  /**
   * Makes the registered resources as the source has them: all that can be. What is created includes what is above it, if that has
   * appeared as well. Short revisions, so that others do not wait: what an interruption leaves stays open.
   */
  async accept(
    service: ProtectedService,
    synchronizationId: number,
    filter: DecidedFilter,
    decidedBy: string,
  ): Promise<Decided> {
    const { chosen, refused, more } = await this.choose(synchronizationId, filter, 'applied');
    if (chosen.length === 0) return { settled: [], refused, more };
    const appeared = await this.withAbove(
      synchronizationId,
      chosen.filter(({ kind }) => kind === 'appeared'),
    );
    const steps = new Steps(this.unitOfWork, this.differences, synchronizationId, decidedBy);
    const size = new StepSize();
    for (let from = 0; from < appeared.length;) {
      const part = appeared.slice(from, from + size.rows);
      from += part.length;
      const took = await steps.run(async () => {
        const { applied, waiting } = await this.creation.create(service, part, undefined);
        return {
          settled: applied,
          refused: waiting.map((id) => ({ id, code: 'parent_resource_not_found' })),
        };
      });
      size.took(took, part.length);
    }
    const vanished = chosen.filter(({ kind }) => kind === 'vanished');
    const others = chosen.filter(({ kind }) => kind !== 'vanished' && kind !== 'appeared');
    const parts = [...inParts(others, MAX_CHANGED), ...inParts(vanished.slice(0, MAX_DELETED), 1)];
    for (const part of parts) await steps.run(() => this.applyAll(part));
    const { outcome } = steps;
    return {
      settled: outcome.settled,
      refused: [...refused, ...outcome.refused],
      more: more || vanished.length > MAX_DELETED,
    };
  }

  private async applyAll(part: readonly StoredDifference[]): Promise<Step> {
    const settled: number[] = [];
    const refused: Refused[] = [];
    for (const one of part) {
      const code = await this.apply(one);
      if (code === undefined) settled.push(one.id);
      else refused.push({ id: one.id, code });
    }
    return { settled, refused };
  }

  private async choose(
    synchronizationId: number,
    filter: DecidedFilter,
    outcome: 'applied' | 'rejected',
  ): Promise<Pick<Decided, 'refused' | 'more'> & { readonly chosen: readonly StoredDifference[] }> {
    const found = await this.differences.find({
      ...filter,
      synchronizationId,
      state: 'open',
      limit: MAX_DECIDED + 1,
    });
    const open = new Set(found.map(({ id }) => id));
    const others = [...new Set(filter.ids)].filter((id) => !open.has(id));
    return {
      chosen: found.slice(0, MAX_DECIDED),
      refused: await this.notOpen(synchronizationId, others, outcome),
      more: found.length > MAX_DECIDED,
    };
  }

  /** Why nothing comes of those that are not open; not of those that have the outcome already, as a repeated request names them again. */
  private async notOpen(
    synchronizationId: number,
    ids: readonly number[],
    outcome: 'applied' | 'rejected',
  ): Promise<Refused[]> {
    if (ids.length === 0) return [];
    const known = await this.differences.find({ synchronizationId, ids, limit: ids.length });
    const states = new Map(known.map(({ id, state }) => [id, state]));
    return ids.flatMap((id) => {
      const state = states.get(id);
      if (state === undefined) return { id, code: 'synchronization_change_not_found' };
      const isOther = state !== 'open' && state !== outcome;
      return isOther ? { id, code: 'synchronization_change_settled' } : [];
    });
  }

  /** The differences and those of the resources above theirs, which have to be created first. */
  private async withAbove(
    synchronizationId: number,
    chosen: readonly StoredDifference[],
  ): Promise<readonly StoredDifference[]> {
    const known = new Set(chosen.map(({ path }) => JSON.stringify(path)));
    const missing = new Map<string, readonly string[]>();
    for (const { path } of chosen) {
      for (let length = path.length - 1; length > 0; length -= 1) {
        const above = path.slice(0, length);
        const key = JSON.stringify(above);
        if (!known.has(key)) missing.set(key, above);
      }
    }
    const above = await this.differences.appearedAt(synchronizationId, [...missing.values()]);
    return [...above, ...chosen].sort((one, other) => one.id - other.id);
  }

  /** The code of the error if it cannot be applied. */
  private async apply(one: StoredDifference): Promise<string | undefined> {
    if (one.kind === 'unusable' || one.resourceId === null) return 'synchronization_change_unusable';
    try {
      const resource = await this.resources.byId(one.resourceId);
      if (one.kind === 'vanished') await this.resources.delete(resource);
      else if (one.kind === 'retitled') await this.resources.retitle(resource, one.displayName);
      else if (one.newName !== null) await this.resources.rename(resource, one.newName);
      return undefined;
    } catch (error) {
      // They are found before anything is written.
      if (error instanceof Problem) {
        const isDone = one.kind === 'vanished' && error.errorCode === 'resource_not_found';
        return isDone ? undefined : error.errorCode;
      }
      throw error;
    }
  }
}

type Step = Pick<Decided, 'settled' | 'refused'>;

/** The revisions of one decision. */
class Steps {
  private readonly settled: number[] = [];
  private readonly refused: Refused[] = [];

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly differences: DifferenceRepository,
    private readonly synchronizationId: number,
    private readonly decidedBy: string,
  ) {}

  get outcome(): Step {
    return { settled: this.settled, refused: this.refused };
  }

  /** Returns the milliseconds for which others had to wait. */
  async run(work: () => Promise<Step>): Promise<number> {
    let begun = 0;
    const { settled, refused } = await this.unitOfWork.run(async () => {
      // The revision is taken: what passed before was the time of other writers.
      begun = performance.now();
      const step = await work();
      await this.differences.settle(this.synchronizationId, step.settled, 'applied', {
        decidedBy: this.decidedBy,
      });
      return step;
    });
    this.settled.push(...settled);
    this.refused.push(...refused);
    return performance.now() - begun;
  }
}

function inParts<Item>(items: readonly Item[], length: number): (readonly Item[])[] {
  const parts: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += length) parts.push(items.slice(from, from + length));
  return parts;
}
