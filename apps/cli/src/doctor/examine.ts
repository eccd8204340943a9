import { Api } from '../connection/api';
import { instanceUrl } from '../connection/instance-url';
import type { Context } from '../context';
import type { Column, Row } from '../declaration/shown';
import { EXIT } from '../exit-codes';
import { Failure, UsageError, isFailure } from '../failures';
import { shownText } from '../output/printable';
import { CHECKS } from './checks';
import type { Check, Finding } from './finding';
import { NotExamined } from './not-examined';
import { Seen } from './seen';

/** Columns before the texts of a finding, and of these texts at least. */
const INDENT = 10;
const MIN_WIDTH = 20;

/** Of a finding, as CSV. */
const COLUMNS: readonly Column[] = ['severity', 'id', 'finding', 'evidence', 'risk', 'remedy', 'link'].map(
  (field) => ({ title: field, value: (row: Row) => row[field], field }),
);

interface Values {
  readonly instance?: string | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly settings?: string | undefined;
}

interface Skipped {
  readonly id: string;
  readonly reason: string;
}

interface Examination {
  readonly url: string;
  readonly examined: readonly string[];
  readonly skipped: readonly Skipped[];
  readonly findings: readonly Finding[];
}

/** Looks for everything in the table of findings, and shows what was found. */
export async function examine(context: Context, { instance, skip = [], settings }: Values): Promise<void> {
  const unknown = skip.find((id) => !CHECKS.some((check) => check.id === id));
  if (unknown !== undefined)
    throw new UsageError(
      `There is no finding ${unknown}.`,
      undefined,
      `Known: ${CHECKS.map(({ id }) => id).join(', ')}`,
    );
  const seen = await seenBy(context, instance, settings);
  // Without an API there is nothing to examine, and one message is enough.
  const { isGatehouse, status, body } = await seen.probe('/version');
  if (!isGatehouse)
    throw new Failure(
      `${seen.url} answers with status ${status}, and not as Gatehouse does.`,
      EXIT.notReachable,
      'Is the address that of the API, with its path prefix?',
    );
  if (body?.['version'] === undefined)
    throw new Failure(
      `${seen.url} does not answer as the API does (status ${status}, ${String(body?.['error_code'])}).`,
      EXIT.notReachable,
      'Does the front end forward it to the proxy?',
    );
  const examination = await lookFor(CHECKS, skip, seen);
  await show(context, examination);
  const severities = new Set(examination.findings.map(({ severity }) => severity));
  if (severities.has('warning')) context.exitCode = EXIT.changes;
  if (severities.has('error')) context.exitCode = EXIT.failed;
}

async function seenBy(
  context: Context,
  instance: string | undefined,
  settings: string | undefined,
): Promise<Seen> {
  const url = instance === undefined ? await context.url() : instanceUrl(instance, { allowHttp: true });
  const token = await context.tokenFor(url);
  const api =
    token === undefined ? undefined : new Api({ ...(await context.apiOptions(url)), credentials: { token } });
  const host =
    settings === undefined
      ? undefined
      : async () => {
          const { examineHost } = await import('../operation/operation');
          return examineHost(context.environment, settings === '-' ? undefined : settings);
        };
  return new Seen({ url, version: context.version, signal: context.signal, api, host });
}

/** Carries out checks one after the other: what one of them sends must not disturb another. */
export async function lookFor(
  checks: readonly Check[],
  skip: readonly string[],
  seen: Seen,
): Promise<Examination> {
  const examined: string[] = [];
  const skipped: Skipped[] = [];
  const findings: Finding[] = [];
  for (const { evidence, ...about } of checks) {
    if (skip.includes(about.id)) {
      skipped.push({ id: about.id, reason: 'asked for' });
      continue;
    }
    try {
      findings.push(...(await evidence(seen)).map((each) => ({ ...about, evidence: each })));
      examined.push(about.id);
    } catch (error) {
      if (seen.signal.aborted) throw seen.signal.reason;
      if (!(error instanceof NotExamined) && !isFailure(error)) throw error;
      skipped.push({ id: about.id, reason: error.message });
    }
  }
  return { url: seen.url, examined, skipped, findings };
}

async function show({ output }: Context, examination: Examination): Promise<void> {
  const { url, examined, skipped, findings } = examination;
  if (output.format === 'json') return output.json(examination);
  if (output.format === 'csv')
    return output.rows(
      findings.map((each) => ({ ...each })),
      COLUMNS,
    );
  const { wrapped } = await import('../output/wrap');
  for (const { severity, id, finding, evidence, risk, remedy, link } of findings) {
    const mark = severity === 'error' ? output.paint('red', 'error') : output.paint('yellow', 'warning');
    output.line(`${mark}  ${output.paint('bold', finding)} (${id})`);
    for (const [label, text] of [
      ['found', shownText(evidence)],
      ['risk', risk],
      ['remedy', remedy],
      ['see', `docs/${link}`],
    ] as const)
      output.line(
        `  ${label.padEnd(INDENT - 2)}${wrapped(text, Math.max(output.width - INDENT, MIN_WIDTH)).join(`\n${' '.repeat(INDENT)}`)}`,
      );
    output.line('');
  }
  const count = findings.length === 0 ? output.paint('green', 'nothing found') : `${findings.length} found`;
  output.line(`${url}: ${count}; ${examined.length} examined, ${skipped.length} not.`);
  for (const [reason, ids] of byReason(skipped)) {
    const text = `Not examined (${reason}): ${ids.join(', ')}`;
    output.note(wrapped(text, Math.max(output.width, MIN_WIDTH)).join('\n'));
  }
}

function byReason(skipped: readonly Skipped[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, reason } of skipped) groups.set(reason, [...(groups.get(reason) ?? []), id]);
  return groups;
}
