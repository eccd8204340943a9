import { call, until } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('a session cookie', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let path: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    path = await fixture.publishService(upstream.url);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const freshCookies = (headers: { 'set-cookie'?: string[] }) => headers['set-cookie'] ?? [];

  it('is kept while it is new', async () => {
    const cookie = cookieOf(await fixture.signIn(await fixture.addUser(), hoursAgo(1)));
    expect(freshCookies((await call(port, { path, headers: { cookie } })).headers)).toEqual([]);
  });

  it('is reissued once after a tenth of its lifetime, and both cookies name the same session', async () => {
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user, hoursAgo(2)));
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => call(port, { path, headers: { cookie } })),
    );
    const fresh = replies.flatMap(({ headers }) => freshCookies(headers));
    expect(fresh).toHaveLength(1);
    expect(fresh[0]).toMatch(/^auth_tkt=[0-9a-f]{136}\d+!userid_type:int; Path=\/; HttpOnly; SameSite=Lax/);
    expect(freshCookies((await call(port, { path, headers: { cookie } })).headers)).toEqual([]);

    const next = fresh[0]?.split(';')[0] ?? '';
    const secret = await fixture.addService(upstream.url);
    await fixture.allow(user, secret.id);
    const get = (sent: string) =>
      call(port, { path: `/ows/proxy/${secret.name}`, headers: { cookie: sent } });
    for (const sent of [next, cookie]) {
      const reply = await until(
        () => get(sent),
        ({ status }) => status === 200,
      );
      expect(reply.status).toBe(200);
    }
    await fixture.endSessionsOf(user);
    for (const sent of [next, cookie]) {
      const reply = await until(
        () => get(sent),
        ({ status }) => status === 401,
      );
      expect(reply.status).toBe(401);
    }
  });

  it('is reissued in addition to the cookies of the upstream', async () => {
    upstream.behave((_request, response) => response.writeHead(200, { 'Set-Cookie': 'own=1' }).end());
    const cookie = cookieOf(await fixture.signIn(await fixture.addUser(), hoursAgo(2)));
    const { headers } = await call(port, { path, headers: { cookie } });
    upstream.behave(undefined);
    expect(freshCookies(headers)).toEqual(['own=1', expect.stringMatching(/^auth_tkt=/)]);
  });

  it('is reissued by a verify call as well', async () => {
    const cookie = cookieOf(await fixture.signIn(await fixture.addUser(), hoursAgo(2)));
    const { headers } = await call(port, { path: path.replace('/proxy/', '/verify/'), headers: { cookie } });
    expect(freshCookies(headers)).toHaveLength(1);
  });

  it('that cannot be reissued does not fail the request', async () => {
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user, hoursAgo(2)));
    const { dataSource } = fixture.database;
    await dataSource.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON session_tokens FOR EACH ROW EXECUTE FUNCTION refuse()`);
    try {
      const { status, headers } = await call(port, { path, headers: { cookie } });
      expect(status).toBe(200);
      expect(freshCookies(headers)).toEqual([]);
    } finally {
      await dataSource.query('DROP FUNCTION refuse() CASCADE');
    }
  });

  it('that is reissued while access is revoked does not grant access', async () => {
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user, hoursAgo(2)));
    const secret = await fixture.addService(upstream.url);
    const granted = await fixture.allow(user, secret.id);
    const { dataSource } = fixture.database;
    // Long enough for the revocation, which is written first, to be known before the cookie is.
    await dataSource.query(`
      CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.4); RETURN NEW; END $$;
      CREATE TRIGGER linger BEFORE INSERT ON session_tokens FOR EACH ROW EXECUTE FUNCTION linger()`);
    const revoking = dataSource.createQueryRunner();
    try {
      await revoking.startTransaction();
      await revoking.query(`SELECT begin_revision('system', NULL, NULL, NULL, NULL)`);
      await revoking.query('DELETE FROM user_permissions WHERE user_id = $1', [user]);
      upstream.received.splice(0);
      const reply = call(port, {
        path: `/ows/proxy/${secret.name}`,
        headers: { cookie, 'X-Access-Revision': String(granted) },
      });
      await until(
        () =>
          dataSource.query<unknown[]>(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        (waiting) => waiting.length > 0,
      );
      await revoking.commitTransaction();
      expect((await reply).status).toBe(403);
      expect(upstream.received).toEqual([]);
    } finally {
      await revoking.release();
      await dataSource.query('DROP FUNCTION linger() CASCADE');
    }
  });
});
