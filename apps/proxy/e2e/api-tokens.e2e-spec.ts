import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type LogFields, silentLogger } from '@gatehouse/logging';
import { decode } from 'jsonwebtoken';
import { type BearerProvider, startBearerProvider } from './support/bearer-provider';
import { type Reply, call, until } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';
import { type WebSocketUpstream, openWebSocket, startWebSocketUpstream } from './support/websocket-upstream';

describe('API tokens at the proxy', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let provider: BearerProvider;
  let port: number;
  const logged: string[] = [];

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    provider = await startBearerProvider();
    const log = (fields: LogFields, message: string) => void logged.push(JSON.stringify([fields, message]));
    const logger = { ...silentLogger, info: log, warn: log, error: log };
    const inline = provider.signIn(fixture.sessions(), ['external', 'gatehouse_network']);
    ({ port } = await fixture.startProxy({ SVC_LOG_REQUEST: 'true' }, {}, logger, inline));
  });
  beforeEach(() => {
    upstream.received.splice(0);
    provider.requests = 0;
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
    await provider.close();
  });

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const basic = (token: string) => ({
    authorization: `Basic ${Buffer.from(`anybody:${token}`).toString('base64')}`,
  });
  const get = (path: string, headers: Record<string, string>, revision = 0): Promise<Reply> =>
    call(port, {
      path,
      headers: { ...(revision > 0 && { 'X-Access-Revision': String(revision) }), ...headers },
    });
  const refusal = ({ status, headers }: Reply) => [status, headers['x-gatehouse-reason']];

  /** A service of the type `api` with two branches, which a user may read. */
  async function setUp(proxy: object = {}) {
    const user = await fixture.addUser();
    const service = await fixture.addService(upstream.url, 'api', { proxy });
    const open = await fixture.addResource(service.id, 'open', 'route');
    const closed = await fixture.addResource(service.id, 'closed', 'route');
    await fixture.allow(user, service.id, 'read', 'recursive');
    const path = `/ows/proxy/${service.name}`;
    return { user, service, open, closed, path };
  }

  it('identify their owners, by Bearer in any case, and are not forwarded', async () => {
    const { user, path } = await setUp();
    const { token, revision } = await fixture.addToken(user);
    expect((await get(`${path}/open`, bearer(token), revision)).status).toBe(200);
    expect((await get(`${path}/open`, { authorization: `bEARER  ${token}` })).status).toBe(200);
    for (const { headers } of upstream.received) expect(headers.authorization).toBeUndefined();
    const reply = await get(`${path}/open`, bearer(token));
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(provider.requests).toBe(0);
  });

  it('are forwarded where the service opts in', async () => {
    const { user, path } = await setUp({ forward_credentials: true });
    const { token, revision } = await fixture.addToken(user);
    await get(`${path}/open`, bearer(token), revision);
    expect(upstream.received.at(-1)?.headers.authorization).toBe(`Bearer ${token}`);
  });

  it('that are not valid are refused, also beside a valid cookie, on public services, and for any provider', async () => {
    const { user, path } = await setUp();
    const { token } = await fixture.addToken(user);
    const open = await fixture.publishService(upstream.url);
    const cookie = cookieOf(await fixture.signIn(user));
    const other = token.endsWith('0') ? `${token.slice(0, -1)}1` : `${token.slice(0, -1)}0`;
    for (const invalid of [other, 'gth_', `${token}0`])
      for (const at of [`${path}/open`, open, `${open}?provider_name=external`]) {
        const headers = { ...bearer(invalid), cookie, 'Provider-Name': 'external' };
        expect(refusal(await get(at, headers))).toEqual([401, 'api_token_invalid']);
      }
    expect(upstream.received).toEqual([]);
    expect(provider.requests).toBe(0);
  });

  it('take precedence over cookies', async () => {
    const { user, path } = await setUp();
    const stranger = await fixture.addUser();
    const { token, revision } = await fixture.addToken(stranger);
    const cookie = cookieOf(await fixture.signIn(user));
    expect((await get(`${path}/open`, { cookie }, revision)).status).toBe(200);
    expect((await get(`${path}/open`, { cookie, ...bearer(token) })).status).toBe(403);
  });

  it('with a restriction reach what an entry covers, and what is public', async () => {
    const { user, service, open, path } = await setUp();
    const entry = { resource_id: open, scope: 'recursive', names: ['read'] } as const;
    const { token } = await fixture.addToken(user, { restriction: [entry] });
    const none = await fixture.addToken(user, { restriction: [] });
    const status = async (at: string, value = token) => (await get(`${path}/${at}`, bearer(value))).status;
    await until(
      () => status('open'),
      (found) => found === 200,
    );
    expect([await status('open/any/thing'), await status('closed'), await status('')]).toEqual([
      200, 403, 403,
    ]);
    expect(await status('open', none.token)).toBe(403);
    const revision = await fixture.publish(service.id, 'read');
    await get(`${path}/open`, bearer(token), revision);
    expect([await status('closed'), await status('open', none.token)]).toEqual([200, 200]);
  });

  it('do not share results with their owners or with each other', async () => {
    const { user, open, path } = await setUp();
    const entry = { resource_id: open, scope: 'recursive', names: ['read'] } as const;
    const restricted = await fixture.addToken(user, { restriction: [entry] });
    const plain = await fixture.addToken(user);
    const cookie = cookieOf(await fixture.signIn(user));
    const callers = [{ cookie }, bearer(plain.token), bearer(restricted.token)];
    await get(`${path}/open`, { cookie }, plain.revision);
    for (let round = 0; round < 3; round++) {
      const statuses = await Promise.all(
        callers.map(async (headers) => (await get(`${path}/closed`, headers)).status),
      );
      expect(statuses).toEqual([200, 200, 403]);
    }
  });

  it('are decided by their new restriction as soon as it has changed', async () => {
    const { user, open, closed, path } = await setUp();
    const entryOf = (resource_id: number) => ({ resource_id, scope: 'recursive', names: ['read'] }) as const;
    const { token, id, revision } = await fixture.addToken(user, { restriction: [entryOf(open)] });
    expect((await get(`${path}/open`, bearer(token), revision)).status).toBe(200);
    const changed = await fixture.write(() =>
      fixture.apiTokens().update(id, { restriction: [entryOf(closed)] }),
    );
    expect((await get(`${path}/open`, bearer(token), changed)).status).toBe(403);
    expect((await get(`${path}/closed`, bearer(token))).status).toBe(200);
  });

  it('follow a resource that is moved, and lose one that is deleted and created again', async () => {
    const { user, service, open, closed, path } = await setUp();
    const entry = { resource_id: open, scope: 'recursive', names: ['read'] } as const;
    const { token } = await fixture.addToken(user, { restriction: [entry] });
    const moved = await fixture.write((manager) =>
      manager.query('UPDATE resources SET parent_id = $2 WHERE id = $1', [open, closed]),
    );
    expect((await get(`${path}/closed/open`, bearer(token), moved)).status).toBe(200);
    expect((await get(`${path}/open`, bearer(token))).status).toBe(403);
    await fixture.write((manager) => manager.query('DELETE FROM resources WHERE id = $1', [open]));
    await fixture.addResource(closed, 'open', 'route', service.id);
    const again = await fixture.addToken(user);
    expect((await get(`${path}/closed/open`, bearer(again.token), again.revision)).status).toBe(200);
    expect((await get(`${path}/closed/open`, bearer(token))).status).toBe(403);
  });

  it('are refused after their revocation, their end, and the deletion of their owner', async () => {
    const { user, path } = await setUp();
    const [revoked, short] = [
      await fixture.addToken(user),
      await fixture.addToken(user, { expiresAt: new Date(Date.now() + 4_000) }),
    ];
    for (const { token, revision } of [revoked, short])
      expect((await get(`${path}/open`, bearer(token), revision)).status).toBe(200);
    const revision = await fixture.revokeToken(revoked.id);
    expect(refusal(await get(`${path}/open`, bearer(revoked.token), revision))).toEqual([
      401,
      'api_token_invalid',
    ]);
    const ended = await until(
      () => get(`${path}/open`, bearer(short.token)),
      (reply) => reply.status === 401,
    );
    expect(ended.status).toBe(401);
    const last = await fixture.addToken(user);
    expect((await get(`${path}/open`, bearer(last.token), last.revision)).status).toBe(200);
    const deleted = await fixture.deleteUser(user);
    expect((await get(`${path}/open`, bearer(last.token), deleted)).status).toBe(401);
  });

  it('of administrators are decided by assignments unless they have the role', async () => {
    const user = await fixture.addUser();
    await fixture.join(user, await fixture.groupId('administrators'));
    const service = await fixture.addService(upstream.url, 'api', { proxy: { identity_header: true } });
    const path = `/ows/proxy/${service.name}/x`;
    const plain = await fixture.addToken(user);
    const powerful = await fixture.addToken(user, { isAdministrator: true });
    expect((await get(path, bearer(powerful.token), powerful.revision)).status).toBe(200);
    expect((await get(path, bearer(plain.token))).status).toBe(403);
    const revision = await fixture.allow(user, service.id, 'read', 'recursive');
    expect((await get(path, bearer(plain.token), revision)).status).toBe(200);
    const identityOf = (index: number) =>
      decode(String(upstream.received.at(index)?.headers['x-gatehouse-identity'])) as { groups: string[] };
    expect(identityOf(-2).groups).toContain('administrators');
    expect(identityOf(-1).groups).not.toContain('administrators');
  });

  it('as passwords of Basic are accepted where the service says so, and checked like cookies', async () => {
    const [refusing, accepting] = [await setUp(), await setUp({ token_basic: true })];
    const first = await fixture.addToken(refusing.user);
    const second = await fixture.addToken(accepting.user);
    expect((await get(`${refusing.path}/open`, basic(first.token), second.revision)).status).toBe(401);
    expect((await get(`${accepting.path}/open`, basic(second.token))).status).toBe(200);
    expect(upstream.received.at(-1)?.headers.authorization).toBeUndefined();
    await fixture.allow(accepting.user, accepting.service.id, 'write', 'recursive');
    const crossSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const send = (headers: Record<string, string>) =>
      call(port, { method: 'POST', path: `${accepting.path}/open`, headers: { ...headers, ...crossSite } });
    const allowed = await until(
      () => send(bearer(second.token)),
      (reply) => reply.status === 200,
    );
    expect(allowed.status).toBe(200);
    expect((await send(basic(second.token))).status).toBe(403);
  });

  it('close WebSockets when they are revoked', async () => {
    const sockets: WebSocketUpstream = await startWebSocketUpstream();
    try {
      const user = await fixture.addUser();
      const service = await fixture.addService(sockets.url);
      await fixture.allow(user, service.id);
      const { token, id, revision } = await fixture.addToken(user);
      const socket = await openWebSocket(port, `/ows/proxy/${service.name}/chat`, {
        ...bearer(token),
        'X-Access-Revision': String(revision),
      });
      const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
      await fixture.revokeToken(id);
      await closed;
    } finally {
      await sockets.close();
    }
  });

  it('let a reply and an upload that have begun end when they are revoked, and allow nothing further', async () => {
    const { user, path, service } = await setUp();
    await fixture.allow(user, service.id, 'write', 'recursive');
    const { token, id, revision } = await fixture.addToken(user);
    const headers = { ...bearer(token), 'X-Access-Revision': String(revision) };
    let rest: (() => void) | undefined;
    upstream.behave((incoming, response) => {
      if (incoming.method === 'POST') incoming.pipe(response);
      else {
        response.write('first ');
        rest = () => response.end('last');
      }
    });
    try {
      const sent = request({ port, path: `${path}/open`, headers, agent: false });
      sent.end();
      const [streamed] = (await once(sent, 'response')) as [IncomingMessage];
      const upload = request({ port, method: 'POST', path: `${path}/open`, headers, agent: false });
      upload.write('begun ');
      const [echoed] = (await once(upload, 'response')) as [IncomingMessage];
      const refused = await get(`${path}/open`, bearer(token), await fixture.revokeToken(id));
      expect(refused.status).toBe(401);
      rest?.();
      upload.end('ended');
      expect([await text(streamed), await text(echoed)]).toEqual(['first last', 'begun ended']);
    } finally {
      upstream.behave(undefined);
    }
  });

  it('that are invented cost a bounded number of look-ups, and do not delay known ones', async () => {
    const { user, path } = await setUp();
    const { token, revision } = await fixture.addToken(user);
    expect((await get(`${path}/open`, bearer(token), revision)).status).toBe(200);
    const { newApiToken } = jest.requireActual<{ newApiToken: () => string }>(
      '../../../libs/server/identity/src/api-tokens/token-text',
    );
    const statuses: number[] = [];
    for (let count = 0; count < 70; count++)
      statuses.push((await get(`${path}/open`, bearer(newApiToken()))).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
    expect((await get(`${path}/open`, bearer(token))).status).toBe(200);
  });

  it('are never in the log', () => {
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join('\n')).not.toMatch(/gth_[0-9A-Za-z]{10}/);
  });
});
