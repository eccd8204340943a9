import type { Context } from '../context';
import { EXIT } from '../exit-codes';
import { Failure } from '../failures';
import { type Plan, type PlanOptions, numberOfChanges, planOf, withFileMessages } from './plan';
import { readConfiguration } from './read-configuration';
import { savePlan } from './saved-plan';
import { showPlan } from './show-plan';

/** Large files are planned and applied in minutes. */
export const REPLY_SECONDS = 300;

interface Values extends PlanOptions {
  readonly files: readonly string[];
  readonly out?: string | undefined;
}

/** Shows what files would change. Exit code 2 if that is anything. Throws a {@link Failure} for files that would be refused. */
export async function planConfiguration(
  context: Context,
  { files: paths, out, ...options }: Values,
): Promise<void> {
  const { output } = context;
  const configuration = await readConfiguration(context, paths);
  context.replySeconds = REPLY_SECONDS;
  const api = await context.api();
  const plan = await planOf(api, configuration, options);
  if (output.format === 'json') output.json(withFileMessages(plan, configuration));
  else await showPlan(output, plan);
  rejectRefusedPlan(plan);
  if (out !== undefined) {
    await savePlan(out, { instance: api.url, paths, files: configuration.digests, options, plan });
    output.note(`The plan is in ${out}: gatehouse config apply ${out}`);
  }
  if (numberOfChanges(plan) > 0) context.exitCode = EXIT.changes;
  else output.note('The instance is as the files state it.');
}

/** Throws a {@link Failure} for a plan that could not be applied. */
export function rejectRefusedPlan({ refused }: Plan): void {
  if (refused) throw new Failure('The instance would refuse this configuration.');
}
