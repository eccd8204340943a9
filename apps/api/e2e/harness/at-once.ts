import { Client as Database } from 'pg';
import type { Response, Test } from 'supertest';
import type { TestApi } from './start-api';

/** The maximum number of requests of {@link atOnce}. */
export const MAX_AT_ONCE = 6;

/** An API with these settings has a connection for each of them: at most half of the pool waits for the next revision. */
export const FOR_CONCURRENT_WRITES = { SVC_DB_POOL: String(2 * MAX_AT_ONCE) };

/**
 * Sends requests concurrently, which all read before any of them may write: another transaction holds the lock of the
 * next revision until each request waits for it or is answered.
 */
export async function atOnce(api: TestApi, requests: readonly (() => Test)[]): Promise<Response[]> {
  if (requests.length > MAX_AT_ONCE) throw new Error(`no more than ${MAX_AT_ONCE} concurrent requests`);
  const blocker = new Database({ connectionString: api.database.url });
  await blocker.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query('SELECT value FROM access_revision FOR UPDATE');
    let answered = 0;
    const replies = requests.map(async (send) => {
      const reply = await send();
      answered += 1;
      return reply;
    });
    while (answered + (await waitingIn(blocker)) < requests.length) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await blocker.query('ROLLBACK');
    return await Promise.all(replies);
  } finally {
    await blocker.end();
  }
}

/** Inside a transaction the server repeats its first snapshot of the activity until the snapshot is cleared. */
async function waitingIn(blocker: Database): Promise<number> {
  await blocker.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await blocker.query<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

/** The revision of a write, from its reply. */
export function revisionOf(reply: Response): number {
  const revision = Number(reply.headers['x-access-revision']);
  if (!Number.isInteger(revision)) throw new Error(`a reply ${reply.status} without revision`);
  return revision;
}

/** The reply of an operation in a given state, and the resulting state. */
export interface Outcome<State> {
  readonly answer: unknown;
  readonly state: State;
}

/** An operation with its reply. */
export interface Answered<State> {
  readonly got: unknown;
  readonly apply: (state: State) => Outcome<State>;
}

/** Whether a serial order of the operations explains their replies and the final state. */
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
