import type { Client } from './harness/client';
import { ADMIN, type TestApi, startApi } from './harness/start-api';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: object }>> };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<(typeof METHODS)[number], Operation>>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

/** A request that consists of examples only. */
interface Example {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly body: object | undefined;
}

/** Parameters and fields that are alternatives of others, which are sent. */
const ALTERNATIVES: Readonly<Record<string, readonly string[]>> = {
  '/services/{service_name}/matrix': ['group_name'],
  '/requests/evaluate': ['curl'],
};

/** Refused for the type of the service that the examples name, not because of the request. */
const OTHER_TYPE = '"error_code": "service_without_maps"';

/** Every operation, with every parameter of its path and query except alternatives. */
function examplesOf({ paths, components }: Description): Example[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const alternatives = ALTERNATIVES[template] ?? [];
      const parameters = (operation.parameters ?? []).map((one) =>
        one.$ref ? (components.parameters[one.$ref.split('/').at(-1) ?? ''] ?? one) : one,
      );
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(parameters.find((one) => one.name === name)?.example)),
      );
      const query = new URLSearchParams(
        parameters
          .filter((one) => one.in === 'query' && !alternatives.includes(one.name))
          .map((one): [string, string] => [one.name, String(one.example)]),
      );
      const sample = operation.requestBody?.content['application/json']?.example;
      const body =
        sample &&
        Object.fromEntries(Object.entries(sample as object).filter(([name]) => !alternatives.includes(name)));
      return [{ method, path: query.size > 0 ? `${path}?${query.toString()}` : path, body }];
    }),
  );
}

/** Creates the entities that the examples of paths name, with the identifiers from the examples. */
async function createExampleEntities({ admin, dataSource }: TestApi): Promise<void> {
  await admin.post('/groups', { group_name: 'hydrologists', discoverable: true }).expect(201);
  const password = 'correct horse battery';
  await admin.post('/users', { user_name: 'bob', email: 'bob@example.net', password }).expect(201);
  const url = { service_type: 'api', service_url: 'http://localhost:9000' };
  await dataSource.query('ALTER TABLE resources ALTER COLUMN id RESTART WITH 30');
  const service = await admin.post('/services', { ...url, service_name: 'rivers' }).expect(201);
  expect(service.body.service.resource_id).toBe(30);
  const route = { resource_name: 'delta', resource_type: 'route', parent_id: 30 };
  const resource = await admin.post('/resources', route).expect(201);
  expect(resource.body.resource.resource_id).toBe(31);
}

describe('the examples of the description', () => {
  let api: TestApi;
  let description: Description;
  beforeAll(async () => {
    api = await startApi();
    description = JSON.parse((await api.anonymous.get('/json').expect(200)).text) as Description;
  });
  afterAll(() => api.close());

  const send = async (
    client: Client,
    { method, path, body }: Example,
  ): Promise<{ status: number; refused: string[] }> => {
    const { status, text } = await client[method](path, body);
    const isFine = (status !== 400 && status !== 422) || text.includes(OTHER_TYPE);
    return {
      status,
      refused: isFine ? [] : [`${method} ${path} ${JSON.stringify(body)}: ${status} ${text}`],
    };
  };

  it('can be sent unchanged, one after another', async () => {
    const refused: string[] = [];
    let isAsNamed = false;
    for (const example of examplesOf(description)) {
      if (!isAsNamed) {
        await removeAll(api);
        await createExampleEntities(api);
      }
      // Sign-in and sign-out end the session of the caller.
      const endsSession = /^\/(?:sign(?:in|out)|ui\/log(?:in|out))/.test(example.path);
      const client = endsSession ? await api.signIn(ADMIN.name, ADMIN.password) : api.admin;
      const reply = await send(client, example);
      refused.push(...reply.refused);
      // Neither reads nor refused requests change entities.
      isAsNamed = example.method === 'get' || reply.status >= 400;
    }
    expect(refused).toEqual([]);
  }, 300_000);
});

/** Removes the entities that examples name or create. */
async function removeAll({ admin }: TestApi): Promise<void> {
  const { services } = (await admin.get('/services?flatten=true').expect(200)).body as {
    services: { service_name: string }[];
  };
  for (const { service_name } of services) await admin.delete(`/services/${service_name}`).expect(200);
  const { group_names } = (await admin.get('/groups').expect(200)).body as { group_names: string[] };
  for (const name of group_names) {
    if (!['administrators', 'anonymous', 'users'].includes(name))
      await admin.delete(`/groups/${name}`).expect(200);
  }
  const { user_names } = (await admin.get('/users').expect(200)).body as { user_names: string[] };
  for (const name of user_names) {
    if (![ADMIN.name, 'anonymous'].includes(name)) await admin.delete(`/users/${name}`).expect(200);
  }
}
