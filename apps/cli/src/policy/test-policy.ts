import { principalText } from '../commands/fields';
import type { Context } from '../context';
import { ApiProblem, Failure, UsageError, isFailure } from '../failures';
import { withSettingsFile } from '../operation/settings-file';
import { progressOf } from '../output/progress';
import { Coverage } from './coverage';
import type { Decision, Decisions, KnownAssignment, Rule } from './decision';
import { type Expectation, readExpectations } from './expectations';
import type { ExportedFile } from './export-files';
import { type CoverageReport, type Result, reportOf } from './reports';

export interface PolicyTest {
  /** Files with expectations. */
  readonly files: readonly string[];
  readonly report?: 'tap' | 'junit' | undefined;
  readonly coverage?: boolean | undefined;
  /** Configuration files that decide instead of an instance. */
  readonly configuration?: readonly string[] | undefined;
  /** The export that they are applied over: a file or folder, or that of the instance. */
  readonly on?: string | undefined;
  readonly on_instance?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly settings?: string | undefined;
}

/** Compares the expectations of files with decisions. Throws a {@link Failure} if they differ. */
export async function testPolicy(context: Context, test: PolicyTest): Promise<void> {
  const { output } = context;
  const expectations = await readExpectations(test.files);
  const { decisions, allServices } = await decisionsFor(context, test, expectations);
  const progress = await progressOf(output, expectations.length, 'expectations');
  const coverage = new Coverage();
  const results: Result[] = [];
  try {
    for (const expectation of expectations) {
      results.push(await compared(expectation, decisions, coverage));
      progress.done(results.length);
    }
  } finally {
    progress.end();
  }
  const failed = results.filter(({ problem }) => problem !== null).length;
  const covered = test.coverage ? await reportCoverage(decisions, coverage, allServices) : undefined;
  if (output.format === 'json') {
    const found = covered && { coverage: { ...covered, undecided: covered.undecided.map(shown) } };
    output.json({ results, passed: results.length - failed, failed, ...found });
  } else output.write(reportOf(test.report, results, output.paint, covered));
  if (failed > 0)
    throw new Failure(`${failed} of ${results.length} expectations ${failed === 1 ? 'is' : 'are'} not met.`);
}

/** `allServices`: those whose assignments are listed for the coverage; by default the ones that expectations are about. */
async function decisionsFor(
  context: Context,
  test: PolicyTest,
  expectations: readonly Expectation[],
): Promise<{ readonly decisions: Decisions; readonly allServices?: ReadonlySet<string> }> {
  const {
    configuration = [],
    on,
    on_instance: onInstance = false,
    strict,
    settings,
    coverage = false,
  } = test;
  const isLive = configuration.length === 0 && on === undefined && !onInstance;
  if (on !== undefined && onInstance) throw new UsageError('--on and --on-instance contradict each other.');
  const { exportAt, exportOf } = await import('./export-files');
  const api = isLive || onInstance ? await context.api() : undefined;
  const found = api ? await api.send('GET /ui/settings.json') : undefined;
  const names = found && {
    adminGroup: String(found['admin_group']),
    anonymousUser: String(found['anonymous_user']),
    proxyPublicUrl: String(found['proxy_public_url']),
  };
  const { environment, output } = context;
  const inMemory = async (base: readonly ExportedFile[] | undefined) => {
    const { decisionsOfFiles } = await import('../operation/policy');
    const state = {
      paths: configuration,
      base,
      ...(names && { names }),
      environment: withSettingsFile(environment, settings),
      isStrict: strict,
      warn: (text: string) => output.warn(text),
    };
    return decisionsOfFiles(state, expectations);
  };
  if (api && isLive) {
    const { LiveDecisions } = await import('./live-decisions');
    const byExport = async () => inMemory(await exportOf(api));
    return { decisions: new LiveDecisions(api, String(found?.['anonymous_user']), coverage, byExport) };
  }
  const decisions = await inMemory(
    api ? await exportOf(api) : on === undefined ? undefined : await exportAt(on),
  );
  return { decisions, allServices: decisions.services() };
}

async function compared(expectation: Expectation, decisions: Decisions, coverage: Coverage): Promise<Result> {
  const { expected, because } = expectation;
  try {
    const decision = await decisions.of(expectation);
    coverage.add(decision);
    const actual = decision.isAllowed ? 'allowed' : 'denied';
    const reason = decision.reason === null ? null : principalText(decision.reason);
    const why = reason === null ? '' : ` because of ${reason}`;
    const result = { ...expectation, actual, reason, evidence: evidenceOf(decision) } as const;
    if (isNoDecision(decision))
      return { ...result, actual: null, reason: null, evidence: [], problem: decision.refusal ?? '' };
    const isOther = because !== undefined && because !== reason;
    return { ...result, problem: actual !== expected || isOther ? `it is ${actual}${why}` : null };
  } catch (error) {
    // What does not exist is a wrong expectation, and no reason to leave out the others.
    if (!isAboutExpectation(error)) throw error;
    return { ...expectation, actual: null, reason: null, evidence: [], problem: error.message };
  }
}

/** A request to a service that does not exist is refused, but says nothing about the policy. */
function isNoDecision({ refusal }: Decision): boolean {
  return refusal?.endsWith('(service_not_found)') === true;
}

const WRONG_QUESTION = new Set([400, 404, 422]);

/** By its name: what decides in memory is built apart, so that its class is another one. */
function isAboutExpectation(error: unknown): error is Failure {
  if (error instanceof ApiProblem) return WRONG_QUESTION.has(error.facts.status);
  return isFailure(error) && error.name === 'UsageError';
}

/** What explains a decision: its refusal, and the assignments that were considered, the deciding ones first. */
function evidenceOf({ refusal, rules }: Decision): readonly string[] {
  const sorted = [...rules.filter(({ isUsed }) => isUsed), ...rules.filter(({ isUsed }) => !isUsed)];
  return [...new Set([...(refusal === undefined ? [] : [refusal]), ...sorted.map(ruleText)])];
}

function ruleText({ holder, permission, access, scope, resourceName, because }: Rule): string {
  return `${principalText(holder)}: ${permission}-${access}-${scope} on ${resourceName}: ${because}`;
}

async function reportCoverage(
  decisions: Decisions,
  coverage: Coverage,
  services: ReadonlySet<string> = coverage.services,
): Promise<CoverageReport> {
  const assignments = await decisions.assignmentsOf(services);
  const undecided = coverage.undecided(assignments);
  return { assignments: assignments.length, decided: assignments.length - undecided.length, undecided };
}

function shown({ holder, permission, on, at }: KnownAssignment): object {
  return { holder, permission, on, at: at ?? null };
}
