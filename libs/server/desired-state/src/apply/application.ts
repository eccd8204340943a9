import type { BulkLookups } from '@gatehouse/directory';
import type { UnitOfWork } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import { gainsOf } from '../effect/plan-effect';
import { type Message, refusals } from '../message';
import type { FileSet } from '../ownership/file-set';
import { type FileSets, OwnedMeanwhile } from '../ownership/file-sets';
import type { PlanOfSet } from '../ownership/plan-of-set';
import type { RecordKeys } from '../ownership/set-records';
import type { Plan, PlannedChange } from '../plan/plan';
import type { Planner, RunSteps } from '../plan/planner';
import type { DesiredState } from '../validate/desired-state';
import { type WrittenDirectory, applyChanges } from './apply-changes';
import { MAX_STEP_ROWS, stepOf } from './steps';

/** How often a plan is made again for one step, because what it is about has changed meanwhile. */
const MAX_ATTEMPTS = 10;

export interface ApplicationParts {
  readonly unitOfWork: UnitOfWork;
  readonly lookups: BulkLookups;
  readonly planner: Planner;
  readonly directory: WrittenDirectory;
  readonly fileSets: FileSets;
  readonly hash: (password: string) => Promise<string>;
  /** Fewer in tests. */
  readonly maxStepRows?: number;
}

export interface ApplicationOptions {
  readonly isStrict: boolean;
  /**
   * Called with the plan before anything of it is applied; throws if it is not the one that was reviewed, and returns false if that
   * cannot be said and the plan has to be made again.
   */
  readonly accept?: (plan: PlanOfSet) => Promise<boolean>;
  /** Carries out long computations; at once by default. */
  readonly run?: RunSteps;
  /** The set whose files they are; without it, nothing is recorded as owned. */
  readonly set?: FileSet;
  /** Whether prune may remove what keeps somebody from access. */
  readonly allowGain?: boolean;
  /**
   * Whether somebody gains access by the removals of a plan; undefined if that cannot be said and the plan has to be made again.
   * Without it, their kind decides.
   */
  readonly removalsGiveAccess?: (plan: PlanOfSet) => Promise<boolean | undefined>;
  /** Inside the unit of work of each step, which it may roll back; not called if nothing is to be changed. */
  readonly inEachStep?: () => Promise<void>;
}

export interface Applied {
  /** The changes that were made, in all steps. */
  readonly changes: readonly PlannedChange[];
  /** The revisions that have made them; empty if there was nothing to change. */
  readonly revisions: readonly number[];
  /** About the entries, as the first plan has found them. */
  readonly messages: readonly Message[];
}

/** What a step has done. */
interface Done {
  readonly revision: number;
  readonly recorded: RecordKeys | undefined;
  /** Identifiers of the resources that it has created. */
  readonly created: readonly number[];
}

/**
 * Applies desired states. Everything is planned, validated and hashed before others have to wait; the unit of work only confirms
 * that nothing of it has changed since, and writes. A step that finds changes plans again.
 */
export class StateApplication {
  constructor(private readonly parts: ApplicationParts) {}

  /** Throws `configuration_refused`, or `configuration_changed_meanwhile`; steps that were completed before remain. */
  async apply(state: DesiredState, options: ApplicationOptions): Promise<Applied> {
    const { set } = options;
    const hashes = new Map<string, string>();
    const changes: PlannedChange[] = [];
    const revisions: number[] = [];
    const recorded: RecordKeys[] = [];
    const created = new Set<number>();
    let messages: readonly Message[] | undefined;
    let attempts = 0;
    for (;;) {
      const plan = await this.planAfter(state, options, created);
      messages ??= plan.messages;
      rejectRefused(plan.messages, isStrictWith(set, options.isStrict));
      if (revisions.length === 0 && (await options.accept?.(plan)) === false) {
        attempts = nextAttempt(attempts);
        continue;
      }
      if (!(await isGainKnown(plan, options))) {
        attempts = nextAttempt(attempts);
        continue;
      }
      const step = stepOf(plan.changes, this.parts.maxStepRows ?? MAX_STEP_ROWS);
      await this.hashPasswords(step, hashes);
      const done = step.length === 0 ? undefined : await this.run(plan, step, hashes, options);
      if (!done && step.length > 0) {
        attempts = nextAttempt(attempts);
        continue;
      }
      attempts = 0;
      if (done) {
        changes.push(...step);
        revisions.push(done.revision);
        for (const id of done.created) created.add(id);
        if (done.recorded) recorded.push(done.recorded);
      }
      if (step.length < plan.changes.length) continue;
      if (set) await this.parts.fileSets.finish(set, plan, recorded, done?.revision ?? plan.revision);
      return { changes, revisions, messages };
    }
  }

  /** What an application would change. Writes nothing. */
  plan(state: DesiredState, options: Pick<ApplicationOptions, 'run' | 'set'>): Promise<PlanOfSet> {
    return this.planAfter(state, options, new Set());
  }

  /**
   * What is left to be changed; earlier steps have created the resources with the identifiers, as have those of an application of
   * the set that was interrupted, or goes on in another process.
   */
  private async planAfter(
    state: DesiredState,
    { run, set }: Pick<ApplicationOptions, 'run' | 'set'>,
    created: ReadonlySet<number>,
  ): Promise<PlanOfSet> {
    const { planner, fileSets } = this.parts;
    const plan = await planner.plan(state, run, async (ids) =>
      set ? new Set([...created, ...(await fileSets.createdByUnfinished(set, ids))]) : created,
    );
    return set ? fileSets.complete(plan, set) : { ...plan, kept: [] };
  }

  /** What the step has done; undefined if something has changed since the plan, and nothing was written. */
  private async run(
    { revision, named }: Plan,
    changes: readonly PlannedChange[],
    hashes: ReadonlyMap<string, string>,
    { set, inEachStep }: ApplicationOptions,
  ): Promise<Done | undefined> {
    const { unitOfWork, lookups, directory, fileSets } = this.parts;
    try {
      return await unitOfWork.run(async () => {
        if (await lookups.hasChangedSince(revision)) throw new Outdated();
        if (set) await fileSets.confirm(set, changes);
        await inEachStep?.();
        const ids = await applyChanges(directory, changes, hashes);
        const step = { changes, named, revision: unitOfWork.revision ?? revision };
        return {
          revision: step.revision,
          recorded: set && (await fileSets.record(set, step, ids)),
          created: changes.flatMap((one) => (one.kind === 'create_resource' ? ids.idOf(one.node) : [])),
        };
      });
    } catch (error) {
      if (error instanceof Outdated || error instanceof OwnedMeanwhile) return undefined;
      throw error;
    }
  }

  /** Passwords of the users that the step creates; expensive, and done once for each. */
  private async hashPasswords(step: readonly PlannedChange[], hashes: Map<string, string>): Promise<void> {
    for (const change of step) {
      if (change.kind !== 'create_user') continue;
      const { name, password } = change.user;
      if (password !== undefined && !hashes.has(name)) hashes.set(name, await this.parts.hash(password));
    }
  }
}

/** With prune, an entry that cannot be used would make what it names look as if nothing named it. */
export function isStrictWith(set: Pick<FileSet, 'prune'> | undefined, isStrict: boolean): boolean {
  return isStrict || (set !== undefined && set.prune !== 'none');
}

/** Throws `configuration_gain_not_allowed`; false if it is not known whether somebody gains access. */
async function isGainKnown(
  plan: PlanOfSet,
  { allowGain = false, removalsGiveAccess }: ApplicationOptions,
): Promise<boolean> {
  if (allowGain) return true;
  const isGain = removalsGiveAccess ? await removalsGiveAccess(plan) : gainsOf(plan.changes) > 0;
  if (isGain) throw problem('configuration_gain_not_allowed');
  return isGain !== undefined;
}

/** Throws `configuration_changed_meanwhile` after too many attempts. */
function nextAttempt(attempts: number): number {
  if (attempts + 1 === MAX_ATTEMPTS) throw problem('configuration_changed_meanwhile');
  return attempts + 1;
}

/** Rolls a unit of work back. */
class Outdated extends Error {}

export function rejectRefused(messages: readonly Message[], isStrict: boolean): void {
  const refused = refusals(messages, isStrict);
  if (refused.length > 0) throw new ConfigurationRefused(refused);
}

/** The messages that refuse a configuration. */
export class ConfigurationRefused extends Error {
  override readonly name = 'ConfigurationRefused';
  constructor(readonly messages: readonly Message[]) {
    super(problem('configuration_refused', { count: messages.length }).detail);
  }
}
