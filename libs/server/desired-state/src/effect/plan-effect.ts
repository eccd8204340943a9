import type { AccessEffect, AccessSnapshot } from '@gatehouse/access-engine';
import type { Plan, PlannedChange } from '../plan/plan';
import type { RunSteps } from '../plan/planner';
import { editsOf, isPruned, removalsOf } from './plan-edits';

/** The decisions of an effect that are listed, of each side. */
export interface EffectPage {
  readonly offset: number;
  readonly limit: number;
}

/** A service that exists, with changed fields on which it depends what requests mean or where they are sent. */
interface ReconfiguredService {
  readonly service: string;
  readonly fields: readonly string[];
}

/** What the application of a plan would do to decisions. */
export interface PlanEffect extends AccessEffect {
  readonly reconfigured: readonly ReconfiguredService[];
}

/** Fields of services that proxies use. */
const USED_BY_PROXIES: ReadonlySet<string> = new Set(['url', 'configuration', 'proxy']);

/**
 * The effect of a plan on a snapshot that has the revision of the plan; undefined if the snapshot no longer has what the plan is
 * about.
 */
export async function planEffect(
  { changes }: Pick<Plan, 'changes'>,
  snapshot: AccessSnapshot,
  run: RunSteps,
  page: EffectPage,
): Promise<PlanEffect | undefined> {
  const effect = await run(snapshot.views.effect({ edits: editsOf(changes), ...page }));
  return effect && { ...effect, reconfigured: reconfiguredIn(changes) };
}

/**
 * Whether somebody gains access by what prune removes, apart from what the files themselves give; undefined if the snapshot no longer
 * has what the plan is about. If there is more than can be computed, the kind of what is removed decides.
 */
export async function removalsGiveAccess(
  { changes }: Pick<Plan, 'changes'>,
  snapshot: AccessSnapshot,
  run: RunSteps,
): Promise<boolean | undefined> {
  const removals = changes.filter(isPruned);
  if (removals.length === 0) return false;
  const edits = removalsOf(changes);
  const effect = await run(snapshot.views.effect({ edits, offset: 0, limit: 0 }));
  if (!effect) return undefined;
  const { administrators, decisions } = effect.gains;
  if (administrators.length > 0 || decisions > 0) return true;
  return !effect.isComplete && gainsOf(removals) > 0;
}

/** How many removals of prune are of a kind that may give access, whoever is concerned. */
export function gainsOf(changes: readonly PlannedChange[]): number {
  return changes.filter((change) => 'pruned' in change && change.pruned?.givesAccess).length;
}

function reconfiguredIn(changes: readonly PlannedChange[]): ReconfiguredService[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'change_service') return [];
    const fields = change.fields.filter((field) => USED_BY_PROXIES.has(field));
    return fields.length === 0 ? [] : [{ service: change.service.name, fields }];
  });
}
