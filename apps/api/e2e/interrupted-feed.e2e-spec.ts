import { DatabaseRelay, createTestDatabase } from '@gatehouse/testing';
import { silentLogger } from '@gatehouse/logging';
import { type TestApi, routesOf, startApi } from './harness/start-api';

/** Longer than a test may take: what waits for it in vain fails. */
const TIMEOUT_SECONDS = '600';

describe('while the change feed is lost and the database serves, the API', () => {
  let api: TestApi;
  let relay: DatabaseRelay;
  let paths: readonly string[];

  beforeAll(async () => {
    const database = await createTestDatabase();
    relay = await DatabaseRelay.open(database.url);
    api = await startApi(
      { SVC_DB_DIRECT_URL: relay.url, SVC_DB_TIMEOUT: TIMEOUT_SECONDS, SVC_NETWORK_ENABLED: 'false' },
      silentLogger,
      database,
    );
    const service = await api.make.service({ service_type: 'api' });
    const values: Readonly<Record<string, string | number>> = {
      user_name: await api.make.user(),
      group_name: await api.make.group(),
      service_name: service,
      resource_id: await api.make.resource(await api.make.serviceId(service)),
      service_type_name: 'api',
      permission_name: 'read',
      revision: 1,
    };
    paths = routesOf(api)
      .filter(
        ({ method, declaration }) =>
          method === 'GET' && declaration.raw === undefined && !declaration.changesState,
      )
      .map(({ template }) => template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? 1)))
      .filter((path) => !path.startsWith('/ui') && !path.startsWith('/signin'));
    await relay.close();
  });
  afterAll(() => api.close());

  it('answers every request for reading, or refuses it with 503 and Retry-After without waiting in vain', async () => {
    const replies = await Promise.all(
      paths.map(async (path) => ({ path, reply: await api.admin.get(path) })),
    );
    const refused = replies.filter(({ reply }) => reply.status === 503);
    expect(replies.length).toBeGreaterThan(50);
    // What is computed from permissions.
    expect(refused.map(({ path }) => path)).toEqual(expect.arrayContaining(['/overview']));
    expect(refused.length).toBeLessThan(replies.length / 2);
    for (const { path, reply } of refused) {
      expect([path, reply.body.error_code]).toEqual([path, 'database_unavailable']);
      expect([path, Number(reply.headers['retry-after']) > 0]).toEqual([path, true]);
    }
    expect(replies.filter(({ reply }) => reply.status >= 500 && ![501, 503].includes(reply.status))).toEqual(
      [],
    );
  });

  it('refuses a request for a revision that it cannot reach, and serves one that it has', async () => {
    const { body } = await api.admin.get('/changes?limit=1').expect(200);
    const newest: number = body.newest_revision;
    const refused = await api.admin.get('/groups').set('X-Access-Revision', String(newest + 1));
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, expect.any(String)]);
  });

  it('says in its metrics since when', async () => {
    const { text } = await api.anonymous.get('/metrics').expect(200);
    const value = (name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
    expect(value('gatehouse_api_snapshot_behind_seconds')).toBeGreaterThan(0);
    expect(value('gatehouse_api_snapshot_behind_revisions')).toBeGreaterThanOrEqual(0);
    expect(value('gatehouse_api_snapshot_revision')).toBeGreaterThan(0);
    expect(value('gatehouse_api_snapshot_age_seconds')).toBeGreaterThan(0);
    expect(text).toContain('gatehouse_job_failed');
  });
});
