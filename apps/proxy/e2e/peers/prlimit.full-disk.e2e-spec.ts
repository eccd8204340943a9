import { Group } from '@gatehouse/database';
import { FullDisk, OwnServer } from '@gatehouse/testing';
import { call, until } from '../support/exchange';
import { Fixture, cookieOf } from '../support/fixture';
import { type Upstream, startUpstream } from '../support/upstream';

/** A user with a session, and a service that only this user may use, if anyone. */
interface TestUser {
  readonly user: number;
  readonly cookie: string;
  /** The cookie of a session that no proxy has seen before the disk was full. */
  readonly unseenCookie: string;
  readonly service: { readonly name: string; readonly id: number };
}

describe('while the disk of the database is full,', () => {
  let server: OwnServer;
  let upstream: Upstream;
  let fixture: Fixture;
  let disk: FullDisk | undefined;
  let port: number;
  let allowed: TestUser;
  let unprivileged: TestUser;
  /** Names of groups, by the outcome of adding them when the disk was almost full. */
  const added: string[] = [];
  const failed: string[] = [];
  /** The newest revision that was acknowledged. */
  let newest: number;

  beforeAll(async () => {
    server = await OwnServer.make();
    upstream = await startUpstream();
    fixture = await Fixture.open(await server.migrated());
    port = await startProxy();
    allowed = await newTestUser();
    unprivileged = await newTestUser();
    await fixture.allow(allowed.user, allowed.service.id);
    expect(await statusBecomes(200, allowed)).toBe(200);
    let isFilling = true;
    const writers = ['one', 'other'].map((prefix) => addGroups(prefix, () => isFilling));
    disk = await FullDisk.fill(server, fixture.database.dataSource).finally(() => (isFilling = false));
    await Promise.all(writers);
    newest = Number((await stored()).revision);
  }, 240_000);
  afterAll(async () => {
    await disk?.free();
    await fixture.close();
    await upstream.close();
    await server.remove();
  });

  const startProxy = async () =>
    (await fixture.startProxy({}, { pollInterval: 100, revisionTimeout: 300 })).port;
  const newTestUser = async (): Promise<TestUser> => {
    const service = await fixture.addService(upstream.url);
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user));
    return { user, service, cookie, unseenCookie: cookieOf(await fixture.signIn(user)) };
  };
  /** Adds groups until the disk is full. */
  const addGroups = async (prefix: string, isFilling: () => boolean) => {
    let isLast = false;
    for (let count = 0; !isLast; count++) {
      isLast = !isFilling();
      const name = `${prefix}-${count}`;
      await fixture
        .write((manager) => manager.insert(Group, { name }))
        .then(
          () => added.push(name),
          () => failed.push(name),
        );
    }
  };
  const status = async (
    { cookie, service }: TestUser,
    { at = port, ...headers }: { at?: number; [header: string]: string | number | undefined } = {},
  ) => (await call(at, { path: `/ows/proxy/${service.name}`, headers: { cookie, ...headers } })).status;
  const statusBecomes = (wanted: number, testUser: TestUser) =>
    until(
      () => status(testUser),
      (now) => now === wanted,
    );
  const stored = async () => {
    const [row] = await fixture.database.dataSource.query<Record<string, string>[]>(
      `SELECT (SELECT value FROM access_revision) AS revision,
              (SELECT count(*) FROM revisions) AS revisions,
              (SELECT max(revision) FROM revisions) AS last,
              (SELECT count(*) FROM changes) AS changes,
              (SELECT max(revision) FROM changes) AS changed,
              (SELECT jsonb_agg(u ORDER BY u) FROM users u)::text AS users,
              (SELECT jsonb_agg(g.name ORDER BY g.id) FROM groups g)::text AS groups,
              (SELECT jsonb_agg(r ORDER BY r) FROM user_permissions r)::text AS rules,
              (SELECT jsonb_agg(m ORDER BY m) FROM memberships m)::text AS memberships,
              (SELECT jsonb_agg(s ORDER BY s) FROM sessions s)::text AS sessions,
              (SELECT jsonb_agg(t ORDER BY t) FROM session_tokens t)::text AS tokens`,
    );
    return row ?? {};
  };

  it('the database contains everything that was acknowledged before, and nothing that was not', async () => {
    expect(added.length).toBeGreaterThan(0);
    const groups = await fixture.database.dataSource.query<{ name: string }[]>(
      `SELECT name FROM groups WHERE name ~ '^(one|other)-'`,
    );
    expect(groups.map(({ name }) => name).sort()).toEqual([...added].sort());
    expect(failed.length).toBeGreaterThan(0);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['grants access', () => fixture.allow(unprivileged.user, unprivileged.service.id)],
    ['revokes access', () => fixture.revoke(allowed.user, allowed.service.id)],
    ['adds a user', () => fixture.addUser('one-more')],
    ['deletes a user', () => fixture.deleteUser(allowed.user)],
    ['starts a session', () => fixture.signIn(allowed.user)],
    ['ends sessions', () => fixture.endSessionsOf(allowed.user)],
  ])('a write that %s fails and has no effect: no revision, no change, no row', async (_name, write) => {
    const before = await stored();
    await expect(write()).rejects.toThrow('could not extend file');
    expect(await stored()).toEqual(before);
    expect(before).toMatchObject({ revision: String(newest), last: String(newest) });
  });

  it('a revocation that cannot be stored is not acknowledged, and decisions are made at the newest stored revision', async () => {
    await expect(fixture.revoke(allowed.user, allowed.service.id)).rejects.toThrow();
    await expect(fixture.allow(unprivileged.user, unprivileged.service.id)).rejects.toThrow();
    const fresh = await startProxy();
    for (const at of [port, fresh])
      for (const headers of [{}, { 'Cache-Control': 'no-cache' }, { 'X-Access-Revision': String(newest) }]) {
        expect(await status(allowed, { at, ...headers })).toBe(200);
        expect(await status(unprivileged, { at, ...headers })).toBe(403);
      }
  });

  it('a request that demands the revision of a failed write is refused', async () => {
    expect(await status(allowed, { 'X-Access-Revision': String(newest + 1) })).toBe(400);
  });

  it('the proxy looks up sessions that it has not seen before', async () => {
    expect(await status({ ...allowed, cookie: allowed.unseenCookie })).toBe(200);
    expect(await status({ ...unprivileged, cookie: unprivileged.unseenCookie })).toBe(403);
  });

  it('the proxy reports that it is ready, at the newest revision, which it keeps polling', async () => {
    const health = async () => {
      const { status, text } = await call(port, { path: '/health' });
      return { status, ...(JSON.parse(text) as { ready: boolean; revision: number; age_ms: number }) };
    };
    const began = performance.now();
    const confirmed = await until(health, ({ age_ms }) => age_ms < performance.now() - began);
    expect(confirmed).toMatchObject({ status: 200, ready: true, revision: newest });
    expect(confirmed.age_ms).toBeLessThan(performance.now() - began);
  });

  describe('after space has been freed,', () => {
    beforeAll(() => disk?.free());

    it('writes continue without a gap, and a new proxy decides like the one that kept running', async () => {
      expect(await fixture.revoke(allowed.user, allowed.service.id)).toBe(newest + 1);
      const last = await fixture.allow(unprivileged.user, unprivileged.service.id);
      expect(last).toBe(newest + 2);
      const after = await stored();
      expect(after).toMatchObject({ revisions: String(last), last: String(last), changed: String(last) });
      const fresh = await startProxy();
      for (const at of [port, fresh]) {
        const headers = { at, 'X-Access-Revision': String(last) };
        expect(await status(allowed, headers)).toBe(403);
        expect(await status(unprivileged, headers)).toBe(200);
      }
    });
  });
});

describe('a disk that is full to the last block', () => {
  let server: OwnServer;
  let upstream: Upstream;
  let fixture: Fixture;

  beforeAll(async () => {
    server = await OwnServer.make();
    upstream = await startUpstream();
    fixture = await Fixture.open(await server.migrated());
  }, 240_000);
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
    await server.remove();
  });

  it('stops the database at a revocation: known sessions are served as acknowledged, and service resumes with free space', async () => {
    const { port } = await fixture.startProxy({}, { pollInterval: 100, revisionTimeout: 300 });
    const { name, id } = await fixture.addService(upstream.url);
    const user = await fixture.addUser();
    const headers = { cookie: cookieOf(await fixture.signIn(user)) };
    const newest = await fixture.allow(user, id);
    const status = async (more: Record<string, string> = {}) =>
      (await call(port, { path: `/ows/proxy/${name}`, headers: { ...headers, ...more } })).status;
    const newestOnly = { 'Cache-Control': 'no-cache' };
    expect(await status(newestOnly)).toBe(200);

    await FullDisk.fillToTheLastBlock(server, fixture.database.dataSource);
    // The server's own processes write to the log as well: where one of them is first, the revocation finds the server stopped.
    await expect(fixture.revoke(user, id)).rejects.toThrow(
      /could not write to log file|the database is unavailable/,
    );
    // Nothing can confirm that this is the newest revision, so the proxy does not claim it.
    expect(
      await until(
        () => status(newestOnly),
        (now) => now === 503,
      ),
    ).toBe(503);
    expect(await status()).toBe(200);

    await server.stop();
    await server.start();
    expect(
      await until(
        () => status(newestOnly),
        (now) => now === 200,
      ),
    ).toBe(200);
    const revoked = await fixture.revoke(user, id);
    expect(revoked).toBe(newest + 1);
    expect(await status({ 'X-Access-Revision': String(revoked) })).toBe(403);
  });
});
