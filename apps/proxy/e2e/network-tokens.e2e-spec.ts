import { NetworkNode, UnitOfWork } from '@gatehouse/database';
import { SessionStore, deriveKeys } from '@gatehouse/identity';
import { type NodeWithState, type NetworkTokens, createNetworkTokens } from '@gatehouse/network';
import { call } from './support/exchange';
import { Fixture } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

/** Reference: network-protocol#tokens, enforcement#identification. */
describe('network tokens at the proxy', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let tokens: NetworkTokens;
  let node: NodeWithState;
  let user: number;
  let nodeUser: number;
  let path: string;
  let port: number;
  let otherPort: number;
  let offPort: number;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const { dataSource } = fixture.database;
    const unitOfWork = new UnitOfWork(dataSource);
    const settings = fixture.settings();
    // Of the same unit of work: what the tokens end is part of their change.
    const sessions = new SessionStore(dataSource, unitOfWork, deriveKeys(settings.secret), settings);
    tokens = createNetworkTokens({ unitOfWork, sessions, settings });
    [user, nodeUser] = [await fixture.addUser('toto'), await fixture.addUser('gatehouse_network_node-b')];
    await fixture.write(async (manager) => {
      const values = { name: 'node-b', baseUrl: '', jwksUrl: '', tokenUrl: '', authorizationUrl: '' };
      await manager.insert(NetworkNode, { ...values, redirectUris: [], userId: nodeUser });
      const stored = await manager.findOneByOrFail(NetworkNode, { name: 'node-b' });
      node = { ...stored, isGatehouse: true, condition: null, detail: null, checkedAt: null };
    });
    const mode = { SVC_NETWORK_ENABLED: 'true', SVC_NETWORK_INSTANCE_NAME: 'node-a' };
    ({ port } = await fixture.startProxy(mode));
    ({ port: otherPort } = await fixture.startProxy(mode));
    ({ port: offPort } = await fixture.startProxy());
    const service = await fixture.addService(upstream.url);
    await fixture.allow(user, service.id);
    path = `/ows/proxy/${service.name}`;
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const revision = async (): Promise<string> => {
    const [row] = await fixture.database.dataSource.query('SELECT value FROM access_revision');
    return String(row.value);
  };
  const link = (name: string, userId: number | null) =>
    fixture.write((manager) =>
      manager.query('UPDATE remote_users SET user_id = $2 WHERE name = $1', [name, userId]),
    );
  /** Decided at the newest revision, so that what has just happened counts. */
  const get = async (target: string, headers: Record<string, string> = {}, at = port) =>
    call(at, { path: target, headers: { 'x-access-revision': await revision(), ...headers } });
  const bearer = (token: string) => ({
    authorization: `Bearer ${token}`,
    'provider-name': 'gatehouse_network',
  });

  it('sign in as the linked user, in the header and as a parameter, which is not forwarded', async () => {
    const token = await tokens.issue(node, { name: 'billy', subject: undefined });
    await link('billy', user);
    const reply = await get(path, bearer(token));
    expect(reply.status).toBe(200);
    expect(reply.headers['set-cookie']?.[0]).toMatch(/^auth_tkt=[0-9a-f]{136}/);
    const { authorization } = bearer(token);
    expect((await get(`${path}?provider_name=gatehouse_network`, { authorization })).status).toBe(200);
    upstream.received.splice(0);
    expect((await get(`${path}?a=1&gatehouse_token=${token}&b=2`)).status).toBe(200);
    expect(upstream.received.map(({ url }) => url)).toEqual(['/?a=1&b=2']);
    expect(JSON.stringify(upstream.received)).not.toContain(token);
    await fixture.write((manager) => manager.query("DELETE FROM remote_users WHERE name = 'billy'"));
  });

  it('sign in unlinked users as the user of the node', async () => {
    const token = await tokens.issue(node, { name: 'stranger', subject: undefined });
    expect((await get(path, bearer(token))).status).toBe(403);
    const [service] = await fixture.database.dataSource.query('SELECT max(resource_id) AS id FROM services');
    await fixture.allow(nodeUser, service.id);
    expect((await get(path, bearer(token))).status).toBe(200);
    await fixture.revoke(nodeUser, service.id);
    expect((await get(path, bearer(token))).status).toBe(403);
  });

  it('stop working at every proxy with the revision that renews them, and so do their sessions', async () => {
    const first = await tokens.issue(node, { name: 'carla', subject: undefined });
    await link('carla', user);
    const cookies: string[] = [];
    for (const at of [port, otherPort]) {
      const { status, headers } = await get(path, bearer(first), at);
      expect(status).toBe(200);
      cookies.push(headers['set-cookie']?.[0]?.split(';')[0] ?? '');
    }
    const second = await tokens.issue(node, { name: 'carla', subject: undefined });
    for (const at of [port, otherPort]) {
      expect((await get(path, bearer(first), at)).status).toBe(401);
      expect((await get(`${path}?gatehouse_token=${first}`, {}, at)).status).toBe(401);
      for (const cookie of cookies) expect((await get(path, { cookie }, at)).status).toBe(401);
      expect((await get(path, bearer(second), at)).status).toBe(200);
    }
    await tokens.cancel(node, { name: 'carla', subject: undefined });
    for (const at of [port, otherPort]) expect((await get(path, bearer(second), at)).status).toBe(401);
    await fixture.write((manager) => manager.query("DELETE FROM remote_users WHERE name = 'carla'"));
  });

  it('that have expired, are unknown or malformed are refused', async () => {
    const token = await tokens.issue(node, { name: 'dora', subject: undefined });
    await link('dora', user);
    await fixture.write((manager) =>
      manager.query("UPDATE network_tokens SET created_at = now() - interval '86401 seconds'"),
    );
    const others = ['59463f76-2dad-4a3d-802a-860bf807eae2', token.replaceAll('-', ''), `{${token}}`, 'x'];
    for (const refused of [token, ...others]) {
      expect([refused, (await get(path, bearer(refused))).status]).toEqual([refused, 401]);
    }
  });

  describe('in an address', () => {
    const page = { accept: 'text/html,*/*;q=0.8' };
    const metadata = (site: string, mode = 'navigate') => ({
      'sec-fetch-site': site,
      'sec-fetch-mode': mode,
      'sec-fetch-dest': mode === 'navigate' ? 'document' : 'image',
    });
    let token: string;
    let refused: string;
    beforeAll(async () => {
      token = await tokens.issue(node, { name: 'emil', subject: undefined });
      const owner = await fixture.addUser('emil');
      await link('emil', owner);
      const [service] = await fixture.database.dataSource.query('SELECT resource_id AS id FROM services');
      await fixture.allow(owner, service.id);
      refused = `/ows/proxy/${(await fixture.addService(upstream.url)).name}`;
    });

    it.each([
      ['from a mail or the address bar', { ...page, ...metadata('none') }],
      ['from another site', { ...page, ...metadata('cross-site') }],
      ['from another origin of the site', { ...page, ...metadata('same-site') }],
      ['in an image of another site', { accept: 'image/*', ...metadata('cross-site', 'no-cors') }],
      ['by a browser without fetch metadata', page],
      ['by a browser without fetch metadata that writes types in capitals', { accept: 'Text/HTML' }],
    ])('that is opened %s answer the request, and set no cookie', async (_, headers) => {
      const reply = await get(`${path}?gatehouse_token=${token}`, headers);
      expect([reply.status, reply.headers['set-cookie']]).toEqual([200, undefined]);
    });

    it.each([
      ['pages of the own origin', { ...page, ...metadata('same-origin') }],
      ['programs', { accept: '*/*' }],
      ['programs without Accept', {}],
    ])('set a cookie for %s', async (_, headers) => {
      const reply = await get(`${path}?gatehouse_token=${token}`, headers);
      expect([reply.status, reply.headers['set-cookie']?.[0]]).toEqual([
        200,
        expect.stringMatching(/^auth_tkt=\w/),
      ]);
    });

    it.each([
      ['browsers', { ...page, ...metadata('none') }],
      ['pages of the own origin', { ...page, ...metadata('same-origin') }],
      ['programs', { accept: '*/*' }],
    ])('set no cookie with a refusal, for %s', async (_, headers) => {
      const reply = await get(`${refused}?gatehouse_token=${token}`, headers);
      expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined]);
    });

    it('set no cookie in a verify call for a browser', async () => {
      const target = path.replace('/proxy/', '/verify/');
      const reply = await get(`${target}?gatehouse_token=${token}`, { ...page, ...metadata('none') });
      expect([reply.status, reply.headers['set-cookie']]).toEqual([200, undefined]);
    });

    it.each([
      ['?gatehouse_token=TOKEN', ''],
      ['?a=1&gatehouse_token=TOKEN&b=%2F', '?a=1&b=%2F'],
      ['?gatehouse%5Ftoken=TOKEN', ''],
      ['?gatehouse%5ftok%65n=TOKEN&a=1', '?a=1'],
      ['?gatehouse_token=TOKEN&gatehouse_token=TOKEN', ''],
      ['?%67%61tehouse_token=TOKEN&c=%C3%A9', '?c=%C3%A9'],
      ['?c=%E9%20%25', '?c=%E9%20%25'],
      ['?c=%25&d', '?c=%25&d'],
      ['?c=gate', '?c=gate'],
      // In another spelling, or elsewhere in the address.
      ['?a=%zz&gatehouse_token=TOKEN', undefined],
      ['?return=%2Fows%3Fgatehouse_token%3DTOKEN', undefined],
      ['?return=%252Fows%253Fgatehouse%255Ftoken%253DTOKEN', undefined],
      ['?a=1;gatehouse_token=TOKEN', undefined],
      ['#gatehouse_token=TOKEN', undefined],
      ['/https%3A%2F%2Fx%2F%3Fgatehouse_token=TOKEN', undefined],
      [`?a=${'%25'.repeat(1)}${'25'.repeat(9)}5Fx`, undefined],
    ])('in Referer (%s) do not reach the service, which receives %s', async (sent, received) => {
      const base = `https://gate.example.org/front${path}`;
      for (const name of ['Referer', 'referer', 'Ping-From']) {
        upstream.received.splice(0);
        const reply = await get(path, { ...bearer(token), [name]: base + sent.replaceAll('TOKEN', token) });
        expect(reply.status).toBe(200);
        const [request] = upstream.received;
        expect(request?.headers[name.toLowerCase()]).toBe(
          received === undefined ? undefined : base + received,
        );
        expect(JSON.stringify(upstream.received)).not.toContain(token);
      }
    });
  });

  it('are refused while network mode is off', async () => {
    const token = await tokens.issue(node, { name: 'dora', subject: undefined });
    expect((await get(path, bearer(token), offPort)).status).toBe(401);
    expect((await get(`${path}?gatehouse_token=${token}`, {}, offPort)).status).toBe(401);
    expect((await get(path, bearer(token))).status).toBe(200);
  });
});
