import { openDatabase } from '@gatehouse/database';
import { silentLogger } from '@gatehouse/logging';
import { type Settings, loadSettings } from '@gatehouse/settings';
import { call, until } from '../../../proxy/e2e/support/exchange';
import { startUpstream } from '../../../proxy/e2e/support/upstream';
import { Proxy } from '../../../proxy/src/proxy';
import { Builders } from './builders';
import { failedExamples } from './observed-examples';
import type { TestApi } from './start-api';

/** Of which kind replies are, and how many: `{ 201: 40 }`. */
type Statuses = Readonly<Record<string, number>>;

/** What a system does that depends on the database behind it. */
export interface Observations {
  readonly writers: Statuses;
  readonly signIns: Statuses;
  readonly names: Readonly<Record<string, number>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly proxy: Readonly<Record<string, number>>;
  /** Requests of the worked examples of permissions that are not answered as those specify. */
  readonly failedExamples: readonly string[];
}

/** What every environment must show: that of PostgreSQL in the language C, without settings of its own. */
export const EXPECTED: Observations = {
  writers: { 201: 40 },
  signIns: { 200: 20 },
  names: {
    'account ida': 201,
    'account other with INFO@example.org': 409,
    'sign-in as IDA': 200,
    'sign-in as info@EXAMPLE.org': 200,
    'account IDA': 400,
    'group Islands': 201,
    'group ISLANDS': 409,
    'resource Internal': 201,
    'resource internal': 409,
    'resource INTERNAL': 409,
    'resource Island': 201,
  },
  lists: {
    groups: ['Beta', 'I', 'Islands', 'Zulu', 'alpha', 'i1', 'zeta'],
    users: ['a-b', 'a.b', 'ab', 'ida'],
    'search for island': ['Island', 'Islands'],
  },
  values: {
    configuration: { number: 0.1, large: 12345678901, text: "a \\ 'quoted' NULL", list: [null, 'NULL'] },
    'time of a change': 'ISO 8601 in UTC',
    'empty and missing': ['', null],
  },
  proxy: {
    'before the grant': 403,
    'after the grant': 200,
    'denied resource': 403,
    'denied resource in other case': 403,
    'after the revocation': 403,
    'after the revocation, without stating a revision': 403,
  },
  failedExamples: [],
};

/**
 * Uses a system as its users do, and returns what it has shown.
 *
 * @param withExamples whether the worked examples are run, which takes some seconds
 */
export async function observe(api: TestApi, withExamples = false): Promise<Observations> {
  const system = await RunningSystem.start(api);
  try {
    return {
      names: await system.names(),
      lists: await system.lists(),
      values: await system.values(),
      proxy: await system.decisions(),
      writers: await system.writers(),
      signIns: await system.signIns(),
      failedExamples: withExamples ? await system.failedExamples() : [],
    };
  } finally {
    await system.stop();
  }
}

class RunningSystem {
  private constructor(
    private readonly api: TestApi,
    private readonly port: number,
    private readonly upstream: Awaited<ReturnType<typeof startUpstream>>,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(api: TestApi): Promise<RunningSystem> {
    const upstream = await startUpstream();
    const settings = proxySettings(api.settings);
    const { databaseUrl, databaseDirectUrl: directUrl } = settings;
    const { dataSource } = await openDatabase({
      url: databaseUrl,
      directUrl,
      process: 'proxy',
      poolSize: 4,
      connectMillis: 8_000,
    });
    const proxy = new Proxy({ settings, dataSource, logger: silentLogger });
    const port = await proxy.start();
    return new RunningSystem(api, port, upstream, async () => {
      await proxy.stop();
      await dataSource.destroy();
      await upstream.close();
    });
  }

  async names(): Promise<Observations['names']> {
    const { admin, anonymous, make } = this.api;
    const account = (user_name: string, email: string) =>
      admin.post('/users', { user_name, email, password: Builders.PASSWORD });
    const signIn = (user_name: string) =>
      anonymous.post('/signin', { user_name, password: Builders.PASSWORD });
    const group = (group_name: string) => admin.post('/groups', { group_name });
    const root = await make.serviceId(await make.service({ service_type: 'api' }));
    const resource = (resource_name: string) =>
      admin.post('/resources', { resource_type: 'route', parent_id: root, resource_name });
    const statuses: Record<string, number> = {};
    for (const [name, send] of [
      ['account ida', () => account('ida', 'info@example.org')],
      ['account other with INFO@example.org', () => account('other', 'INFO@example.org')],
      ['sign-in as IDA', () => signIn('IDA')],
      ['sign-in as info@EXAMPLE.org', () => signIn('info@EXAMPLE.org')],
      ['account IDA', () => account('IDA', 'ida@example.org')],
      ['group Islands', () => group('Islands')],
      ['group ISLANDS', () => group('ISLANDS')],
      ['resource Internal', () => resource('Internal')],
      ['resource internal', () => resource('internal')],
      ['resource INTERNAL', () => resource('INTERNAL')],
      ['resource Island', () => resource('Island')],
    ] as const)
      statuses[name] = (await send()).status;
    return statuses;
  }

  async lists(): Promise<Observations['lists']> {
    const { admin, make } = this.api;
    const groups = ['zeta', 'alpha', 'Zulu', 'i1', 'I', 'Beta'];
    for (const name of groups) await make.group({ group_name: name });
    const users = ['ab', 'a.b', 'a-b'];
    for (const name of users) await make.user({ user_name: name });
    const own = <Item>(all: readonly Item[], expected: readonly Item[]) =>
      all.filter((one) => expected.includes(one));
    const listed = await admin.get('/groups').expect(200);
    const accounts = await admin.get('/users').expect(200);
    const { body: found } = await admin.get('/search?q=ISLAND').expect(200);
    const names = JSON.stringify(found).match(/"(?:name|resource_name|group_name)": ?"(Islands?)"/g) ?? [];
    return {
      groups: own(listed.body.group_names as string[], [...groups, 'Islands']),
      users: own(accounts.body.user_names as string[], [...users, 'ida']),
      'search for island': [...new Set(names.map((one) => /"(Islands?)"$/.exec(one)?.[1] ?? ''))].sort(),
    };
  }

  async values(): Promise<Observations['values']> {
    const { admin, make, dataSource } = this.api;
    const expected = EXPECTED.values['configuration'] as object;
    await make.service({ service_name: 'configured' });
    // As the product stores values: in a unit of work, by a statement with parameters.
    await dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
      await manager.query(
        "UPDATE services SET configuration = $1 WHERE resource_id = (SELECT id FROM resources WHERE name = 'configured')",
        [JSON.stringify(expected)],
      );
    });
    const [stored] = await dataSource.query(
      `SELECT configuration, ARRAY['', NULL] AS pair FROM services
       WHERE resource_id = (SELECT id FROM resources WHERE name = 'configured')`,
    );
    const { body } = await admin.get('/audit?limit=1').expect(200);
    const time = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)"/.exec(JSON.stringify(body));
    return {
      configuration: stored.configuration,
      'time of a change': time ? 'ISO 8601 in UTC' : JSON.stringify(body),
      'empty and missing': stored.pair,
    };
  }

  async decisions(): Promise<Observations['proxy']> {
    const { admin, make, signIn } = this.api;
    const service = await make.service({ service_type: 'api' });
    await admin.patch(`/services/${service}`, { service_url: this.upstream.url }).expect(200);
    const root = await make.serviceId(service);
    const hidden = await make.resource(root, { resource_name: 'Internal' });
    const user = await make.user();
    const { sessionCookie: cookie } = await signIn(user);
    const status = async (path: string, revision?: string): Promise<number> => {
      const stated = revision === undefined ? {} : { 'X-Access-Revision': revision };
      const headers = { cookie, ...stated };
      return (await call(this.port, { path: `/ows/proxy/${service}/${path}`, headers })).status;
    };
    const newest = async () => (await admin.get('/users/current')).headers['x-access-revision'] as string;
    const statuses: Record<string, number> = {};
    statuses['before the grant'] = await status('open', await newest());
    const assign = (id: number, permission: string) =>
      admin.post(`/users/${user}/resources/${id}/permissions`, { permission }).expect(201);
    await assign(root, 'read-allow-recursive');
    await assign(hidden, 'read-deny-recursive');
    const granted = await newest();
    statuses['after the grant'] = await status('open', granted);
    statuses['denied resource'] = await status('Internal', granted);
    statuses['denied resource in other case'] = await status('internal', granted);
    const gone = await admin.delete(`/users/${user}/resources/${root}/permissions/read`).expect(200);
    statuses['after the revocation'] = await status('open', gone.headers['x-access-revision'] as string);
    // Announced, without a request that states the revision.
    const other = await make.user();
    const session = await signIn(other);
    await admin
      .post(`/users/${other}/resources/${root}/permissions`, { permission: 'read-allow-recursive' })
      .expect(201);
    const plain = async () =>
      (
        await call(this.port, {
          path: `/ows/proxy/${service}/open`,
          headers: { cookie: session.sessionCookie },
        })
      ).status;
    await until(plain, (found) => found === 200);
    await admin.delete(`/users/${other}/resources/${root}/permissions/read`).expect(200);
    statuses['after the revocation, without stating a revision'] = await until(
      plain,
      (found) => found === 403,
      3_000,
    );
    return statuses;
  }

  failedExamples(): Promise<string[]> {
    return failedExamples(this.api, this.port, this.upstream.url);
  }

  async writers(): Promise<Statuses> {
    const writes = Array.from({ length: 40 }, (_, index) =>
      this.api.admin.post('/groups', { group_name: `parallel-${index}` }),
    );
    return counted(await Promise.all(writes));
  }

  async signIns(): Promise<Statuses> {
    const user = await this.api.make.user();
    // Attempts in progress count as failures: from an unknown network, those of an account are fewer.
    await this.api.signIn(user);
    const signIns = Array.from({ length: 20 }, () =>
      this.api.anonymous.post('/signin', { user_name: user, password: Builders.PASSWORD }),
    );
    return counted(await Promise.all(signIns));
  }
}

function proxySettings({ databaseUrl = '', databaseDirectUrl }: Settings) {
  const settings = loadSettings({
    SVC_DB_URL: databaseUrl,
    ...(databaseDirectUrl === undefined ? {} : { SVC_DB_DIRECT_URL: databaseDirectUrl }),
    SVC_SECRET: 'a secret for tests that is long enough',
    SVC_ADMIN_USER: 'chief',
    SVC_ADMIN_PASSWORD: 'the chief signs in',
    SVC_PROXY_PORT: '0',
    // Longer than the test: what is found by polling has not been announced.
    SVC_PROXY_POLL_INTERVAL: '60',
  });
  return { ...settings, databaseUrl };
}

function counted(replies: readonly { readonly status: number }[]): Statuses {
  const statuses: Record<string, number> = {};
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}
