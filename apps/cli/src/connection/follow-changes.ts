import { createParser } from 'eventsource-parser';
import type { Context } from '../context';
import type { Row } from '../declaration/shown';
import { NotReachable } from '../failures';
import { pause } from '../pause';
import type { Api } from './api';
import { causeOf } from './replies';
import { rowsIn } from './reply-fields';
import { warnOfRetry } from './warn-of-retry';

const PAGE = 1_000;
/** Milliseconds before a lost stream is opened again. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

type Print = (revision: Row) => void;

/**
 * Prints the revisions after one of them, without gap or repetition: events only say that there are new ones, which are then read from
 * the change log. A stream that is lost is opened again.
 */
export async function followChanges(
  context: Context,
  after: number | undefined,
  print: Print,
): Promise<void> {
  const api = await context.api();
  let last = after ?? (await newestRevision(api, 0));
  let retryMs = FIRST_RETRY_MS;
  for (;;) {
    try {
      await eachEvent(api, context, async () => {
        retryMs = FIRST_RETRY_MS;
        last = await printAfter(api, print, last);
      });
    } catch (error) {
      warnOfRetry(context, error, retryMs);
    }
    await pause(retryMs, context.signal);
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
  }
}

/** The newest revision that is committed. The reply has one revision after `known`, if there is any. */
export async function newestRevision(api: Api, known: number): Promise<number> {
  const reply = await api.send('GET /changes', { query: { after: known, limit: 1 } });
  return Number(reply['newest_revision']);
}

async function printAfter(api: Api, print: Print, after: number): Promise<number> {
  let last = after;
  for (;;) {
    const reply = await api.send('GET /changes', { query: { after: last, limit: PAGE } });
    const revisions = rowsIn(reply, 'revisions');
    if (revisions.length === 0) return last;
    revisions.forEach(print);
    last = Number(revisions.at(-1)?.['revision']);
    if (last >= Number(reply['newest_revision'])) return last;
  }
}

/** Calls `then` after one or more events, until the stream ends. */
async function eachEvent(api: Api, { signal }: Context, then: () => Promise<void>): Promise<void> {
  const response = await api.stream('/changes/events', { Accept: 'text/event-stream' });
  let hasEvent = false;
  const parser = createParser({ onEvent: () => void (hasEvent = true) });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (;;) {
    const chunk = await reader?.read().catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw new NotReachable(`The stream of events was lost: ${causeOf(error)}.`);
    });
    if (chunk === undefined || chunk.done) return;
    parser.feed(decoder.decode(chunk.value, { stream: true }));
    if (!hasEvent) continue;
    hasEvent = false;
    await then();
  }
}
