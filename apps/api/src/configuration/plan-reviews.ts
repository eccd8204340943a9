import { Inject, Injectable } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import {
  type Configurations,
  type DesiredState,
  type EffectPage,
  type FileSet,
  type PlanEffect,
  type PlanOfSet,
  type RunSteps,
  effectHash,
  planEffect,
  planHash,
  removalsGiveAccess,
} from '@gatehouse/desired-state';
import type { ApplyConfigurationDto } from '@gatehouse/dto';
import { SETTINGS } from '@gatehouse/http';
import { deriveKeys } from '@gatehouse/identity';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { ReachedRevisions } from '../snapshot/reached-revisions';
import type { ReviewedPlan } from './configuration.mapper';
import { CONFIGURATIONS } from './configurations';
import { toEffect } from './effect.mapper';

/** How often a plan is made again because what it is about changes before its effect is computed. */
const MAX_ATTEMPTS = 5;

const NO_ENTRIES: EffectPage = { offset: 0, limit: 0 };

/** What a request states about the plan that was reviewed. */
type Reviewed = Pick<
  ApplyConfigurationDto,
  'plan_hash' | 'revision' | 'history' | 'effect_hash' | 'accept_effect'
>;

/** Plans with their effects, and whether a plan is the one that was reviewed. Reference: configuration-files#saved-plans. */
@Injectable()
export class PlanReviews {
  private readonly key: Buffer;

  constructor(
    @Inject(CONFIGURATIONS) private readonly configurations: Configurations,
    @Inject(SnapshotFollower) private readonly follower: SnapshotFollower,
    @Inject(ReachedRevisions) private readonly revisions: ReachedRevisions,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.key = deriveKeys(settings.secret).configurationPlans;
  }

  /** A plan with the effect that it has on the very state that it was made for. Throws `configuration_changed_meanwhile`. */
  async plan(
    state: DesiredState,
    { run, set, page }: { readonly run: RunSteps; readonly set: FileSet; readonly page: EffectPage },
  ): Promise<ReviewedPlan> {
    const { application, history, laterChanges } = this.configurations;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const plan = await application.plan(state, { run, set });
      const snapshot = await this.snapshot();
      const effect = await planEffect(plan, snapshot, run, page);
      const givesAccess = await removalsGiveAccess(plan, snapshot, run);
      if (!effect || givesAccess === undefined) continue;
      if (await laterChanges.hasAny(plan.revision, effect.revision)) continue;
      return {
        plan,
        effect,
        givesAccess,
        hash: await run(planHash(plan.changes, this.key)),
        effectHash: await run(effectHash(effect, plan.revision)),
        history: await history.at(plan.revision),
      };
    }
    throw problem('configuration_changed_meanwhile');
  }

  /** Throws `configuration_history_differs`. */
  async confirmHistory({ history }: Reviewed): Promise<void> {
    if (history !== undefined && !(await this.configurations.history.isCurrent(history)))
      throw problem('configuration_history_differs');
  }

  /**
   * Throws `configuration_plan_outdated` or `configuration_effect_differs` if a plan is not the one that was reviewed; false if what
   * it is about has just changed, so that its effect is not known.
   */
  async confirm(plan: PlanOfSet, reviewed: Reviewed, run: RunSteps): Promise<boolean> {
    const { plan_hash: hash, effect_hash: expected, accept_effect: isAnyAccepted = false } = reviewed;
    if ((await run(planHash(plan.changes, this.key))) !== hash) {
      const later_changes = await this.laterChanges(plan, reviewed);
      throw problem('configuration_plan_outdated', {}, { extras: { later_changes } });
    }
    if (expected === undefined || isAnyAccepted) return true;
    const effect = await planEffect(plan, await this.snapshot(), run, NO_ENTRIES);
    if (!effect) return false;
    if (await this.isReviewed(effect, reviewed, run)) return true;
    const later_changes = await this.laterChanges(plan, reviewed);
    throw problem(
      'configuration_effect_differs',
      {},
      { extras: { later_changes, effect: toEffect(effect) } },
    );
  }

  /** Whether somebody gains access by what prune removes; undefined if what it is about has just changed. */
  async removalsGiveAccess(plan: PlanOfSet, run: RunSteps): Promise<boolean | undefined> {
    return removalsGiveAccess(plan, await this.snapshot(), run);
  }

  private async isReviewed(
    effect: PlanEffect,
    { effect_hash: expected, revision = NaN }: Reviewed,
    run: RunSteps,
  ): Promise<boolean> {
    if ((await run(effectHash(effect, revision))) !== expected) return false;
    return effect.isComplete || !(await this.configurations.laterChanges.hasAny(revision, effect.revision));
  }

  /** It shows at least what a plan that was made before has read. */
  private async snapshot(): Promise<AccessSnapshot> {
    await this.revisions.newest();
    return this.follower.snapshot();
  }

  private async laterChanges({ named }: PlanOfSet, { revision }: Reviewed) {
    if (revision === undefined) return [];
    return this.configurations.laterChanges.since(revision, named);
  }
}
