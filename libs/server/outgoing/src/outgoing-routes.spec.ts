import { OutgoingRoutes } from './outgoing-routes';
import { OutgoingTargets } from './outgoing-targets';

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'id.example.org': ['8.8.8.8', '2001:4860:4860::8888'],
  'other.example.org': ['9.9.9.9'],
  'both.example.org': ['8.8.8.8', '10.1.0.1'],
};

const routesFor = (allowed: readonly string[], except: readonly string[], code = 'ENOTFOUND') =>
  new OutgoingRoutes(
    new OutgoingTargets(allowed),
    except,
    async (name) => {
      const found = KNOWN[name];
      if (!found) throw Object.assign(new Error(code), { code });
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    1_000,
  );

describe('the way of a request', () => {
  it.each([
    ['https://id.example.org/', [], [], true],
    ['https://ID.example.org./', [], ['id.example.org'], false],
    ['https://id.example.org/', [], ['*.example.org'], false],
    ['https://id.example.org/', [], ['other.example.org', 'example.org', '10.0.0.0/8'], true],
    ['https://other.example.org/', [], ['9.9.9.0/24'], false],
    ['https://id.example.org/', [], ['2001:4860::/32'], false],
    ['https://8.8.8.8/', [], ['8.8.8.8'], false],
    ['https://8.8.8.8/', [], ['8.8.4.4'], true],
    ['https://[::ffff:8.8.8.8]/', [], [], true],
    ['https://10.1.0.1/', ['10.1.0.0/16'], [], false],
    ['https://both.example.org/', ['10.1.0.0/16'], [], false],
    ['https://unknown.example.org/', [], [], true],
    ['https://unknown.example.org/', [], ['*.example.org'], false],
  ])(
    'to %s, with %j allowed and %j excepted, leads through the proxy: %s',
    async (url, allowed, except, isProxied) => {
      expect(await routesFor(allowed, except).isProxied(new URL(url))).toBe(isProxied);
    },
  );

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'])(
    'leads through the proxy where the look-up ends with %s',
    async (code) => {
      const routes = routesFor([], [], code);
      expect(await routes.isProxied(new URL('https://unknown.example.org/'))).toBe(true);
    },
  );

  it('is none where the look-up cannot be made', async () => {
    const failed = routesFor([], [], 'ENOMEM').isProxied(new URL('https://unknown.example.org/'));
    await expect(failed).rejects.toThrow('ENOMEM');
  });
});
