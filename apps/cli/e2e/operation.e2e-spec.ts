import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MailServer, createEmptyDatabase } from '@gatehouse/testing';
import { ADMIN, type TestApi, startApi } from '../../api/e2e/harness/start-api';
import { BuiltProgram } from './harness/built-program';

const SETTINGS = {
  SVC_SECRET: 'a secret for tests that is long enough',
  SVC_ADMIN_USER: ADMIN.name,
  SVC_ADMIN_PASSWORD: ADMIN.password,
  SVC_BCRYPT_COST: '4',
};

describe('commands of the operation', () => {
  let gatehouse: BuiltProgram;
  let folder: string;

  beforeAll(() => {
    gatehouse = BuiltProgram.build();
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-operation-'));
  });
  afterAll(() => {
    gatehouse.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('bring an empty database to the newest version, which an API then uses', async () => {
    const { url, drop } = await createEmptyDatabase();
    const environment = { ...SETTINGS, SVC_DB_URL: url };
    const before = await gatehouse.run(['db', 'check', '--json'], { environment });
    expect(before.code).toBe(2);
    const { pending } = JSON.parse(before.stdout);
    expect(pending).toBeGreaterThan(20);
    // How many were missing before.
    expect(await gatehouse.json(['db', 'migrate'], { environment })).toMatchObject({ pending });
    expect(await gatehouse.json(['run_db_migration'], { environment })).toMatchObject({ pending: 0 });
    expect((await gatehouse.run(['db', 'check'], { environment })).code).toBe(0);
    const defaults = await gatehouse.run(['register_defaults', '--json'], { environment });
    expect({ code: defaults.code, stderr: defaults.stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(defaults.stdout)).toEqual({ password_set: true });
    const again = await gatehouse.run(['register_defaults', '--json'], { environment });
    expect(JSON.parse(again.stdout)).toEqual({ password_set: false });
    expect(await gatehouse.json(['audit', 'verify'], { environment })).toMatchObject({ problems: [] });
    const purged = await gatehouse.json(['purge', '--only', 'links'], { environment });
    expect(purged).toEqual({ purged: ['links'], network_tokens: null });
    await drop();
  });

  it('say all that is wrong with the settings', async () => {
    const { code, stderr } = await gatehouse.run(['purge'], { environment: { SVC_PORT: 'many' } });
    expect(code).toBe(1);
    expect(stderr).toContain('SVC_PORT');
    expect(stderr).toContain('SVC_SECRET is missing');
  });

  it('say where settings come from, and which file cannot be read', async () => {
    const bare = await gatehouse.run(['db', 'check']);
    expect(bare.stderr).toContain('a settings file (SVC_INI_FILE_PATH)');
    const { code, stderr } = await gatehouse.run(['purge', '--settings', 'no.ini']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'gatehouse: The settings file no.ini cannot be read (ENOENT).\n',
    });
  });

  const NO_SOURCE = 'Name the source: either --from or --dump.';
  it.each([
    [['import', 'magpie'], NO_SOURCE],
    [['import', 'magpie', '--dry-run'], NO_SOURCE],
    [['import', 'magpie', '--dump', 'a.sql', '--from', 'postgresql://magpie@host/magpie'], NO_SOURCE],
    [['import', 'magpie', '--dump', 'no.sql'], '--dump: no.sql cannot be read (ENOENT).'],
    [['import', 'magpie', '--from', 'magpie'], 'The address of the source '],
    [['import', 'magpie', '--from', 'postgresql://magpie:secret@host/magpie'], 'has a password'],
    [
      ['import', 'magpie', '--dump', 'package.json', '--decisions', 'no.yml'],
      '--decisions: no.yml cannot be read (ENOENT).',
    ],
    [['import', 'magpie', '--dump', 'package.json'], 'confirm with --yes, or report with --dry-run.'],
    [['import', 'verify'], NO_SOURCE],
    [['import', 'verify', '--dump', 'no.sql'], '--dump: no.sql cannot be read (ENOENT).'],
    [['import', 'verify', '--from', 'postgresql://magpie:secret@host/magpie'], 'has a password'],
  ])('say what is wrong with arguments before settings are read: %j', async (args, message) => {
    const { code, stderr } = await gatehouse.run(args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
    expect(stderr).not.toContain('SVC_');
  });

  it('create a key that only its owner can read, and replace one only with --force', async () => {
    const path = join(folder, 'key.pem');
    const create = (...options: string[]) =>
      gatehouse.run(['keys', 'create', '--key-file', path, '--json', ...options]);
    expect((await create()).code).toBe(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const first = readFileSync(path, 'utf8');
    expect((await create()).code).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe(first);
    expect((await create('--force')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).not.toBe(first);
    const tool = await gatehouse.run([
      'create_private_key',
      '--key-file',
      join(folder, 'tool.pem'),
      '--password',
      'secret',
      '--json',
    ]);
    expect(tool.code).toBe(0);
    expect(tool.stderr).toContain('A password as an argument');
    expect(readFileSync(join(folder, 'tool.pem'), 'utf8')).toContain('ENCRYPTED');
    expect((await gatehouse.run(['create_private_key', '--key-file', path])).code).toBe(2);
  });

  it('show mails, and send one to the mail server', async () => {
    const preview = await gatehouse.run(['mail', 'preview', 'password_reset', '--language', 'fr'], {
      environment: SETTINGS,
    });
    expect(preview.stdout).toMatch(/Subject:.*mot de passe/);
    const options = { environment: SETTINGS };
    const { templates } = await gatehouse.json(['mail', 'preview'], options);
    expect(templates).toContain('password_reset');
    expect(await gatehouse.json(['mail', 'preview', 'password_reset'], options)).toMatchObject({
      language: 'en',
    });
    // Without settings, too: the name is what is wrong.
    const unknown = await gatehouse.run(['mail', 'preview', 'passwordreset'], { environment: {} });
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no mail passwordreset')]);
    const server = await MailServer.start({
      onRecipient: (address) => (address === 'nobody@example.org' ? [550, 'no such user'] : undefined),
    });
    const environment = {
      ...SETTINGS,
      SVC_SMTP_HOST: '127.0.0.1',
      SVC_SMTP_PORT: String(server.port),
      SVC_SMTP_SSL: 'false',
      SVC_SMTP_FROM: 'gatehouse@example.org',
    };
    const sent = await gatehouse.json(['mail', 'test', 'ada@example.org'], { environment });
    expect(sent).toMatchObject({ server: `127.0.0.1:${server.port}` });
    const config = join(folder, 'svc.ini');
    writeFileSync(config, '');
    await gatehouse.json(['send_email', '-e', 'ada@example.org', '-c', config], { environment });
    expect(server.received).toHaveLength(2);
    const unwanted = await gatehouse.run(['mail', 'test', 'nobody@example.org'], { environment });
    expect({ code: unwanted.code, stderr: unwanted.stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /clear text\.\ngatehouse: [\d.:]+ has not accepted the mail: all recipients were rejected: 550 no such user\n$/,
      ),
    });
    const tls = await gatehouse.run(['mail', 'test', 'ada@example.org'], {
      environment: { ...environment, SVC_SMTP_SSL: 'true' },
    });
    expect({ code: tls.code, stderr: tls.stderr }).toEqual({
      code: 5,
      stderr: expect.stringMatching(
        /^gatehouse: [\d.:]+ does not begin with TLS\.\n.*SVC_SMTP_SSL=false\.\n$/,
      ),
    });
    const { port } = server;
    await server.close();
    const refused = await gatehouse.run(['mail', 'test', 'ada@example.org'], { environment });
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({
      code: 5,
      stderr: `gatehouse: 127.0.0.1:${port} cannot be reached: nothing listens there.\n`,
    });
  });
});

describe('tools of the reference', () => {
  let api: TestApi;
  let gatehouse: BuiltProgram;
  let folder: string;
  let environment: Record<string, string>;
  const account = (): string[] => [api.anonymous.url, ADMIN.name, ADMIN.password];

  beforeAll(async () => {
    gatehouse = BuiltProgram.build();
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-tools-'));
    api = await startApi({
      SVC_NETWORK_ENABLED: 'true',
      SVC_NETWORK_INSTANCE_NAME: 'here',
      SVC_NETWORK_PEM_FILES: join(folder, 'key.pem'),
      SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'true',
    });
    environment = { ...SETTINGS, SVC_URL: api.anonymous.url, SVC_DB_URL: api.database.url };
  });
  afterAll(async () => {
    await api.close();
    gatehouse.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('create and delete users, whose passwords only the caller can read', async () => {
    const emails = ['one@example.org', 'two@example.org'];
    const run = (...options: string[]) =>
      gatehouse.run([
        'batch_update_users',
        ...account(),
        '-e',
        ...emails,
        '-u',
        'tool-one',
        'tool-two',
        '-o',
        folder,
        ...options,
      ]);
    const created = await run('-g', 'users', '-L', '20');
    expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining('A password as an argument') });
    const [name = ''] = readdirSync(folder).filter((file) => file.includes('create_users'));
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const [, one = ''] = readFileSync(join(folder, name), 'utf8').split('\n');
    const [user = '', password = '', result] = one.split(/\s+/);
    expect({ user, result, length: password.length }).toEqual({
      user: 'tool-one',
      result: 'created',
      length: 20,
    });
    await api.signIn(user, password);
    expect((await run('-D', '--json')).code).toBe(0);
    await api.admin.get('/users/tool-one').expect(404);
    expect((await gatehouse.run(['batch_update_users', ...account()])).code).toBe(1);
  });

  it('register services, and carry out permissions', async () => {
    const providers = join(folder, 'providers.cfg');
    writeFileSync(
      providers,
      'providers:\n  tool-maps: { url: "http://${HOST_OF_MAPS}/wfs", type: wfs }\n  tool-data: { url: "http://data.example.org/thredds", type: thredds }\n',
    );
    const register = (...options: string[]) =>
      gatehouse.run(['register_providers', '-c', providers, '--json', ...options], {
        environment: { ...environment, HOST_OF_MAPS: 'maps.example.org' },
      });
    const first = await register();
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('tool-data: created')]);
    expect(JSON.parse(first.stdout)).toEqual({
      services: [
        { service_name: 'tool-maps', result: 'created' },
        { service_name: 'tool-data', result: 'created' },
      ],
    });
    expect((await api.admin.get('/services/tool-maps')).body.service.service_url).toBe(
      'http://maps.example.org/wfs',
    );
    const granted = await api.admin.get('/groups/anonymous/services/tool-maps/permissions');
    expect(granted.body.permission_names).toContain('getcapabilities');
    expect(JSON.parse((await register()).stdout).services[0].result).toBe('unchanged');
    const permissions = join(folder, 'permissions.cfg');
    const entry =
      '{service: tool-data, resource: /ocean/sst.nc, type: directory/file, permission: read, group: tool-readers, action: create}';
    writeFileSync(
      permissions,
      `permissions:\n  - ${entry}\n  - {service: nowhere, permission: read, group: tool-readers}\n  - {service: tool-data}\n`,
    );
    const carried = await gatehouse.run(['batch_update_permissions', '-c', permissions, '--json'], {
      environment,
    });
    expect(carried.code).toBe(1);
    expect(JSON.parse(carried.stdout).entries.map(({ result }: { result: string }) => result)).toEqual([
      'done',
      'failed',
      'skipped',
    ]);
    const { resources } = (await api.admin.get('/groups/tool-readers/resources')).body;
    expect(JSON.stringify(resources)).toContain('sst.nc');
  });

  it('register services in the database, by the rules of the API', async () => {
    const name = api.make.name('direct');
    const path = join(folder, 'direct.yml');
    const register = async (url: string, type: string, ...options: string[]) => {
      writeFileSync(path, `providers:\n  ${name}: {url: "${url}", type: ${type}, sync_type: wms}\n`);
      // No address of the API: it need not run.
      const withoutApi = Object.fromEntries(Object.entries(environment).filter(([key]) => key !== 'SVC_URL'));
      return gatehouse.run(['register_providers', '--db', '-c', path, '--json', ...options], {
        environment: withoutApi,
      });
    };
    const refused = await register('http://maps.example.org', 'nothing');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('service_type_unknown') });
    await api.admin.get(`/services/${name}`).expect(404);
    const created = await register('http://maps.example.org', 'ncwms');
    expect(JSON.parse(created.stdout)).toEqual({ services: [{ service_name: name, result: 'created' }] });
    const { service } = (await api.admin.get(`/services/${name}`)).body;
    expect(service).toMatchObject({
      service_url: 'http://maps.example.org',
      service_sync_type: 'wms',
      service_type: 'ncwms',
    });
    const granted = await api.admin.get(`/groups/anonymous/services/${name}/permissions`);
    expect(granted.body.permission_names).toContain('getcapabilities');
    const results = [
      await register('http://other.example.org', 'ncwms'),
      await register('http://other.example.org', 'ncwms', '-f'),
      await register('http://other.example.org', 'ncwms', '-f'),
    ].map(({ stdout }) => JSON.parse(stdout).services[0].result);
    expect(results).toEqual(['unchanged', 'changed', 'unchanged']);
    const { service: changed } = (await api.admin.get(`/services/${name}`)).body;
    expect(changed.service_url).toBe('http://other.example.org');
    const { entries } = (await api.admin.get('/audit?limit=5')).body;
    expect(JSON.stringify(entries)).toContain('job:register_providers');
  });

  it('purge network tokens through the database and the API', async () => {
    expect(await gatehouse.run(['purge_expired_network_tokens'], { environment })).toMatchObject({
      code: 0,
      stdout: '0\n',
    });
    const throughApi = await gatehouse.json(['purge_expired_network_tokens', 'api', ...account()]);
    expect(throughApi).toEqual({ deleted: 0 });
  });
});
