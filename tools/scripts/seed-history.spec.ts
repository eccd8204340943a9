import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { verifyAuditLog } from '@gatehouse/audit';
import { runAs } from '@gatehouse/database';
import { SessionStore } from '@gatehouse/identity';
import { silentLogger } from '@gatehouse/logging';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import type { Client } from '../../apps/api/e2e/harness/client';
import { ADMIN, type TestApi, startApi } from '../../apps/api/e2e/harness/start-api';

const run = promisify(execFile);
const PASSWORD = 'all of them share this';
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

/** The tables of the log's entities, with the columns that stay out of it, and their keys. */
const RECORDED: readonly (readonly [
  entity: string,
  table: string,
  hidden: string,
  keys: readonly string[],
])[] = [
  ['user', 'users', 'password_hash', ['id']],
  ['group', 'groups', '', ['id']],
  ['membership', 'memberships', '', ['user_id', 'group_id']],
  ['resource', 'resources', '', ['id']],
  ['service', 'services', '', ['resource_id']],
  ['user_rule', 'user_permissions', '', ['user_id', 'resource_id', 'name']],
  ['group_rule', 'group_permissions', '', ['group_id', 'resource_id', 'name']],
  ['session', 'sessions', 'revision', ['id']],
  ['session_token', 'session_tokens', 'token_hmac', ['session_id', 'issued_at']],
];

function seed(url: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, ['tools/scripts/seed.mjs', ...args], {
    cwd: process.cwd(),
    env: { PATH: process.env['PATH'], SVC_DB_URL: url, SVC_ADMIN_USER: ADMIN.name, SVC_BCRYPT_COST: '4' },
  });
}

/** What the revision of a change states, and what the change has, without the values: two of the same kind have the same one. */
const SHAPE = `SELECT DISTINCT jsonb_build_array(r.actor_kind, r.actor_id IS NULL, r.actor_name IS NULL, r.actor_role, r.address IS NULL,
    r.request_id IS NULL, c.entity, c.operation, ARRAY(SELECT jsonb_object_keys(c.before) ORDER BY 1),
    ARRAY(SELECT jsonb_object_keys(c.after) ORDER BY 1), c.concealed, c.user_id IS NULL, c.group_id IS NULL,
    c.resource_id IS NULL)::text AS shape
  FROM revisions r LEFT JOIN changes c ON c.revision = r.revision WHERE r.revision > $1 AND r.revision <= $2`;

describe('a platform with a year of operation', () => {
  let database: TestDatabase;
  let api: TestApi;
  let output: string;
  /** The last revision of the year. */
  let last: number;

  const query = <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
    database.dataSource.query<T[]>(sql, values);
  const newest = async (): Promise<number> =>
    Number((await query<{ value: string }>('SELECT value FROM access_revision'))[0]?.value);

  beforeAll(async () => {
    database = await createTestDatabase();
    output = (await seed(database.url, '--size', 'small', '--years', '1', '--password', PASSWORD)).stdout;
    last = await newest();
    api = await startApi({ SVC_COOKIE_EXPIRE: '43200' }, silentLogger, database);
  });
  afterAll(() => api.close());

  it('has a log that verification finds intact, of which no entry is earlier than the one before', async () => {
    const { checked, problems } = await verifyAuditLog(database.dataSource);
    expect(problems).toEqual([]);
    expect(checked.changes).toBeGreaterThanOrEqual(last);
    expect(checked.events).toBeGreaterThan(0);
    expect(output).toContain(`revisions   ${last.toLocaleString('en')}`);
    for (const [table, time, order] of [
      ['revisions', 'begun_at', 'revision'],
      ['audit_events', 'occurred_at', 'position'],
    ]) {
      const late = await query(
        `SELECT * FROM (SELECT ${time} < lag(${time}) OVER (ORDER BY ${order}) AS is_late FROM ${table}) t WHERE is_late`,
      );
      expect([table, late]).toEqual([table, []]);
    }
  });

  it('covers the year: sign-ins in each month, and more by day than by night', async () => {
    const [span] = await query<{ first: Date; newest: Date }>(
      'SELECT min(begun_at) AS first, max(begun_at) AS newest FROM revisions WHERE revision <= $1',
      [last],
    );
    expect(Date.now() - span!.first.getTime()).toBeGreaterThan(YEAR_MS - DAY_MS);
    expect(Date.now() - span!.newest.getTime()).toBeLessThan(7 * DAY_MS);
    const months = await query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM revisions r WHERE revision <= $1 AND EXISTS (
         SELECT 1 FROM changes c WHERE c.revision = r.revision AND entity = 'session' AND operation = 'insert')
       GROUP BY date_trunc('month', begun_at)`,
      [last],
    );
    expect(months.length).toBeGreaterThanOrEqual(12);
    const [hours] = await query<{ day: number; night: number }>(
      `SELECT count(*) FILTER (WHERE hour BETWEEN 8 AND 16)::integer AS day, count(*) FILTER (WHERE hour < 5)::integer AS night
         FROM (SELECT extract(hour FROM begun_at AT TIME ZONE 'UTC') AS hour FROM revisions WHERE actor_kind = 'user' AND revision <= $1) t`,
      [last],
    );
    expect(hours!.day).toBeGreaterThan(10 * hours!.night);
  });

  it('has purged the sessions and tokens that expired before its last minutes', async () => {
    const [left] = await query<{ expired: number; sessions: number; signed: number }>(
      `SELECT (SELECT count(*)::integer FROM session_tokens WHERE expires_at < now() - interval '20 minutes') AS expired,
         (SELECT count(*)::integer FROM sessions) AS sessions,
         (SELECT count(*)::integer FROM changes WHERE entity = 'session' AND operation = 'insert') AS signed`,
    );
    expect(left!.expired).toBe(0);
    expect(left!.signed).toBeGreaterThan(900);
    expect(left!.sessions).toBeLessThan(left!.signed / 10);
  });

  it.each(RECORDED)(
    'has a log whose last entry of each %s is its row',
    async (entity, table, hidden, keys) => {
      const key = (row: string) => keys.map((name) => `(${row} ->> '${name}')`).join(` || ' ' || `);
      const differing = await query(
        `WITH logged AS (
         SELECT DISTINCT ON (key) key, after FROM (
           SELECT ${key('coalesce(after, before)')} AS key, after, id FROM changes WHERE entity = $1) c ORDER BY key, id DESC),
       stored AS (SELECT ${key('to_jsonb(t)')} AS key, to_jsonb(t) - '${hidden}' AS row FROM ${table} t)
       SELECT key, after, row FROM (SELECT * FROM logged WHERE after IS NOT NULL) l FULL JOIN stored USING (key)
        WHERE after IS DISTINCT FROM row LIMIT 5`,
        [entity],
      );
      expect(differing).toEqual([]);
    },
  );

  it('is listed page by page by the API, as audit log and as change feed', async () => {
    const ids: number[] = [];
    for (;;) {
      const after = ids.length > 0 ? `&after=${ids.at(-1)}` : '';
      const { entries } = (await api.admin.get(`/audit?limit=1000${after}`).expect(200)).body;
      if (entries.length === 0) break;
      ids.push(...entries.map(({ id }: { id: number }) => id));
    }
    const [stored] = await query<{ count: number }>(
      `SELECT (SELECT count(*) FROM changes WHERE entity <> 'session_token')::integer
         + (SELECT count(*) FROM audit_events)::integer AS count`,
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(stored!.count);
    let after = 0;
    for (const end = await newest(); after < end;) {
      const { revisions } = (await api.admin.get(`/changes?limit=1000&after=${after}`).expect(200)).body;
      expect(revisions.map(({ revision }: { revision: number }) => revision)).toEqual(
        Array.from({ length: revisions.length }, (_, index) => after + 1 + index),
      );
      after += revisions.length;
    }
  });

  it('is followed: the API knows its accounts and sessions, and what is written after it', async () => {
    const users = (await api.admin.get('/users').expect(200)).body.user_names;
    const [stored] = await query<{ count: number }>('SELECT count(*)::integer AS count FROM users');
    expect(users).toHaveLength(stored!.count);
    const name = users.find((user: string) => user !== ADMIN.name && user !== 'anonymous');
    const user = await api.signIn(name, PASSWORD);
    const [held] = await query<{ user: string; id: number; sessions: number }>(
      `SELECT u.name AS "user", count(*)::integer AS sessions FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE u.name <> $1 GROUP BY u.name ORDER BY 2 DESC LIMIT 1`,
      [ADMIN.name],
    );
    const listed = (await api.admin.get(`/users/${held!.user}/sessions`).expect(200)).body.sessions;
    expect(listed).toHaveLength(held!.sessions);
    expect((await user.get('/users/current').expect(200)).body.user.user_name).toBe(name);
  });

  it('has revisions like those that the API writes for the same operations', async () => {
    const begun = await newest();
    const users = (await api.admin.get('/users').expect(200)).body.user_names as string[];
    const name = users.find((one) => one !== ADMIN.name && one !== 'anonymous')!;
    const user = await api.signIn(name, PASSWORD);
    await reissued(user);
    await user.get('/signout').expect(200);
    await administer(name);
    const expired = await api.signIn(name, PASSWORD);
    await write(
      "UPDATE session_tokens SET expires_at = now() - interval '1 minute' WHERE session_id = (SELECT id FROM sessions ORDER BY created_at DESC LIMIT 1)",
    );
    await runAs({ kind: 'system', role: 'job:purge_sessions' }, () =>
      api.app.get(SessionStore).removeExpired(),
    );
    expect((await expired.get('/session')).body.authenticated).toBe(false);

    const shapes = async (from: number, through: number) =>
      (await query<{ shape: string }>(SHAPE, [from, through])).map(({ shape }) => shape);
    const written = new Set(await shapes(begun, await newest()));
    // Before the first sign-in there is the platform itself, which is imported.
    const [first] = await query<{ revision: string }>(
      "SELECT min(revision) AS revision FROM changes WHERE entity = 'session'",
    );
    const unlike = (await shapes(Number(first!.revision) - 1, last)).filter((shape) => !written.has(shape));
    expect(unlike).toEqual([]);
  });

  /** Makes a token old enough, as in a revision, so that the next reply has another one. */
  async function reissued(user: Client): Promise<void> {
    await write(
      "UPDATE session_tokens SET issued_at = issued_at - interval '5 hours' WHERE issued_at = (SELECT max(issued_at) FROM session_tokens)",
    );
    expect((await user.get('/session').expect(200)).headers['set-cookie']).toBeDefined();
  }

  async function write(sql: string): Promise<void> {
    await database.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, 'test', NULL, NULL)");
      await manager.query(sql);
    });
  }

  /** What administrators do in the year. */
  async function administer(user: string): Promise<void> {
    const { admin } = api;
    await admin.post('/groups', { group_name: 'a-project' }).expect(201);
    await admin
      .post('/users', { user_name: 'a.colleague', email: 'a@institute.example', password: PASSWORD })
      .expect(201);
    await admin.post(`/users/${user}/groups`, { group_name: 'a-project' }).expect(201);
    await admin.delete(`/users/${user}/groups/a-project`).expect(200);
    const route = { resource_name: 'a-dataset', resource_type: 'route' };
    const created = await admin.post('/services/scene-catalogue/resources', route).expect(201);
    const path = `resources/${created.body.resource.resource_id}`;
    for (const principal of [`users/${user}`, 'groups/a-project']) {
      const permissions = `/${principal}/${path}/permissions`;
      await admin.post(permissions, { permission: 'read-deny-match' }).expect(201);
      await admin.put(permissions, { permission: 'read-allow-recursive' }).expect(200);
      await admin.delete(`${permissions}/read`).expect(200);
    }
    await admin.delete(`/${path}`).expect(200);
  }
});

it('years of operation are refused by a database on which Gatehouse has run, and nothing is written', async () => {
  const api = await startApi();
  const revision = () => api.dataSource.query('SELECT value FROM access_revision');
  const before = await revision();
  await expect(seed(api.database.url, '--years', '1')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('a database on which Gatehouse has never run'),
  });
  await expect(seed(api.database.url, '--years', 'one')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--years takes a whole number up to 9.'),
  });
  expect(await revision()).toEqual(before);
  await api.close();
});
