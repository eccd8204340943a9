import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '@gatehouse/settings';
import { freePort } from '@gatehouse/testing';
import { parse } from 'yaml';
import { AdministratorApi } from '../src/api';
import { BirdhouseComponent, COMPONENT } from '../src/birdhouse-component';
import { type RunningNginx, startNginx, withPorts } from '../src/nginx';
import { type RunningSystem, startSystem } from '../src/system';
import { type Upstream, startUpstream } from '../src/upstream';

/** As the components magpie, twitcher and proxy of birdhouse-deploy set them. */
const platform = (host: string) => ({
  BIRDHOUSE_FQDN: host,
  BIRDHOUSE_FQDN_PUBLIC: host,
  BIRDHOUSE_PROXY_SCHEME: 'http',
  BIRDHOUSE_DATA_PERSIST_ROOT: '/data',
  BIRDHOUSE_VERIFY_SSL: 'true',
  TWITCHER_PROTECTED_PATH: '/twitcher/ows/proxy',
  MAGPIE_ADMIN_USERNAME: 'admin',
  MAGPIE_ADMIN_PASSWORD: 'the-keeper-of-the-gate',
  MAGPIE_PROVIDERS_CONFIG_PATH: '/opt/local/src/magpie/config/providers',
  MAGPIE_PERMISSIONS_CONFIG_PATH: '/opt/local/src/magpie/config/permissions',
  MAGPIE_WEBHOOKS_CONFIG_PATH: '/opt/local/src/magpie/config/webhooks',
  MAGPIE_USER_REGISTRATION_ENABLED: 'false',
  MAGPIE_NETWORK_ENABLED: 'false',
  MAGPIE_NETWORK_TOKEN_NAME: 'magpie_token',
  MAGPIE_NETWORK_PEM_FILES_ON_CONTAINER: '/magpie-pem/key.pem',
});
const ENV_LOCAL = {
  GATEHOUSE_SECRET: '0123456789abcdef0123456789abcdef',
  GATEHOUSE_POSTGRES_PASSWORD: 'the-password-of-the-database',
};
const LISTED = [...Object.keys(platform('')), ...OTHER_VARIABLES()];

/** Optional variables of the component magpie, which are empty here. */
function OTHER_VARIABLES(): string[] {
  const text = readFileSync(join(COMPONENT, 'gatehouse.ini.template'), 'utf8');
  return [...text.matchAll(/\$\{(MAGPIE_\w+)\}/g)].map(([, name = '']) => name);
}

/** The surroundings in which birdhouse-deploy includes the files of components. */
const surroundings = (port: number, directives: string, services: string): string => `
  map $http_x_forwarded_proto $real_scheme { default $http_x_forwarded_proto; '' $scheme; }
  ${directives}
  server {
    listen 127.0.0.1:${port};
    ${services}
  }`;

describe('Gatehouse in the place of Magpie and Twitcher', () => {
  let system: RunningSystem;
  let service: Upstream;
  let folder: string;
  let base: string;
  let ports: { readonly own: number; readonly api: number; readonly proxy: number };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-switch-'));
    const [own, api, proxy] = await Promise.all([freePort(), freePort(), freePort()]);
    ports = { own, api, proxy };
    base = `http://localhost:${own}`;
    service = await startUpstream();
    const component = new BirdhouseComponent(platform(`localhost:${own}`), ENV_LOCAL);
    // The database of the component is a container; everything else of its settings is used.
    const settings = component.render('gatehouse.ini.template', LISTED).replace(/^SVC_DB_URL.*\n/m, '');
    writeFileSync(join(folder, 'gatehouse.ini'), settings);
    system = await startSystem({
      apiPort: api,
      proxyPort: proxy,
      published: { apiUrl: `${base}/magpie`, servicesUrl: `${base}/twitcher/ows/proxy` },
      settings: {
        SVC_INI_FILE_PATH: join(folder, 'gatehouse.ini'),
        SVC_PROXY_HOOKS_FILE: join(COMPONENT, 'hooks.yml'),
        SVC_LISTEN_HOST: '127.0.0.1',
      },
    });
    const administrator = await AdministratorApi.signIn(system);
    await administrator.createUser('ada');
    await administrator.createService('rivers', service.url, 'api');
    await administrator.createService('jupyterhub', service.url);
  });
  afterAll(async () => {
    await system?.stop();
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ofComponent = (name: string): string => readFileSync(join(COMPONENT, 'config/proxy', name), 'utf8');
  const configurations: Readonly<Record<string, () => string>> = {
    'the component for birdhouse-deploy': () =>
      surroundings(
        ports.own,
        ofComponent('conf.extra-directives.d/gatehouse.conf'),
        ['magpie/magpie.conf', 'twitcher/twitcher.conf']
          .map((name) => ofComponent(`conf.extra-service.d/${name}`))
          .join('\n')
          // Names of containers.
          .replaceAll('http://magpie:2001', `http://127.0.0.1:${ports.api}`)
          .replaceAll('http://twitcher:8000', `http://127.0.0.1:${ports.proxy}`),
      ),
    'docs/front-ends/magpie.conf': () =>
      withPorts(readFileSync(join(process.cwd(), 'docs/front-ends/magpie.conf'), 'utf8'), {
        2001: ports.api,
        2002: ports.proxy,
        8088: ports.own,
      }),
  };

  describe.each(Object.entries(configurations))('with the nginx of %s', (_name, configuration) => {
    let nginx: RunningNginx;
    beforeAll(async () => {
      nginx = await startNginx(configuration(), ports.own);
    });
    afterAll(() => nginx?.stop());

    const signIn = async (body: URLSearchParams | string, type?: string): Promise<Response> =>
      fetch(`${base}/magpie/signin`, {
        method: 'POST',
        body,
        ...(type === undefined ? {} : { headers: { 'Content-Type': type } }),
      });
    const admin = { user_name: 'admin', password: 'the-keeper-of-the-gate' };
    const cookieOf = (reply: Response): string => reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';

    /** Sends a path as it is written. */
    const raw = (path: string, cookie: string): Promise<number> =>
      new Promise((resolve, reject) => {
        request(`${base}/`, { path, headers: { Cookie: cookie }, agent: false }, (reply) => {
          reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
        })
          .on('error', reject)
          .end();
      });

    it('answers health checks and monitoring', async () => {
      for (const path of ['/magpie/', '/twitcher/']) expect((await fetch(base + path)).status).toBe(200);
      const text = await (await fetch(`${base}/magpie/version`)).text();
      expect(text).toMatch(/\{.*"code": 200.*"type": "application\/json".*\}/);
      expect((await fetch(`${base}/twitcher/metrics`)).status).toBe(404);
      expect((await fetch(`${base}/magpie/ui/`)).status).toBe(200);
      expect(await raw('/magpi%65/version', '')).toBe(400);
    });

    it('signs in forms with the provider of Magpie and JSON, and signs out with only the cookie', async () => {
      const form = await signIn(new URLSearchParams({ ...admin, provider_name: 'ziggurat' }));
      expect((await form.json()).detail).toBe('Login successful.');
      const json = await signIn(JSON.stringify(admin), 'application/json');
      expect((await json.json()).detail).toBe('Login successful.');
      const cookie = cookieOf(form);
      const session = await (await fetch(`${base}/magpie/session`, { headers: { Cookie: cookie } })).text();
      expect(session).toContain('"authenticated": true');
      expect(session).toContain('"administrators"');
      const current = await (
        await fetch(`${base}/magpie/users/current`, { headers: { Cookie: cookie } })
      ).json();
      expect(current.user).toMatchObject({
        user_name: 'admin',
        group_names: expect.arrayContaining(['administrators']),
      });
      const out = await fetch(`${base}/magpie/signout`, { headers: { Cookie: cookie } });
      expect((await out.json()).detail).toBe('Sign out successful.');
      expect(out.headers.getSetCookie().join()).toMatch(/^auth_tkt=;/);
    });

    it('serves services below the address of Twitcher, in the spelling in which clients wrote it', async () => {
      const cookie = cookieOf(await signIn(JSON.stringify(admin), 'application/json'));
      for (const path of ['/data/a%20b', '/data/x?q=a%2Fb&r=%26', '/data/a%2Fb'])
        expect(await raw(`/twitcher/ows/proxy/rivers${path}`, cookie)).toBe(200);
      expect(service.received.slice(-3).map(({ path }) => path)).toEqual([
        '/data/a%20b',
        '/data/x?q=a%2Fb&r=%26',
        '/data/a%2Fb',
      ]);
      expect(await raw('/twitcher/ows/proxy/rivers/data', '')).toBe(401);
    });

    it('decides on verify calls as nginx sends them, also with a double slash and by JupyterHub itself', async () => {
      const cookie = cookieOf(await signIn(JSON.stringify(admin), 'application/json'));
      for (const path of ['/twitcher/ows/verify/rivers/data?x=1', '/twitcher/ows/verify//rivers/data']) {
        expect(await raw(path, cookie)).toBe(200);
        expect(await raw(path, '')).toBe(401);
      }
      const hub = await fetch(`${system.proxyUrl}/ows/verify/jupyterhub`, { headers: { Cookie: cookie } });
      expect(hub.status).toBe(200);
    });

    it('answers the calls of the user-directory synchronizer', async () => {
      const cookie = cookieOf(await signIn(JSON.stringify(admin), 'application/json'));
      for (const path of [
        '/services/types',
        '/services/types/api',
        '/services/rivers',
        '/services/rivers/resources',
        '/users?detail=true',
        '/users/ada',
        '/users/ada/resources',
        '/groups/anonymous/users',
        '/groups/anonymous/resources',
      ]) {
        const reply = await fetch(`${base}/magpie${path}`, { headers: { Cookie: cookie } });
        expect([path, reply.status]).toEqual([path, 200]);
      }
    });
  });
});

describe('the component for birdhouse-deploy', () => {
  const component = new BirdhouseComponent(platform('gate.example.org'), ENV_LOCAL);
  const lines = (text: string): Record<string, string> =>
    Object.fromEntries(
      text.split('\n').flatMap((line) => {
        const [, name = '', value = ''] = /^(SVC_\w+) = (.*)$/.exec(line) ?? [];
        return name === '' ? [] : [[name, value]];
      }),
    );

  it('renders settings with which Gatehouse starts', () => {
    const text = component.render('gatehouse.ini.template', LISTED);
    expect(text).not.toContain('${');
    const settings = loadSettings(lines(text));
    expect(settings).toMatchObject({
      preset: 'magpie',
      publicUrl: 'http://gate.example.org/magpie',
      proxyPublicUrl: 'http://gate.example.org/twitcher/ows/proxy',
      proxyPort: 8000,
      databaseUrl: `postgresql://gatehouse:${ENV_LOCAL.GATEHOUSE_POSTGRES_PASSWORD}@postgres-gatehouse:5432/gatehouse`,
      networkTokenName: 'magpie_token',
      readOnly: false,
      proxyUpstreamInsecure: false,
    });
  });

  it('follows env.local', () => {
    const own = new BirdhouseComponent(
      { ...platform('gate.example.org'), BIRDHOUSE_VERIFY_SSL: 'false' },
      {
        ...ENV_LOCAL,
        GATEHOUSE_READ_ONLY: 'true',
        GATEHOUSE_SERVICES_URL: 'https://data.example.org/ows/proxy',
      },
    );
    expect(loadSettings(lines(own.render('gatehouse.ini.template', LISTED)))).toMatchObject({
      readOnly: true,
      proxyPublicUrl: 'https://data.example.org/ows/proxy',
      proxyUpstreamInsecure: true,
    });
  });

  it('has compose files for the containers that other components know, with files that exist', () => {
    const compose = parse(component.compose('docker-compose-extra.yml')) as {
      services: Record<string, { image: string; volumes: string[]; healthcheck: { test: string[] } }>;
    };
    expect(Object.keys(compose.services)).toEqual(['magpie', 'twitcher', 'postgres-gatehouse']);
    expect(compose.services['magpie']?.image).toBe('gatehouse-api:6.0.0');
    const proxy = parse(component.compose('config/proxy/docker-compose-extra.yml')) as typeof compose;
    const mounted = [compose, proxy].flatMap(({ services }) =>
      Object.values(services).flatMap(({ volumes }) => volumes),
    );
    const own = mounted.flatMap(
      (volume) => /^\.\/optional-components\/gatehouse\/([^:]+):/.exec(volume)?.[1] ?? [],
    );
    expect(own.length).toBe(6);
    for (const file of own)
      expect([file, [file, `${file}.template`].some((each) => existsSync(join(COMPONENT, each)))]).toEqual([
        file,
        true,
      ]);
  });

  it('lists its own variables for the templates', () => {
    const own = component.render('gatehouse.ini.template', []).match(/\$\{GATEHOUSE_\w+\}/g);
    expect(own).toBeNull();
    expect(component.render('postgres-credentials.env.template', [])).toContain(
      `POSTGRES_PASSWORD=${ENV_LOCAL.GATEHOUSE_POSTGRES_PASSWORD}`,
    );
  });
});
