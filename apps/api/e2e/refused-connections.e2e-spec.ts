import { type LogFields, type Logger, describeError, silentLogger } from '@gatehouse/logging';
import { OwnServer, type TestDatabase } from '@gatehouse/testing';
import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

type Send = () => ReturnType<Client['get']>;

describe('while the server of the database admits nobody, the API', () => {
  let server: OwnServer;
  let database: TestDatabase;
  let api: TestApi;
  const lines: string[] = [];

  beforeAll(async () => {
    const note = ({ reason, error }: LogFields, message: string): void => {
      const cause = reason ?? (error === undefined ? '' : describeError(error).message);
      lines.push(`${message}: ${cause}`);
    };
    const logger: Logger = { ...silentLogger, warn: note, error: note };
    server = await OwnServer.make();
    database = await server.migrated();
    api = await startApi({ SVC_DB_POOL: '3', SVC_DB_TIMEOUT: '3' }, logger, database);
  });
  afterEach(() => void lines.splice(0));
  afterAll(async () => {
    await api.close();
    await server.remove();
  });

  const REQUESTS: [string, Send][] = [
    ['reads', () => api.admin.get('/groups')],
    ['signs in', () => api.anonymous.post('/signin', { user_name: 'chief', password: 'the chief signs in' })],
    ['writes', () => api.admin.post('/groups', { group_name: 'never-made' })],
    ['reads the version', () => api.anonymous.get('/version')],
  ];
  /** What the log says of requests whose connection was being ended. */
  const ENDED = 'Connection terminated|terminating connection';
  const endConnections = () =>
    server.asSuperuser("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'gatehouse'");
  const expectUnavailable = async (): Promise<void> => {
    for (const [name, send] of REQUESTS) {
      const reply = await send();
      expect([name, reply.status, reply.body.error_code]).toEqual([name, 503, 'database_unavailable']);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
  };

  it.each<[string, string, string, RegExp]>([
    [
      'after its password was changed',
      "ALTER ROLE gatehouse PASSWORD 'another'",
      '',
      /password authentication failed/,
    ],
    [
      'without a connection left',
      'ALTER ROLE gatehouse CONNECTION LIMIT 0',
      'ALTER ROLE gatehouse CONNECTION LIMIT -1',
      /too many connections for role/,
    ],
    [
      'for a role that may not sign in any more',
      'ALTER ROLE gatehouse NOLOGIN',
      'ALTER ROLE gatehouse LOGIN',
      /is not permitted to log in/,
    ],
  ])(
    '%s answers 503 with Retry-After, logs the reason and what it stops, and resumes',
    async (_state, refuse, admit, reason) => {
      const password = /:([^:@/]+)@/.exec(server.url)?.[1] ?? '';
      await server.asSuperuser(refuse);
      try {
        await endConnections();
        await expectUnavailable();
        const failed = lines.filter((line) =>
          line.startsWith('the request failed: the database is unavailable'),
        );
        expect(failed).toHaveLength(REQUESTS.length);
        // As many as the pool has may have had a connection that was being ended.
        for (const line of failed) expect(line).toMatch(new RegExp(`${reason.source}|${ENDED}`));
        expect(failed.at(-1)).toMatch(reason);
        for (const interrupted of [/^lost the change feed: until/, /^the outbox is interrupted .*: mails/])
          while (!lines.some((line) => interrupted.test(line))) await new Promise(setImmediate);
        expect(lines.join('\n')).not.toContain(password);
      } finally {
        await server.asSuperuser(admit || `ALTER ROLE gatehouse PASSWORD '${password}'`);
      }
      await api.admin.get('/groups').expect(200);
    },
  );

  it('that is stopped answers 503 with Retry-After, and resumes', async () => {
    await server.stop();
    try {
      await expectUnavailable();
    } finally {
      await server.start();
    }
    await api.admin.get('/groups').expect(200);
    const { body } = await api.admin.get('/groups');
    expect(body.group_names).not.toContain('never-made');
  });
});
