import { Client as Database } from 'pg';
import type { Response, Test } from 'supertest';
import type { TestApi } from './start-api';

/** Most requests that can wait for the next revision together: the pool of the API needs connections for reads besides. */
export const MOST_AT_ONCE = 6;

/**
 * Sends requests that all read what they read before any of them may write: another transaction holds the lock of the
 * next revision until each request waits for it or is answered.
 */
export async function atOnce(api: TestApi, requests: readonly (() => Test)[]): Promise<Response[]> {
  if (requests.length > MOST_AT_ONCE) throw new Error(`no more than ${MOST_AT_ONCE} requests at once`);
  const holder = new Database({ connectionString: api.database.url });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT value FROM access_revision FOR UPDATE');
    let answered = 0;
    const replies = requests.map(async (send) => {
      const reply = await send();
      answered += 1;
      return reply;
    });
    while (answered + (await waitingIn(holder)) < requests.length) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await holder.query('ROLLBACK');
    return await Promise.all(replies);
  } finally {
    await holder.end();
  }
}

/** Inside of a transaction the server shows the activity that it has shown first, until it is told to look again. */
async function waitingIn(holder: Database): Promise<number> {
  await holder.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await holder.query<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

/** The revision that a reply says its write has made. */
export function revisionOf(reply: Response): number {
  const revision = Number(reply.headers['x-access-revision']);
  if (!Number.isInteger(revision)) throw new Error(`a reply ${reply.status} without revision`);
  return revision;
}

/** What an operation answers in some state, and the state that it leaves. */
export interface Outcome<State> {
  readonly answer: unknown;
  readonly state: State;
}

/** An operation with the answer that it got. */
export interface Answered<State> {
  readonly got: unknown;
  readonly apply: (state: State) => Outcome<State>;
}

/** Whether there is an order in which the operations, one after the other, answer so and end in such a state. */
export function isSomeSequence<State>(
  operations: readonly Answered<State>[],
  from: State,
  to: State,
): boolean {
  if (operations.length === 0) return JSON.stringify(from) === JSON.stringify(to);
  return operations.some((operation, at) => {
    const { answer, state } = operation.apply(from);
    if (JSON.stringify(answer) !== JSON.stringify(operation.got)) return false;
    return isSomeSequence(operations.toSpliced(at, 1), state, to);
  });
}
