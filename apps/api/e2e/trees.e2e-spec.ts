import { type TestApi, startApi } from './harness/start-api';

interface Service {
  readonly resources: Readonly<Record<string, Node>>;
}

/** A reply, by type of service and name where it is a listing. */
type Body = Readonly<Record<string, Service & Readonly<Record<string, Readonly<Record<string, Service>>>>>>;

interface Node {
  readonly resource_id: number;
  readonly children: Readonly<Record<string, Node>>;
}

/** The operation, its path, and the position of the service in the reply. */
type Row = [string, () => string, (body: Body) => Service | undefined];

/** Identifiers of a tree in nested lists; fails where a key is not the identifier of its value. */
function shapeOf(trees: Readonly<Record<string, Node>>): unknown[] {
  return Object.entries(trees).map(([key, { resource_id, children }]) => {
    expect(key).toBe(String(resource_id));
    return [resource_id, ...shapeOf(children)];
  });
}

describe('the tree of a service', () => {
  let api: TestApi;
  let scenario: { service: string; id: number; upper: number; lower: number; user: string; group: string };
  beforeAll(async () => {
    api = await startApi();
    const group = await api.make.group();
    const user = await api.make.user({ group_name: group });
    const service = await api.make.service({ service_type: 'api' });
    const id = await api.make.serviceId(service);
    const upper = await api.make.resource(id);
    const lower = await api.make.resource(upper);
    for (const principal of [`users/${user}`, `groups/${group}`]) {
      await api.admin
        .post(`/${principal}/resources/${lower}/permissions`, { permission: 'read' })
        .expect(201);
    }
    scenario = { service, id, upper, lower, user, group };
  });
  afterAll(() => api.close());

  const byType =
    (key: string) =>
    (body: Body): Service | undefined =>
      body[key]?.['api']?.[scenario.service];

  it.each([
    [
      'GET /services/{s}/resources',
      () => `/services/${scenario.service}/resources`,
      (body) => body[scenario.service],
    ],
    ['GET /resources', () => '/resources', byType('resources')],
    ['GET /users/{u}/resources', () => `/users/${scenario.user}/resources`, byType('resources')],
    [
      'GET /users/{u}/resources, filtered',
      () => `/users/${scenario.user}/resources?filtered=true&inherited=true`,
      byType('resources'),
    ],
    ['GET /groups/{g}/resources', () => `/groups/${scenario.group}/resources`, byType('resources')],
    [
      'GET /users/{u}/services/{s}/resources',
      () => `/users/${scenario.user}/services/${scenario.service}/resources`,
      (body) => body['service'],
    ],
    [
      'GET /groups/{g}/services/{s}/resources',
      () => `/groups/${scenario.group}/services/${scenario.service}/resources`,
      (body) => body['service'],
    ],
  ] satisfies Row[])('is its field `resources`, with `children` below each, in %s', async (_, path, find) => {
    const service = find((await api.admin.get(path()).expect(200)).body);
    expect(service).toMatchObject({ service_name: scenario.service, resource_id: scenario.id });
    expect(service).not.toHaveProperty('children');
    expect(shapeOf(service?.resources ?? {})).toEqual([[scenario.upper, [scenario.lower]]]);
  });

  it.each([
    ['GET /services', () => '/services', byType('services')],
    ['GET /services/types/{t}', () => '/services/types/api', byType('services')],
    ['GET /services/{s}', () => `/services/${scenario.service}`, (body) => body['service']],
    [
      'GET /users/{u}/services, cascading',
      () => `/users/${scenario.user}/services?cascade=true`,
      byType('services'),
    ],
  ] satisfies Row[])('is left out in %s', async (_, path, find) => {
    const service = find((await api.admin.get(path()).expect(200)).body);
    expect(service).toMatchObject({ service_name: scenario.service });
    for (const field of ['resources', 'children']) expect(service).not.toHaveProperty(field);
  });

  it('is the `children` of the service when it is read as a resource', async () => {
    for (const path of [
      `/resources/${scenario.id}`,
      `/services/${scenario.service}/resources/${scenario.id}`,
    ]) {
      const { resource } = (await api.admin.get(path).expect(200)).body;
      expect(resource).toMatchObject({ resource_type: 'service', resource_id: scenario.id });
      expect(shapeOf(resource.children)).toEqual([[scenario.upper, [scenario.lower]]]);
    }
  });
});
