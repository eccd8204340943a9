import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, schemaVersion } from '@gatehouse/database';
import { type Logger, silentLogger } from '@gatehouse/logging';
import { PresetProvider, TOKEN_PRESETS, type TokenPreset, createTestDatabase } from '@gatehouse/testing';
import { signInFrom } from './harness/sign-in-from';
import { type TestApi, startApi } from './harness/start-api';

const CHECKED = TOKEN_PRESETS.filter((preset) => preset !== 'orcid' && preset !== 'wso2');
const UNCHECKED = ['orcid', 'wso2'] as const;

/** Reference: identity-providers#opaque-tokens. */
describe('opaque tokens of identity providers', () => {
  let folder: string;
  let api: TestApi;
  const providers = new Map<string, PresetProvider>();
  const warnings: string[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'providers-'));
    for (const preset of TOKEN_PRESETS) providers.set(preset, await PresetProvider.start(preset));
    const definitions = [...providers.values()].map((provider) => provider.definition());
    const all = UNCHECKED.map((preset) =>
      of(preset).definition({ name: `all-${preset}`, accept_tokens: true }),
    );
    const none = of('github').definition({ name: 'none', accept_tokens: false });
    const partner = of('keycloak').definition({ name: 'partner', audiences: ['portal'] });
    const path = join(folder, 'providers.json');
    writeFileSync(path, JSON.stringify({ identity_providers: [...definitions, ...all, none, partner] }));
    const logger = {
      ...silentLogger,
      warn: (data: { reason?: string }, text: string) => warnings.push(`${text}: ${data.reason}`),
    };
    api = await startApi(
      {
        SVC_IDENTITY_PROVIDERS_CONFIG_PATH: path,
        SVC_OUTGOING_ALLOWED: '127.0.0.1',
        SVC_SIGNIN_ADDRESS_FAILURES: '1000',
      },
      logger as unknown as Logger,
    );
  });
  afterAll(async () => {
    await api.close();
    for (const provider of providers.values()) await provider.stop();
    rmSync(folder, { recursive: true });
  });

  function of(preset: TokenPreset): PresetProvider {
    const provider = providers.get(preset);
    if (!provider) throw new Error(preset);
    return provider;
  }
  const withToken = (name: string, token: string) =>
    api.anonymous
      .get(`/providers/${name}/signin`)
      .redirects(0)
      .set({ authorization: `Bearer ${token}` });
  const identities = async (): Promise<number> => {
    const [row] = await api.dataSource.query('SELECT count(*)::int AS count FROM external_identities');
    return row.count;
  };

  it.each(CHECKED)('of %s sign in if they were issued to this client', async (preset) => {
    const reply = await withToken(preset, of(preset).issue('41'));
    expect([reply.status, reply.body.error_code]).toEqual([302, undefined]);
    expect(String(reply.headers['set-cookie'])).toMatch(/^auth_tkt=\w/);
  });

  it.each(TOKEN_PRESETS)('of %s sign nobody in if they were issued to another client', async (preset) => {
    const before = await identities();
    const reply = await withToken(preset, of(preset).issue('666', 'another-client'));
    expect([reply.status, reply.body.error_code]).toEqual([401, 'provider_token_rejected']);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await identities()).toBe(before);
  });

  it.each(UNCHECKED)('of %s, which does not report their client, are refused by default', async (preset) => {
    const { body } = await withToken(preset, of(preset).issue('42')).expect(401);
    expect(body.reason).toBe('tokens_not_accepted');
  });

  it.each(UNCHECKED)('of %s sign in if those of all its clients are accepted', async (preset) => {
    await withToken(`all-${preset}`, of(preset).issue('43', 'another-client')).expect(302);
  });

  it('are refused where tokens are not accepted, also those of this client', async () => {
    const { body } = await withToken('none', of('github').issue('44')).expect(401);
    expect(body.reason).toBe('tokens_not_accepted');
  });

  it('may be issued to other clients that are listed as audiences', async () => {
    await withToken('partner', of('keycloak').issue('45', 'portal')).expect(302);
    const { body } = await withToken('partner', of('keycloak').issue('45', 'another-client')).expect(401);
    expect(body.reason).toBe('audience_mismatch');
  });

  it.each([
    ['github', '/applications/gatehouse/token', { id: 1 }],
    ['github', '/applications/gatehouse/token', { app: { client_id: null } }],
    ['keycloak', '/introspect', { active: true }],
    ['keycloak', '/introspect', { active: true, client_id: '', aud: [] }],
    ['google', '/tokeninfo', { sub: '46' }],
    ['google', '/tokeninfo', { azp: 'gatehouse' }],
    ['google', '/tokeninfo', { aud: 'gatehouse', azp: 'another-client' }],
  ] as const)('of %s are refused where %s answers %j', async (preset, path, answer) => {
    const { answers } = of(preset).server;
    const correct = answers.get(path)!;
    answers.set(path, answer);
    const { body } = await withToken(preset, of(preset).issue('46')).expect(401);
    answers.set(path, correct);
    expect(body.reason).toBe('audience_mismatch');
  });

  it('are an internal error, and no failure of the client, where the provider refuses the client that asks', async () => {
    const { answers } = of('keycloak').server;
    const correct = answers.get('/introspect')!;
    answers.set('/introspect', (_request, response) => response.writeHead(401).end('{}'));
    await withToken('keycloak', of('keycloak').issue('47')).expect(500);
    answers.set('/introspect', correct);
  });

  it('are no failure of the client where the provider answers no further checks for now', async () => {
    const failures = async () =>
      (await api.dataSource.query('SELECT count(*)::int AS count FROM sign_in_failures'))[0].count;
    const { answers } = of('github').server;
    const path = '/applications/gatehouse/token';
    const correct = answers.get(path)!;
    answers.set(path, (_request, response) => response.writeHead(429).end('{}'));
    const before = await failures();
    const reply = await withToken('github', of('github').issue('48'));
    answers.set(path, correct);
    expect([reply.status, reply.body.error_code]).toEqual([500, 'provider_unavailable']);
    expect(await failures()).toBe(before);
  });

  it('and the secret of the client are in no address that is requested', () => {
    for (const { server } of providers.values()) {
      expect(server.requests.length).toBeGreaterThan(0);
      for (const { path } of server.requests) expect(path).not.toMatch(/opaque|secret|\?/);
    }
  });

  it('that are refused for that reason, or accepted from all clients, are named at start', () => {
    const named = warnings.filter((one) => one.startsWith('tokens of the identity provider'));
    expect(named.map((one) => one.split(':', 1)[0])).toEqual([
      'tokens of the identity provider all-wso2',
      'tokens of the identity provider wso2',
    ]);
    expect(named[0]).toContain('issued to any of its clients');
    expect(named[1]).toContain('opaque tokens are refused');
  });

  it('that are refused share a limit with passwords and network tokens, for each client network', async () => {
    const limited = await startApi({
      SVC_SIGNIN_ADDRESS_FAILURES: '3',
      SVC_IDENTITY_PROVIDERS_CONFIG_PATH: join(folder, 'providers.json'),
      SVC_OUTGOING_ALLOWED: '127.0.0.1',
      SVC_NETWORK_ENABLED: 'true',
      SVC_NETWORK_INSTANCE_NAME: 'node-a',
      SVC_NETWORK_PEM_FILES: join(folder, 'key.pem'),
      SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'true',
    });
    const present = (provider: string, token: string, address = '198.18.3.1') =>
      limited.anonymous
        .get(`/providers/${provider}/signin`)
        .redirects(0)
        .set({ authorization: `Bearer ${token}`, 'x-forwarded-for': address });
    expect((await signInFrom(limited.anonymous.url, '198.18.3.1', 'nobody', 'a wrong password')).status).toBe(
      401,
    );
    await present('github', 'invented').expect(401);
    await present('gatehouse_network', '59463f76-2dad-4a3d-802a-860bf807eae2').expect(401);
    for (const [provider, token] of [
      ['github', 'another-invented-one'],
      ['gatehouse_network', '59463f76-2dad-4a3d-802a-860bf807eae3'],
      ['keycloak', of('keycloak').issue('48')],
    ] as const) {
      const { body, headers } = await present(provider, token).expect(429);
      expect([body.error_code, Number(headers['retry-after'])]).toEqual([
        'sign_in_rate_limited',
        expect.any(Number),
      ]);
    }
    await present('keycloak', of('keycloak').issue('48'), '198.18.3.2').expect(302);
    await limited.close();
  });
});

describe('definitions of the previous version', () => {
  it('lose the default that accepted tokens of all clients, and keep what was chosen otherwise', async () => {
    const database = await createTestDatabase();
    const { dataSource } = database;
    for (let undone = ''; !undone.startsWith('ProviderTokens');) {
      undone = await schemaVersion(dataSource);
      await dataSource.undoLastMigration();
    }
    await dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
      for (const [name, more] of [
        ['by-default', {}],
        ['stored', { accept_tokens: true }],
        ['off', { accept_tokens: false }],
      ] as const) {
        await manager.query('INSERT INTO identity_providers (name, definition) VALUES ($1, $2)', [
          name,
          { name, protocol: 'oauth2', ...more },
        ]);
      }
    });
    await migrate(dataSource);
    const rows = await dataSource.query<{ name: string; value: unknown }[]>(
      "SELECT name, definition -> 'accept_tokens' AS value FROM identity_providers ORDER BY id",
    );
    expect(rows).toEqual([
      { name: 'by-default', value: null },
      { name: 'stored', value: null },
      { name: 'off', value: false },
    ]);
    const [change] = await dataSource.query(
      "SELECT count(*)::int AS count FROM changes WHERE entity = 'identity_provider' AND before IS NOT NULL",
    );
    expect(change.count).toBe(1);
    await database.drop();
  });
});
