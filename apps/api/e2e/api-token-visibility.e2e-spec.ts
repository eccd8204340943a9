import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

describe('the restriction of an API token', () => {
  let api: TestApi;
  let shown: string;
  let resource: number;
  beforeAll(async () => {
    api = await startApi();
    shown = await api.make.service({ service_type: 'api', service_name: 'shown' });
    resource = await api.make.resource(await api.make.serviceId(shown), { resource_name: 'open' });
    await api.make.service({ service_type: 'api', service_name: 'unseen' });
  });
  afterAll(() => api.close());

  async function reader(): Promise<{ name: string; client: Client }> {
    const name = await api.make.user();
    await api.admin
      .post(`/users/${name}/services/${shown}/permissions`, { permission: 'read-allow-recursive' })
      .expect(201);
    return { name, client: await api.signIn(name) };
  }

  it('accepts only what its owner sees: anything else is answered like what does not exist', async () => {
    const { client } = await reader();
    const refusalOf = async (entry: object, named: string): Promise<unknown> => {
      const restriction = [{ permission_names: ['getmap'], ...entry }];
      const reply = await client.post('/users/current/tokens', { token_name: 'new', restriction });
      return [reply.status, JSON.stringify({ ...reply.body, call: undefined }).replaceAll(named, '')];
    };
    expect(await refusalOf({ service_name: 'unseen' }, 'unseen')).toEqual(
      await refusalOf({ service_name: 'missing' }, 'missing'),
    );
    const id = await api.make.serviceId('unseen');
    const [status, body] = (await refusalOf({ resource_id: id }, 'x')) as [number, string];
    expect([status, body]).toEqual([404, expect.stringContaining('resource_not_found')]);
    expect(body).not.toContain('unseen');
    expect((await client.get('/users/current/tokens')).body.tokens).toEqual([]);
  });

  it('shows the names of resources only as long as its owner sees them, and to administrators', async () => {
    const { name, client } = await reader();
    const body = {
      token_name: 'nightly',
      restriction: [{ resource_id: resource, permission_names: ['read'] }],
    };
    const { token_id } = (await client.post('/users/current/tokens', body).expect(201)).body.token;
    const pathOf = async (of: Client): Promise<string> =>
      (await of.get(`/users/${name}/tokens/${token_id}`).expect(200)).body.token.restriction[0].path;
    expect(await pathOf(client)).toBe('shown/open');
    await api.admin.delete(`/users/${name}/services/${shown}/permissions/read`).expect(200);
    expect(await pathOf(client)).toBe(String(resource));
    expect(await pathOf(api.admin)).toBe('shown/open');
  });
});
