import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { copyOf, createTestDatabase } from '@gatehouse/testing';
import { type NetworkInstance, nodeOf, startInstance } from './harness/network';
import { PlainPeer, newKey } from './harness/plain-peer';

/** Reference: network-protocol#messages. */
describe('signed messages', () => {
  let api: NetworkInstance;
  /** Software without purposes and identifiers, and one that announces Gatehouse. */
  let plain: PlainPeer;
  let gatehouse: PlainPeer;
  beforeAll(async () => {
    [api, plain, gatehouse] = await Promise.all([
      startInstance('node-a'),
      PlainPeer.start('plain'),
      PlainPeer.start('keeper'),
    ]);
    gatehouse.keySet = () => ({
      body: { keys: [gatehouse.key.jwk], instance: { software: 'gatehouse', name: 'keeper' } },
    });
    for (const peer of [plain, gatehouse]) await api.admin.post('/network/nodes', nodeOf(peer)).expect(201);
  });
  afterAll(() => Promise.all([api.close(), plain.close(), gatehouse.close()]));

  const to = { user_name: 'billy', aud: 'node-a' };
  const issue = (token: unknown) => api.anonymous.post('/network/token', { token });
  const reasonOf = async (token: string, status = 400) => {
    const { body } = await issue(token).expect(status);
    return body.call?.error;
  };
  let serial = 0;
  const marked = (claims: object = {}) => ({
    ...to,
    purpose: 'token',
    jti: `message ${++serial}`,
    ...claims,
  });

  it('of software without purposes are accepted as the reference writes them', async () => {
    const { body } = await issue(plain.message(to)).expect(201);
    expect(body.token).toMatch(/^[0-9a-f-]{36}$/);
    await api.anonymous.delete('/network/token', { token: plain.message(to) }).expect(200);
    await api.anonymous.delete('/network/token', { token: plain.message(to) }).expect(404);
    // A purpose that is stated counts.
    expect(await reasonOf(plain.message({ ...to, purpose: 'link-request' }))).toBe('purpose');
  });

  it('of Gatehouse need a purpose and an identifier, and are accepted once', async () => {
    const token = gatehouse.message(marked());
    await issue(token).expect(201);
    expect(await reasonOf(token)).toBe('replayed');
    expect(await reasonOf(gatehouse.message(to))).toBe('purpose');
    expect(await reasonOf(gatehouse.message(marked({ jti: undefined })))).toBe('malformed');
    for (const purpose of ['link-request', 'link-response', 'token-cancellation', 'check', '', 7]) {
      expect([purpose, await reasonOf(gatehouse.message(marked({ purpose })))]).toEqual([purpose, 'purpose']);
    }
  });

  it('of Gatehouse keep needing them when its key set no longer announces it', async () => {
    const announced = gatehouse.keySet;
    gatehouse.keySet = () => ({ body: { keys: [gatehouse.key.jwk] } });
    await api.admin.post('/network/nodes/keeper/state').expect(200);
    expect(await reasonOf(gatehouse.message(to))).toBe('purpose');
    gatehouse.keySet = announced;
  });

  it('received twice at the same time are accepted once', async () => {
    const token = gatehouse.message(marked());
    const replies = await Promise.all(Array.from({ length: 8 }, () => issue(token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(400)]);
  });

  it.each([
    ['another audience', { aud: 'node-c' }, 'audience'],
    ['a list of audiences', { aud: ['node-a', 'node-c'] }, 'audience'],
    ['no audience', { aud: undefined }, 'audience'],
    ['no end', { exp: undefined }, 'malformed'],
    ['an end that is a text', { exp: '9999999999' }, 'malformed'],
    ['an end far away', { exp: Math.floor(Date.now() / 1000) + 86_400 }, 'lifetime'],
    ['a beginning in the future', { nbf: Math.floor(Date.now() / 1000) + 600 }, 'expired'],
    ['no user', { user_name: undefined }, 'malformed'],
    ['a user that is a list', { user_name: ['billy'] }, 'malformed'],
    ['a user with control characters', { user_name: 'bil\u0000ly' }, 'malformed'],
    ['a user with a name that is too long', { user_name: 'b'.repeat(129) }, 'malformed'],
  ])('with %s are refused', async (_, claims, reason) => {
    const payload = { iss: plain.name, exp: Math.floor(Date.now() / 1000) + 30, ...to, ...claims };
    // By hand: the library refuses to sign some of these.
    expect(await reasonOf(signedByHand(plain, payload))).toBe(reason);
  });

  it('that have expired, as those of a node whose clock is 45 seconds behind, are refused', async () => {
    expect(await reasonOf(plain.message(to, { expiresIn: 30 - 45 }))).toBe('expired');
    expect(await reasonOf(plain.message(to, { expiresIn: 0 }))).toBe('expired');
    // One whose clock is ahead is understood.
    await issue(plain.message(to, { expiresIn: 30 + 45 })).expect(201);
  });

  it('that are not signed by a key of their issuer are refused', async () => {
    const foreign = newKey();
    expect(await reasonOf(plain.message(to, { key: foreign }))).toBe('unknown_key');
    const stolenKid = { header: { kid: plain.key.jwk.kid } };
    expect(await reasonOf(plain.message(to, { key: foreign, ...stolenKid }))).toBe('signature');
    // A key of another node.
    const claims = { ...to, iss: plain.name };
    expect(await reasonOf(gatehouse.message(claims))).toBe('unknown_key');
    const [header, , signature] = plain.message(to).split('.');
    const changed = Buffer.from(JSON.stringify({ ...to, iss: 'plain', exp: 9e9, user_name: 'chief' }));
    expect(await reasonOf(`${header}.${changed.toString('base64url')}.${signature}`)).toBe('signature');
  });

  it('without signature, or with the public key as a secret, are refused', async () => {
    const payload = { ...to, iss: plain.name, exp: Math.floor(Date.now() / 1000) + 30 };
    expect(await reasonOf(jwt.sign(payload, null, { algorithm: 'none' }))).toBe('malformed');
    const pem = plain.key.jwk.n;
    const parts = [{ alg: 'HS256', typ: 'JWT', kid: plain.key.jwk.kid }, payload].map(encoded).join('.');
    const mac = createHmac('sha256', pem).update(parts).digest('base64url');
    expect(await reasonOf(`${parts}.${mac}`)).toBe('malformed');
    const disguised = [{ alg: 'RS256', typ: 'JWT', kid: plain.key.jwk.kid }, payload].map(encoded).join('.');
    expect(await reasonOf(`${disguised}.${mac}`)).toBe('signature');
    expect(await reasonOf(`${disguised}.`)).toBe('signature');
  });

  it('cannot name the location of their key', async () => {
    const hostile = await PlainPeer.start('hostile');
    const header = {
      kid: hostile.key.jwk.kid,
      jku: `${hostile.url}/network/jwks`,
      x5u: `${hostile.url}/network/jwks`,
      jwk: hostile.key.jwk,
    };
    expect(await reasonOf(plain.message(to, { key: hostile.key, header }))).toBe('unknown_key');
    expect(hostile.fetches).toBe(0);
    const critical = plain.message(to, { header: { crit: ['x'] } });
    expect(await reasonOf(critical)).toBe('malformed');
    await hostile.close();
  });

  it('with invented keys cause a limited number of requests for the key set', async () => {
    const before = plain.fetches;
    const invented = Array.from({ length: 60 }, (_, index) =>
      plain.message(to, { header: { kid: `invented ${index}` } }),
    );
    for (const token of invented) expect(await reasonOf(token)).toBe('unknown_key');
    expect(plain.fetches - before).toBeLessThanOrEqual(12);
    await issue(plain.message(to)).expect(201);
  });

  it('of an unknown issuer return 404, and malformed ones 400', async () => {
    const unknown = plain.message({ ...to, iss: 'nobody' });
    expect((await issue(unknown).expect(404)).body.error_code).toBe('network_issuer_unknown');
    await issue(plain.message({ ...to, iss: 'no\u0000body' })).expect(404);
    for (const text of ['x', 'a.b.c', '..', 'x'.repeat(9000), `${encoded([])}.${encoded('x')}.`]) {
      await issue(text).expect(400);
    }
    for (const value of [7, ['x'], null, undefined, {}]) await issue(value).expect(400);
    await api.anonymous.post('/network/token').type('text/plain').send('x').expect(400);
  });

  it('can be decoded by administrators, which does not use them up', async () => {
    const token = gatehouse.message(marked());
    const path = `/network/decode_jwt?token=${token}`;
    const { body } = await api.admin.get(path).expect(200);
    expect(body.jwt_content).toMatchObject({ iss: 'keeper', aud: 'node-a', user_name: 'billy' });
    expect(body.url).not.toContain(token);
    await issue(token).expect(201);
    await api.anonymous.get(path).expect(401);
    await api.admin.get('/network/decode_jwt').expect(400);
    await api.admin.get('/network/decode_jwt?token=x').expect(400);
  });

  it('of an unknown issuer cannot be decoded: 400, and 404 wherever else they are received', async () => {
    const unknown = plain.message({ ...to, iss: 'nobody' });
    const { body } = await api.admin.get('/network/decode_jwt').query({ token: unknown }).expect(400);
    expect([body.error_code, body.call.error]).toEqual(['network_message_rejected', 'issuer_unknown']);
    const query = { token: unknown, response_type: 'id_token', redirect_uri: 'https://x.example.org/y' };
    await issue(unknown).expect(404);
    await api.anonymous.delete('/network/token').send({ token: unknown }).expect(404);
    await api.admin.get('/network/link').query({ token: unknown }).expect(404);
    await api.anonymous.get('/network/authorize').query(query).expect(404);
  });

  it.each([
    ['is not found', () => ({ status: 404, body: {} })],
    ['is not JSON', () => ({ body: '<html>' })],
    ['has no keys', () => ({ body: { keys: [] } })],
    ['is endless', () => ({ body: ' '.repeat(200_000) })],
    ['redirects', () => ({ status: 302, body: {} })],
  ])('of a node whose key set %s cannot be verified', async (_, keySet) => {
    const peer = await PlainPeer.start(`broken-${++serial}`);
    peer.keySet = keySet;
    await api.admin.post('/network/nodes', nodeOf(peer)).expect(201);
    const { body } = await issue(peer.message(to)).expect(500);
    expect(body).toMatchObject({
      error_code: 'network_key_set_unavailable',
      call: { error: 'wrong_jwks_url' },
    });
    await api.admin.delete(`/network/nodes/${peer.name}`).expect(200);
    await peer.close();
  });
});

function encoded(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function signedByHand({ key }: PlainPeer, payload: object): string {
  const header = { alg: 'RS256', typ: 'JWT', kid: key.jwk.kid };
  return jwt.sign(JSON.stringify(payload), key.privateKey, { algorithm: 'RS256', header });
}

/** Reference: network-protocol#tokens, network-protocol#messages. */
describe('an instance whose database is restored from a backup', () => {
  it('keeps its keys, and accepts the tokens of the backup until all are removed', async () => {
    const peer = await PlainPeer.start('keeper');
    peer.keySet = () => ({
      body: { keys: [peer.key.jwk], instance: { software: 'gatehouse', name: 'keeper' } },
    });
    const message = (jti: string) =>
      peer.message({ user_name: 'billy', aud: 'node-d', purpose: 'token', jti }, { expiresIn: 300 });
    const issue = (at: NetworkInstance, token: string) => at.anonymous.post('/network/token', { token });
    const signIn = (at: NetworkInstance, token: string) =>
      at.anonymous.get('/providers/gatehouse_network/signin').set('authorization', `Bearer ${token}`);
    const isSignedIn = async (at: NetworkInstance, cookie: string): Promise<boolean> =>
      (await at.anonymous.get('/session').set('cookie', cookie)).body.authenticated;
    const kidOf = async (at: NetworkInstance): Promise<string> =>
      (await at.anonymous.get('/network/jwks').expect(200)).body.keys[0].kid;

    const original = await createTestDatabase();
    const before = await startInstance('node-d', {}, undefined, original);
    const files = { SVC_NETWORK_PEM_FILES: before.pem };
    const kid = await kidOf(before);
    await before.admin.post('/network/nodes', nodeOf(peer)).expect(201);
    const known = message('before the backup');
    const { token: old } = (await issue(before, known).expect(201)).body;
    const opened = await signIn(before, old).expect(302);
    const session = (opened.headers['set-cookie'] as unknown as string[])[0]?.split(';')[0] ?? '';
    await before.app.close();
    const backup = await copyOf(original);

    const after = await startInstance('node-d', files, undefined, original);
    const later = message('after the backup');
    const { token: renewed } = (await issue(after, later).expect(201)).body;
    await signIn(after, old).expect(401);
    expect(await isSignedIn(after, session)).toBe(false);
    await after.close();

    const restored = await startInstance('node-d', files, undefined, backup);
    expect(await kidOf(restored)).toBe(kid);
    await signIn(restored, renewed).expect(401);
    await signIn(restored, old).expect(302);
    expect(await isSignedIn(restored, session)).toBe(true);
    expect((await issue(restored, known).expect(400)).body.call.error).toBe('replayed');
    expect((await restored.admin.delete('/network/tokens').expect(200)).body.deleted).toBe(1);
    await signIn(restored, old).expect(401);
    expect(await isSignedIn(restored, session)).toBe(false);
    // What it has received after the backup is forgotten, and can be repeated until it expires.
    const { token: fresh } = (await issue(restored, later).expect(201)).body;
    await signIn(restored, fresh).expect(302);
    await restored.close();
    await peer.close();
  });
});
