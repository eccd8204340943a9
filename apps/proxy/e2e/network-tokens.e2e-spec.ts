import { NetworkNode, UnitOfWork } from '@gatehouse/database';
import { SessionStore, deriveKeys } from '@gatehouse/identity';
import { type NodeWithState, type NetworkTokens, createNetworkTokens } from '@gatehouse/network';
import { call } from './support/exchange';
import { Fixture } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

/** Reference: network#tokens, proxy#identification. */
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

  it('are refused while network mode is off', async () => {
    const token = await tokens.issue(node, { name: 'dora', subject: undefined });
    expect((await get(path, bearer(token), offPort)).status).toBe(401);
    expect((await get(`${path}?gatehouse_token=${token}`, {}, offPort)).status).toBe(401);
    expect((await get(path, bearer(token))).status).toBe(200);
  });
});
