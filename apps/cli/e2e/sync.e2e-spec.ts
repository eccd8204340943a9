import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServer, createEmptyDatabase, listenOnLoopback } from '@gatehouse/testing';
import { ADMIN, type TestApi, startApi } from '../../api/e2e/harness/start-api';
import { BuiltProgram, type Run } from './harness/built-program';

const catalogOf = (...paths: readonly string[]): string =>
  `<catalog xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0">${paths
    .map((path) => `<dataset name="${path}" urlPath="${path}"/>`)
    .join('')}</catalog>`;

describe('synchronization from the command line', () => {
  let api: TestApi;
  let gatehouse: BuiltProgram;
  let folder: string;
  let source: string;
  let authorization: (string | undefined)[] = [];
  let answer: RequestListener;
  const server = createServer((request, response) => {
    authorization.push(request.headers.authorization);
    answer(request, response);
  });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-sync-'));
    gatehouse = BuiltProgram.build();
    source = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    api = await startApi();
    const url = api.anonymous.url.replace('[::1]', '127.0.0.1');
    const login = ['login', url, '--user', ADMIN.name, '--password-stdin', '--administrator'];
    const { code, stderr } = await gatehouse.run(login, { input: `${ADMIN.password}\n` });
    if (code !== 0) throw new Error(stderr);
  });
  afterAll(async () => {
    await api.close();
    gatehouse.remove();
    rmSync(folder, { recursive: true, force: true });
    server.closeAllConnections();
    await closeServer(server);
  });
  beforeEach(() => {
    authorization = [];
    serve('a/x.nc', 'a/y.nc', 'top.nc');
  });

  const serve = (...paths: readonly string[]): void => {
    answer = (_, response) => void response.setHeader('content-type', 'text/xml').end(catalogOf(...paths));
  };
  const service = (): Promise<string> =>
    api.make.service({
      service_type: 'thredds',
      service_url: `${source}/thredds`,
      service_sync_type: 'thredds',
    });
  const sync = (...args: readonly string[]): Promise<Run> => gatehouse.run(['sync', ...args]);

  it('follows a job to its end, shows what differs, and decides about it', async () => {
    const name = await service();
    const run = await sync(name);
    expect(run).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('resources 4, appeared 4, vanished 0'),
    });
    const { changes } = await gatehouse.json(['sync', 'changes', name, '--state', 'open']);
    expect(changes).toMatchObject([
      { path: ['a'] },
      { path: ['a', 'x.nc'] },
      { path: ['a', 'y.nc'] },
      { path: ['top.nc'] },
    ]);
    const [, , third] = changes as { readonly change_id: number }[];
    const rejected = await gatehouse.json(['sync', 'reject', name, '--changes', String(third?.change_id)]);
    expect(rejected).toMatchObject({ settled: 1, refused: [] });
    const unknown = await sync('accept', name, '--changes', `4711,${String(third?.change_id)}`, '--yes');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      `warning: Change 4711 does not exist.\nwarning: Change ${String(third?.change_id)} was settled otherwise before.\n0 changes are accepted.\n`,
    ]);
    const accepted = await gatehouse.json(['sync', 'accept', name, '--pattern', 'a/*', '--yes']);
    expect(accepted).toMatchObject({ settled: 2, refused: [] });
    const left = await sync('changes', name, '--state', 'open');
    expect(left.stdout).toContain('top.nc');
    expect(left.stdout).not.toContain('a/');
    const listed = await gatehouse.json(['sync', 'list', name]);
    expect(listed['synchronizations']).toMatchObject([{ state: 'succeeded', requested_by: ADMIN.name }]);
    const status = await gatehouse.json(['sync', 'status', name]);
    expect(status['synchronization']).toMatchObject({ mode: 'suggest', out_of_sync: false });
  });

  it('ends with 0 if nothing is left to be decided, and with 1 if the source cannot be read', async () => {
    serve();
    const name = await service();
    const { synchronization } = await gatehouse.json(['sync', 'run', name]);
    expect(synchronization).toMatchObject({ state: 'succeeded' });
    answer = (_, response) => void response.writeHead(500).end();
    const failed = await sync('run', name);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('status 500. (source_refused)');
    const detached = await sync('run', name, '--detach');
    expect(detached).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Synchronization \d+ of/) });
  });

  it('refuses decisions about a list that is not the newest, and removes only after a confirmation', async () => {
    const name = await service();
    await sync(name);
    const { synchronization_id } = await gatehouse.json(['sync', 'changes', name]);
    await sync(name);
    const late = await sync('accept', name, '--synchronization', String(synchronization_id), '--yes');
    expect(late.code).toBe(1);
    expect(late.stderr).toContain('synchronization_superseded');
    expect((await sync('accept', name)).stderr).toContain('confirm with --yes');
  });

  it('sets credentials from standard input alone', async () => {
    const name = await service();
    const args = ['sync', 'set-credentials', name, '--user-name', 'reader', '--password-stdin'];
    expect((await gatehouse.run(args, { input: 'a password\n' })).code).toBe(0);
    authorization = [];
    await sync(name);
    expect(authorization).toEqual([`Basic ${Buffer.from('reader:a password').toString('base64')}`]);
    expect((await sync('delete-credentials', name, '--yes')).code).toBe(0);
    authorization = [];
    await sync(name);
    expect(authorization).toEqual([undefined]);
  });

  describe('by `sync_resources`', () => {
    const environment = (): Record<string, string> => ({
      SVC_SECRET: api.settings.secret,
      SVC_ADMIN_USER: ADMIN.name,
      SVC_ADMIN_PASSWORD: ADMIN.password,
      SVC_CRON_LOG: '$FOLDER/cron.log',
      FOLDER: folder,
    });

    it('is done for all services, whatever becomes of one of them', async () => {
      const broken = await api.make.service({
        service_type: 'thredds',
        service_url: 'http://127.0.0.1:9',
        service_sync_type: 'thredds',
      });
      const name = await service();
      await api.admin.patch(`/services/${name}`, { synchronization: { mode: 'create' } }).expect(200);
      const args = ['sync_resources', '--db', api.database.url];
      const run = await gatehouse.run([...args, '--json'], { environment: environment() });
      expect(run.code).toBe(1);
      const { ready, synchronizations } = JSON.parse(run.stdout);
      expect(ready).toBe(true);
      expect(synchronizations).toContainEqual({ service_name: name, state: 'succeeded', failure: null });
      expect(synchronizations).toContainEqual({
        service_name: broken,
        state: 'failed',
        failure: 'source_unreachable',
      });
      const { resources } = (await api.admin.get(`/services/${name}/resources`).expect(200)).body[name];
      expect(Object.values<{ resource_name: string }>(resources).map((one) => one.resource_name)).toEqual([
        'a',
        'top.nc',
      ]);
      const log = readFileSync(join(folder, 'cron.log'), 'utf8');
      expect(log).toContain(`sync_resources: ${broken}: failed (source_unreachable`);
      expect(log).not.toContain(ADMIN.password);
    });

    it('ends quietly while the database is not ready', async () => {
      const { url, drop } = await createEmptyDatabase();
      for (const database of [url, 'postgres://nobody@127.0.0.1:9/none']) {
        const args = ['sync_resources', '--db', database, '--json'];
        const run = await gatehouse.run(args, { environment: environment() });
        expect({ code: run.code, reply: JSON.parse(run.stdout) }).toEqual({
          code: 0,
          reply: { ready: false, synchronizations: [] },
        });
      }
      await drop();
    });
  });
});
