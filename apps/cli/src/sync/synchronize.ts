import type { Api } from '../connection/api';
import type { Context } from '../context';
import type { Row } from '../declaration/shown';
import { EXIT } from '../exit-codes';
import { ApiProblem, Failure, NotReachable } from '../failures';
import { pause } from '../pause';

const FIRST_POLL_MS = 200;
const MAX_POLL_MS = 2_000;
/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 5_000;
/** Polls that may fail one after the other: the API may be restarted while it goes on. */
const MAX_FAILED_POLLS = 30;
const ENDED = new Set(['succeeded', 'failed']);

interface Values {
  readonly service_name: string;
  readonly detach?: boolean | undefined;
}

/** Starts a synchronization, follows it to its end, and shows its result. Throws a {@link Failure} if it fails. */
export async function synchronize(context: Context, { service_name, detach }: Values): Promise<void> {
  const api = await context.api();
  const { output } = context;
  const started = jobIn(
    await api.send('POST /services/{service_name}/synchronizations', { path: { service_name } }),
  );
  const job = detach ? started : await followed(context, api, service_name, started);
  if (output.format === 'json') output.json({ synchronization: job });
  const id = job['synchronization_id'];
  if (detach) return output.note(`Synchronization ${id} of ${service_name} is requested.`);
  if (job['state'] === 'failed') {
    const { code, detail } = (job['failure'] ?? {}) as Row;
    throw new Failure(`Synchronization ${id} of ${service_name} has failed: ${detail} (${code})`);
  }
  report(context, job);
}

function jobIn(reply: Row): Row {
  const job = reply['synchronization'];
  if (typeof job !== 'object' || job === null)
    throw new Failure('The reply of the API has no synchronization.');
  return job as Row;
}

async function followed(context: Context, api: Api, service_name: string, started: Row): Promise<Row> {
  const path = { service_name, synchronization_id: Number(started['synchronization_id']) };
  let job = started;
  let pollMs = FIRST_POLL_MS;
  let failed = 0;
  let shownAt = performance.now();
  while (!ENDED.has(String(job['state']))) {
    await pause(pollMs, context.signal);
    pollMs = Math.min(2 * pollMs, MAX_POLL_MS);
    try {
      job = jobIn(
        await api.send('GET /services/{service_name}/synchronizations/{synchronization_id}', { path }),
      );
      failed = 0;
    } catch (error) {
      failed += 1;
      if (!isTemporary(error) || failed > MAX_FAILED_POLLS) throw error;
    }
    if (performance.now() - shownAt < PROGRESS_MS) continue;
    shownAt = performance.now();
    const { documents = 0, resources = 0 } = (job['progress'] ?? {}) as Row;
    context.output.note(`${job['state']}: ${documents} documents, ${resources} resources`);
  }
  return job;
}

function isTemporary(error: unknown): boolean {
  return error instanceof NotReachable || (error instanceof ApiProblem && error.facts.status >= 500);
}

function report(context: Context, job: Row): void {
  const result = (job['result'] ?? {}) as Row;
  const counts = [
    'resources',
    'appeared',
    'vanished',
    'retitled',
    'renamed',
    'unusable',
    'created',
    'removed',
  ];
  const line = counts.map((name) => `${name} ${result[name] ?? 0}`).join(', ');
  if (context.output.format !== 'json') context.output.line(line);
  const skipped = Array.isArray(result['skipped']) ? result['skipped'] : [];
  if (result['complete'] !== true)
    context.output.warn(`Documents were left out, so that nothing counts as vanished: ${skipped.join(', ')}`);
  const held = Array.isArray(result['held']) ? result['held'] : [];
  if (held.length > 0) context.output.note(`Left to a decision: ${held.join(', ')}`);
  const number = (name: string): number => Number(result[name] ?? 0);
  const suggested = number('appeared') + number('vanished') + number('retitled') + number('renamed');
  if (suggested > number('created') + number('removed')) context.exitCode = EXIT.changes;
}
