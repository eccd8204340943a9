import { createHmac, generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { HostileIssuer, accessTokenHash, newIssuerKey } from '@gatehouse/testing';
import { readProvider } from '../configuration/read-provider';
import { IdentityRejected, ProviderUnavailable, type VerifiedIdentity } from '../identity-provider';
import { ProviderHttp } from '../provider-http';
import { OpenIdConnectProvider } from './openid-connect-provider';

const REDIRECT_URI = 'https://gate.example.org/providers/institute/signin';

describe('an OpenID Connect issuer', () => {
  let issuer: HostileIssuer;
  let http: OutgoingHttp;
  const outgoing = (timeoutMs: number) =>
    new OutgoingHttp({ outgoingAllowed: ['127.0.0.1'] }, { timeoutMs, bodyBytes: 65_536 });
  beforeAll(async () => {
    issuer = await HostileIssuer.start();
    http = outgoing(10_000);
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
      client_id: 'client',
      client_secret: 'secret',
      ...input,
    };
    return new OpenIdConnectProvider(
      readProvider(definition, () => undefined),
      new ProviderHttp(http),
    );
  }

  /** A sign-in from its begin to its end; `changes` replace parameters of the return. */
  async function signIn(
    changes: Record<string, string | undefined> = {},
    provider = client(),
  ): Promise<VerifiedIdentity> {
    const { location, state } = await provider.begin({ redirectUri: REDIRECT_URI });
    return provider.complete(issuer.returned(location, changes), state);
  }

  const rejected = (reason: string) => expect.objectContaining({ name: 'IdentityRejected', reason });
  const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'accepted',
      (error: unknown) => error,
    );

  it('that answers correctly signs a user in', async () => {
    issuer.claims = { at_hash: accessTokenHash('an access token'), sid: 's1' };
    expect(await signIn()).toMatchObject({
      provider: 'institute',
      subject: 'anna',
      userName: 'anna',
      displayName: 'Anna',
      sessionId: 's1',
      emailVerified: false,
    });
  });

  it('is sent PKCE, state, nonce and the exact redirect URI, and the verifier with the code', async () => {
    const provider = client();
    const { location, state } = await provider.begin({ redirectUri: REDIRECT_URI, login: 'a&b=c' });
    const sent = Object.fromEntries(new URL(location).searchParams);
    expect(sent).toMatchObject({
      response_type: 'code',
      client_id: 'client',
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      login_hint: 'a&b=c',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]?.length).toBeGreaterThan(30);
    await provider.complete(issuer.returned(location), state);
    const { body = '', headers } = issuer.requests.find(({ path }) => path === '/token') ?? {};
    const form = Object.fromEntries(new URLSearchParams(body));
    expect(form).toMatchObject({
      grant_type: 'authorization_code',
      code: 'a code',
      redirect_uri: REDIRECT_URI,
    });
    expect(form['code_verifier']?.length).toBeGreaterThan(40);
    expect(form).not.toHaveProperty('client_secret');
    expect(headers?.['authorization']).toBe(`Basic ${Buffer.from('client:secret').toString('base64')}`);
    const { location: again } = await provider.begin({ redirectUri: REDIRECT_URI });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(new URL(again).searchParams.get(name)).not.toBe(sent[name]);
    }
  });

  describe('whose return', () => {
    it.each([
      ['has another state', { state: 'x' }, 'state_mismatch'],
      ['has no state', { state: undefined }, 'state_mismatch'],
      ['is of another issuer', { iss: 'https://other.example.org' }, 'issuer_mismatch'],
      ['names no issuer although it always does', { iss: undefined }, 'issuer_mismatch'],
      ['has no code', { code: undefined }, 'malformed_return'],
      ['has an error', { error: 'access_denied', code: undefined }, 'denied'],
      ['has another error', { error: 'server_error' }, 'provider_error'],
    ])('%s is refused before any code is exchanged', async (_, changes, reason) => {
      expect(await refusalOf(signIn(changes))).toEqual(rejected(reason));
      expect(issuer.requests.map(({ path }) => path)).not.toContain('/token');
    });

    it('repeats a parameter is refused', async () => {
      const provider = client();
      const { location, state } = await provider.begin({ redirectUri: REDIRECT_URI });
      for (const name of ['state', 'code', 'iss']) {
        const returned = issuer.returned(location);
        returned.append(name, returned.get(name) ?? '');
        expect(await refusalOf(provider.complete(returned, state))).toEqual(rejected('malformed_return'));
      }
    });

    it('has a code that was used before is refused', async () => {
      issuer.answers.set('/token', (_request, response) =>
        response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' })),
      );
      expect(await refusalOf(signIn())).toEqual(rejected('code_refused'));
    });

    it('is of the sign-in of another attempt is refused', async () => {
      const provider = client();
      const one = await provider.begin({ redirectUri: REDIRECT_URI });
      const other = await provider.begin({ redirectUri: REDIRECT_URI });
      expect(await refusalOf(provider.complete(issuer.returned(one.location), other.state))).toEqual(
        rejected('state_mismatch'),
      );
    });
  });

  describe('whose ID token', () => {
    const NOW = Math.floor(Date.now() / 1000);
    it.each([
      ['is of another issuer', { iss: 'https://other.example.org' }, 'issuer_mismatch'],
      ['is for another audience', { aud: 'other' }, 'audience_mismatch'],
      ['is for no audience', { aud: undefined }, 'audience_mismatch'],
      [
        'is for several audiences without an authorized party',
        { aud: ['client', 'other'] },
        'audience_mismatch',
      ],
      ['is of another authorized party', { azp: 'other' }, 'audience_mismatch'],
      ['has expired', { exp: NOW - 120 }, 'token_expired'],
      ['never expires', { exp: undefined }, 'token_malformed'],
      ['has no time of issue', { iat: undefined }, 'token_malformed'],
      ['was issued in the future', { iat: NOW + 3600, exp: NOW + 7200 }, 'token_not_yet_valid'],
      ['is not valid yet', { nbf: NOW + 3600 }, 'token_not_yet_valid'],
      ['has another nonce', { nonce: 'x' }, 'nonce_mismatch'],
      ['has no nonce', { nonce: undefined }, 'nonce_mismatch'],
      ['has no subject', { sub: undefined }, 'subject_mismatch'],
      ['is of another user than the profile', { sub: 'ben' }, 'subject_mismatch'],
      ['names another access token', { at_hash: 'x' }, 'token_refused'],
    ])('%s is refused', async (_, claims, reason) => {
      issuer.claims = claims;
      // jsonwebtoken adds a time of issue unless this option is set.
      const idToken = () =>
        issuer.idToken({}, 'iat' in claims && claims.iat === undefined ? { noTimestamp: true } : {});
      issuer.answers.set('/token', (_request, response) =>
        response.end(JSON.stringify({ access_token: 'an access token', id_token: idToken() })),
      );
      expect(await refusalOf(signIn())).toEqual(rejected(reason));
    });

    it('expired, or was issued, less than a minute off is accepted', async () => {
      // Other tests of the file may have taken longer.
      const now = Math.floor(Date.now() / 1000);
      issuer.claims = { exp: now - 30, iat: now + 30 };
      expect(await signIn()).toMatchObject({ subject: 'anna' });
    });

    const withToken = (make: () => string): void =>
      void issuer.answers.set('/token', (_request, response) =>
        response.end(JSON.stringify({ access_token: 'an access token', id_token: make() })),
      );
    const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

    it('has no signature (alg none) is refused', async () => {
      for (const alg of ['none', 'None', 'NONE', '']) {
        withToken(() => `${encoded({ alg, typ: 'JWT' })}.${encoded(issuer.idClaims())}.`);
        expect(await refusalOf(signIn())).toEqual(rejected('algorithm_not_allowed'));
      }
    });

    it('is signed by HS256 with the public key as the secret is refused', async () => {
      const pem = issuer.key.publicKey.export({ format: 'pem', type: 'spki' });
      withToken(() => {
        const signed = `${encoded({ alg: 'HS256', kid: 'one' })}.${encoded(issuer.idClaims())}`;
        return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`;
      });
      expect(await refusalOf(signIn())).toEqual(rejected('algorithm_not_allowed'));
    });

    it('is signed by HS256 with the client secret is refused', async () => {
      withToken(() => jwt.sign(issuer.idClaims(), 'secret', { algorithm: 'HS256' }));
      expect(await refusalOf(signIn())).toEqual(rejected('algorithm_not_allowed'));
    });

    it('is signed by a key that is not published is refused, under its own or a published id', async () => {
      const foreign = newIssuerKey('foreign');
      for (const [keyid, reason] of [
        ['foreign', 'unknown_key'],
        ['one', 'invalid_signature'],
      ] as const) {
        withToken(() => jwt.sign(issuer.idClaims(), foreign.privateKey, { algorithm: 'RS256', keyid }));
        expect(await refusalOf(signIn())).toEqual(rejected(reason));
      }
    });

    it('names or contains its own key (jku, x5u, jwk) is refused, and no other key set is requested', async () => {
      const foreign = newIssuerKey('foreign');
      const other = await HostileIssuer.start();
      other.keys = [foreign];
      const jwk = foreign.publicKey.export({ format: 'jwk' });
      for (const header of [{ jku: `${other.url}/keys` }, { x5u: `${other.url}/keys` }, { jwk }]) {
        withToken(() =>
          jwt.sign(issuer.idClaims(), foreign.privateKey, {
            algorithm: 'RS256',
            header: { alg: 'RS256', kid: 'foreign', ...header } as jwt.JwtHeader,
          }),
        );
        expect(await refusalOf(signIn())).toEqual(rejected('unknown_key'));
      }
      expect(other.requests).toEqual([]);
      await other.stop();
    });

    it('is signed by ES256 is accepted, and refused if it was altered', async () => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'ec', use: 'sig', alg: 'ES256' };
      issuer.answers.set('/keys', { keys: [jwk] });
      const sign = (): string => jwt.sign(issuer.idClaims(), privateKey, { algorithm: 'ES256', keyid: 'ec' });
      withToken(sign);
      expect(await signIn()).toMatchObject({ subject: 'anna' });
      withToken(() => {
        const [header, , signature] = sign().split('.');
        return `${header}.${encoded(issuer.idClaims({ name: 'Ben' }))}.${signature}`;
      });
      expect(await refusalOf(signIn())).toEqual(rejected('invalid_signature'));
    });

    it('names no key is accepted if there is one key', async () => {
      const { privateKey } = issuer.key;
      withToken(() => jwt.sign(issuer.idClaims(), privateKey, { algorithm: 'RS256' }));
      expect(await signIn()).toMatchObject({ subject: 'anna' });
    });

    it('names no key is refused if there are several keys', async () => {
      issuer.keys = [issuer.key, newIssuerKey('two')];
      const { privateKey } = issuer.key;
      withToken(() => jwt.sign(issuer.idClaims(), privateKey, { algorithm: 'RS256' }));
      expect(await refusalOf(signIn())).toEqual(rejected('unknown_key'));
    });

    it('uses another algorithm than its key is for is refused', async () => {
      withToken(() => issuer.idToken({}, { algorithm: 'PS256' }));
      expect(await refusalOf(signIn())).toEqual(rejected('algorithm_not_allowed'));
    });

    it('has a critical extension is refused', async () => {
      withToken(() =>
        issuer.idToken({}, { header: { alg: 'RS256', kid: 'one', crit: ['b64'] } as jwt.JwtHeader }),
      );
      expect(await refusalOf(signIn())).toEqual(rejected('token_malformed'));
    });

    it('was altered, or is not a token, is refused', async () => {
      const [header, , signature] = issuer.idToken().split('.');
      withToken(() => `${header}.${encoded(issuer.idClaims({ sub: 'ben' }))}.${signature}`);
      expect(await refusalOf(signIn())).toEqual(rejected('invalid_signature'));
      withToken(() => 'no token');
      expect(await refusalOf(signIn())).toEqual(rejected('token_malformed'));
    });

    it('is missing makes the provider unusable', async () => {
      issuer.answers.set('/token', { access_token: 'x' });
      expect(await refusalOf(signIn())).toBeInstanceOf(ProviderUnavailable);
    });
  });

  describe('whose keys', () => {
    it('are replaced signs users in with the new ones, and no longer with the old ones once they are renewed', async () => {
      const provider = client();
      await signIn({}, provider);
      const fresh = newIssuerKey('two');
      issuer.keys = [fresh];
      let clock = 10_000;
      const now = jest
        .spyOn(performance, 'now')
        .mockImplementation(() => performance.timeOrigin + (clock += 6_000));
      try {
        issuer.answers.set('/token', (_request, response) =>
          response.end(
            JSON.stringify({
              access_token: 'an access token',
              id_token: jwt.sign(issuer.idClaims(), fresh.privateKey, { algorithm: 'RS256', keyid: 'two' }),
            }),
          ),
        );
        expect(await signIn({}, provider)).toMatchObject({ subject: 'anna' });
        issuer.answers.delete('/token');
        expect(await refusalOf(signIn({}, provider))).toEqual(rejected('unknown_key'));
      } finally {
        now.mockRestore();
      }
    });

    it('are requested once for many tokens with invented key ids', async () => {
      const provider = client();
      const invented = (kid: string) => issuer.idToken({ nonce: undefined }, { keyid: kid });
      const refusals = await Promise.all(
        Array.from({ length: 30 }, (_, index) => refusalOf(provider.verifyToken(invented(`k${index}`)))),
      );
      expect(new Set(refusals.map((one) => (one instanceof IdentityRejected ? one.reason : one)))).toEqual(
        new Set(['unknown_key']),
      );
      expect(issuer.requests.filter(({ path }) => path === '/keys')).toHaveLength(1);
    });
  });

  describe('whose metadata', () => {
    const METADATA = '/.well-known/openid-configuration';
    it.each([
      ['is of another issuer', { issuer: 'https://other.example.org' }],
      ['has no token endpoint', { token_endpoint: undefined }],
      ['has a key set that is not a URL', { jwks_uri: 'javascript:alert(1)' }],
      ['has an authorization endpoint of another scheme', { authorization_endpoint: 'data:text/html,x' }],
    ])('%s cannot be used', async (_, changes) => {
      const complete = await (await fetch(issuer.url + METADATA)).json();
      issuer.answers.set(METADATA, { ...(complete as object), ...changes });
      expect(await refusalOf(signIn())).toBeInstanceOf(ProviderUnavailable);
    });

    it('leads requests to private addresses is refused, also by a redirect', async () => {
      const inner = await HostileIssuer.start();
      const complete = (await (await fetch(issuer.url + METADATA)).json()) as object;
      const privately = inner.url.replace('127.0.0.1', '127.0.0.2');
      for (const name of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
        issuer.answers.set(METADATA, { ...complete, [name]: `${privately}/x` });
        expect(await refusalOf(signIn())).toEqual(
          expect.objectContaining({
            name: 'ProviderUnavailable',
            message: expect.stringContaining('not public'),
          }),
        );
      }
      issuer.answers.set(METADATA, complete as Record<string, unknown>);
      for (const path of ['/token', '/keys', '/userinfo', METADATA]) {
        issuer.answers.set(path, (_request, response) =>
          response.writeHead(307, { location: `${inner.url}/x` }).end(),
        );
        expect(await refusalOf(signIn())).toBeInstanceOf(Error);
        issuer.answers.delete(path);
      }
      expect(inner.requests).toEqual([]);
      await inner.stop();
    });
  });

  describe('that', () => {
    const PATHS = ['/.well-known/openid-configuration', '/token', '/keys', '/userinfo'];
    describe('with a short time limit', () => {
      // Any other sign-in, which a busy machine delays as well, has a long one.
      let patient: OutgoingHttp;
      beforeAll(() => {
        patient = http;
        http = outgoing(400);
      });
      afterAll(async () => {
        await http.close();
        http = patient;
      });

      it.each(PATHS)('never answers %s delays a sign-in by the timeout only', async (path) => {
        issuer.answers.set(path, () => undefined);
        expect(await refusalOf(signIn())).toEqual(
          expect.objectContaining({
            name: 'ProviderUnavailable',
            message: expect.stringContaining('no reply'),
          }),
        );
      });

      it.each(PATHS)('answers %s endlessly is cut off', async (path) => {
        let timer: NodeJS.Timeout | undefined;
        issuer.answers.set(path, (_request, response) => {
          timer = setInterval(() => response.write(' '), 20);
          response.on('close', () => clearInterval(timer));
        });
        expect(await refusalOf(signIn())).toBeInstanceOf(ProviderUnavailable);
      });
    });

    it.each(PATHS)('answers %s with a huge reply is cut off at the limit', async (path) => {
      let written = 0;
      issuer.answers.set(path, (_request, response) => {
        const chunk = Buffer.alloc(65_536, ' ');
        const more = (): void => {
          while (written < 512 * 1_048_576 && response.writable && response.write(chunk))
            written += chunk.length;
        };
        response.on('drain', more);
        more();
      });
      expect(await refusalOf(signIn())).toBeInstanceOf(ProviderUnavailable);
      expect(written).toBeLessThan(64 * 1_048_576);
    });

    it.each([
      ['no JSON', 'x'],
      ['a list', '[]'],
      ['nothing', ''],
    ])('answers with %s cannot be used', async (_, text) => {
      for (const path of PATHS) {
        issuer.answers.set(path, (_request, response) => response.end(text));
        expect(await refusalOf(signIn())).toBeInstanceOf(ProviderUnavailable);
        issuer.answers.delete(path);
      }
    });
  });

  describe('tokens of requests', () => {
    const token = (changes: Record<string, unknown> = {}, options: jwt.SignOptions = {}) =>
      issuer.idToken({ nonce: undefined, ...changes }, options);

    it('are accepted for this client, by their signature', async () => {
      expect(await client().verifyToken(token())).toMatchObject({ subject: 'anna' });
      expect(issuer.requests.map(({ path }) => path)).not.toContain('/userinfo');
    });

    it.each([
      ['for another audience', { aud: 'other' }, 'audience_mismatch'],
      ['of another issuer', { iss: 'https://other.example.org' }, 'issuer_mismatch'],
      ['that have expired', { exp: 1 }, 'token_expired'],
      [
        'for a logout',
        { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
        'token_malformed',
      ],
    ])('%s are refused', async (_, changes, reason) => {
      expect(await refusalOf(client().verifyToken(token(changes)))).toEqual(rejected(reason));
    });

    it('for another use by their type are refused', async () => {
      const header = { alg: 'RS256', kid: 'one', typ: 'logout+jwt' } as jwt.JwtHeader;
      expect(await refusalOf(client().verifyToken(token({}, { header })))).toEqual(
        rejected('token_malformed'),
      );
    });

    it('may be for other audiences that are configured', async () => {
      const provider = client({ audiences: ['api', 'client'] });
      expect(await provider.verifyToken(token({ aud: ['api'] }))).toMatchObject({ subject: 'anna' });
    });

    it('that are opaque are checked at the provider, and belong to this client', async () => {
      const provider = client({ introspection_url: `${issuer.url}/introspect` });
      issuer.answers.set('/introspect', { active: true, client_id: 'client' });
      expect(await provider.verifyToken('opaque')).toMatchObject({ subject: 'anna' });
      for (const [reply, reason] of [
        [{ active: true, client_id: 'other' }, 'audience_mismatch'],
        [{ active: false, client_id: 'client' }, 'token_refused'],
        [{ client_id: 'client' }, 'token_refused'],
      ] as const) {
        issuer.answers.set('/introspect', reply);
        expect(await refusalOf(provider.verifyToken('opaque'))).toEqual(rejected(reason));
      }
    });

    it('that are opaque are refused where the issuer does not report their client, unless all are accepted', async () => {
      expect(await refusalOf(client().verifyToken('opaque'))).toEqual(rejected('tokens_not_accepted'));
      expect(issuer.requests.map(({ path }) => path)).not.toContain('/userinfo');
      const open = client({ accept_tokens: true });
      expect(await open.verifyToken('opaque')).toMatchObject({ subject: 'anna' });
    });

    it('that are opaque are refused for a client without a secret, which cannot ask about them', async () => {
      const provider = client({ introspection_url: `${issuer.url}/introspect`, client_secret: undefined });
      expect(await refusalOf(provider.verifyToken('opaque'))).toEqual(rejected('tokens_not_accepted'));
    });

    it('that are opaque and unknown are refused', async () => {
      issuer.answers.set('/userinfo', (_request, response) => response.writeHead(401).end());
      expect(await refusalOf(client({ accept_tokens: true }).verifyToken('opaque'))).toEqual(
        rejected('token_refused'),
      );
    });

    it('for several audiences are refused if they were issued to another one, unless they are access tokens', async () => {
      const aud = ['client', 'other'];
      for (const azp of ['other', undefined, 7]) {
        expect(await refusalOf(client().verifyToken(token({ aud, azp })))).toEqual(
          rejected('audience_mismatch'),
        );
      }
      for (const [changes, options] of [
        [{ azp: 'client' }, {}],
        [{ azp: 'other', scope: 'openid' }, {}],
        [{ azp: 'other' }, { header: { alg: 'RS256', kid: 'one', typ: 'at+jwt' } }],
      ] as const) {
        expect(await client().verifyToken(token({ aud, ...changes }, options))).toMatchObject({
          subject: 'anna',
        });
      }
    });
  });

  describe('logouts', () => {
    const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const logout = (changes: Record<string, unknown> = {}) =>
      issuer.idToken({ nonce: undefined, events: EVENTS, jti: 'j1', sid: 's1', ...changes });

    it('name the session and the user', async () => {
      expect(await client().verifyLogout(logout())).toEqual({
        subject: 'anna',
        sessionId: 's1',
        tokenId: 'j1',
      });
    });

    it.each([
      ['with a nonce', { nonce: 'x' }, 'token_malformed'],
      ['without the event', { events: {} }, 'token_malformed'],
      ['with another event', { events: { 'https://example.org/event': {} } }, 'token_malformed'],
      ['with events that are not an object', { events: 'logout' }, 'token_malformed'],
      ['without an identifier', { jti: undefined }, 'token_malformed'],
      ['of nobody', { sub: undefined, sid: undefined }, 'subject_missing'],
      ['for another audience', { aud: 'other' }, 'audience_mismatch'],
      ['of another issuer', { iss: 'https://other.example.org' }, 'issuer_mismatch'],
      ['of long ago', { iat: 1 }, 'token_expired'],
    ])('%s are refused', async (_, changes, reason) => {
      expect(await refusalOf(client().verifyLogout(logout(changes)))).toEqual(rejected(reason));
    });

    it('that are not signed (alg none), or by a key that is not published, are refused', async () => {
      const [, body] = logout().split('.');
      const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
      expect(await refusalOf(client().verifyLogout(`${header}.${body}.`))).toEqual(
        rejected('algorithm_not_allowed'),
      );
      const foreign = jwt.sign(jwt.decode(logout()) as object, newIssuerKey('one').privateKey, {
        algorithm: 'RS256',
        keyid: 'one',
      });
      expect(await refusalOf(client().verifyLogout(foreign))).toEqual(rejected('invalid_signature'));
    });
  });
});
