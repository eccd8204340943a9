import { type Plan, planOf } from '../configuration/plan';
import { readConfiguration } from '../configuration/read-configuration';
import type { SentConfiguration } from '../configuration/sent-configuration';
import { lineOf, showMessages } from '../configuration/show-messages';
import type { Api } from '../connection/api';
import type { Context } from '../context';
import { ApiProblem, Failure, UsageError } from '../failures';
import { type Account, signInAdministrator } from './administrator';

interface Values extends Account {
  readonly config: readonly string[];
}

interface Result {
  readonly file: string;
  /** From 1. */
  readonly entry: number;
  readonly result: 'done' | 'skipped' | 'failed';
  readonly detail: string | null;
}

/** The sections that say how users and groups are created when a permission names them are read; services are not changed. */
const SECTIONS = ['permissions', 'users', 'groups'];
/** How often a plan is made again, because others have changed something since. */
const ATTEMPTS = 5;

/**
 * Applies the section `permissions` of each path in one revision of the instance. Entries that cannot be carried out are left
 * out, and reported.
 */
export async function batchUpdatePermissions(
  context: Context,
  { config, ...account }: Values,
): Promise<void> {
  // All files are read before anything is changed.
  const files: SentConfiguration[] = [];
  for (const path of config) {
    const configuration = await readConfiguration(context, [path], SECTIONS);
    if (configuration.sectionsOf('permissions').length === 0)
      throw new UsageError(`${path} has no section permissions.`);
    files.push(configuration);
  }
  const session = await signInAdministrator(context, account);
  const results: Result[] = [];
  try {
    for (const configuration of files) {
      const plan = await applied(session.api, configuration);
      showMessages(
        context.output,
        plan.messages.filter(({ path }) => entryOf(path) === undefined),
      );
      results.push(...resultsOf(configuration, plan));
    }
  } finally {
    await session.end();
  }
  report(context, results);
}

/** Plans and applies files. Returns the plan. */
async function applied(api: Api, configuration: SentConfiguration): Promise<Plan> {
  for (let attempt = 1; ; attempt++) {
    const plan = await planOf(api, configuration, {});
    try {
      const body = { files: configuration.files, plan_hash: plan.plan_hash };
      await api.send('POST /configuration/apply', { body });
      return plan;
    } catch (error) {
      const isOutdated = error instanceof ApiProblem && error.facts.code === 'configuration_plan_outdated';
      if (!isOutdated || attempt === ATTEMPTS) throw error;
    }
  }
}

function entryOf(path: string): number | undefined {
  const [, index] = /^permissions\[(\d+)\]/.exec(path) ?? [];
  return index === undefined ? undefined : Number(index);
}

/** One for each entry. The API counts the entries of all files together. */
function resultsOf(configuration: SentConfiguration, { messages }: Plan): Result[] {
  const problems = new Map(
    messages
      .filter(({ severity }) => severity === 'skipped')
      .flatMap((message) => {
        const entry = entryOf(message.path);
        return entry === undefined ? [] : [[entry, message] as const];
      }),
  );
  let index = 0;
  return configuration.sectionsOf('permissions').flatMap(({ file, value }) =>
    (Array.isArray(value) ? value : []).map((_entry, at): Result => {
      const problem = problems.get(index++);
      if (!problem) return { file, entry: at + 1, result: 'done', detail: null };
      // An entry that is no permission is skipped; one that does not fit the instance has failed.
      const result = problem.error_code.startsWith('configuration_') ? 'skipped' : 'failed';
      return { file, entry: at + 1, result, detail: lineOf(problem) };
    }),
  );
}

/** Throws a {@link Failure} if entries have failed. */
function report({ output }: Context, results: readonly Result[]): void {
  for (const { file, entry, result, detail } of results)
    if (result !== 'done') output.warn(`${file}, entry ${entry} is ${result}: ${detail}`);
  if (output.format === 'json') output.json({ entries: results });
  const countOf = (wanted: Result['result']) => results.filter(({ result }) => result === wanted).length;
  output.note(`${countOf('done')} of ${results.length} entries are carried out.`);
  if (countOf('failed') > 0) throw new Failure(`${countOf('failed')} of ${results.length} entries failed.`);
}
