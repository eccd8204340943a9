import supertest from 'supertest';
import { Builders } from './harness/builders';
import { cookieOf } from './harness/client';
import { ADMIN, type TestApi, startApi } from './harness/start-api';

const PASSWORD = Builders.PASSWORD;

describe('sign-in', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const signIn = (body: object) => supertest(api.anonymous.url).post('/signin').send(body);

  it('returns the common body and the cookie of the contract', async () => {
    const reply = await signIn({ user_name: ADMIN.name, password: ADMIN.password }).expect(200);
    expect(Object.keys(reply.body)).toEqual(['code', 'type', 'detail', 'path', 'url', 'method']);
    expect(reply.body).toMatchObject({ code: 200, path: '/signin', method: 'POST' });
    // Clients of the reference look for these words.
    expect(reply.body['detail']).toBe('Login successful.');
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^auth_tkt=[0-9a-f]{136}\d+!userid_type:int; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200; expires=/,
      ),
    ]);
  });

  it('accepts name or email in any case, in JSON, both kinds of form and the query', async () => {
    const user = await api.make.user();
    const credentials = { user_name: `${user.toUpperCase()}@Example.ORG`, password: PASSWORD };
    await signIn(credentials).expect(200);
    await signIn({ user_name: user.toUpperCase(), password: PASSWORD }).expect(200);
    await supertest(api.anonymous.url).post('/signin').type('form').send(credentials).expect(200);
    const multipart = supertest(api.anonymous.url)
      .post('/signin')
      .field('user_name', user)
      .field('password', PASSWORD);
    await multipart.expect(200);
    const reply = await supertest(api.anonymous.url).get('/signin').query(credentials).expect(200);
    expect(reply.text).not.toContain(PASSWORD);
    expect(reply.body.url).toBe('http://localhost:2001/signin?***');
  });

  it('accepts every name of the internal provider', async () => {
    for (const provider_name of ['gatehouse', 'GateHouse', 'ziggurat', undefined]) {
      await signIn({ user_name: ADMIN.name, password: ADMIN.password, provider_name }).expect(200);
    }
    const reply = await signIn({
      user_name: ADMIN.name,
      password: ADMIN.password,
      provider_name: 'github',
    }).expect(404);
    expect(reply.body).toMatchObject({ provider_name: 'github', providers: ['gatehouse'] });
  });

  it('fails in the same way for unknown users, wrong and empty passwords', async () => {
    const user = await api.make.user();
    const replies = await Promise.all([
      signIn({ user_name: 'nobody', password: PASSWORD }),
      signIn({ user_name: user, password: 'wrong' }),
      signIn({ user_name: user, password: '' }),
    ]);
    const reported = replies.map(({ status, body, headers }) => ({
      status,
      body,
      names: Object.keys(headers).filter((name) => name !== 'date'),
    }));
    expect(reported[0]?.status).toBe(401);
    expect(reported[0]?.body).not.toHaveProperty('param');
    expect(reported[1]).toEqual(reported[0]);
    expect(reported[2]).toEqual(reported[0]);
    expect(replies[0]?.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    [400, 'no name', { password: PASSWORD }],
    [400, 'an empty name', { user_name: '', password: PASSWORD }],
    [400, 'no password', { user_name: 'someone' }],
    [400, 'a password of null', { user_name: 'someone', password: null }],
    [422, 'a name of another type', { user_name: 5, password: PASSWORD }],
    [422, 'a malformed name', { user_name: 'no!body', password: PASSWORD }],
    [422, 'a malformed email', { user_name: 'no body@x', password: PASSWORD }],
    [422, 'a password of another type', { user_name: 'someone', password: 5 }],
    [422, 'a malformed provider', { user_name: 'someone', password: PASSWORD, provider_name: '!' }],
    [422, 'a provider of null', { user_name: 'someone', password: PASSWORD, provider_name: null }],
    [422, 'an empty provider', { user_name: 'someone', password: PASSWORD, provider_name: '' }],
    [403, 'the anonymous user', { user_name: 'Anonymous', password: PASSWORD }],
    [403, 'the email of the anonymous user', { user_name: 'anonymous@mail.com', password: PASSWORD }],
  ])('answers %d to %s', async (status, _, body) => {
    const reply = await signIn(body).expect(status);
    expect(reply.text).not.toContain(PASSWORD);
  });

  it('carries the four headers on a 401, and only the two of the contract for scripts of pages', async () => {
    const reply = await signIn({ user_name: 'nobody', password: PASSWORD }).expect(401);
    expect(reply.headers).toMatchObject({
      'www-authenticate': expect.stringContaining('Cookie cookie-name="auth_tkt"'),
      'www-authentication': expect.stringContaining('uri="http://localhost:2001/signin"'),
      'authentication-control': expect.stringContaining('/ui/login'),
      'location-when-unauthenticated': 'http://localhost:2001/ui/login',
    });
    const quiet = await api.anonymous.get('/users').set('X-Requested-With', 'XMLHttpRequest').expect(401);
    expect(quiet.headers).not.toHaveProperty('www-authenticate');
    expect(quiet.headers).not.toHaveProperty('authentication-control');
    expect(quiet.headers).toHaveProperty('www-authentication');
  });
});

describe('sign-in with a provider', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const signIn = (headers: { Authorization?: string; 'Homepage-Route'?: string }, provider = 'gatehouse') =>
    api.anonymous.get(`/providers/${provider}/signin`).set(headers as Record<string, string>);

  it('lists the configured ones', async () => {
    const reply = await api.anonymous.get('/providers').expect(200);
    expect(reply.body.providers).toEqual({ internal: ['gatehouse'], external: [] });
  });

  it('returns 404 for others, with the configured ones', async () => {
    const reply = await signIn({ Authorization: 'Bearer abc' }, 'github').expect(404);
    expect(reply.body).toMatchObject({
      provider_name: 'github',
      providers: ['gatehouse'],
      param: { value: 'github' },
    });
    await signIn({}, 'no!provider').expect(422);
  });

  it('needs a well-formed token, and the internal provider issues none', async () => {
    for (const headers of [
      {},
      { Authorization: 'Bearer' },
      { Authorization: 'abc' },
      { Authorization: 'Basic YTpi' },
    ]) {
      expect((await signIn(headers).expect(400)).body).toHaveProperty('reason');
    }
    await signIn({ Authorization: 'Bearer abc.def' }).expect(401);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'https:evil',
    'javascript:alert(1)',
    'http://localhost:2001@evil/',
  ])('refuses the homepage %s', async (homepage) => {
    await signIn({ Authorization: 'Bearer abc', 'Homepage-Route': homepage }).expect(403);
  });

  it.each(['/ui/users', 'session', 'http://localhost:2001/ui'])(
    'accepts the homepage %s',
    async (homepage) => {
      await signIn({ Authorization: 'Bearer abc', 'Homepage-Route': homepage }).expect(401);
    },
  );
});

describe('limits on failed sign-ins', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ SVC_SIGNIN_ACCOUNT_FAILURES: '3', SVC_SIGNIN_ADDRESS_FAILURES: '8' });
  });
  afterAll(() => api.close());

  const from = (address: string, user_name: string, password: string) =>
    supertest(api.anonymous.url)
      .post('/signin')
      .set('X-Forwarded-For', address)
      .send({ user_name, password });

  it('return 429 with the time to wait, after the limit of failures of an account from any address', async () => {
    const user = await api.make.user();
    for (const host of [1, 2, 3]) await from(`198.51.100.${host}`, user, 'wrong').expect(401);
    const reply = await from('198.51.100.4', user, 'wrong').expect(429);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(900);
    await from('198.51.100.5', user, PASSWORD).expect(429);
  });

  it('do not lock out the owner on a known network or with a session', async () => {
    const user = await api.make.user();
    await from('203.0.113.7', user, PASSWORD).expect(200);
    const session = await api.signIn(user);
    for (let tries = 0; tries < 5; tries += 1) await from(`192.0.2.${tries + 1}`, user, 'wrong');
    await from('192.0.2.99', user, PASSWORD).expect(429);
    await from('203.0.113.7', user, 'wrong').expect(429);
    await session
      .post('/signin', { user_name: user, password: PASSWORD })
      .set('X-Forwarded-For', '192.0.2.98')
      .expect(200);
    for (let tries = 0; tries < 5; tries += 1) await from(`192.0.2.${tries + 1}`, user, 'wrong');
    await from('203.0.113.7', user, PASSWORD).expect(200);
  });

  it('count the attempts of an address on many accounts, existing or not', async () => {
    for (let tries = 0; tries < 8; tries += 1)
      await from('198.51.100.77', `guess${tries}`, 'wrong').expect(401);
    await from('198.51.100.77', 'guess99', 'wrong').expect(429);
    await from('198.51.100.78', 'guess99', 'wrong').expect(401);
  });

  it('cannot be exceeded by concurrent attempts', async () => {
    const user = await api.make.user();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) => from(`198.18.0.${index}`, user, 'wrong')),
    );
    expect(replies.filter((reply) => reply.status === 401).length).toBeLessThanOrEqual(3);
    expect(replies.every((reply) => [401, 429].includes(reply.status))).toBe(true);
  });
});

describe('a session', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('returns the signed-in user', async () => {
    expect((await api.admin.get('/session').expect(200)).body).toMatchObject({
      authenticated: true,
      user: { user_name: ADMIN.name, group_names: ['administrators'], user_id: expect.any(Number) },
    });
    const anonymous = await api.anonymous.get('/session').expect(200);
    expect(anonymous.body.authenticated).toBe(false);
    expect(anonymous.body).not.toHaveProperty('user');
    expect(anonymous.text).toContain('"authenticated": false');
  });

  it('is anonymous with a malformed, unknown or truncated cookie', async () => {
    const cookie = api.admin.sessionCookie;
    const forged = cookie.replace(/=./, (start) => (start === '=0' ? '=1' : '=0'));
    for (const value of ['auth_tkt=', 'auth_tkt=nonsense', cookie.slice(0, 60), forged]) {
      expect((await api.anonymous.get('/session').set('Cookie', value)).body.authenticated).toBe(false);
      await api.anonymous.get('/users').set('Cookie', value).expect(401);
    }
  });

  it('is found with and without the marker, and with an old cookie of the same name', async () => {
    const cookie = api.admin.sessionCookie;
    const bare = cookie.replace('!userid_type:int', '');
    for (const value of [cookie, bare, `auth_tkt=old; ${cookie}; other=1`]) {
      expect((await api.anonymous.get('/session').set('Cookie', value)).body.authenticated).toBe(true);
    }
  });

  it('ends with sign-out, for the copy of a cookie as well', async () => {
    const client = await api.signIn(await api.make.user());
    const cookie = client.sessionCookie;
    const reply = await client.get('/signout').expect(200);
    expect(reply.body['detail']).toBe('Sign out successful.');
    expect(reply.headers['set-cookie']).toEqual([expect.stringMatching(/^auth_tkt=; .*Max-Age=0/)]);
    expect((await api.anonymous.get('/session').set('Cookie', cookie)).body.authenticated).toBe(false);
    await api.anonymous.get('/signout').expect(200);
    await api.anonymous.post('/signout').expect(200);
  });

  it('is not started or ended by a page of another site', async () => {
    const client = await api.signIn(await api.make.user());
    const credentials = { user_name: ADMIN.name, password: ADMIN.password };
    const refused = [
      client.get('/signout').set('Sec-Fetch-Site', 'cross-site'),
      client.post('/signout').set('Origin', 'https://evil.example'),
      client.post('/signout').set('Origin', 'null'),
      api.anonymous.post('/signin', credentials).set('Origin', 'https://evil.example'),
      api.anonymous.post('/signin').type('form').send(credentials).set('Sec-Fetch-Site', 'cross-site'),
      api.anonymous.get('/signin').query(credentials).set('Sec-Fetch-Site', 'same-site'),
      client.patch('/users/current', { email: 'x@example.org' }).set('Origin', 'https://evil.example'),
      client.post('/signout').type('text').send('{}').set('Origin', 'https://evil.example'),
    ];
    for (const request of refused) {
      const reply = await request.expect(403);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect((await client.get('/session')).body.authenticated).toBe(true);
    const own = client
      .post('/signout')
      .set('Origin', 'http://localhost:2001')
      .set('Sec-Fetch-Site', 'same-origin');
    await own.expect(200);
  });

  describe('by a link to GET /signin', () => {
    const credentials = { user_name: ADMIN.name, password: ADMIN.password, came_from: '/ui/users' };
    const page = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const navigation = (site: string) => ({
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Site': site,
      accept: page,
    });
    const open = (headers: Record<string, string>, at = api) =>
      at.anonymous.get('/signin').query(credentials).redirects(0).set(headers);

    it.each([
      ['in a mail, or from the address bar', navigation('none')],
      ['of another site', navigation('cross-site')],
      ['of another host of the site', navigation('same-site')],
      ['that a browser without fetch metadata follows', { accept: page }],
      ['that a browser without fetch metadata follows from a page', { accept: page, Origin: 'null' }],
    ])('%s leads to the sign-in page, without the credentials and without signing in', async (_, headers) => {
      const reply = await open(headers as Record<string, string>).expect(303);
      expect(reply.headers['location']).toBe('/ui/login');
      expect(reply.headers['set-cookie']).toBeUndefined();
      expect(`${JSON.stringify(reply.headers)}${reply.text}`).not.toContain(ADMIN.password);
    });

    it.each(['user_name=chief', 'password=x&user_name=', 'provider_name=nowhere', ''])(
      'leads there before its query (%j) is read',
      async (query) => {
        const reply = await api.anonymous.get(`/signin?${query}`).redirects(0).set(navigation('none'));
        expect([reply.status, reply.headers['location']]).toEqual([303, '/ui/login']);
      },
    );

    it('does not start where the console is disabled', async () => {
      const plain = await startApi({ SVC_UI_ENABLED: 'false' });
      const reply = await open(navigation('none'), plain).expect(403);
      expect(reply.headers['set-cookie']).toBeUndefined();
      expect(reply.text).toContain('sign_in_by_link');
      await plain.close();
    });

    it.each([
      ['a program', {}],
      ['a program that accepts anything', { accept: '*/*' }],
      ['a program that wants JSON', { accept: 'application/json' }],
      [
        'a script of the own origin',
        { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin', accept: '*/*' },
      ],
      ['a page of the own origin', navigation('same-origin')],
    ])('does not concern %s, which is signed in', async (_, headers) => {
      const reply = await open(headers as Record<string, string>).expect(200);
      expect(String(reply.headers['set-cookie'])).toMatch(/^auth_tkt=\w/);
    });

    it('is refused where another site requests it without opening it', async () => {
      const reply = await open({
        'Sec-Fetch-Mode': 'no-cors',
        'Sec-Fetch-Site': 'cross-site',
        accept: 'image/*,*/*;q=0.8',
      });
      expect([reply.status, reply.body.error_code]).toEqual([403, 'cross_site_request']);
      expect(reply.headers['set-cookie']).toBeUndefined();
    });
  });

  it('does not survive another secret', async () => {
    const user = await api.make.user();
    const cookie = (await api.signIn(user)).sessionCookie;
    const other = await startApi({
      SVC_DB_URL: api.database.url,
      SVC_SECRET: 'another secret that is long enough',
    });
    expect((await other.anonymous.get('/session').set('Cookie', cookie)).body.authenticated).toBe(false);
    await other.close();
  });
});

describe('the session cookie', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({
      SVC_COOKIE_EXPIRE: '20',
      SVC_URL: 'https://gate.example/auth',
      SVC_COOKIE_NAME: 'gate',
    });
  });
  afterAll(() => api.close());

  it('is reissued after a tenth of its age, naming the same session; both keep working', async () => {
    const name = await api.make.user();
    const client = await api.signIn(name);
    expect((await client.get('/session')).headers['set-cookie']).toBeUndefined();
    await api.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
      await manager.query("UPDATE session_tokens SET issued_at = issued_at - interval '3 seconds'");
    });
    const reply = await client.get('/nowhere-but-known').expect(404);
    expect(reply.headers['set-cookie']).toBeUndefined();
    const fresh = await client.get('/session').expect(200);
    const cookie = cookieOf(fresh);
    expect(cookie).toMatch(/^gate=/);
    expect(cookie).not.toBe(client.sessionCookie);
    const sent = await api.anonymous.get('/session').set('Cookie', String(cookie));
    expect(sent.body.user.user_name).toBe(name);
    await api.anonymous.get('/signout').set('Cookie', String(cookie)).expect(200);
    expect((await client.get('/session')).body.authenticated).toBe(false);
  });

  it('is secure under an https URL, and links start with that URL regardless of the Host header', async () => {
    const credentials = { user_name: ADMIN.name, password: ADMIN.password };
    const reply = await api.anonymous.post('/signin', credentials).set('Host', 'evil.example').expect(200);
    expect(reply.headers['set-cookie']?.[0]).toContain('; Secure');
    expect(reply.body.url).toBe('https://gate.example/auth/signin');
    const refused = await api.anonymous.get('/users').set('Host', 'evil.example').expect(401);
    expect(JSON.stringify([refused.body, refused.headers])).not.toContain('evil');
  });
});
