import { UnitOfWork } from '@gatehouse/database';
import { LARGE_REPLY_LIMITS } from '@gatehouse/http';
import type { LogFields, Logger } from '@gatehouse/logging';
import { SlowReader } from './harness/slow-reader';
import { type TestApi, startApi } from './harness/start-api';

/** Resources with names of so many characters: more than the kernel accepts for a client that reads nothing. */
const RESOURCES = 20_000;
const NAME_LENGTH = 100;

const PATH = '/configuration/export';

describe('an export', () => {
  const log: { readonly fields: LogFields; readonly message: string }[] = [];
  const note = (fields: LogFields, message: string): void => void log.push({ fields, message });
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  const readers: SlowReader[] = [];
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi({}, logger, undefined, { transactionMs: 2_000, stallMs: 60_000 });
    const root = await api.make.serviceId(await api.make.service({ service_type: 'api' }));
    const unitOfWork = api.app.get(UnitOfWork);
    await unitOfWork.run(() =>
      unitOfWork.manager.query(
        `INSERT INTO resources (parent_id, root_service_id, name, display_name, type, ordering)
         SELECT $1, $1, lpad(n::text, $3, 'r'), repeat('x', $3), 'route', n FROM generate_series(1, $2) n`,
        [root, RESOURCES, NAME_LENGTH],
      ),
    );
    await api.dataSource.query('ANALYZE resources');
  });
  beforeEach(() => void log.splice(0));
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    while ((await transactions()) > 0) await pause();
  });
  afterAll(() => api.close());

  const open = async (): Promise<SlowReader> => {
    const reader = await SlowReader.open(api.anonymous.url, PATH, { Cookie: api.admin.sessionCookie });
    readers.push(reader);
    return reader;
  };
  const limit = (limits: { readonly transactionMs: number; readonly stallMs: number }): void =>
    void Object.assign(api.app.get(LARGE_REPLY_LIMITS), limits);
  const incomplete = () => log.filter(({ message }) => message === 'a reply is incomplete');
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
  /** Transactions of the API that wait for it. */
  const transactions = async (): Promise<number> => {
    const [row] = await api.dataSource.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    return row.count;
  };

  it('ends at a client that reads too slowly, with its transaction and an entry in the log', async () => {
    const reader = await open();
    while (incomplete().length === 0) {
      await reader.some(10_000);
      await pause();
    }
    expect(incomplete()).toMatchObject([
      { fields: { route: PATH, reason: 'the client has not received it in time' } },
    ]);
    const { body, isComplete } = await reader.rest();
    expect([isComplete, body.includes('"omitted"')]).toEqual([false, false]);
    while ((await transactions()) > 0) await pause();
  });

  it('is 429 while two others are sent, until one of them ends', async () => {
    limit({ transactionMs: 300_000, stallMs: 300_000 });
    const first = await open();
    await open();
    const refused = await api.admin.get(PATH).expect(429);
    expect(refused.body.error_code).toBe('too_many_large_replies');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    first.close();
    for (let status = 429; status === 429;) ({ status } = await api.admin.get(PATH));
  });

  it('ends at a client that reads nothing', async () => {
    limit({ transactionMs: 300_000, stallMs: 2_000 });
    await open();
    while (incomplete().length === 0) await pause();
    expect(incomplete()).toMatchObject([
      { fields: { route: PATH, reason: 'the client has accepted nothing for too long' } },
    ]);
  });
});
