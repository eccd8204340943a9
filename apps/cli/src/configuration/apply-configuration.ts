import type { Api } from '../connection/api';
import type { Context } from '../context';
import type { Row } from '../declaration/shown';
import { EXIT } from '../exit-codes';
import { ApiProblem, Failure, NotReachable, UsageError } from '../failures';
import { isInteractive } from '../output/prompts';
import { counted } from './counted';
import { type Effect, type Plan, type PlanOptions, numberOfChanges, planOf } from './plan';
import { REPLY_SECONDS, rejectRefusedPlan } from './plan-configuration';
import { readConfiguration } from './read-configuration';
import { type SavedPlan, isSavedPlan, readPlan, showsTheSame } from './saved-plan';
import type { FileMessage, SentConfiguration } from './sent-configuration';
import { showConflicts, showLaterChanges } from './show-conflicts';
import { showEffect } from './show-effect';
import { showMessages } from './show-messages';
import { showPlan } from './show-plan';

interface Values extends PlanOptions {
  readonly files?: readonly string[] | undefined;
  readonly plan?: string | undefined;
  /** Whether removals of prune may let somebody gain access. */
  readonly allow_gain?: boolean | undefined;
  /** Whether the effect may be another one than that of the plan. */
  readonly accept_effect?: boolean | undefined;
}

type Consent = Pick<Values, 'allow_gain' | 'accept_effect'>;

/** What is to be applied: files, and the plan that was shown of them. */
interface Planned {
  readonly configuration: SentConfiguration;
  readonly plan: Plan;
  readonly options: PlanOptions;
}

/** Applies files, or a saved plan exactly, once somebody has seen what it changes. */
export async function applyConfiguration(context: Context, values: Values): Promise<void> {
  const { output } = context;
  if (!context.globals.yes && !isInteractive())
    throw new UsageError('Nobody can be asked whether to apply: confirm with --yes.');
  context.replySeconds = REPLY_SECONDS;
  const { files = [], plan: planPath, allow_gain, accept_effect, ...options } = await withSavedPlan(values);
  const api = await context.api();
  const planned =
    planPath === undefined
      ? await plannedNow(context, api, files, options)
      : await plannedBefore(context, api, await readPlan(planPath), files);
  const { plan } = planned;
  if (output.format !== 'json') await showPlan(output, plan);
  rejectRefusedPlan(plan);
  if (plan.needs_allow_gain && !allow_gain)
    throw new Failure(
      'By its removals somebody may gain access; nothing was applied.',
      undefined,
      'If that is meant: --allow-gain',
    );
  const count = numberOfChanges(plan);
  // Where nothing changes, the file set still records what its files name, which other sets then keep.
  if (count > 0) await context.confirm(`Apply ${counted(count, 'change')} to ${api.url}?`);
  report(context, await sendPlan(context, api, planned, { allow_gain, accept_effect }));
}

/** A saved plan may be named like a file. */
async function withSavedPlan(values: Values): Promise<Values> {
  const { files = [], plan, ...options } = values;
  const [first] = files;
  if (plan !== undefined || first === undefined || files.length > 1 || !(await isSavedPlan(first)))
    return values;
  return { ...options, plan: first };
}

async function plannedNow(
  context: Context,
  api: Api,
  paths: readonly string[],
  options: PlanOptions,
): Promise<Planned> {
  if (paths.length === 0) throw new UsageError('There is nothing to apply: name files, or a saved plan.');
  const configuration = await readConfiguration(context, paths);
  return { configuration, options, plan: await planOf(api, configuration, options) };
}

/** The files of a saved plan, which are the same as when it was made. Throws a {@link Failure} if they are not. */
async function plannedBefore(
  context: Context,
  api: Api,
  saved: SavedPlan,
  paths: readonly string[],
): Promise<Planned> {
  // An instance that knows its history by itself may have several addresses.
  if (saved.plan.history === undefined && saved.instance !== api.url)
    throw new Failure(`The plan is one for ${saved.instance}, and not for ${api.url}.`);
  const configuration = await readConfiguration(context, paths.length > 0 ? paths : saved.paths);
  const changed = differingFiles(saved.files, configuration.digests);
  if (changed.length > 0)
    throw new Failure(
      `The files are not those of the plan; nothing was applied: ${changed.join(', ')}.`,
      undefined,
      'Plan them again: gatehouse config plan',
    );
  // The instance compares the hash alone: what somebody is shown could state other changes than those that are applied.
  const now = await planOf(api, configuration, saved.options);
  if (now.plan_hash === saved.plan.plan_hash && !showsTheSame(saved.plan, now))
    throw new Failure(
      'The saved plan was changed: it shows something else than its files lead to; nothing was applied.',
      undefined,
      'Plan the files again: gatehouse config plan',
    );
  return { configuration, options: saved.options, plan: saved.plan };
}

function differingFiles(before: SavedPlan['files'], now: SentConfiguration['digests']): readonly string[] {
  const count = Math.max(before.length, now.length);
  return Array.from({ length: count }, (_, index) => [before[index], now[index]] as const)
    .filter(([one, other]) => one?.digest !== other?.digest)
    .map(([one, other]) => other?.name ?? `${one?.name} is missing`);
}

async function sendPlan(context: Context, api: Api, planned: Planned, consent: Consent): Promise<Row> {
  const { configuration, plan, options } = planned;
  const { plan_hash, revision, history, effect_hash } = plan;
  // An API that knows no histories compares the changes alone.
  const reviewed = history === undefined ? {} : { revision, history, effect_hash };
  const body = { files: configuration.files, ...options, ...consent, ...reviewed, plan_hash };
  try {
    return await api.send('POST /configuration/apply', { body });
  } catch (error) {
    if (context.signal.aborted)
      throw new Failure(
        'Interrupted; the instance may have applied the changes, or the first of its steps.',
        EXIT.interrupted,
        'What is left: gatehouse config plan',
      );
    if (error instanceof NotReachable)
      throw new NotReachable(
        `${error.message} It may have applied the changes, or the first of its steps.`,
        'What is left: gatehouse config plan',
      );
    if (error instanceof ApiProblem) await explain(context, api, planned, error);
    throw error;
  }
}

/** Shows why the API has refused a plan, as far as it can be found. */
async function explain(
  { output }: Context,
  api: Api,
  { configuration, plan, options }: Planned,
  { facts: { code, reply = {} } }: ApiProblem,
): Promise<void> {
  const { call, later_changes: later, effect } = reply;
  if (code === 'configuration_refused')
    return showMessages(output, contentOf(call).map(configuration.explained));
  if (Array.isArray(later)) await showLaterChanges(output, later as Row[]);
  if (code === 'configuration_effect_differs') await showEffect(output, effect as Effect | undefined);
  if (code === 'configuration_plan_outdated')
    await showConflicts(output, plan, await planOf(api, configuration, options));
}

function contentOf(call: unknown): readonly FileMessage[] {
  const content = typeof call === 'object' && call !== null ? Reflect.get(call, 'content') : undefined;
  return Array.isArray(content) ? content : [];
}

function report({ output }: Context, { revisions, counts, ...others }: Row): void {
  if (output.format === 'json') return output.json({ revisions, counts, ...others });
  const written = Array.isArray(revisions) ? revisions : [];
  const total = Object.values((counts ?? {}) as Record<string, number>).reduce((sum, each) => sum + each, 0);
  if (written.length === 0) return output.note('There is nothing to change.');
  output.note(`Applied ${counted(total, 'change')} as revision ${written.join(', ')}.`);
}
