import supertest from 'supertest';
import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

interface Listed {
  readonly resource_name?: string;
  readonly service_name?: string;
  readonly permissions: readonly { readonly name: string; readonly access: string; readonly type: string }[];
  readonly children?: Readonly<Record<string, Listed>>;
  readonly resources?: Readonly<Record<string, Listed>>;
}

/** `name: permissions` of each listed resource, with those above it before the name. */
function rowsOf(node: Listed, above = ''): string[] {
  const path = `${above}/${node.resource_name ?? node.service_name ?? ''}`;
  const names = node.permissions.map(({ name, access, type }) => `${name}-${access}-${type}`);
  const below = Object.values(node.children ?? node.resources ?? {});
  return [`${path}: ${names.join(',')}`, ...below.flatMap((child) => rowsOf(child, path))];
}

describe('Listings for restricted API tokens', () => {
  let api: TestApi;
  let service: string;
  let name: string;
  let owner: Client;
  const ids: Record<string, number> = {};
  /** The rows for what everybody may read. */
  let everybody: string[];

  beforeAll(async () => {
    api = await startApi();
    service = await api.make.service({ service_type: 'api' });
    ids['service'] = await api.make.serviceId(service);
    for (const [child, parent] of [
      ['open', 'service'],
      ['deep', 'open'],
      ['closed', 'service'],
      ['denied', 'open'],
      ['public', 'service'],
    ] as const)
      ids[child] = await api.make.resource(ids[parent]!, { resource_name: child });
    name = await api.make.user();
    const group = await api.make.group();
    await api.admin.post(`/users/${name}/groups`, { group_name: group }).expect(201);
    await allow(`users/${name}`, 'service', 'read-allow-recursive');
    await allow(`groups/${group}`, 'closed', 'write-allow-match');
    await allow(`users/${name}`, 'denied', 'read-deny-recursive');
    await allow('groups/anonymous', 'public', 'read-allow-match');
    owner = await api.signIn(name);
    everybody = [`/${service}: `, `/${service}/public: read-allow-effective`];
  });
  afterAll(() => api.close());

  const allow = (holder: string, resource: string, permission: string) =>
    api.admin.post(`/${holder}/resources/${ids[resource]}/permissions`, { permission }).expect(201);

  async function tokenWith(restriction: readonly object[]): Promise<string> {
    const body = { token_name: api.make.name('token'), restriction };
    return (await owner.post('/users/current/tokens', body).expect(201)).body.value;
  }

  async function get(token: string, path: string) {
    const reply = await supertest(api.anonymous.url).get(path).set('Authorization', `Bearer ${token}`);
    expect(reply.status).toBe(200);
    return reply.body;
  }

  async function tree(token: string, query = ''): Promise<string[]> {
    const { resources } = await get(token, `/users/current/resources${query}`);
    return Object.values<Record<string, Listed>>(resources)
      .flatMap((services) => Object.values(services))
      .flatMap((shown) => rowsOf(shown));
  }

  it('have what the token is allowed on resources that its entries name', async () => {
    const token = await tokenWith([{ resource_id: ids['deep'], permission_names: ['read'] }]);
    const rows = [
      `/${service}: `,
      `/${service}/open: `,
      `/${service}/open/deep: read-allow-effective`,
      ...everybody.slice(1),
    ];
    for (const query of ['', '?inherited=true', '?resolve=true', '?filtered=true'])
      expect(await tree(token, query)).toEqual(rows);
    const { service: shown } = await get(token, `/users/current/services/${service}/resources`);
    expect(rowsOf(shown)).toEqual(rows);
    expect((await get(token, '/users/current/services')).services).toEqual({});
    const { services } = await get(token, '/users/current/services?cascade=true&flatten=true');
    expect(services.map(({ service_name }: { service_name: string }) => service_name)).toEqual([service]);
  });

  it('have no resource that is denied to the owner, and none that only the owner may use', async () => {
    const token = await tokenWith([
      { resource_id: ids['denied'], permission_names: ['read'] },
      { resource_id: ids['closed'], permission_names: ['read'] },
    ]);
    expect(await tree(token)).toEqual([
      `/${service}: `,
      `/${service}/closed: read-allow-effective`,
      ...everybody.slice(1),
    ]);
  });

  it('have the assignments of groups of the owner within the restriction', async () => {
    const token = await tokenWith([{ service_name: service, permission_names: ['write'] }]);
    expect(await tree(token)).toEqual([
      `/${service}: `,
      `/${service}/closed: write-allow-effective`,
      ...everybody.slice(1),
    ]);
  });

  it('are those of each restriction and of the owner, whichever is read first', async () => {
    const wide = await tokenWith([{ service_name: service, permission_names: ['read', 'write'] }]);
    const narrow = await tokenWith([{ resource_id: ids['deep'], permission_names: ['read'] }]);
    const none = await tokenWith([]);
    for (let round = 0; round < 2; round++) {
      const ofOwner = (await owner.get('/users/current/resources?inherited=true').expect(200)).body;
      expect(JSON.stringify(ofOwner)).toContain('read-deny-recursive');
      expect((await tree(wide)).join()).toContain(
        `/${service}/closed: read-allow-effective,write-allow-effective`,
      );
      expect(await tree(narrow)).toHaveLength(4);
      expect(await tree(none)).toEqual(everybody);
    }
  });

  it('are those of the token also for an administrator', async () => {
    const administrator = await api.make.user();
    await api.admin.post(`/users/${administrator}/groups`, { group_name: 'administrators' }).expect(201);
    await allow(`users/${administrator}`, 'open', 'read-allow-match');
    const client = await api.signIn(administrator);
    const restriction = [{ service_name: service, permission_names: ['read'] }];
    const { value } = (
      await client.post('/users/current/tokens', { token_name: 'one', restriction }).expect(201)
    ).body;
    expect(await tree(value)).toEqual([
      `/${service}: `,
      `/${service}/open: read-allow-effective`,
      ...everybody.slice(1),
    ]);
  });
});
