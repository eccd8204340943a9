import { pathologicalPatterns } from '@gatehouse/conformance';
import { UnitOfWork } from '@gatehouse/database';
import { type Logger, silentLogger } from '@gatehouse/logging';
import { DataSource } from 'typeorm';
import { createApplication } from '../src/application';
import { type TestApi, startApi } from './harness/start-api';

describe('patterns', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ SVC_USER_NAME_EXTRA_REGEX: '([a-z]+[0-9]*)+' });
  });
  afterAll(() => api.close());

  const hooksWith = (pattern: string) => ({
    hooks: [{ on: 'request', when: { path: pattern }, do: [{ remove_header: 'X-A' }] }],
  });

  describe('that make engines slow', () => {
    const all = pathologicalPatterns();

    it.each(all.map((one) => [one.name, one] as const))(
      'are accepted or refused like any other: %s',
      async (_name, { pattern, accepted, storable }) => {
        const thredds = await api.make.service({ service_type: 'thredds' });
        const hooked = await api.make.service({ service_type: 'api' });
        const [files, prefixes, hooks, probe] = await Promise.all([
          api.admin.patch(`/services/${thredds}`, { configuration: { file_patterns: [pattern] } }),
          api.admin.post('/services', {
            service_name: api.make.name('prefixes'),
            service_type: 'thredds',
            service_url: 'http://localhost:9000',
            configuration: { data_type: { prefixes: [null, pattern] } },
          }),
          api.admin.patch(`/services/${hooked}`, { proxy: hooksWith(pattern) }),
          api.anonymous.get('/version'),
        ]);
        const isStored = accepted && storable;
        expect([files.status, prefixes.status, hooks.status, probe.status]).toEqual(
          isStored ? [200, 201, 200, 200] : [422, 422, 422, 200],
        );
        if (accepted) return;
        expect([files, prefixes, hooks].map(({ body }) => body.param.name)).toEqual([
          'configuration.file_patterns.0',
          'configuration.data_type.prefixes.1',
          'proxy.hooks.0.when.path',
        ]);
        for (const { body } of [files, prefixes, hooks]) expect(body.param.compare).toMatch(/^a /);
      },
    );

    it('have a total size in one configuration and in one list of hooks', async () => {
      const pattern = '[ab]*a[ab]{200}';
      const name = await api.make.service({ service_type: 'thredds' });
      const patch = (file_patterns: readonly string[]) =>
        api.admin.patch(`/services/${name}`, { configuration: { file_patterns } });
      await patch([pattern, pattern, pattern]).expect(200);
      const refused = await patch(Array<string>(2_000).fill(pattern)).expect(422);
      expect(refused.body.param).toMatchObject({
        name: 'configuration.file_patterns.9',
        compare: expect.stringMatching(/^patterns of a total size of at most 2000/),
      });
      const hooked = await api.make.service({ service_type: 'api' });
      const hooks = Array.from({ length: 10 }, () => hooksWith(pattern).hooks[0]);
      const reply = await api.admin.patch(`/services/${hooked}`, { proxy: { hooks } }).expect(422);
      expect(reply.body.param.name).toBe('proxy.hooks.9.when.path');
    });
  });

  it('of user names are not matched against texts that are too long for a name', async () => {
    const create = (user_name: string) =>
      api.admin.post('/users', {
        user_name,
        email: `${api.make.name('a')}@example.org`,
        password: 'a good password',
      });
    expect((await create(`${'a'.repeat(60)}-`)).body.param).toMatchObject({
      name: 'user_name',
      compare: expect.any(String),
    });
    await create(`${'a'.repeat(500_000)}`).expect(400);
    await create(api.make.name('ada')).expect(201);
  });

  describe('that an earlier version has stored and the engine cannot compile', () => {
    const LOOKAHEAD = '.*\\.nc(?=$)';
    const STORED = { configuration: { file_patterns: [LOOKAHEAD] }, proxy: hooksWith('(?!/a)') };

    /** A service, changed without the API, as in a restored backup. */
    async function brokenService(): Promise<{ readonly name: string; readonly id: number }> {
      const name = await api.make.service({ service_type: 'thredds' });
      const id = await api.make.serviceId(name);
      const unitOfWork = api.app.get(UnitOfWork);
      await unitOfWork.run(() =>
        unitOfWork.manager.query(
          'UPDATE services SET configuration = $1, proxy = $2 WHERE resource_id = $3',
          [JSON.stringify(STORED.configuration), JSON.stringify(STORED.proxy), id],
        ),
      );
      return { name, id };
    }

    it('are shown, can be changed, and do not prevent the deletion of their service', async () => {
      const { name, id } = await brokenService();
      const shown = await api.admin.get(`/services/${name}`).expect(200);
      expect(shown.body.service).toMatchObject(STORED);
      const listed = await api.admin.get('/services?flatten=true').expect(200);
      expect(listed.body.services).toContainEqual(expect.objectContaining({ service_name: name }));
      await api.admin.get(`/services/${name}/resources`).expect(200);
      await api.admin.get(`/users/current/services/${name}/permissions?effective=true`).expect(200);
      await api.admin
        .get(`/users/current/resources/${id}/permissions?effective=true&resolve=true`)
        .expect(200);
      const child = await api.make.resource(id, { resource_type: 'directory' });
      await api.admin.get(`/users/current/resources/${child}/permissions?effective=true`).expect(200);
      await api.admin.patch(`/services/${name}`, { service_url: 'http://localhost:9001' }).expect(200);
      await api.admin.patch(`/services/${name}`, { proxy: null }).expect(200);
      await api.admin
        .patch(`/services/${name}`, { configuration: { file_patterns: ['.*\\.nc'] } })
        .expect(200);
      const other = await brokenService();
      await api.admin.delete(`/services/${other.name}`).expect(200);
    });

    it('are reported when an API starts', async () => {
      const { name } = await brokenService();
      const lines: unknown[] = [];
      const logger: Logger = { ...silentLogger, error: (fields) => void lines.push(fields) };
      const again = await createApplication(api.settings, logger);
      await again.init();
      await again.close();
      const dataSource = again.get(DataSource);
      if (dataSource.isInitialized) await dataSource.destroy();
      const line = (field: string) => ({
        service: name,
        reason: expect.stringMatching(`^${field}: expected `),
      });
      expect(lines).toEqual([
        line('configuration\\.file_patterns\\.0'),
        line('proxy\\.hooks\\.0\\.when\\.path'),
      ]);
    });
  });
});
