import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@gatehouse/testing';
import { type NetworkInstance, connect, nodeOf, startInstance } from './harness/network';
import { PlainPeer } from './harness/plain-peer';

/** Reference: network-protocol#keys, network-protocol#states. */
describe('three instances of the network', () => {
  let a: NetworkInstance;
  let b: NetworkInstance;
  let c: NetworkInstance;
  beforeAll(async () => {
    // One after the other: on a busy machine the start of three would let connections to the database time out.
    a = await startInstance('node-a');
    b = await startInstance('node-b');
    c = await startInstance('node-c');
    await Promise.all([connect(a, b), connect(a, c)]);
  });
  afterAll(() => Promise.all([a, b, c].map((one?: NetworkInstance) => one?.close())));

  const stateOf = async (name: string) =>
    (await a.admin.post(`/network/nodes/${name}/state`).expect(200)).body.state;
  const signIn = (at: NetworkInstance, token: string) =>
    at.anonymous.get('/providers/gatehouse_network/signin').set('authorization', `Bearer ${token}`);
  const tokenOf = async (user: { get: NetworkInstance['admin']['get'] }, node: string): Promise<string> =>
    (await user.get(`/network/nodes/${node}/token`).expect(200)).body.token;

  it('pass the checks of each other, and report the likely cause of failures', async () => {
    expect(await stateOf('node-b')).toMatchObject({ condition: 'ok', detail: null, gatehouse: true });
    const { body } = await a.admin.get('/network/nodes/node-b/state').expect(200);
    expect(body.state).toMatchObject({ condition: 'ok', checked: expect.stringMatching(/^20/) });
    const states: Record<string, [change: object, restore: object]> = {
      wrong_jwks_url: [{ jwks_url: `${b.url}/version` }, { jwks_url: `${b.url}/network/jwks` }],
      wrong_instance_name: [{ jwks_url: `${c.url}/network/jwks` }, { jwks_url: `${b.url}/network/jwks` }],
      unreachable: [{ token_url: 'http://127.0.0.1:1/x' }, { token_url: `${b.url}/network/token` }],
    };
    for (const [condition, [change, restore]] of Object.entries(states)) {
      await a.admin.patch('/network/nodes/node-b', change).expect(200);
      expect([condition, (await stateOf('node-b')).condition]).toEqual([condition, condition]);
      await a.admin.patch('/network/nodes/node-b', restore).expect(200);
    }
    await b.admin.delete('/network/nodes/node-a').expect(200);
    expect(await stateOf('node-b')).toMatchObject({ condition: 'not_registered_there' });
    const elsewhere = { ...nodeOf(a), jwks_url: `${c.url}/network/jwks` };
    await b.admin.post('/network/nodes', elsewhere).expect(201);
    expect(await stateOf('node-b')).toMatchObject({ condition: 'key_rejected_there' });
    await b.admin.patch('/network/nodes/node-a', { jwks_url: nodeOf(a).jwks_url }).expect(200);
    expect(await stateOf('node-b')).toMatchObject({ condition: 'ok' });
  });

  it('report a clock that is 45 seconds off', async () => {
    const peer = await PlainPeer.start('late');
    await a.admin.post('/network/nodes', nodeOf(peer)).expect(201);
    for (const [seconds, direction] of [
      [45, 'ahead of'],
      [-45, 'behind'],
    ] as const) {
      const date = () => new Date(Date.now() + seconds * 1000);
      peer.keySet = () => ({ body: { keys: [peer.key.jwk] }, date: date() });
      const { condition, detail } = await stateOf('late');
      expect(condition).toBe('clock_skew');
      expect(detail).toMatch(new RegExp(`^the clock of the node is 4[4-6] s ${direction} ours$`));
    }
    peer.keySet = () => ({ body: { keys: [peer.key.jwk] } });
    expect(await stateOf('late')).toMatchObject({ condition: 'ok', gatehouse: false });
    await a.admin.delete('/network/nodes/late').expect(200);
    await peer.close();
  });

  it('answer 500 while a node is down, and tokens that it has issued keep working elsewhere', async () => {
    const peer = await PlainPeer.start('down');
    await a.admin.post('/network/nodes', nodeOf(peer)).expect(201);
    const user = await a.signIn(await a.make.user());
    const path = '/network/nodes/down/token';
    for (const [answer, method, status] of [
      [{ status: 500, body: { detail: 'secret of the peer' } }, 'get', 500],
      [{ status: 201, body: { token: 'not a token' } }, 'get', 500],
      [{ status: 404, body: {} }, 'delete', 404],
      [{ status: 404, body: { error_code: 'network_issuer_unknown' } }, 'delete', 500],
      [{ status: 200, body: {} }, 'delete', 200],
    ] as const) {
      peer.answer = () => answer;
      const reply = await user.method(method, path);
      expect([answer, reply.status]).toEqual([answer, status]);
      expect(reply.text).not.toContain('secret of the peer');
    }
    await peer.close();
    const { body } = await user.get(path).expect(500);
    expect(body).toMatchObject({ error_code: 'network_request_failed', call: { error: 'unreachable' } });
    expect(await stateOf('down')).toMatchObject({ condition: 'unreachable' });
    await a.admin.delete('/network/nodes/down').expect(200);
  });

  it('receive the token of a node in any reply of success', async () => {
    const peer = await PlainPeer.start('terse');
    await a.admin.post('/network/nodes', nodeOf(peer)).expect(201);
    const user = await a.signIn(await a.make.user());
    const token = '59463f76-2dad-4a3d-802a-860bf807eae2';
    for (const [answered, expected] of [
      [200, 200],
      [201, 200],
      [202, 200],
      [299, 200],
      [301, 500],
      [400, 500],
    ] as const) {
      peer.answer = () => ({ status: answered, body: { token } });
      const { status, body } = await user.get('/network/nodes/terse/token');
      expect([answered, status, body['token']]).toEqual([
        answered,
        expected,
        expected === 200 ? token : undefined,
      ]);
    }
    await a.admin.delete('/network/nodes/terse').expect(200);
    await peer.close();
  });

  it('issue independent tokens at each node', async () => {
    const user = await a.signIn(await a.make.user());
    const [atB, atC] = [await tokenOf(user, 'node-b'), await tokenOf(user, 'node-c')];
    await signIn(b, atB).expect(302);
    await signIn(c, atC).expect(302);
    await signIn(b, atC).expect(401);
    await signIn(c, atB).expect(401);
    await user.delete('/network/nodes/node-b/token').expect(200);
    await signIn(b, atB).expect(401);
    await signIn(c, atC).expect(302);
  });

  it('rotate their keys under load without refusing a message', async () => {
    const users = await Promise.all(Array.from({ length: 3 }, async () => a.signIn(await a.make.user())));
    expect(statSync(a.pem).mode & 0o777).toBe(0o600);
    const statuses: number[] = [];
    let isDone = false;
    const load = users.map(async (user) => {
      while (!isDone) statuses.push((await user.get('/network/nodes/node-b/token')).status);
    });
    const kids = new Set<string>();
    let old = readFileSync(a.pem, 'utf8');
    for (let rotation = 0; rotation < 3; rotation++) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const fresh = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      writeFileSync(`${a.pem}.new`, fresh + old, { mode: 0o600 });
      renameSync(`${a.pem}.new`, a.pem);
      old = fresh;
      const { keys } = (await a.anonymous.get('/network/jwks').expect(200)).body;
      kids.add(keys[0].kid);
      expect(keys).toHaveLength(2);
      const before = statuses.length;
      while (statuses.length < before + 6) await new Promise((resolve) => setImmediate(resolve));
    }
    isDone = true;
    await Promise.all(load);
    expect(kids.size).toBe(3);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('keep their previous keys when a changed file is not valid', async () => {
    const before = (await a.anonymous.get('/network/jwks')).body.keys;
    const valid = readFileSync(a.pem, 'utf8');
    writeFileSync(a.pem, valid.slice(0, 500));
    expect((await a.anonymous.get('/network/jwks').expect(200)).body.keys).toEqual(before);
    writeFileSync(a.pem, valid);
    expect((await a.anonymous.get('/network/jwks').expect(200)).body.keys).toEqual(before);
  });

  it('remove only expired tokens on request, in the body or in the query', async () => {
    const [expired, valid] = await Promise.all([1, 2].map(async () => a.signIn(await a.make.user())));
    if (!expired || !valid) throw new Error('no users');
    await tokenOf(expired, 'node-b');
    await b.dataSource.transaction(async (manager) => {
      await manager.query(`SELECT begin_revision('system', null, null, null, null)`);
      await manager.query(`UPDATE network_tokens SET created_at = now() - interval '2 days'`);
    });
    const token = await tokenOf(valid, 'node-b');
    const deleted = await b.admin.delete('/network/tokens?expired_only=true').expect(200);
    expect(deleted.body.deleted).toBeGreaterThan(0);
    expect((await b.admin.delete('/network/tokens', { expired_only: true })).body.deleted).toBe(0);
    await signIn(b, token).expect(302);
    expect((await b.admin.delete('/network/tokens').expect(200)).body.deleted).toBe(1);
    await signIn(b, token).expect(401);
  });

  it('refuse their own name for a node, when it is registered and when it is renamed', async () => {
    const other = { ...nodeOf(a), name: 'own-name' };
    await a.admin.post('/network/nodes', other).expect(201);
    for (const reply of [
      await a.admin.post('/network/nodes', { ...other, name: a.name }),
      await a.admin.patch('/network/nodes/own-name', { name: a.name }),
    ])
      expect([reply.status, reply.body.error_code]).toEqual([409, 'network_node_name_taken']);
    await a.admin.delete('/network/nodes/own-name').expect(200);
  });

  it('keep remote users, tokens and permissions when a node is renamed, and lose them when it is deleted', async () => {
    const name = await a.make.user();
    const token = await tokenOf(await a.signIn(name), 'node-c');
    await c.admin.patch('/network/nodes/node-a', { name: 'node-x' }).expect(200);
    await c.admin.patch('/network/nodes/node-x', { name: 'node-x' }).expect(409);
    await c.admin.patch('/network/nodes/node-x', {}).expect(400);
    await c.admin.get('/groups/gatehouse_network_node-x').expect(200);
    await c.admin.get('/users/gatehouse_network_node-a').expect(404);
    const reply = await signIn(c, token).expect(302);
    const [cookie = ''] = reply.headers['set-cookie'] as unknown as string[];
    const session = () => c.anonymous.get('/session').set('cookie', cookie.split(';')[0] ?? '');
    expect((await session()).body.user.user_name).toBe('gatehouse_network_node-x');
    await c.admin.delete('/network/nodes/node-x').expect(200);
    expect((await session()).body).toMatchObject({ authenticated: false });
    await signIn(c, token).expect(401);
    await c.admin.get('/groups/gatehouse_network_node-x').expect(404);
    await c.admin.get('/groups/gatehouse_network').expect(200);
    expect((await c.admin.get('/network/remote_users').expect(200)).body.remote_users).toEqual([]);
  });

  it.each([
    ['name', 'Node-B', 400],
    ['name', 'no name', 400],
    ['name', 'n'.repeat(50), 400],
    ['jwks_url', 'javascript:alert(1)', 400],
    ['jwks_url', 'https://user:password@b.example.org/', 400],
    ['jwks_url', 'http://169.254.169.254/latest', 400],
    ['token_url', 'https://10.0.0.1/', 400],
    ['base_url', 'b.example.org', 400],
    ['redirect_uris', '[', 400],
    ['redirect_uris', ['data:text/html,x'], 400],
    ['redirect_uris', [7], 400],
    ['authorization_url', 7, 400],
    ['authorization_url', undefined, 400],
  ])('refuse a node whose %s is %j', async (field, value, status) => {
    const node = { ...nodeOf({ name: 'node-d', url: 'https://d.example.org' }), [field]: value };
    await a.admin.post('/network/nodes', node).expect(status);
    await a.admin.get('/network/nodes/node-d').expect(404);
  });

  it('accept redirect addresses as a string in JSON, and an empty list', async () => {
    const { redirect_uris: uris, ...node } = nodeOf({ name: 'node-d', url: 'https://d.example.org' });
    await a.admin.post('/network/nodes', { ...node, redirect_uris: JSON.stringify(uris) }).expect(201);
    expect((await a.admin.get('/network/nodes/node-d')).body.redirect_uris).toEqual(uris);
    await a.admin.post('/network/nodes', node).expect(409);
    await a.admin.delete('/network/nodes/node-d').expect(200);
    await a.admin.post('/network/nodes', node).expect(201);
    expect((await a.admin.get('/network/nodes/node-d')).body.redirect_uris).toEqual([]);
    await a.admin.delete('/network/nodes/node-d').expect(200);
  });

  it('allow administrators to add remote users', async () => {
    const [one, other] = [await a.make.user(), await a.make.user()];
    const create = (body: object) => a.admin.post('/network/remote_users', { node_name: 'node-b', ...body });
    await create({ remote_user_name: 'ada', user_name: one }).expect(201);
    await create({ remote_user_name: 'ada' }).expect(409);
    await create({ remote_user_name: 'eve', user_name: one }).expect(409);
    await create({ remote_user_name: 'eve', user_name: one.toUpperCase() }).expect(404);
    await create({ remote_user_name: 'eve', user_name: 'anonymous' }).expect(403);
    await create({ remote_user_name: 'eve', user_name: 'gatehouse_network_node-b' }).expect(403);
    await create({ remote_user_name: '' }).expect(400);
    await create({ remote_user_name: 'eve', node_name: 'node-z' }).expect(404);
    await create({}).expect(400);
    const path = '/network/nodes/node-b/remote_users/ada';
    await a.admin.patch(path, {}).expect(400);
    await a.admin.patch(path, { user_name: other }).expect(200);
    expect((await a.admin.get(path).expect(200)).body).toMatchObject({ user_name: other });
    await a.admin.patch(path, { assign_anonymous: true }).expect(200);
    expect((await a.admin.get(path)).body).toMatchObject({ user_name: 'gatehouse_network_node-b' });
    const listed = await a.admin.get(`/network/remote_users?user_name=${one}`).expect(200);
    expect(listed.body.remote_users).toEqual([]);
    await a.admin.get('/network/remote_users?user_name=No%20Name').expect(422);
    await a.admin.delete(path).expect(200);
    await a.admin.get(path).expect(404);
  });

  it('do not start with a key that cannot be used, and name it', async () => {
    const database = await createTestDatabase();
    const path = join(mkdtempSync(join(tmpdir(), 'network-')), 'key.pem');
    writeFileSync(path, 'not a key');
    const started = startInstance('node-e', { SVC_NETWORK_PEM_FILES: path }, undefined, database);
    await expect(started).rejects.toThrow(`${path} contains no PEM private key`);
    await database.drop();
  });
});
