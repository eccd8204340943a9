import { type TestApi, startApi } from './harness/start-api';

interface Result {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  readonly path?: string;
  readonly email?: string;
  readonly display_name?: string;
}

describe('the search', () => {
  let api: TestApi;
  let service: string;
  let folder: number;
  let file: number;
  beforeAll(async () => {
    api = await startApi();
    service = await api.make.service({ service_name: 'Ocean', service_type: 'api' });
    folder = await api.make.resource(await api.make.serviceId(service), { resource_name: '2024' });
    file = await api.make.resource(folder, {
      resource_name: 'sst_a.nc',
      resource_display_name: 'Sea Surface',
    });
    await api.make.resource(folder, { resource_name: 'sstXa.nc' });
    await api.make.user({ user_name: 'oceanographer' });
    await api.make.group({ group_name: 'ocean-readers' });
  });
  afterAll(() => api.close());

  const find = async (query: Record<string, string>): Promise<{ results: Result[]; truncated: boolean }> =>
    (await api.admin.get(`/search?${new URLSearchParams(query)}`).expect(200)).body as never;
  const namesOf = async (query: Record<string, string>): Promise<string[]> =>
    (await find(query)).results.map(({ kind, name }) => `${kind} ${name}`);

  it('finds users, groups, services and resources by a part of their names, ignoring case', async () => {
    expect(await namesOf({ q: 'OCEAN' })).toEqual([
      'user oceanographer',
      'group ocean-readers',
      'service Ocean',
    ]);
    expect(await namesOf({ q: 'cean', kinds: 'group,service' })).toEqual([
      'group ocean-readers',
      'service Ocean',
    ]);
    expect(await namesOf({ q: 'grapher@example' })).toEqual(['user oceanographer']);
    expect(await namesOf({ q: 'surface' })).toEqual(['resource sst_a.nc']);
  });

  it('shows the path of resources and the address of users', async () => {
    const [found] = (await find({ q: 'sst_a' })).results;
    expect(found).toEqual({
      kind: 'resource',
      id: file,
      name: 'sst_a.nc',
      display_name: 'Sea Surface',
      path: 'Ocean/2024/sst_a.nc',
      service_name: 'Ocean',
    });
    expect((await find({ q: 'oceanog' })).results[0]?.email).toBe('oceanographer@example.org');
  });

  it('interprets wildcards and escape characters literally', async () => {
    expect(await namesOf({ q: 'sst_a' })).toEqual(['resource sst_a.nc']);
    for (const q of ['%', '%%', '_____', '\\', 'a%c', "' OR 1=1 --"])
      expect(await namesOf({ q })).toEqual([]);
  });

  it('finds objects by identifier, by path and by a part of a path', async () => {
    const results = (await find({ q: String(file), kinds: 'resource,service' })).results;
    expect(results.map(({ id }) => id)).toContain(file);
    for (const q of ['Ocean/2024/sst_a.nc', '/Ocean/2024/SST_A.nc', '2024/sst_a', 'ocean/2024/sst_a'])
      expect([q, await namesOf({ q })]).toEqual([q, ['resource sst_a.nc']]);
    expect(await namesOf({ q: 'Ocean/' })).toEqual(['service Ocean']);
    expect(await namesOf({ q: 'elsewhere/sst_a' })).toEqual([]);
  });

  it('finds only a service and its resources if it names the service, and users and groups as without it', async () => {
    const other = await api.make.service({ service_name: 'Ocean-archive', service_type: 'api' });
    const root = await api.make.serviceId(other);
    // More than the limit, and better matches.
    for (const resource_name of ['oxygen', 'oxygen1', 'oxygen2'])
      await api.make.resource(root, { resource_name });
    const wanted = await api.make.resource(folder, { resource_name: 'deep-oxygen' });
    const found = await find({ q: 'oxygen', service_name: service, limit: '1' });
    expect(found).toMatchObject({ results: [{ id: wanted, service_name: service }], truncated: false });
    expect(await namesOf({ q: 'ocean', service_name: other })).toEqual([
      'user oceanographer',
      'group ocean-readers',
      'service Ocean-archive',
    ]);
    const inOther = { service_name: other, kinds: 'service,resource' };
    for (const q of [String(wanted), 'Ocean/2024/deep-oxygen', '2024/deep', 'Ocean/'])
      expect([q, await namesOf({ ...inOther, q })]).toEqual([q, []]);
    for (const q of [String(wanted), 'Ocean/2024/deep-oxygen', '2024/deep'])
      expect([q, await namesOf({ q, service_name: service })]).toEqual([q, ['resource deep-oxygen']]);
  });

  it('returns the best matches first, and indicates further ones', async () => {
    for (const resource_name of ['basst', 'sst', 'sst.long', 'sst.b'])
      await api.make.resource(folder, { resource_name });
    expect(await namesOf({ q: 'sst', limit: '4' })).toEqual([
      'resource sst',
      'resource sst.b',
      'resource sst.long',
      'resource sstXa.nc',
    ]);
    expect((await find({ q: 'sst', limit: '2' })).truncated).toBe(true);
    expect((await find({ q: 'sst.long', limit: '2' })).truncated).toBe(false);
  });

  it('indicates no further ones for a path below which many resources have a similar name', async () => {
    const root = await api.make.serviceId(
      await api.make.service({ service_name: 'CMIP6', service_type: 'api' }),
    );
    const elsewhere = await api.make.resource(root);
    // Before the others, so that the search finds them first.
    await api.dataSource.transaction(async (manager) => {
      await manager.query(`SELECT begin_revision('system', NULL, NULL, NULL, NULL)`);
      await manager.query(
        `INSERT INTO resources (name, display_name, type, parent_id, root_service_id)
         SELECT 'tos_ssp585_' || n, 'tos_ssp585_' || n, 'route', $1, $2 FROM generate_series(1, 600) n`,
        [elsewhere, root],
      );
    });
    await api.make.resource(elsewhere, { resource_name: 'ssp585' });
    const model = await api.make.resource(root, { resource_name: 'MIROC6' });
    const wanted = await api.make.resource(model, { resource_name: 'ssp585' });
    for (const q of ['MIROC6/ssp585', 'roc6/SSP5', 'CMIP6/miroc6/ssp585'])
      expect([q, await find({ q, kinds: 'resource' })]).toEqual([
        q,
        expect.objectContaining({ results: [expect.objectContaining({ id: wanted })], truncated: false }),
      ]);
  });

  it('finds the same without trigram indexes', async () => {
    const before = await namesOf({ q: 'cean' });
    await api.dataSource.query('DROP EXTENSION pg_trgm CASCADE');
    expect(await namesOf({ q: 'cean' })).toEqual(before);
  });

  it('of blanks finds nothing', async () => {
    expect(await find({ q: '  ' })).toMatchObject({ results: [], truncated: false });
  });

  it.each([
    [{}, 400, 'value_missing'],
    [{ q: '' }, 422, 'value_empty'],
    [{ q: 'x'.repeat(501) }, 422, 'value_too_long'],
    [{ q: 'x', kinds: 'sessions' }, 422, 'value_invalid'],
    [{ q: 'x', service_name: 'nowhere' }, 404, 'service_not_found'],
    [{ q: 'x', service_name: 'ocean' }, 404, 'service_not_found'],
    [{ q: 'x', service_name: '' }, 422, 'value_empty'],
    [{ q: 'x', limit: '101' }, 422, 'value_out_of_range'],
    [{ q: '\u0000' }, 422, 'value_invalid'],
  ])('is refused with %j', async (query, status, error_code) => {
    const reply = await api.admin.get(`/search?${new URLSearchParams(query as Record<string, string>)}`);
    expect([reply.status, reply.body['error_code']]).toEqual([status, error_code]);
  });

  it('is complemented by an overview with the numbers of rows', async () => {
    const [stored] = await api.dataSource.query(
      `SELECT (SELECT count(*) FROM users)::integer AS users, (SELECT count(*) FROM groups)::integer AS groups,
        (SELECT count(*) FROM services)::integer AS services,
        (SELECT count(*) FROM resources WHERE parent_id IS NOT NULL)::integer AS resources,
        (SELECT count(*) FROM user_permissions)::integer + (SELECT count(*) FROM group_permissions)::integer AS permissions`,
    );
    const { body } = await api.admin.get('/overview').expect(200);
    expect(body).toMatchObject({
      ...stored,
      sessions: 1,
      pending_registrations: 0,
      failed_notifications: 0,
      nodes_with_problem: 0,
      services_out_of_sync: 0,
      services_with_failed_synchronization: 0,
      services_with_suggestions: 0,
      synchronization_attention: [],
    });
  });

  it('has the size of the log, which is no older than 30 days', async () => {
    const [{ size }] = await api.dataSource.query(
      `SELECT (pg_total_relation_size('changes') + pg_total_relation_size('revisions')
         + pg_total_relation_size('audit_chain') + pg_total_relation_size('audit_events'))::float8 AS size`,
    );
    const { body } = await api.admin.get('/overview').expect(200);
    expect(body).toMatchObject({ log_bytes: size, log_growth_bytes: size });
  });
});
