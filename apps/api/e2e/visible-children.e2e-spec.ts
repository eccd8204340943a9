import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

describe('The children that a user sees', () => {
  let api: TestApi;
  let user: string;
  let client: Client;
  let service: number;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    api = await startApi();
    service = await api.make.serviceId(await api.make.service({ service_type: 'api' }));
    for (const [child, parent] of [
      ['a', 'service'],
      ['b', 'service'],
      ['b-below', 'b'],
      ['c', 'service'],
      ['d', 'service'],
      ['d-below', 'd'],
    ] as const)
      ids[child] = await api.make.resource(ids[parent] ?? service, { resource_name: child });
    user = await api.make.user();
    client = await api.signIn(user);
    await allow('b-below', 'read-allow-match');
    await allow('d', 'read-allow-recursive');
  });
  afterAll(() => api.close());

  const allow = (resource: string, permission: string) =>
    api.admin.post(`/users/${user}/resources/${ids[resource]}/permissions`, { permission }).expect(201);
  const childrenOf = async (of: Client, id: number | undefined, query = '') =>
    (await of.get(`/users/${user}/resources/${id}/children${query}`).expect(200)).body;
  const namesOf = ({ children }: { children: { resource_name: string }[] }) =>
    children.map(({ resource_name }) => resource_name);

  it('are those with something that is allowed on or below them, also by assignments above', async () => {
    const top = await childrenOf(client, service);
    expect(namesOf(top)).toEqual(['b', 'd']);
    expect(top.children[0]).toMatchObject({ resource_id: ids['b'], has_children: true });
    expect(namesOf(await childrenOf(client, ids['b']))).toEqual(['b-below']);
    expect(namesOf(await childrenOf(client, ids['d']))).toEqual(['d-below']);
    expect(namesOf(await childrenOf(api.admin, service))).toEqual(['b', 'd']);
  });

  it('are read page by page, also where a page has none of them', async () => {
    const seen: string[] = [];
    let pages = 0;
    for (let after: number | null | undefined; after !== null; pages += 1) {
      const page = await childrenOf(client, service, `?limit=1${after ? `&after=${after}` : ''}`);
      seen.push(...namesOf(page));
      after = page.next;
    }
    expect([seen, pages]).toEqual([['b', 'd'], 5]);
  });

  it('are refused like those of a missing resource where the parent is not visible', async () => {
    const hidden = await client.get(`/users/${user}/resources/${ids['a']}/children`).expect(404);
    const missing = await client.get(`/users/${user}/resources/999999/children`).expect(404);
    expect(hidden.body.error_code).toBe(missing.body.error_code);
  });

  it('are for the user and for administrators, not for others', async () => {
    const other = await api.signIn(await api.make.user());
    await other.get(`/users/${user}/resources/${service}/children`).expect(403);
    await api.anonymous.get(`/users/${user}/resources/${service}/children`).expect(401);
    await client.get(`/users/${user}/resources/${service}/children?limit=1001`).expect(422);
  });
});
