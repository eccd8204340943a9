import { type OutgoingHttpHeaders } from 'node:http';
import { type Reply, call, until } from '../support/exchange';
import { Fixture, cookieOf } from '../support/fixture';
import { type Upstream, startUpstream } from '../support/upstream';
import { type Nginx, startNginx } from './nginx';

const FAR = 'Thu, 01 Jan 2037 00:00:00 GMT';
const VALIDATORS = { ETag: '"all"', 'Last-Modified': 'Thu, 01 Jan 2026 00:00:00 GMT' };

/** Replies of a service that declares them cacheable for everybody, or does not declare anything. */
const CASES: readonly (readonly [what: string, status: number, headers: OutgoingHttpHeaders])[] = [
  ['public', 200, { 'Cache-Control': 'public, max-age=60' }],
  ['public, with validators', 200, { 'Cache-Control': 'public, max-age=60', ...VALIDATORS }],
  ['for shared caches', 200, { 'Cache-Control': 's-maxage=60' }],
  ['in two lines', 200, { 'Cache-Control': ['max-age=60', 'public'] }],
  ['by Expires only', 200, { Expires: FAR }],
  ['without any field', 200, {}],
  ['by X-Accel-Expires', 200, { 'X-Accel-Expires': '60', 'Cache-Control': 'private' }],
  ['private for one field', 200, { 'Cache-Control': 'private="Set-Cookie", max-age=60' }],
  ['partial', 206, { 'Cache-Control': 'public, max-age=60', 'Content-Range': 'bytes 0-9/10' }],
  ['not found', 404, { 'Cache-Control': 'public, max-age=60' }],
  ['gone, without any field', 410, {}],
  ['failed', 503, { 'Cache-Control': 'public, max-age=60' }],
  ['moved', 301, { 'Cache-Control': 'public, max-age=60', Location: 'https://elsewhere.example.org/' }],
  ['found, by Expires only', 302, { Expires: FAR, Location: 'https://elsewhere.example.org/' }],
];

describe('nginx that caches the replies of Gatehouse (proxy_cache, proxy_cache_revalidate)', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let nginx: Nginx;
  let path: string;
  let ada: string;
  let eve: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const { port } = await fixture.startProxy({ SVC_PROXY_PUBLIC_URL: 'https://data.example.org/ows/proxy' });
    nginx = await startNginx({ gatehouse: port, service: port }, { caches: true });
    const { name, id } = await fixture.addService(upstream.url, 'api', {
      name: 'lists',
      proxy: {
        identity_header: true,
        hooks: [
          {
            on: 'response',
            when: { path: '/filtered' },
            do: [{ filter_list: { items: '', path: '/${item.id}' } }],
          },
          {
            on: 'response',
            when: { path: '/set' },
            do: [{ set_header: { 'Cache-Control': 'public, max-age=60' } }],
          },
        ],
      },
    });
    path = `/ows/proxy/${name}`;
    const [first, second] = [await fixture.addUser(), await fixture.addUser()];
    const secret = await fixture.addResource(id, 'secret', 'route');
    await fixture.publish(id, 'read');
    await fixture.deny(await fixture.groupId('anonymous'), secret, 'read');
    const revision = String(await fixture.allow(first, secret, 'read'));
    // Old enough for their cookies to be reissued.
    const started = new Date(Date.now() - 2 * 3_600_000);
    ada = cookieOf(await fixture.signIn(first, started));
    eve = cookieOf(await fixture.signIn(second, started));
    await call(port, { path, headers: { 'X-Access-Revision': revision } });
  });
  afterAll(async () => {
    await nginx.stop();
    await fixture.close();
    await upstream.close();
  });

  const get = (rest: string, cookie?: string): Promise<Reply> =>
    call(nginx.port, { path: path + rest, ...(cookie && { headers: { cookie } }) });
  /** Whom a reply is for, as the service has learned it from Gatehouse. */
  const callerOf = (header: unknown) =>
    typeof header === 'string'
      ? (JSON.parse(Buffer.from(header.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub
      : 'nobody';
  const answering = (status: number, headers: OutgoingHttpHeaders) =>
    upstream.behave((request, response) => {
      const caller = callerOf(request.headers['x-gatehouse-identity']);
      response.writeHead(status, headers).end(caller.padEnd(10));
    });
  const textOf = async (reply: Promise<Reply>) => (await reply).text.trim();

  it.each(CASES)(
    'sends the reply to one user to nobody else where the service declares it %s',
    async (what, status, headers) => {
      answering(status, headers);
      const rest = `/a?${encodeURIComponent(what)}`;
      const own = await get(rest, ada);
      expect(own.status).toBe(status);
      const user = own.text.trim();
      expect(user).toMatch(/^\d+$/);
      expect(own.headers['cache-control']).toMatch(/^private/);
      expect(await textOf(get(rest))).toBe('nobody');
      expect(await textOf(get(rest, eve))).not.toBe(user);
      expect(await textOf(get(rest))).toBe('nobody');
    },
  );

  it('serves what is public from its cache, as the service declares it to anonymous callers', async () => {
    answering(200, { 'Cache-Control': 'public, max-age=60' });
    expect(await textOf(get('/a?shared'))).toBe('nobody');
    const again = await get('/a?shared', eve);
    expect([again.text.trim(), again.headers['x-cache']]).toEqual(['nobody', 'HIT']);
  });

  it('keeps nothing of a user when a request of the user revalidates what everybody may read', async () => {
    const asked: string[] = [];
    upstream.behave(({ headers }, response) => {
      const isKnown = headers['if-none-match'] === '"all"';
      if (isKnown) asked.push(callerOf(headers['x-gatehouse-identity']));
      response
        .writeHead(isKnown ? 304 : 200, { 'Cache-Control': 'public, max-age=1', ...VALIDATORS })
        .end(isKnown ? undefined : 'everybody');
    });
    const rest = '/a?revalidated';
    expect(await textOf(get(rest))).toBe('everybody');
    const owned = await until(
      () => get(rest, ada),
      ({ headers }) => headers['x-cache'] === 'REVALIDATED',
    );
    expect([owned.headers['x-cache'], owned.text, asked.length]).toEqual(['REVALIDATED', 'everybody', 1]);
    expect(asked[0]).toMatch(/^\d+$/);
    for (const cookie of [undefined, eve]) {
      const { headers, text } = await get(rest, cookie);
      expect([text, headers['set-cookie']]).toEqual(['everybody', undefined]);
    }
  });

  it('keeps nothing of a user whose representation is another one than the stored one', async () => {
    upstream.behave(({ headers }, response) => {
      const caller = callerOf(headers['x-gatehouse-identity']);
      response
        .writeHead(200, { 'Cache-Control': 'public, max-age=1', ETag: `"${caller}"` })
        .end(caller.padEnd(10));
    });
    const rest = '/a?others';
    expect(await textOf(get(rest))).toBe('nobody');
    const owned = await until(
      () => get(rest, ada),
      ({ headers }) => headers['x-cache'] !== 'HIT',
    );
    expect(owned.text.trim()).toMatch(/^\d+$/);
    expect(await textOf(get(rest))).toBe('nobody');
    expect(await textOf(get(rest, eve))).not.toBe(owned.text.trim());
  });

  it('stores no list that a hook has filtered at a public address, for whomever', async () => {
    upstream.behave((_request, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=60' })
        .end('[{"id":"secret"},{"id":"open"}]'),
    );
    expect(await textOf(get('/filtered', ada))).toBe('[{"id":"secret"},{"id":"open"}]');
    expect(await textOf(get('/filtered'))).toBe('[{"id":"open"}]');
    expect(await textOf(get('/filtered', eve))).toBe('[{"id":"open"}]');
    // The list of anonymous callers, which is shorter, does not reach others either.
    expect(await textOf(get('/filtered', ada))).toBe('[{"id":"secret"},{"id":"open"}]');
  });

  it('stores no reply to a user that a hook declares public', async () => {
    answering(200, { 'Cache-Control': 'no-store' });
    const own = await get('/set', ada);
    expect(own.headers['cache-control']).toBe('private, max-age=60');
    expect(await textOf(get('/set'))).toBe('nobody');
  });

  it('stores no refusal of Gatehouse', async () => {
    answering(200, {});
    const refused = await get('/secret', eve);
    expect([refused.status, refused.headers['cache-control']]).toEqual([403, 'private, no-store']);
    expect((await get('/secret')).status).toBe(401);
    expect((await get('/secret', ada)).status).toBe(200);
    expect((await get('/secret', eve)).status).toBe(403);
  });

  it('reissues session cookies to their users, and stores none', async () => {
    upstream.behave((_request, response) =>
      response.writeHead(200, { 'Cache-Control': 'public, max-age=60' }).end('x'),
    );
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user, new Date(Date.now() - 2 * 3_600_000)));
    const { headers } = await until(
      () => get('/a?cookie', cookie),
      (reply) => reply.headers['set-cookie'] !== undefined,
    );
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^auth_tkt=/)]);
    expect((await get('/a?cookie')).headers['set-cookie']).toBeUndefined();
    expect((await get('/a?cookie', eve)).headers['set-cookie']).toBeUndefined();
  });
});
