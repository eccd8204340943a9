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

/** What it is, its path, and where the service stands in the reply. */
type Row = [string, () => string, (body: Body) => Service | undefined];

/** Identifiers of a tree in nested lists; fails where a key is not the identifier of what stands under it. */
function shapeOf(trees: Readonly<Record<string, Node>>): unknown[] {
  return Object.entries(trees).map(([key, { resource_id, children }]) => {
    expect(key).toBe(String(resource_id));
    return [resource_id, ...shapeOf(children)];
  });
}

describe('the tree of a service', () => {
  let api: TestApi;
  let place: { service: string; id: number; upper: number; lower: number; user: string; group: string };
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
    place = { service, id, upper, lower, user, group };
  });
  afterAll(() => api.close());

  const byType =
    (key: string) =>
    (body: Body): Service | undefined =>
      body[key]?.['api']?.[place.service];

  it.each([
    [
      'GET /services/{s}/resources',
      () => `/services/${place.service}/resources`,
      (body) => body[place.service],
    ],
    ['GET /resources', () => '/resources', byType('resources')],
    ['GET /users/{u}/resources', () => `/users/${place.user}/resources`, byType('resources')],
    [
      'GET /users/{u}/resources, filtered',
      () => `/users/${place.user}/resources?filtered=true&inherited=true`,
      byType('resources'),
    ],
    ['GET /groups/{g}/resources', () => `/groups/${place.group}/resources`, byType('resources')],
    [
      'GET /users/{u}/services/{s}/resources',
      () => `/users/${place.user}/services/${place.service}/resources`,
      (body) => body['service'],
    ],
    [
      'GET /groups/{g}/services/{s}/resources',
      () => `/groups/${place.group}/services/${place.service}/resources`,
      (body) => body['service'],
    ],
  ] satisfies Row[])('is its field `resources`, with `children` below each, in %s', async (_, path, find) => {
    const service = find((await api.admin.get(path()).expect(200)).body);
    expect(service).toMatchObject({ service_name: place.service, resource_id: place.id });
    expect(service).not.toHaveProperty('children');
    expect(shapeOf(service?.resources ?? {})).toEqual([[place.upper, [place.lower]]]);
  });

  it.each([
    ['GET /services', () => '/services', byType('services')],
    ['GET /services/types/{t}', () => '/services/types/api', byType('services')],
    ['GET /services/{s}', () => `/services/${place.service}`, (body) => body['service']],
    [
      'GET /users/{u}/services, cascading',
      () => `/users/${place.user}/services?cascade=true`,
      byType('services'),
    ],
  ] satisfies Row[])('is left out in %s', async (_, path, find) => {
    const service = find((await api.admin.get(path()).expect(200)).body);
    expect(service).toMatchObject({ service_name: place.service });
    for (const field of ['resources', 'children']) expect(service).not.toHaveProperty(field);
  });

  it('is seen from the service as a resource as its `children`', async () => {
    for (const path of [`/resources/${place.id}`, `/services/${place.service}/resources/${place.id}`]) {
      const { resource } = (await api.admin.get(path).expect(200)).body;
      expect(resource).toMatchObject({ resource_type: 'service', resource_id: place.id });
      expect(shapeOf(resource.children)).toEqual([[place.upper, [place.lower]]]);
    }
  });
});
