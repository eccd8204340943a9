import { silentLogger } from '@gatehouse/logging';
import { createDatabaseIn } from '@gatehouse/testing';
import { Builders } from './harness/builders';
import { type TestApi, startApi } from './harness/start-api';

/** In Turkish, the lower case of I is ı, and that of İ is i. */
describe('with a database in Turkish, the API', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({}, silentLogger, await createDatabaseIn('tr-TR'));
  });
  afterAll(() => api.close());

  const account = (user_name: string, email: string) => ({ user_name, email, password: Builders.PASSWORD });

  it('signs users in by their name and address in any case', async () => {
    await api.admin.post('/users', account('ida', 'INFO@example.org')).expect(201);
    for (const login of ['IDA', 'ida', 'info@EXAMPLE.org', 'INFO@EXAMPLE.ORG'])
      await api.anonymous.post('/signin', { user_name: login, password: Builders.PASSWORD }).expect(200);
  });

  it.each([account('ida', 'other@example.org'), account('someone', 'info@example.org')])(
    'refuses a second account: %j',
    (body) => api.admin.post('/users', body).expect(409),
  );

  it('refuses a resource whose name differs only in case, so that a denial holds for all spellings', async () => {
    const service = await api.make.service({ service_type: 'api' });
    const user = await api.make.user();
    const root = await api.make.serviceId(service);
    const internal = await api.make.resource(root, { resource_name: 'Internal' });
    for (const resource_name of ['internal', 'INTERNAL'])
      await api.admin
        .post('/resources', { resource_type: 'route', parent_id: root, resource_name })
        .expect(409);

    const assign = (id: number, permission: string) =>
      api.admin.post(`/users/${user}/resources/${id}/permissions`, { permission }).expect(201);
    await assign(root, 'read-allow-recursive');
    await assign(internal, 'read-deny-recursive');
    const decisionOn = async (path: string): Promise<unknown> => {
      const url = `http://localhost:2002/ows/proxy/${service}/${path}`;
      const { body } = await api.admin.post('/requests/evaluate', { url, user_name: user }).expect(200);
      return body.evaluation.outcome;
    };
    expect([await decisionOn('Internal'), await decisionOn('internal'), await decisionOn('island')]).toEqual([
      'refused',
      'refused',
      'forwarded',
    ]);
  });

  it('finds users, groups and resources in any case', async () => {
    await api.make.group({ group_name: 'Islands' });
    await api.make.resource(await api.make.serviceId(await api.make.service({ service_type: 'api' })), {
      resource_name: 'INDIVIDUAL',
    });
    for (const q of ['island', 'ISLAND', 'individual', 'IDA']) {
      const { body } = await api.admin.get(`/search?q=${q}`).expect(200);
      expect(JSON.stringify(body)).toMatch(new RegExp(q, 'i'));
    }
  });
});
