import { type NetworkInstance, connect, nodeOf, startInstance } from './harness/network';

/** Reference: network. */
describe('two instances of the network', () => {
  let a: NetworkInstance;
  let b: NetworkInstance;
  beforeAll(async () => {
    a = await startInstance('node-a');
    b = await startInstance('node-b');
    await connect(a, b);
  });
  afterAll(() => Promise.all([a.close(), b.close()]));

  it('publish their keys and their name', async () => {
    const { body } = await a.anonymous.get('/network/jwks').expect(200);
    expect(body.keys).toEqual([
      { kty: 'RSA', kid: expect.stringMatching(/^[\w-]{43}$/), n: expect.any(String), e: 'AQAB' },
    ]);
    expect(body.instance).toEqual({ software: 'gatehouse', name: 'node-a' });
  });

  it('show all fields of a node to administrators, and its name to others', async () => {
    const { name, ...others } = nodeOf(b);
    expect((await a.admin.get('/network/nodes').expect(200)).body.nodes).toEqual([{ name, ...others }]);
    expect((await a.admin.get('/network/nodes/node-b').expect(200)).body).toMatchObject({ name, ...others });
    const user = await a.signIn(await a.make.user());
    expect((await user.get('/network/nodes').expect(200)).body.nodes).toEqual([{ name }]);
    await user.get('/network/nodes/node-b').expect(403);
    await a.anonymous.get('/network/nodes').expect(401);
  });

  it('have a user and groups for each other, which cannot be changed', async () => {
    const user = 'gatehouse_network_node-b';
    const { body } = await a.admin.get(`/users/${user}`).expect(200);
    expect(body.user).toMatchObject({
      user_name: user,
      email: `${user}@mail.com`,
      group_names: ['gatehouse_network', user],
      has_pending_group: false,
      locale: expect.any(String),
      status: 'OK',
    });
    await a.admin.patch(`/users/${user}`, { email: 'other@example.org' }).expect(403);
    await a.admin.delete(`/users/${user}`).expect(403);
    for (const group of [user, 'gatehouse_network']) {
      await a.admin.patch(`/groups/${group}`, { group_name: 'other' }).expect(403);
      await a.admin.delete(`/groups/${group}`).expect(403);
    }
    await a.admin.post('/groups', { group_name: 'gatehouse_network_x' }).expect(400);
    const named = { user_name: 'gatehouse_network_x', email: 'x@example.org', password: 'a good password' };
    expect((await a.admin.post('/users', named).expect(400)).body.error_code).toBe('user_name_reserved');
    const addressed = { ...named, user_name: 'x', email: 'Gatehouse_network_x@mail.com' };
    expect((await a.admin.post('/users', addressed).expect(400)).body.error_code).toBe('email_reserved');
    await a.anonymous.post('/signin', { user_name: user, password: 'x' }).expect(403);
  });

  it('issue tokens to users of each other, and open sessions for them', async () => {
    const name = await a.make.user();
    const user = await a.signIn(name);
    const first = (await user.get('/network/nodes/node-b/token').expect(200)).body.token;
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const session = await sessionWith(b, first);
    const { body } = await b.anonymous.get('/session').set('cookie', session).expect(200);
    expect(body).toMatchObject({ authenticated: true, user: { user_name: 'gatehouse_network_node-a' } });
    expect((await b.admin.get('/network/remote_users').expect(200)).body.remote_users).toContainEqual({
      user_name: 'gatehouse_network_node-a',
      remote_user_name: name,
      node_name: 'node-a',
    });

    const second = (await user.get('/network/nodes/node-b/token').expect(200)).body.token;
    expect(second).not.toBe(first);
    await signIn(b, first).expect(401);
    const ended = await b.anonymous.get('/session').set('cookie', session).expect(200);
    expect(ended.body.authenticated).toBe(false);

    const other = await sessionWith(b, second);
    await user.delete('/network/nodes/node-b/token').expect(200);
    await signIn(b, second).expect(401);
    expect((await b.anonymous.get('/session').set('cookie', other)).body.authenticated).toBe(false);
    await user.delete('/network/nodes/node-b/token').expect(404);
    const left = (await b.admin.get('/network/remote_users')).body.remote_users;
    expect(left.map((one: { remote_user_name: string }) => one.remote_user_name)).not.toContain(name);
  });

  it('do not issue tokens of another node to the user of a node', async () => {
    const user = await a.signIn(await a.make.user());
    const { token } = (await user.get('/network/nodes/node-b/token').expect(200)).body;
    const cookie = await sessionWith(b, token);
    const reply = await b.anonymous.get('/network/nodes/node-a/token').set('cookie', cookie).expect(403);
    expect(reply.body.error_code).toBe('network_user_not_allowed');
  });

  it('link accounts, whose tokens then sign in as the local user', async () => {
    const [toto, billy] = [await a.make.user(), await b.make.user()];
    const [onA, onB] = [await a.signIn(toto), await b.signIn(billy)];
    const linked = await link(a, onA, b, onB);
    expect((await onA.get(linked).expect(200)).body).toMatchObject({ code: 200, detail: 'Accounts linked.' });
    const remoteUser = { user_name: toto, remote_user_name: billy, node_name: 'node-b' };
    expect((await onA.get('/network/remote_users/current')).body.remote_users).toEqual([remoteUser]);
    const { token } = (await onB.get('/network/nodes/node-a/token').expect(200)).body;
    const session = await a.anonymous.get('/session').set('cookie', await sessionWith(a, token));
    expect(session.body.user.user_name).toBe(toto);

    // Neither the message nor the nonce is accepted twice, and a new link of the same users is a conflict.
    await onA.get(linked).expect(400);
    expect((await onA.get(await link(a, onA, b, onB)).expect(409)).body.error_code).toBe(
      'remote_user_exists',
    );
    const path = `/network/nodes/node-b/remote_users/${billy}`;
    await onA.delete(path).expect(200);
    await signIn(a, token).expect(401);
  });

  it('complete a link only in the session that started it', async () => {
    const [toto, billy] = [await a.make.user(), await b.make.user()];
    const [onA, onB] = [await a.signIn(toto), await b.signIn(billy)];
    const elsewhere = await a.signIn(toto);
    const refused = await elsewhere.get(await link(a, onA, b, onB)).expect(403);
    expect(refused.body.error_code).toBe('network_link_not_started');
    const unprivileged = await a.signIn(await a.make.user());
    const mismatch = await unprivileged.get(await link(a, onA, b, onB)).expect(403);
    expect(mismatch.body.error_code).toBe('network_link_user_mismatch');
    await a.anonymous.get(await link(a, onA, b, onB)).expect(401);
    expect((await a.admin.get('/network/remote_users')).text).not.toContain(billy);
    // Arrives as a redirect of another site.
    const arriving = onA.get(await link(a, onA, b, onB)).set('sec-fetch-site', 'cross-site');
    expect((await arriving.set('accept', 'text/html').expect(200)).text).toContain('Accounts linked');
  });

  it('request consent on a plain page, and sign the reply once it is granted', async () => {
    const [onA, onB] = [await a.signIn(await a.make.user()), await b.signIn(await b.make.user())];
    const begun = await onA.post('/network/nodes/node-b/link').expect(302);
    const { search, searchParams } = new URL(begun.headers['location'] ?? '');
    const moved = await b.anonymous.get(`/ui/network/authorize${search}`).expect(302);
    expect(moved.headers['location']).toBe(`${b.url}/network/authorize${search}`);
    const page = await onB.get(`/network/authorize${search}`).set('accept', 'text/html').expect(200);
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' ${a.url}`);
    const [, request_token = ''] = /name="request_token" value="([^"]+)"/.exec(page.text) ?? [];
    expect(request_token).not.toBe('');
    // The message is used up; the request can be opened again, and is sealed.
    await onB.get(`/network/authorize${search}`).expect(400);
    await onB.get(`/network/authorize?request_token=${request_token}`).expect(200);
    await onB.get(`/network/authorize?request_token=x${request_token}`).expect(400);
    await b.anonymous.post('/network/authorize', { request_token }).expect(401);
    const foreign = onB.post('/network/authorize', { request_token });
    await foreign.set('origin', 'https://evil.example').expect(403);
    const back = await onB.post('/network/authorize', { request_token }).expect(303);
    expect(back.headers['location']).toMatch(`${a.url}/network/link?token=`);

    for (const [name, value] of [
      ['response_type', 'code'],
      ['redirect_uri', 'https://evil.example/network/link'],
      ['token', 'x'],
    ] as const) {
      const again = new URL((await onA.post('/network/nodes/node-b/link')).headers['location'] ?? '');
      again.searchParams.set(name, value);
      await onB.get(`/network/authorize${again.search}`).expect(400);
    }
    expect(searchParams.get('redirect_uri')).toBe(`${a.url}/network/link`);
  });
});

type Signed = Awaited<ReturnType<NetworkInstance['signIn']>>;

function signIn(instance: NetworkInstance, token: string) {
  return instance.anonymous
    .get('/providers/gatehouse_network/signin')
    .set('authorization', `Bearer ${token}`);
}

/** The cookie of a session that a token opens. */
async function sessionWith(instance: NetworkInstance, token: string): Promise<string> {
  const reply = await signIn(instance, token).expect(302);
  const [cookie = ''] = reply.headers['set-cookie'] as unknown as string[];
  return cookie.split(';')[0] ?? '';
}

/** Links accounts up to the last step: the path that completes the link. */
async function link(a: NetworkInstance, onA: Signed, b: NetworkInstance, onB: Signed): Promise<string> {
  const begun = await onA.post('/network/nodes/node-b/link').expect(302);
  const page = new URL(begun.headers['location'] ?? '');
  expect(page.origin + page.pathname).toBe(`${b.url}/ui/network/authorize`);
  const consent = await onB.get(`/network/authorize${page.search}`).expect(200);
  const { request_token } = consent.body.request;
  const authorized = await onB.post('/network/authorize', { request_token }).expect(303);
  const back = new URL(authorized.headers['location'] ?? '');
  expect(back.origin).toBe(a.url);
  return back.pathname + back.search;
}
