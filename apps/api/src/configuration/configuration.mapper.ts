import {
  type FileSet,
  type ListedSet,
  type Message,
  type PlanEffect,
  type PlanOfSet,
  countsOf,
  describeChange,
  isStrictWith,
  stepsOf,
  weighed,
} from '@gatehouse/desired-state';
import {
  type ConfigurationMessageDto,
  type ConfigurationPlanDto,
  type FileSetDto,
  MAX_LISTED_CHANGES,
  type PlanConfigurationDto,
} from '@gatehouse/dto';
import type { Locale } from '@gatehouse/problems';
import { toEffect } from './effect.mapper';

/** The set of the files that settings name, and of those that are sent without a name. */
export const DEFAULT_SET = 'default';

export function toFileSet({
  set,
  prune,
  adopt,
}: Pick<PlanConfigurationDto, 'set' | 'prune' | 'adopt'>): FileSet {
  return { name: set ?? DEFAULT_SET, prune: prune ?? 'none', adopt: adopt ?? false };
}

/** A plan with what identifies it. */
export interface ReviewedPlan {
  readonly plan: PlanOfSet;
  readonly hash: string;
  readonly history: string;
  readonly effect: PlanEffect;
  /** Whether somebody gains access by what prune removes. */
  readonly givesAccess: boolean;
  readonly effectHash: string;
}

export function toPlan(
  { plan, hash, history, effect, givesAccess, effectHash }: ReviewedPlan,
  set: FileSet,
  messages: readonly Message[],
  { isStrict, locale }: { readonly isStrict: boolean; readonly locale: Locale },
): ConfigurationPlanDto {
  const shown = weighed(messages, isStrictWith(set, isStrict));
  const refused = shown.filter(({ severity }) => severity === 'refused');
  const others = shown.filter(({ severity }) => severity !== 'refused');
  return {
    plan_hash: hash,
    revision: plan.revision,
    history,
    effect_hash: effectHash,
    effect: toEffect(effect),
    refused: refused.length > 0,
    counts: countsOf(plan.changes),
    steps: stepsOf(plan.changes),
    changes: plan.changes
      .slice(0, MAX_LISTED_CHANGES)
      .map(describeChange)
      .map((change) => (change.gives_access && !givesAccess ? { ...change, gives_access: false } : change)),
    set: set.name,
    needs_allow_gain: givesAccess,
    kept_count: plan.kept.length,
    kept: plan.kept.slice(0, MAX_LISTED_CHANGES).map(({ key: _key, ...kept }) => kept),
    message_count: messages.length,
    messages: [...refused, ...others]
      .slice(0, MAX_LISTED_CHANGES)
      .map((message) => toMessage(message, locale)),
  };
}

export function toMessage(
  { severity, code, position, path, detail, remedy }: Message,
  locale: Locale,
): ConfigurationMessageDto {
  return {
    severity,
    error_code: code,
    file: position?.file ?? null,
    line: position?.line ?? null,
    column: position?.column ?? null,
    path,
    detail: detail[locale],
    remedy: remedy[locale],
  };
}

export function toFileSetDto({
  name,
  appliedAt,
  revision,
  owned,
  unnamed,
  driftCount,
  drift,
}: ListedSet): FileSetDto {
  return {
    name,
    applied_at: appliedAt.toISOString(),
    revision,
    owned,
    unnamed,
    drift_count: driftCount,
    drift,
  };
}
