import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, silentLogger } from '@gatehouse/logging';
import { InvalidConfiguration } from '@gatehouse/settings';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';

describe('configuration files', () => {
  let folder: string;
  let database: TestDatabase;
  let log: string[];
  let dropped: () => Promise<void>;
  const running: TestApi[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'configuration-'));
    const created = await createTestDatabase();
    // Several APIs use it in turn.
    database = { ...created, drop: async () => undefined };
    dropped = () => created.drop();
    log = [];
  });
  afterEach(async () => {
    for (const api of running.splice(0)) await api.close();
    await dropped();
    rmSync(folder, { recursive: true });
  });

  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const logger: Logger = {
    ...silentLogger,
    info: (fields, message) => void log.push(`${message} ${JSON.stringify(fields)}`),
    warn: (fields, message) => void log.push(`${message} ${JSON.stringify(fields)}`),
  };
  const start = async (
    environment: Record<string, string> = { SVC_CONFIG_PATH: folder },
  ): Promise<TestApi> => {
    const api = await startApi(environment, logger, database);
    running.push(api);
    return api;
  };
  const network = (): Record<string, string> => ({
    SVC_CONFIG_PATH: folder,
    SVC_NETWORK_ENABLED: 'true',
    SVC_NETWORK_INSTANCE_NAME: 'here',
    SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'true',
    SVC_NETWORK_PEM_FILES: join(folder, 'key.pem'),
  });
  const stop = async (api: TestApi): Promise<void> => {
    running.splice(running.indexOf(api), 1);
    await api.close();
  };

  it('are applied before the API serves, each section where the settings say', async () => {
    write('providers.cfg', 'providers: {maps: {url: "http://${MAPS_HOST}:8080/", type: geoserver}}');
    write(
      'permissions.cfg',
      `users: [{username: ada, password: "\${ADA_PASSWORD}", group: hydrologists}]
groups: [{name: hydrologists}]
permissions:
  - {service: maps, resource: /rivers/delta, type: workspace/layer, permission: getmap, user: ada}
  - {service: nowhere, permission: read, user: ada}`,
    );
    write(
      'hooks.json',
      '{"webhooks": [{"name": "audit", "action": "create_user", "method": "POST", "url": "https://hooks.example.org/u"}]}',
    );
    const secrets = { MAPS_HOST: 'internal-host', ADA_PASSWORD: 'ada signs in today' };
    Object.assign(process.env, secrets);
    try {
      const api = await start({
        SVC_CONFIG_DIR: folder,
        SVC_WEBHOOKS_CONFIG_PATH: join(folder, 'hooks.json'),
      });
      const ada = await api.signIn('ada', secrets.ADA_PASSWORD);
      expect((await ada.get('/users/current')).body.user.group_names).toEqual(['anonymous', 'hydrologists']);
      const { service } = (await api.admin.get('/services/maps')).body;
      expect(service).toMatchObject({ service_url: 'http://internal-host:8080/', service_type: 'geoserver' });
      const { webhooks } = (await api.admin.get('/webhooks')).body;
      expect(webhooks).toMatchObject([{ name: 'audit', action: 'create_user' }]);
      expect((await api.admin.get('/notifications')).body.notifications).toEqual([]);
    } finally {
      for (const name of Object.keys(secrets)) delete process.env[name];
    }
    expect(log.filter((line) => line.includes('skipped'))).toEqual([
      expect.stringMatching(/permissions\.cfg:5:5: permissions\[1\]: .* \(service_not_found\)/),
    ]);
    for (const secret of Object.values(secrets)) expect(log.join('\n')).not.toContain(secret);
  });

  it('create and change nodes, which the API may change, and keep others', async () => {
    const node = (name: string, host: string) =>
      `{name: ${name}, base_url: "https://${host}.example.org", jwks_url: "https://${host}.example.org/jwks",
        token_url: "https://${host}.example.org/token", authorization_url: "https://${host}.example.org/authorize"}`;
    const environment = network();
    const urlsOf = async (api: TestApi): Promise<string[]> =>
      (await api.admin.get('/network/nodes').expect(200)).body.nodes.map(
        (one: Record<string, string>) => `${one['name']} ${one['base_url']}`,
      );
    write('a.yml', `nodes:\n  - ${node('b', 'first')}\n  - ${node('c', 'other')}`);
    const first = await start(environment);
    expect(await urlsOf(first)).toEqual(['b https://first.example.org', 'c https://other.example.org']);
    await first.admin.patch('/network/nodes/c', { base_url: 'https://changed.example.org' }).expect(200);
    await stop(first);
    write('a.yml', `nodes: [${node('b', 'second')}]`);
    const second = await start(environment);
    expect(await urlsOf(second)).toEqual(['b https://second.example.org', 'c https://changed.example.org']);
    const changes = (): Promise<unknown> =>
      database.dataSource.query("SELECT count(*) FROM changes WHERE entity = 'network_node'");
    const before = await changes();
    await stop(second);
    await stop(await start(environment));
    expect(await changes()).toEqual(before);
    write('a.yml', `nodes: [${node('b', 'second').replace('https:', 'ftp:')}]`);
    await expect(start(environment)).rejects.toThrow(/a\.yml:1:.*nodes\[0\]\.base_url/);
    write('a.yml', `nodes: [${node('b', 'third')}]`);
    await stop(await start());
    expect(log.join('\n')).toContain('network_disabled');
    await expect(start({ SVC_CONFIG_PATH: folder, SVC_CONFIG_STRICT: 'true' })).rejects.toThrow(
      'network_disabled',
    );
  });

  it('are applied once by processes that start together, and change nothing at the next start', async () => {
    write(
      'a.yml',
      'providers: {a: {url: "http://a", type: api}}\npermissions: [{service: a, permission: read, group: club}]',
    );
    const apis = await Promise.all([start(), start(), start()]);
    const applied = log.filter((line) => line.startsWith('the configuration files were applied'));
    expect(applied).toHaveLength(1);
    for (const api of apis) await stop(api);
    const revision = async (): Promise<string> =>
      (
        await database.dataSource.query(
          "SELECT max(revision) AS value FROM revisions WHERE actor_role = 'job:configuration_files'",
        )
      )[0].value;
    const before = await revision();
    await start();
    expect(await revision()).toBe(before);
  });

  it('are reported and not applied if newer ones have replaced them', async () => {
    write('a.yml', 'providers: {a: {url: "http://old", type: api}}');
    await stop(await start());
    write('a.yml', 'providers: {a: {url: "http://new", type: api}}');
    await stop(await start());
    write('a.yml', 'providers: {a: {url: "http://old", type: api}}');
    const api = await start();
    const urlOf = async ({ admin }: TestApi) => (await admin.get('/services/a')).body.service.service_url;
    expect(await urlOf(api)).toBe('http://new');
    expect(log.filter((line) => line.includes('have been replaced since'))).toHaveLength(1);
    await stop(api);
    const raised = await start({ SVC_CONFIG_PATH: folder, SVC_CONFIG_GENERATION: '1' });
    expect(await urlOf(raised)).toBe('http://old');
  });

  it('prevent the start if they cannot be used, with each place, and change nothing', async () => {
    write(
      'a.yml',
      'providers: {a: {url: "http://a", type: api}}\nwebhooks: [{name: x}]\npermissions: [{service: b, permission: read, group: x}]',
    );
    const failed = start();
    await expect(failed).rejects.toThrow(InvalidConfiguration);
    await expect(failed).rejects.toThrow(/a\.yml:2:12: webhooks\[0\]: /);
    write('a.yml', 'permissions: [{service: b, permission: read, group: x}]');
    const strict = start({ SVC_CONFIG_PATH: folder, SVC_CONFIG_STRICT: 'true' });
    await expect(strict).rejects.toThrow(/a\.yml:1:15: permissions\[0\]: .*service_not_found/);
    const api = await start({});
    expect((await api.admin.get('/services')).body.services.api ?? {}).toEqual({});
    expect((await api.admin.get('/groups')).body.group_names).not.toContain('x');
  });

  const NODE = `{name: there, base_url: "https://t.example.org", jwks_url: "https://t.example.org/j",
    token_url: "https://t.example.org/t", authorization_url: "https://t.example.org/a"}`;
  const WEBHOOK = '{name: audit, action: create_user, method: POST, url: "https://hooks.example.org/u"}';
  const webhooksOf = async ({ admin }: TestApi): Promise<string[]> =>
    (await admin.get('/webhooks').expect(200)).body.webhooks.map(
      (one: Record<string, unknown>) => `${one['webhook_id']} ${one['name']} ${one['url']}`,
    );

  it('keep their webhooks, with secrets and deliveries, while the path has no files', async () => {
    write('a.yml', `webhooks: [${WEBHOOK}]`);
    const first = await start();
    const before = await webhooksOf(first);
    expect(before).toEqual([expect.stringMatching(/ audit https:\/\/hooks\.example\.org\/u$/)]);
    await stop(first);
    for (const missing of [join(folder, 'elsewhere'), join(folder, 'empty')]) {
      mkdirSync(join(folder, 'empty'), { recursive: true });
      const api = await start({ SVC_CONFIG_PATH: missing });
      expect(await webhooksOf(api)).toEqual(before);
      await stop(api);
    }
    const again = await start();
    expect(await webhooksOf(again)).toEqual(before);
    await stop(again);
    write('a.yml', 'webhooks: []');
    expect(await webhooksOf(await start())).toEqual([]);
  });

  it('change nothing if a node of them cannot be created', async () => {
    const first = await start({});
    await first.admin.post('/groups', { group_name: 'gatehouse_network_there' }).expect(201);
    await stop(first);
    write(
      'a.yml',
      `providers: {a: {url: "http://a", type: api}}
webhooks: [${WEBHOOK}]
nodes: [${NODE}]`,
    );
    await expect(start(network())).rejects.toThrow(/nodes of the configuration files cannot be created/);
    rmSync(join(folder, 'a.yml'));
    const api = await start(network());
    await api.admin.get('/services/a').expect(404);
    expect(await webhooksOf(api)).toEqual([]);
  });

  it('give permissions to the groups of the network, also on an empty instance, and are exported with them', async () => {
    const groups = ['gatehouse_network', 'gatehouse_network_there'];
    const entries = groups.map((group) => `{service: a, permission: read, group: ${group}}`);
    write(
      'a.yml',
      `providers: {a: {url: "http://a", type: api}}\nnodes: [${NODE}]\npermissions: [${entries.join(', ')}]`,
    );
    const api = await start({ ...network(), SVC_CONFIG_STRICT: 'true' });
    for (const group of groups) {
      const { body } = await api.admin.get(`/groups/${group}/services/a/permissions`).expect(200);
      expect({ group, names: body.permission_names }).toEqual({
        group,
        names: expect.arrayContaining(['read-allow-recursive']),
      });
    }
    const { text } = await api.admin.get('/configuration/export').expect(200);
    for (const group of groups)
      expect(text).toContain(
        JSON.stringify(`permission: read-allow-recursive\n    group: ${group}\n`).slice(1, -1),
      );
    expect(text).not.toContain('name: gatehouse_network');
  });

  it('require other hooks for services that have hooks in Python, which are not executed', async () => {
    const hooks = 'hooks: [{type: response, path: x, target: "y.py:z"}]';
    write('a.yml', `providers: {a: {url: "http://a", type: api, ${hooks}}}`);
    const proxyOf = async ({ admin }: TestApi) => (await admin.get('/services/a')).body.service.proxy;
    const api = await start();
    expect(await proxyOf(api)).toEqual({ hooks_required: true });
    expect(log.filter((line) => line.includes('configuration_hooks_not_executed'))).toHaveLength(1);
    await stop(api);
    expect(await proxyOf(await start({ SVC_CONFIG_PATH: folder, SVC_CONFIG_HOOKS: 'ignore' }))).toBeNull();
  });
});
