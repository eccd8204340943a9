import { type ServerResponse, createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';
import { TableEvents } from './harness/table-events';

const NAMESPACES =
  'xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';

const catalogOf = (...paths: readonly string[]): string =>
  `<catalog ${NAMESPACES}>${paths.map((path) => `<dataset name="${path}" urlPath="${path}"/>`).join('')}</catalog>`;

describe('synchronization', () => {
  let api: TestApi;
  let events: TableEvents;
  let port: number;
  let authorization: (string | undefined)[] = [];
  let answer: (response: ServerResponse) => void;
  const server = createServer((request, response) => {
    authorization.push(request.headers.authorization);
    answer(response);
  });
  const sends = (body: string) => (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/xml' }).end(body);

  beforeAll(async () => {
    api = await startApi();
    port = await listenOnLoopback(server);
    events = await TableEvents.watch(api.database.url, ['synchronizations']);
  });
  afterAll(async () => {
    await events.close();
    await api.close();
    server.closeAllConnections();
    await closeServer(server);
  });
  beforeEach(() => {
    authorization = [];
    answer = sends(catalogOf('a/x.nc', 'top.nc'));
  });

  async function service(fields: object = {}): Promise<string> {
    return api.make.service({
      service_type: 'thredds',
      service_url: `http://127.0.0.1:${port}/thredds`,
      service_sync_type: 'thredds',
      ...fields,
    } as object);
  }

  async function synchronize(name: string): Promise<Record<string, unknown>> {
    const started = await api.admin.post(`/services/${name}/synchronizations`).expect(202);
    const path = `/services/${name}/synchronizations/${started.body.synchronization.synchronization_id}`;
    return events.until(async () => {
      const { synchronization } = (await api.admin.get(path).expect(200)).body;
      return ['succeeded', 'failed'].includes(synchronization.state) ? synchronization : undefined;
    });
  }

  const changes = async (name: string, query = ''): Promise<Record<string, never>> =>
    (await api.admin.get(`/services/${name}/synchronization/changes?${query}`).expect(200)).body;

  it('reads a service, shows what differs, and registers what is accepted', async () => {
    const name = await service();
    const state = async (): Promise<unknown> =>
      (await api.admin.get(`/services/${name}/synchronization`).expect(200)).body.synchronization;
    expect(await state()).toEqual({
      service_sync_type: 'thredds',
      supported: true,
      mode: 'suggest',
      interval_minutes: null,
      depth: 3,
      last_synchronized: null,
      out_of_sync: true,
      credentials_origin: null,
    });
    expect(await changes(name)).toMatchObject({ synchronization_id: null, changes: [] });
    const job = await synchronize(name);
    expect(job).toMatchObject({
      mode: 'suggest',
      state: 'succeeded',
      requested_by: 'chief',
      failure: null,
      result: { complete: true, appeared: 3, vanished: 0 },
      progress: { documents: 1, resources: 3 },
    });
    expect(await state()).toMatchObject({ out_of_sync: false, latest: job });
    const { synchronization_id, changes: found } = await changes(name, 'kind=appeared&state=open&pattern=a*');
    expect(found).toMatchObject([
      {
        change_id: 1,
        kind: 'appeared',
        path: ['a'],
        resource_type: 'directory',
        resource_id: null,
        problem: null,
      },
      { change_id: 2, path: ['a', 'x.nc'], resource_type: 'file', state: 'open' },
    ]);
    const path = `/services/${name}/synchronization/changes`;
    const decided = await api.admin
      .patch(path, { decision: 'accept', synchronization_id, change_ids: [2] })
      .expect(200);
    expect(decided.body).toMatchObject({ settled: 2, refused: [], more: false });
    await api.admin.patch(path, { decision: 'reject', synchronization_id, pattern: 'top*' }).expect(200);
    expect((await changes(name, 'state=rejected')).changes).toMatchObject([
      { path: ['top.nc'], decided_by: 'chief' },
    ]);
    const shown = await api.admin.get(`/services/${name}/synchronization/resources`).expect(200);
    expect(shown.body).toMatchObject({
      resources: [{ resource_name: 'a', matches_remote: true, remote_id: 1, has_children: true }],
      remote_only: [{ remote_id: 3, resource_name: 'top.nc', resource_type: 'file', problem: null }],
    });
    const listed = await api.admin.get(`/services/${name}/synchronizations?limit=1`).expect(200);
    expect(listed.body.synchronizations).toEqual([job]);
  });

  it('is in the overview for as long as a service needs attention', async () => {
    // The first one of at most twenty.
    const name = await service({ service_name: '0-attention' });
    const inOverview = async (): Promise<unknown> => {
      const { body } = await api.admin.get('/overview').expect(200);
      const named = body.synchronization_attention as readonly Record<string, unknown>[];
      return named.find(({ service_name }) => service_name === name);
    };
    const nothing = { service_name: name, out_of_sync: false, failed: false, suggestions: false };
    expect(await inOverview()).toEqual({ ...nothing, out_of_sync: true });
    answer = (response) => void response.writeHead(503).end();
    await synchronize(name);
    expect(await inOverview()).toEqual({ ...nothing, out_of_sync: true, failed: true });
    answer = sends(catalogOf('top.nc'));
    await synchronize(name);
    expect(await inOverview()).toEqual({ ...nothing, suggestions: true });
    const { synchronization_id } = await changes(name);
    await api.admin
      .patch(`/services/${name}/synchronization/changes`, { decision: 'reject', synchronization_id })
      .expect(200);
    expect(await inOverview()).toBeUndefined();
  });

  it('says why a source could not be read', async () => {
    const name = await service();
    answer = (response) => void response.writeHead(503).end();
    expect(await synchronize(name)).toMatchObject({
      state: 'failed',
      result: null,
      failure: { code: 'source_refused', detail: expect.stringContaining('status 503'), language: 'en' },
    });
    const path = `/services/${name}/synchronization`;
    const failure = async (): Promise<unknown> =>
      (await api.admin.get(path).set('Accept-Language', 'fr').expect(200)).body.synchronization.latest
        .failure;
    const code = 'source_refused';
    const url = `http://127.0.0.1:${port}/thredds/catalog.xml`;
    expect(await failure()).toEqual({ code, detail: `${url} a répondu avec le statut 503.`, language: 'fr' });
    // As earlier versions have stored it.
    await api.dataSource.query(
      "UPDATE synchronizations SET failure = failure - 'translations' WHERE state = 'failed'",
    );
    expect(await failure()).toEqual({ code, detail: `${url} replied with status 503.`, language: 'en' });
  });

  describe('of a service that does not exist yet', () => {
    const source = (fields: object = {}) => ({
      service_type: 'thredds',
      service_url: `http://127.0.0.1:${port}/thredds`,
      service_sync_type: 'thredds',
      ...fields,
    });
    const preview = (fields: object = {}) => api.admin.post('/synchronization/preview', source(fields));

    it('shows its tree', async () => {
      const { body } = await preview().expect(200);
      expect(body.preview).toMatchObject({
        progress: { documents: 1, resources: 3 },
        complete: true,
        stopped: null,
        skipped: [],
        failure: null,
      });
      expect(body.preview.resources).toEqual([
        {
          number: 1,
          parent_number: null,
          resource_name: 'a',
          resource_display_name: 'a',
          resource_type: 'directory',
          problem: null,
        },
        {
          number: 2,
          parent_number: 1,
          resource_name: 'x.nc',
          resource_display_name: 'a/x.nc',
          resource_type: 'file',
          problem: null,
        },
        {
          number: 3,
          parent_number: null,
          resource_name: 'top.nc',
          resource_display_name: 'top.nc',
          resource_type: 'file',
          problem: null,
        },
      ]);
      expect(authorization).toEqual([undefined]);
    });

    it('says why it cannot be read', async () => {
      answer = (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      expect((await preview().expect(200)).body.preview).toMatchObject({
        resources: [],
        failure: { code: 'source_target_refused', detail: expect.stringMatching(/ is not allowed: the /) },
      });
      const french = await preview().set('Accept-Language', 'fr').expect(200);
      expect(french.body.preview.failure).toMatchObject({
        detail: expect.stringMatching(/ n’est pas autorisé : l’hôte a une adresse qui n’est ni publique /),
        language: 'fr',
      });
    });

    it.each([
      [403, 'synchronization_not_supported', { service_sync_type: undefined }],
      [422, 'service_sync_type_unknown', { service_sync_type: 'none' }],
      [400, 'service_type_unknown', { service_type: 'none' }],
      [422, 'service_synchronization_invalid', { synchronization: { depth: 33 } }],
      [422, 'value_invalid', { service_url: 'file:///etc/passwd' }],
    ])('is refused with %s %s', async (status, code, fields) => {
      expect((await preview(fields).expect(status)).body.error_code).toBe(code);
      expect(authorization).toEqual([]);
    });
  });

  it('has credentials that are sent, and never shown', async () => {
    const name = await service();
    const path = `/services/${name}/synchronization/credentials`;
    const set = await api.admin.put(path, { token: 'very-secret' }).expect(200);
    const shown = await api.admin.get(`/services/${name}/synchronization`).expect(200);
    expect(shown.body.synchronization.credentials_origin).toBe(`http://127.0.0.1:${port}`);
    expect(JSON.stringify([set.body, shown.body])).not.toContain('very-secret');
    await synchronize(name);
    await api.admin.delete(path).expect(200);
    await synchronize(name);
    expect(authorization).toEqual(['Bearer very-secret', undefined]);
  });

  it.each([
    ['an unknown decision', 'changes', { decision: 'maybe', synchronization_id: 1 }, 422, 'value_invalid'],
    ['no synchronization', 'changes', { decision: 'accept' }, 400, 'value_missing'],
    [
      'an earlier one',
      'changes',
      { decision: 'accept', synchronization_id: 1 },
      409,
      'synchronization_superseded',
    ],
    [
      'numbers that are none',
      'changes',
      { decision: 'accept', synchronization_id: 1, change_ids: ['x'] },
      422,
      'value_invalid',
    ],
    [
      'a user name without password',
      'credentials',
      { user_name: 'a' },
      422,
      'synchronization_credentials_invalid',
    ],
    [
      'a user name with a colon',
      'credentials',
      { user_name: 'a:b', password: 'c' },
      422,
      'synchronization_credentials_invalid',
    ],
    [
      'a token that is no header',
      'credentials',
      { token: 'a\nb' },
      422,
      'synchronization_credentials_invalid',
    ],
    [
      'both',
      'credentials',
      { user_name: 'a', password: 'b', token: 'c' },
      422,
      'synchronization_credentials_invalid',
    ],
  ])('refuses a body with %s', async (_, what, body, status, code) => {
    const name = await service();
    const path = `/services/${name}/synchronization/${what}`;
    const reply = await (what === 'changes' ? api.admin.patch(path, body) : api.admin.put(path, body));
    expect([reply.status, reply.body.error_code]).toEqual([status, code]);
  });

  it.each([
    [{ mode: 'all' }, 'synchronization.mode'],
    [{ interval_minutes: 1 }, 'synchronization.interval_minutes'],
    [{ depth: 0 }, 'synchronization.depth'],
    [{ other: 1 }, 'synchronization'],
    [[], 'synchronization'],
  ])('refuses the options %j', async (synchronization, name) => {
    const other = await service();
    const reply = await api.admin.patch(`/services/${other}`, { synchronization }).expect(422);
    expect([reply.body.error_code, reply.body.param.name]).toEqual(['service_synchronization_invalid', name]);
  });

  it('changes options as a whole', async () => {
    const name = await service({ synchronization: { mode: 'create' } });
    const path = `/services/${name}`;
    expect((await api.admin.get(path)).body.service.synchronization).toEqual({ mode: 'create' });
    await api.admin.patch(path, { synchronization: { depth: 5 } }).expect(200);
    expect((await api.admin.get(`${path}/synchronization`)).body.synchronization).toMatchObject({
      mode: 'suggest',
      depth: 5,
    });
    await api.admin.patch(path, { synchronization: null }).expect(200);
    expect((await api.admin.get(path)).body.service.synchronization).toBeNull();
  });

  it('is not possible for services without a list of resources, or twice at a time', async () => {
    const none = await api.make.service();
    const refused = await api.admin.post(`/services/${none}/synchronizations`).expect(403);
    expect(refused.body.error_code).toBe('synchronization_not_supported');
    const name = await service();
    const held: ServerResponse[] = [];
    answer = (response) => void held.push(response);
    await api.admin.post(`/services/${name}/synchronizations`).expect(202);
    const second = await api.admin.post(`/services/${name}/synchronizations`).expect(409);
    expect(second.body.error_code).toBe('synchronization_under_way');
    while (held.length === 0) await new Promise((resolve) => void setImmediate(resolve));
    for (const response of held) sends(catalogOf())(response);
    await api.admin.get(`/services/${name}/synchronizations/999999999999`).expect(404);
    await api.admin.get(`/services/${name}/synchronizations/x`).expect(422);
  });
});
