import { UnitOfWork } from '@gatehouse/database';
import { HostileIssuer } from '@gatehouse/testing';
import { cookieOf } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

describe('identity providers of administrators', () => {
  let issuer: HostileIssuer;
  let api: TestApi;
  let definition: Record<string, unknown>;
  beforeAll(async () => {
    issuer = await HostileIssuer.start();
    api = await startApi({
      SVC_OUTGOING_ALLOWED: '127.0.0.1',
      SVC_GITHUB_CLIENT_ID: 'fixed',
      SVC_GITHUB_CLIENT_SECRET: 'canary of a setting',
    });
    definition = { name: 'lab', protocol: 'openid-connect', issuer: issuer.url, client_id: 'client' };
  });
  afterAll(async () => {
    await api.close();
    await issuer.stop();
  });

  const SECRET = 'canary of a client secret';

  it('are created, used, changed and deleted, and their secrets are never shown', async () => {
    const created = await api.admin.post('/providers', { definition, client_secret: SECRET }).expect(201);
    expect(created.body.provider).toMatchObject({
      provider_name: 'lab',
      source: 'api',
      has_secret: true,
      definition: { issuer: issuer.url, scopes: ['openid', 'profile', 'email'], provisioning: true },
    });
    const token = issuer.idToken({ nonce: undefined });
    const signIn = () =>
      api.anonymous.get('/providers/lab/signin').redirects(0).set('Authorization', `Bearer ${token}`);
    const cookie = cookieOf(await signIn().expect(302)) ?? '';
    const changed = await api.admin
      .patch('/providers/lab', { definition: { display_name: 'Lab' } })
      .expect(200);
    const shown = await api.admin.get('/providers/lab').expect(200);
    const changes = await api.dataSource.query('SELECT * FROM changes');
    const stored = await api.dataSource.query('SELECT definition::text FROM identity_providers');
    const [sealed] = await api.dataSource.query<{ secret: Buffer }[]>(
      'SELECT secret FROM identity_provider_secrets',
    );
    const everything = JSON.stringify([created.body, changed.body, shown.body, changes, stored]);
    expect(everything).not.toContain('canary');
    expect(sealed?.secret.toString('latin1')).not.toContain('canary');
    expect((await api.anonymous.get('/providers')).body.providers.external).toEqual(['GitHub', 'Lab']);

    await api.admin.delete('/providers/lab').expect(200);
    await api.admin.get('/providers/lab').expect(404);
    const session = await api.anonymous.get('/session').set('Cookie', cookie);
    expect(session.body.authenticated).toBe(false);
    // Another provider of that name has other users.
    expect((await api.admin.get('/users/anna_lab/identities').expect(200)).body.identities).toEqual([]);
  });

  it('are tried by discovery before they are defined, through the guard of outgoing requests', async () => {
    const discover = async (url: string) =>
      (await api.admin.post('/discovery', { issuer: url }).expect(200)).body;
    expect(await discover(issuer.url)).toMatchObject({ state: 'usable', reason: null, stated_issuer: null });
    expect(await discover(`${issuer.url}/`)).toMatchObject({
      state: 'other_issuer',
      reason: expect.stringContaining('another issuer'),
      stated_issuer: issuer.url,
    });
    expect(await discover('http://127.0.0.1:9/')).toMatchObject({
      state: 'unusable',
      reason: '127.0.0.1:9: the connection failed (ECONNREFUSED)',
    });
    expect(await discover('http://127.0.0.2/')).toMatchObject({ state: 'unusable' });
    expect((await discover('http://127.0.0.2/'))['reason']).not.toMatch(/ECONNREFUSED/);
    expect(await discover('file:///etc/passwd')).toMatchObject({
      state: 'unusable',
      reason: 'it is not a URL',
    });
    const member = await api.signIn(await api.make.user());
    await member.post('/discovery', { issuer: issuer.url }).expect(403);
  });

  it('end, when they are deleted, only the memberships in groups that their claims granted', async () => {
    await api.make.group({ group_name: 'claimed' });
    await api.make.group({ group_name: 'given' });
    const groups = { claim: 'teams', mapping: { a: 'claimed', b: 'given' } };
    await api.admin.post('/providers', { definition: { ...definition, groups } }).expect(201);
    const signIn = (teams: string[]) =>
      api.anonymous
        .get('/providers/lab/signin')
        .redirects(0)
        .set('Authorization', `Bearer ${issuer.idToken({ nonce: undefined, sub: 'ida', teams })}`)
        .expect(302);
    await signIn([]);
    const user = 'ida_lab';
    await api.admin.post(`/users/${user}/groups`, { group_name: 'given' }).expect(201);
    await signIn(['a', 'b']);
    const groupsOf = async () => (await api.admin.get(`/users/${user}/groups`).expect(200)).body.group_names;
    expect(await groupsOf()).toEqual(['anonymous', 'claimed', 'given', 'users']);
    await api.admin.delete('/providers/lab').expect(200);
    expect(await groupsOf()).toEqual(['anonymous', 'given', 'users']);
  });

  it('whose address is no longer allowed are not listed and not requested, and can be changed and deleted', async () => {
    await api.admin.post('/providers', { definition }).expect(201);
    const unitOfWork = api.app.get(UnitOfWork);
    const move = () =>
      unitOfWork.run(() =>
        unitOfWork.manager.query(
          `UPDATE identity_providers SET definition = jsonb_set(definition, '{issuer}', '"https://10.0.0.1"')
            WHERE name = 'lab'`,
        ),
      );
    await move();
    expect((await api.anonymous.get('/providers')).body.providers.external).not.toContain('lab');
    const begun = await api.anonymous.get('/providers/lab/signin').redirects(0);
    expect([begun.status, begun.body.error_code]).toEqual([500, 'provider_unavailable']);
    await api.admin.get('/providers/lab').expect(200);
    await api.admin.patch('/providers/lab', { definition: { issuer: issuer.url } }).expect(200);
    expect((await api.anonymous.get('/providers')).body.providers.external).toContain('lab');
    await move();
    await api.admin.delete('/providers/lab').expect(200);
    await api.admin.get('/providers/lab').expect(404);
  });

  it('report a logout once: a logout token that is replayed is refused', async () => {
    await api.admin.post('/providers', { definition }).expect(201);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const logout_token = issuer.idToken({ nonce: undefined, events, jti: 'once', sid: 's1' });
    const report = () => api.anonymous.post('/providers/lab/logout', { logout_token });
    await report().expect(200);
    const replayed = await report();
    expect([replayed.status, replayed.body.error_code, replayed.body.reason]).toEqual([
      400,
      'provider_logout_refused',
      'token_replayed',
    ]);
    await api.admin.delete('/providers/lab').expect(200);
  });

  it('do not send a stored secret to another target', async () => {
    await api.admin.post('/providers', { definition, client_secret: SECRET }).expect(201);
    const elsewhere = { definition: { issuer: 'https://other.example.org' } };
    const refused = await api.admin.patch('/providers/lab', elsewhere).expect(400);
    expect([refused.body.error_code, refused.body.param.name]).toEqual(['value_missing', 'client_secret']);
    await api.admin.patch('/providers/lab', { ...elsewhere, client_secret: 'new' }).expect(200);
    await api.admin.delete('/providers/lab').expect(200);
  });

  it('do not send a stored secret beside the address of another profile, where GitHub is asked about tokens', async () => {
    const github = { name: 'hub', preset: 'github', client_id: 'client' };
    await api.admin.post('/providers', { definition: github, client_secret: SECRET }).expect(201);
    const elsewhere = { definition: { identity_url: `${issuer.url}/user` } };
    const refused = await api.admin.patch('/providers/hub', elsewhere).expect(400);
    expect([refused.body.error_code, refused.body.param.name]).toEqual(['value_missing', 'client_secret']);
    const token = () =>
      api.anonymous.get('/providers/hub/signin').redirects(0).set('Authorization', 'Bearer opaque');
    await api.admin.patch('/providers/hub', { ...elsewhere, client_secret: 'new' }).expect(200);
    await token();
    const [sent] = issuer.requests.filter(({ path }) => path === '/applications/client/token');
    expect(sent?.headers.authorization).toBe(`Basic ${Buffer.from('client:new').toString('base64')}`);
    await api.admin.delete('/providers/hub').expect(200);
  });

  it.each([
    ['a name that exists', { name: 'github' }, 409, 'provider_name_taken'],
    ['the name of the internal provider', { name: 'gatehouse' }, 409, 'provider_name_taken'],
    ['a malformed name', { name: 'A b' }, 422, 'provider_value_invalid'],
    ['an unknown field', { secrets: 1 }, 422, 'provider_field_unknown'],
    ['an unknown preset', { preset: 'x' }, 422, 'provider_value_invalid'],
    ['no issuer', { issuer: null }, 400, 'value_missing'],
    ['a private issuer', { issuer: 'https://10.0.0.1' }, 422, 'provider_target_refused'],
    ['an issuer without a host', { issuer: 'javascript:alert(1)' }, 422, 'provider_value_invalid'],
    ['another subject', { fields: { subject: 'email' } }, 422, 'provider_value_invalid'],
    ['a secret that is not a text', { client_secret: 5 }, 422, 'provider_value_invalid'],
  ])('are not created with %s', async (_, changes, status, code) => {
    const reply = await api.admin.post('/providers', { definition: { ...definition, ...changes } });
    expect([reply.status, reply.body.error_code]).toEqual([status, code]);
  });

  it('are not changed by a request without a field, and not created or changed with unknown groups', async () => {
    const known = await api.make.group();
    const groups = (name: string) => ({ claim: 'teams', mapping: { a: known, b: name } });
    const own = { ...definition, name: 'mapped' };
    const refusedCreation = await api.admin.post('/providers', {
      definition: { ...own, groups: groups('nosuch') },
    });
    expect(refusedCreation.body).toMatchObject({
      code: 404,
      error_code: 'group_not_found',
      param: { name: 'groups.mapping', value: 'nosuch', conditions: { not_none: false } },
    });
    await api.admin.get('/providers/mapped').expect(404);
    await api.admin.post('/providers', { definition: { ...own, groups: groups(known) } }).expect(201);
    for (const [body, status, code] of [
      [{}, 400, 'provider_unchanged'],
      [{ definition: {} }, 400, 'provider_unchanged'],
      [{ definition: { groups: groups(known.toUpperCase()) } }, 404, 'group_not_found'],
    ] as const) {
      const reply = await api.admin.patch('/providers/mapped', body);
      expect([body, reply.status, reply.body.error_code]).toEqual([body, status, code]);
    }
    // A group that was deleted does not prevent changes of other fields.
    await api.admin.delete(`/groups/${known}`).expect(200);
    await api.admin.patch('/providers/mapped', { definition: { display_name: 'Mapped' } }).expect(200);
    await api.admin.delete('/providers/mapped').expect(200);
  });

  it('of the settings are read-only', async () => {
    for (const reply of [
      await api.admin.patch('/providers/github', { definition: { provisioning: false } }),
      await api.admin.delete('/providers/github'),
    ]) {
      expect([reply.status, reply.body.error_code]).toEqual([403, 'provider_read_only']);
    }
  });
});
