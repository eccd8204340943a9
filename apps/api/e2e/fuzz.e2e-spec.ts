import fc from 'fast-check';
import { type LogFields, type Logger, describeError } from '@gatehouse/logging';
import { type FuzzRequest, type SentRequest, describeRequest } from './fuzz/fuzz-request';
import { type Operation, operationsOf } from './fuzz/operations';
import { Platform } from './fuzz/platform';
import { requestTo } from './fuzz/requests';
import { SeenReplies } from './fuzz/seen-replies';
import { complaintsOf } from './fuzz/verdict';
import { Wire } from './fuzz/wire';
import { type TestApi, startApi } from './harness/start-api';

/** Total number of requests, spread over the operations; `SVC_TEST_FUZZ_CASES=50000` is the long run. */
const CASES = Number(process.env['SVC_TEST_FUZZ_CASES'] ?? 1000);
/** Every run sends the same requests, unless another seed is set. */
const SEED = Number(process.env['SVC_TEST_FUZZ_SEED'] ?? 20_260_101);
/** Milliseconds per request, on a busy machine, after which the test counts as stuck. */
const PER_CASE = 120;

describe('under any request of a client,', () => {
  const log: string[] = [];
  let api: TestApi;
  let platform: Platform;
  let wire: Wire;
  let operations: readonly Operation[];
  let replies: SeenReplies;
  beforeAll(async () => {
    // The accounts must be able to sign in again, regardless of the number of wrong passwords sent for them.
    const unlimited = { SVC_SIGNIN_ACCOUNT_FAILURES: '1000000', SVC_SIGNIN_ADDRESS_FAILURES: '1000000' };
    api = await startApi(unlimited, recorder(log));
    platform = new Platform(api);
    wire = new Wire(new URL(api.anonymous.url));
    await platform.restore();
    const description = (await api.anonymous.get('/json').expect(200)).text;
    operations = operationsOf(description);
    replies = new SeenReplies(description, operations);
  });
  afterAll(async () => {
    wire.close();
    await api.close();
  });

  async function tryOut(request: FuzzRequest): Promise<number> {
    const { segments, query, ...rest } = request;
    const sent: SentRequest = { ...rest, path: platform.path(segments) + (query === '' ? '' : `?${query}`) };
    const secrets = platform.secrets();
    const seen = api.undeclared.length;
    log.length = 0;
    const revisionBefore = await platform.revision();
    const reply = await wire.send(sent, platform.cookieOf(sent.persona)).catch((error: Error) => {
      throw new Error(`${describeRequest(sent)}\n  → ${error.message}`);
    });
    const revisionAfter = await platform.revision();
    const complaints = complaintsOf({
      sent,
      reply,
      revisionBefore,
      revisionAfter,
      undeclared: api.undeclared.slice(seen),
      log,
      secrets,
    });
    if (revisionAfter !== revisionBefore) await platform.restore();
    if (complaints.length === 0) {
      replies.add(sent, reply);
      return reply.status;
    }
    const reported = [
      describeRequest(sent),
      `  → ${reply.status} ${reply.text.slice(0, 600)}`,
      ...complaints,
    ];
    throw new Error([...reported, ...log.filter((line) => line.includes('"error"'))].join('\n'));
  }

  /** Fuzzes an operation; returns the smallest request that violates a property, if any. */
  async function faultOf(
    operation: Operation,
    numRuns: number,
    statuses: Map<number, number>,
  ): Promise<string | undefined> {
    const property = fc.asyncProperty(requestTo(operation), async (request) => {
      const status = await tryOut(request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    const result = await fc.check(property, { numRuns, seed: SEED });
    if (!result.failed) return undefined;
    const cause = result.errorInstance instanceof Error ? result.errorInstance.message : 'thrown value';
    return `${operation.method} ${operation.template}\n${cause}`;
  }

  it(
    'no operation fails, changes anything when it refuses, reveals a secret or deviates from the description',
    async () => {
      expect(operations.length).toBeGreaterThan(90);
      const statuses = new Map<number, number>();
      const faults: string[] = [];
      for (const operation of operations) {
        const fault = await faultOf(operation, Math.ceil(CASES / operations.length), statuses);
        if (fault !== undefined) faults.push(fault);
      }
      if (process.env['SVC_TEST_FUZZ_CASES']) {
        const byStatus = JSON.stringify(Object.fromEntries(statuses));
        process.stdout.write(`replies by status ${byStatus}, ${replies.shapes} shapes\n`);
      }
      expect(faults.join('\n\n')).toBe('');
      expect(replies.complaints()).toEqual([]);
      // INVARIANT: requests pass the first checks; a run in which all are refused would prove little.
      expect([...statuses.keys()]).toEqual(
        expect.arrayContaining([200, 201, 400, 401, 403, 404, 405, 406, 409, 422]),
      );
    },
    60_000 + CASES * PER_CASE,
  );
});

/** Records the lines of the log. */
function recorder(lines: string[]): Logger {
  const keep = ({ error, ...fields }: LogFields, message: string): void => {
    lines.push(
      JSON.stringify({ ...fields, message, ...(error === undefined ? {} : { error: describeError(error) }) }),
    );
  };
  return { debug: keep, info: keep, warn: keep, error: keep };
}
