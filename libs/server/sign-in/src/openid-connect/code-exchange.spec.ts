import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import jwt from 'jsonwebtoken';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { HostileIssuer } from '@gatehouse/testing';
import { readProvider } from '../configuration/read-provider';
import { ProviderUnavailable, type VerifiedIdentity } from '../identity-provider';
import { ProviderHttp } from '../provider-http';
import { OpenIdConnectProvider } from './openid-connect-provider';

const REDIRECT_URI = 'https://gate.example.org/providers/institute/signin';
const METADATA = '/.well-known/openid-configuration';

describe('a sign-in with OpenID Connect', () => {
  let issuer: HostileIssuer;
  let http: OutgoingHttp;
  let metadata: Record<string, unknown>;
  beforeAll(async () => {
    issuer = await HostileIssuer.start();
    http = new OutgoingHttp({ outgoingAllowed: ['127.0.0.1'] }, { timeoutMs: 10_000, bodyBytes: 65_536 });
    metadata = (await (await fetch(issuer.url + METADATA)).json()) as Record<string, unknown>;
  });
  afterEach(() => issuer.reset());
  afterAll(async () => {
    await http.close();
    await issuer.stop();
  });

  function client(input: Record<string, unknown> = {}): OpenIdConnectProvider {
    const definition = {
      name: 'institute',
      protocol: 'openid-connect',
      issuer: issuer.url,
      client_id: 'client-1_a.b',
      client_secret: 'se-cr_et',
      ...input,
    };
    return new OpenIdConnectProvider(
      readProvider(definition, () => undefined),
      new ProviderHttp(http),
    );
  }

  async function signIn(provider = client()): Promise<VerifiedIdentity> {
    const { location, state } = await provider.begin({ redirectUri: REDIRECT_URI });
    issuer.claims = { aud: 'client-1_a.b', ...issuer.claims };
    return provider.complete(issuer.returned(location), state);
  }

  const rejected = (reason: string) => expect.objectContaining({ name: 'IdentityRejected', reason });
  const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'accepted',
      (error: unknown) => error,
    );
  const tokens = (changes: () => Record<string, unknown>): void =>
    void issuer.answers.set('/token', (_request, response) =>
      response.end(
        JSON.stringify({ access_token: 'an access token', id_token: issuer.idToken(), ...changes() }),
      ),
    );

  it.each([
    ['PKCE', { code_challenge_methods_supported: ['S256'] }],
    ['no PKCE', { code_challenge_methods_supported: [] }],
    ['only plain PKCE', { code_challenge_methods_supported: ['plain'] }],
  ])('always has state, nonce and PKCE, with an issuer that announces %s', async (_, changes) => {
    issuer.answers.set(METADATA, { ...metadata, ...changes });
    const { location } = await client().begin({ redirectUri: REDIRECT_URI });
    const { searchParams } = new URL(location);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    }
    expect(searchParams.get('code_challenge_method')).toBe('S256');
  });

  it.each([
    ['is not announced', undefined, { authorization: 'Basic Y2xpZW50LTFfYS5iOnNlLWNyX2V0' }, {}],
    ['is basic', ['client_secret_basic'], { authorization: 'Basic Y2xpZW50LTFfYS5iOnNlLWNyX2V0' }, {}],
    [
      'is basic or in the body',
      ['client_secret_post', 'client_secret_basic'],
      { authorization: 'Basic Y2xpZW50LTFfYS5iOnNlLWNyX2V0' },
      {},
    ],
    ['is in the body', ['client_secret_post'], {}, { client_id: 'client-1_a.b', client_secret: 'se-cr_et' }],
  ])('authenticates the client as the issuer wants: %s', async (_, methods, headers, form) => {
    issuer.answers.set(METADATA, { ...metadata, token_endpoint_auth_methods_supported: methods });
    expect(await signIn()).toMatchObject({ subject: 'anna' });
    const request = issuer.requests.find(({ path }) => path === '/token');
    const { authorization } = request?.headers ?? {};
    const { client_id, client_secret } = Object.fromEntries(new URLSearchParams(request?.body));
    expect({ authorization, client_id, client_secret }).toEqual({
      authorization: undefined,
      client_id: undefined,
      client_secret: undefined,
      ...headers,
      ...form,
    });
    expect(request?.headers['user-agent']).toBe('Gatehouse');
  });

  it('of a public client names it, without a secret', async () => {
    await signIn(client({ client_secret: undefined }));
    const request = issuer.requests.find(({ path }) => path === '/token');
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toMatchObject({
      client_id: 'client-1_a.b',
    });
    expect(request?.body).not.toContain('client_secret');
  });

  it.each(['state', 'nonce', 'codeVerifier'])(
    'that is in progress without %s is refused before any code is exchanged',
    async (name) => {
      const provider = client();
      const { location, state } = await provider.begin({ redirectUri: REDIRECT_URI });
      const values = Object.fromEntries(Object.entries(state.values).filter(([key]) => key !== name));
      const returned = issuer.returned(location, name === 'state' ? { state: undefined } : {});
      expect(await refusalOf(provider.complete(returned, { redirectUri: REDIRECT_URI, values }))).toEqual(
        rejected('state_mismatch'),
      );
      expect(issuer.requests.map(({ path }) => path)).not.toContain('/token');
    },
  );

  it('refuses the ID token of another sign-in', async () => {
    const provider = client();
    issuer.claims = { aud: 'client-1_a.b' };
    const one = await provider.begin({ redirectUri: REDIRECT_URI });
    const other = await provider.begin({ redirectUri: REDIRECT_URI });
    const returned = issuer.returned(other.location);
    issuer.returned(one.location);
    expect(await refusalOf(provider.complete(returned, other.state))).toEqual(rejected('nonce_mismatch'));
  });

  it('ignores parameters of the return that are not of this flow', async () => {
    const { location, state } = await client().begin({ redirectUri: REDIRECT_URI });
    issuer.claims = { aud: 'client-1_a.b' };
    const returned = issuer.returned(location, {
      id_token: 'x',
      token: 'x',
      response: 'x',
      session_state: 'x',
    });
    expect(await client().complete(returned, state)).toMatchObject({ subject: 'anna' });
  });

  it('does not accept algorithms because an issuer announces them', async () => {
    issuer.answers.set(METADATA, {
      ...metadata,
      id_token_signing_alg_values_supported: ['HS256', 'none', 'EdDSA'],
    });
    tokens(() => ({ id_token: jwt.sign(issuer.idClaims(), 'se-cr_et', { algorithm: 'HS256' }) }));
    expect(await refusalOf(signIn())).toEqual(rejected('algorithm_not_allowed'));
    tokens(() => ({ id_token: issuer.idToken() }));
    expect(await signIn()).toMatchObject({ subject: 'anna' });
  });

  it('refuses a token whose algorithm does not fit the type of its key', async () => {
    const jwk = { ...issuer.key.publicKey.export({ format: 'jwk' }), kid: 'one' };
    issuer.answers.set('/keys', { keys: [jwk] });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    tokens(() => ({
      id_token: jwt.sign(issuer.idClaims(), privateKey, { algorithm: 'ES256', keyid: 'one' }),
    }));
    expect(await refusalOf(signIn())).toEqual(rejected('unknown_key'));
  });

  it('refuses a token with an RSA key of less than 2048 bits', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    issuer.answers.set('/keys', { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] });
    tokens(() => ({
      id_token: jwt.sign(issuer.idClaims(), privateKey, {
        algorithm: 'RS256',
        keyid: 'one',
        allowInsecureKeySizes: true,
      }),
    }));
    expect(await refusalOf(signIn())).toBeInstanceOf(ProviderUnavailable);
  });

  it('refuses a token without a subject, also where there is no profile to compare', async () => {
    issuer.answers.set(METADATA, { ...metadata, userinfo_endpoint: undefined });
    issuer.claims = { sub: undefined };
    expect(await refusalOf(signIn())).toEqual(rejected('subject_mismatch'));
  });

  it('refuses a token whose time of authentication is no number', async () => {
    issuer.claims = { auth_time: 'today' };
    expect(await refusalOf(signIn())).toEqual(rejected('token_malformed'));
  });

  it('refuses an encrypted token', async () => {
    const header = Buffer.from(JSON.stringify({ alg: 'RSA-OAEP', enc: 'A128GCM' })).toString('base64url');
    tokens(() => ({ id_token: `${header}.a.a.a.a` }));
    expect(await refusalOf(signIn())).toEqual(rejected('algorithm_not_allowed'));
  });

  it('accepts a reply without a type of token, and refuses one of a type that is not a bearer', async () => {
    tokens(() => ({ token_type: undefined, scope: ['openid'], refresh_token: null, expires_in: null }));
    expect(await signIn()).toMatchObject({ subject: 'anna' });
    tokens(() => ({ token_type: 'mac' }));
    expect(await refusalOf(signIn())).toBeInstanceOf(ProviderUnavailable);
  });

  it.each([
    ['of nobody', { name: 'Anna' }, 'subject_mismatch'],
    ['of another user', { sub: 'ben' }, 'subject_mismatch'],
  ])('refuses a profile %s', async (_, profile, reason) => {
    issuer.answers.set('/userinfo', profile);
    expect(await refusalOf(signIn())).toEqual(rejected(reason));
  });

  it('refuses a token of which the profile is refused', async () => {
    issuer.answers.set('/userinfo', (_request, response) =>
      response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope"' }).end(),
    );
    expect(await refusalOf(signIn())).toEqual(
      expect.objectContaining({ reason: 'token_refused', message: 'token_refused: status 403' }),
    );
  });

  it('has the profile of the identity URL where the issuer has none', async () => {
    issuer.answers.set(METADATA, { ...metadata, userinfo_endpoint: undefined });
    expect((await signIn()).displayName).toBeUndefined();
    const provider = client({ identity_url: `${issuer.url}/userinfo` });
    expect(await signIn(provider)).toMatchObject({ displayName: 'Anna' });
  });

  it('requests metadata and keys once for several sign-ins', async () => {
    const provider = client();
    for (let count = 0; count < 3; count++) await signIn(provider);
    const paths = issuer.requests.map(({ path }) => path);
    for (const path of [METADATA, '/keys']) expect(paths.filter((one) => one === path)).toHaveLength(1);
  });

  it('that fails reports neither tokens nor replies', async () => {
    const failures = [
      () => tokens(() => ({ id_token: issuer.idToken({ nonce: 'a secret' }) })),
      () => tokens(() => ({ token_type: 'a secret' })),
      () =>
        issuer.answers.set('/token', (_request, response) =>
          response.writeHead(400).end(JSON.stringify({ error: 'a secret', error_description: 'a secret' })),
        ),
      () => issuer.answers.set('/token', (_request, response) => response.end('a secret')),
      () => issuer.answers.set('/userinfo', { sub: 'a secret' }),
      () => issuer.answers.set('/userinfo', (_request, response) => response.end('a secret')),
    ];
    for (const fail of failures) {
      issuer.reset();
      fail();
      const failure = inspect(await refusalOf(signIn()), { depth: 10, showHidden: true });
      expect(failure).toMatch(/IdentityRejected|ProviderUnavailable/);
      expect(failure).not.toMatch(/a secret|an access token|eyJ/);
    }
  });
});
