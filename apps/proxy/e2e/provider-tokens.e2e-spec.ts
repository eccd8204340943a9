import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnitOfWork } from '@gatehouse/database';
import { SessionStore, deriveKeys } from '@gatehouse/identity';
import { silentLogger } from '@gatehouse/logging';
import { PresetProvider, TOKEN_PRESETS } from '@gatehouse/testing';
import { ProviderSignIn } from '../src/sign-in/provider-sign-in';
import { call } from './support/exchange';
import { Fixture } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

/** Reference: identity-providers#opaque-tokens, sessions#sign-in-limits. */
describe('opaque tokens of identity providers at the proxy', () => {
  let folder: string;
  let fixture: Fixture;
  let upstream: Upstream;
  let service: string;
  const providers = new Map<string, PresetProvider>();
  const opened: ProviderSignIn[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'providers-'));
    for (const preset of TOKEN_PRESETS) providers.set(preset, await PresetProvider.start(preset));
    const definitions = [...providers.values()].map((provider) => provider.definition());
    writeFileSync(join(folder, 'providers.json'), JSON.stringify({ identity_providers: definitions }));
    fixture = await Fixture.open();
    upstream = await startUpstream();
    service = (await fixture.addService(upstream.url)).name;
  });
  afterAll(async () => {
    await fixture.close();
    for (const signIn of opened) await signIn.close();
    for (const provider of providers.values()) await provider.stop();
    await upstream.close();
    rmSync(folder, { recursive: true });
  });

  async function start(environment: Record<string, string> = {}): Promise<number> {
    const all = {
      SVC_IDENTITY_PROVIDERS_CONFIG_PATH: join(folder, 'providers.json'),
      SVC_OUTGOING_ALLOWED: '127.0.0.1',
      SVC_NETWORK_ENABLED: 'true',
      SVC_NETWORK_INSTANCE_NAME: 'node-a',
      SVC_SIGNIN_ADDRESS_FAILURES: '1000',
      ...environment,
    };
    const settings = fixture.settings(all);
    const { dataSource } = fixture.database;
    const unitOfWork = new UnitOfWork(dataSource);
    const sessions = new SessionStore(dataSource, unitOfWork, deriveKeys(settings.secret), settings);
    const signIn = new ProviderSignIn({ settings, unitOfWork, sessions, logger: silentLogger });
    opened.push(signIn);
    return (await fixture.startProxy(all, {}, silentLogger, signIn)).port;
  }
  const tokenOf = (preset: string, subject: string, clientId?: string): string =>
    providers.get(preset)?.issue(subject, clientId) ?? '';
  const get = (port: number, provider: string, token: string, address = '198.18.1.1') =>
    call(port, {
      path: `/ows/proxy/${service}?provider_name=${provider}`,
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    });
  const sessionsOf = async (): Promise<number> => {
    const [row] = await fixture.database.dataSource.query('SELECT count(*)::int AS count FROM sessions');
    return row.count;
  };

  describe('that were issued', () => {
    let port: number;
    beforeAll(async () => {
      port = await start();
    });

    it.each(['github', 'google', 'gitlab', 'keycloak', 'egi'])(
      'by %s to this client sign in',
      async (preset) => {
        const reply = await get(port, preset, tokenOf(preset, '41'));
        // The new account has no permission for the service.
        expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([403, 'permission_denied']);
        expect(reply.headers['set-cookie']?.[0]).toMatch(/^auth_tkt=\w/);
      },
    );

    it.each(TOKEN_PRESETS)('by %s to another client sign nobody in', async (preset) => {
      const before = await sessionsOf();
      const reply = await get(port, preset, tokenOf(preset, '666', 'another-client'));
      expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([401, 'refused_credentials']);
      expect(reply.headers['set-cookie']).toBeUndefined();
      expect(await sessionsOf()).toBe(before);
    });
  });

  describe('that are refused', () => {
    const settings = { SVC_SIGNIN_ADDRESS_FAILURES: '5' };
    const isolated = async () => {
      await fixture.database.dataSource.query('DELETE FROM sign_in_failures');
      return start(settings);
    };

    it.each([
      ['of a provider', 'github', (index: number) => `invented${index}`],
      ['of no provider', 'nowhere', (index: number) => `invented${index}`],
      ['of the internal provider', 'gatehouse', (index: number) => `invented${index}`],
      [
        'of the network',
        'gatehouse_network',
        (index: number) => `59463f76-2dad-4a3d-802a-860bf807ea${10 + index}`,
      ],
    ])('%s are limited by the network of the client, with Retry-After', async (_, provider, invented) => {
      const port = await isolated();
      const replies = [];
      for (let index = 0; index < 8; index++) replies.push(await get(port, provider, invented(index)));
      expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
      expect(Number(replies[7]?.headers['retry-after'])).toBeGreaterThan(0);
      expect(replies[7]?.headers['x-gatehouse-reason']).toBe('sign_in_rate_limited');
      expect((await get(port, provider, invented(8), '198.18.2.2')).status).toBe(401);
    });

    it('count together with those at other proxies', async () => {
      const port = await isolated();
      const other = await start(settings);
      for (let index = 0; index < 5; index++) {
        expect((await get(index % 2 ? other : port, 'github', `invented${index}`)).status).toBe(401);
      }
      expect((await get(other, 'github', 'invented')).status).toBe(429);
      expect((await get(port, 'github', 'invented')).status).toBe(429);
    });

    it('are answered with 403 and the reason to a front end that knows no 429', async () => {
      const port = await isolated();
      for (let index = 0; index < 5; index++) await get(port, 'github', `invented${index}`);
      const reply = await call(port, {
        path: `/ows/verify/${service}?provider_name=github`,
        headers: { authorization: 'Bearer invented', 'x-forwarded-for': '198.18.1.1' },
      });
      expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([403, 'sign_in_rate_limited']);
    });

    it('limit neither a token that was accepted before, nor requests with a cookie', async () => {
      const port = await isolated();
      const token = tokenOf('github', '42');
      const first = await get(port, 'github', token);
      const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      for (let index = 0; index < 6; index++) await get(port, 'github', `invented${index}`);
      expect((await get(port, 'github', tokenOf('github', '43'))).status).toBe(429);
      expect((await get(port, 'github', token)).status).toBe(403);
      const reply = await call(port, {
        path: `/ows/proxy/${service}`,
        headers: { cookie, 'x-forwarded-for': '198.18.1.1' },
      });
      expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([403, 'permission_denied']);
    });
  });
});
