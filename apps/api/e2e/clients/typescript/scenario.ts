import { createGatehouseClient, type GatehouseClient, type Schema } from '@gatehouse/api-client';
import { done, refused } from '../../client/scenarios/generated-client';

/** The user who signs in. */
interface Administrator {
  readonly name: string;
  readonly password: string;
}

/** The scenario of the generated clients, with openapi-fetch and the types that openapi-typescript generates. */
export async function runScenario(baseUrl: string, administrator: Administrator): Promise<void> {
  const client = connect(baseUrl);
  await session(client, administrator);
  await token(baseUrl, client);
  const { root, charts, north } = await platform(client);
  await permissions(client, north);
  await renames(client, charts);
  await listings(client, root);
  await removeAll(client);
}

/** A client with a separate session, as in docs/clients.md. */
function connect(baseUrl: string): GatehouseClient {
  const client = createGatehouseClient({ baseUrl });
  let cookie = '';
  client.use({
    onRequest({ request }) {
      if (cookie !== '') request.headers.set('Cookie', cookie);
      return request;
    },
    onResponse({ response }) {
      for (const line of response.headers.getSetCookie()) cookie = line.split(';', 1)[0] ?? '';
    },
  });
  return client;
}

async function session(client: GatehouseClient, { name, password }: Administrator): Promise<void> {
  expect(done(await client.GET('/session')).authenticated).toBe(false);
  const wrong = { user_name: name, password: 'not the password' };
  expect(refused(await client.POST('/signin', { body: wrong }), 401).route_name).toBe('/signin');
  done(await client.POST('/signin', { body: { user_name: name, password } }));
  expect(done(await client.GET('/session')).user?.user_name).toBe(name);
}

/** A client with an API token, which is created, used and revoked. */
async function token(baseUrl: string, client: GatehouseClient): Promise<void> {
  const created = done(await client.POST('/users/current/tokens', { body: { token_name: 'nightly' } }));
  const program = createGatehouseClient({
    baseUrl,
    headers: { Authorization: `Bearer ${created.value}` },
  });
  expect(done(await program.GET('/session')).token?.token_name).toBe('nightly');
  // Without the role of an administrator.
  expect(refused(await program.GET('/users'), 403).error_code).toBe('permission_denied');
  const another = await program.POST('/users/current/tokens', { body: { token_name: 'another' } });
  expect(refused(another, 403).error_code).toBe('token_not_sufficient');
  const path = { token_id: created.token.token_id };
  done(await client.DELETE('/users/current/tokens/{token_id}', { params: { path } }));
  expect(refused(await program.GET('/session'), 401).error_code).toBe('api_token_invalid');
}

async function platform(client: GatehouseClient): Promise<{ root: number; charts: number; north: number }> {
  const group = { group_name: 'readers', description: 'Who read', discoverable: true };
  expect(done(await client.POST('/groups', { body: group })).group.group_id).toBeGreaterThan(0);
  const conflict = refused(await client.POST('/groups', { body: group }), 409);
  expect([conflict.param?.name, conflict.group_name]).toEqual(['group_name', 'readers']);
  const user = {
    user_name: 'reader',
    email: 'reader@example.org',
    password: 'a password for reading',
    group_name: 'readers',
  };
  expect(done(await client.POST('/users', { body: user })).user.status).toBe('OK');
  const { service } = done(
    await client.POST('/services', {
      body: { service_name: 'atlas', service_type: 'api', service_url: 'http://localhost:9000' },
    }),
  );
  expect([service.service_type, service.configuration]).toEqual(['api', null]);
  const root = service.resource_id;
  const upper = done(
    await client.POST('/resources', {
      body: { resource_name: 'charts', resource_type: 'route', parent_id: root },
    }),
  ).resource;
  expect([upper.parent_id, upper.resource_type]).toEqual([root, 'route']);
  const charts = upper.resource_id;
  const lower = done(
    await client.POST('/services/{service_name}/resources', {
      params: { path: { service_name: 'atlas' } },
      body: { resource_name: 'north', resource_type: 'route', parent_id: charts },
    }),
  ).resource;
  expect(lower.root_service_id).toBe(root);
  return { root, charts, north: lower.resource_id };
}

async function permissions(client: GatehouseClient, north: number): Promise<void> {
  const onService = { params: { path: { user_name: 'reader', service_name: 'atlas' } } };
  const service = '/users/{user_name}/services/{service_name}/permissions';
  const read = { ...onService, body: { permission_name: 'read' } };
  const reply = done(await client.POST(service, read));
  expect([reply.permission.name, reply.user_id > 0]).toEqual(['read', true]);
  expect(refused(await client.POST(service, read), 409).permission?.name).toBe('read');
  const deny: Schema<'PermissionObject'> = { name: 'read', access: 'deny' };
  const put = done(await client.PUT(service, { ...onService, body: { permission: deny } }));
  expect(put.permission_name).toBe('read-deny-recursive');
  const path = { user_name: 'reader', resource_id: north };
  const resource = '/users/{user_name}/resources/{resource_id}/permissions';
  const effective = done(await client.GET(resource, { params: { path, query: { effective: true } } }));
  const entry = effective.permissions.find(({ name }) => name === 'read');
  expect([entry?.access, entry?.type]).toEqual(['deny', 'effective']);
  const readPermission = { params: { path, query: { permission: 'read' } } } as const;
  const why = done(await client.GET(`${resource}/explain`, readPermission));
  expect([why.access, why.rules.map(({ used }) => used)]).toEqual(['deny', [true]]);
  expect([why.everywhere.granted, why.everywhere.kept_by?.resource_name]).toEqual([false, 'atlas']);
  done(await client.DELETE(service, read));
  const steps: Schema<'BranchStep'>[] = [
    { resource_name: 'atlas', resource_type: 'service', permission: 'read', group: 'readers' },
    {
      resource_name: 'drafts',
      resource_type: 'route',
      permission: deny,
      user: 'reader',
      action: 'create',
    },
  ];
  done(await client.PATCH('/permissions', { body: { permissions: steps } }));
  const rules = done(
    await client.GET('/groups/{group_name}/services/{service_name}/permissions', {
      params: { path: { group_name: 'readers', service_name: 'atlas' } },
    }),
  );
  expect(rules.permission_names).toContain('read');
  const misread = await client.PUT(resource, { params: { path }, body: { permission: 'read-zzz' } });
  expect(refused(misread, 422).call?.exception).toBe('PermissionSyntax');
}

async function renames(client: GatehouseClient, charts: number): Promise<void> {
  const renamed = done(
    await client.PATCH('/resources/{resource_id}', {
      params: { path: { resource_id: charts } },
      body: { resource_name: 'maps' },
    }),
  );
  expect(renamed.old_resource_name).toBe('charts');
  const ofGroup = { params: { path: { group_name: 'readers' } } };
  done(await client.PATCH('/groups/{group_name}', { ...ofGroup, body: { group_name: 'sailors' } }));
  const ofService = { params: { path: { service_name: 'atlas' } } };
  done(await client.PATCH('/services/{service_name}', { ...ofService, body: { service_name: 'globe' } }));
  const ofUser = { params: { path: { user_name: 'reader' } } };
  done(await client.PATCH('/users/{user_name}', { ...ofUser, body: { user_name: 'writer' } }));
}

async function listings(client: GatehouseClient, root: number): Promise<void> {
  const names: string[] = [];
  for (;;) {
    const after = names.at(-1);
    const query = { limit: 2, ...(after === undefined ? {} : { after }) };
    const page = done(await client.GET('/groups', { params: { query } })).group_names;
    if (page.length === 0) break;
    names.push(...page);
  }
  expect(names).toContain('sailors');
  expect(names).toEqual(done(await client.GET('/groups')).group_names);
  const detailed = { params: { query: { detail: true, status: 'OK' } } };
  const users = done(await client.GET('/users', detailed)).users ?? [];
  expect(users.find(({ user_name }) => user_name === 'writer')?.email).toBe('reader@example.org');
  const path = { resource_id: root };
  const children = '/resources/{resource_id}/children';
  const [first] = done(await client.GET(children, { params: { path, query: { limit: 1 } } })).children;
  const next = { params: { path, query: { after: first?.resource_id ?? 0 } } };
  const [second] = done(await client.GET(children, next)).children;
  expect([first?.has_children, second?.resource_name]).toEqual([true, 'drafts']);
  const byType = done(await client.GET('/services')).services;
  expect(Array.isArray(byType) ? undefined : byType['api']?.['globe']?.resource_id).toBe(root);
  const flattened = { params: { query: { flatten: true, type: 'api' } } };
  const flat = done(await client.GET('/services', flattened)).services;
  expect(Array.isArray(flat) && flat.map(({ service_name }) => service_name)).toEqual(['globe']);
  const changes = done(await client.GET('/changes', { params: { query: { limit: 1 } } }));
  expect([changes.newest_revision > 1, changes.revisions.length]).toEqual([true, 1]);
  const unknown = { params: { path: { user_name: 'unknown' } } };
  expect(refused(await client.GET('/users/{user_name}', unknown), 404).route_name).toBe('/users/{user_name}');
}

async function removeAll(client: GatehouseClient): Promise<void> {
  const ofService = { params: { path: { service_name: 'globe' } } };
  const body = { service_push: false };
  done(await client.DELETE('/services/{service_name}', { ...ofService, body }));
  done(await client.DELETE('/groups/{group_name}', { params: { path: { group_name: 'sailors' } } }));
  done(await client.DELETE('/users/{user_name}', { params: { path: { user_name: 'writer' } } }));
  expect(refused(await client.GET('/services/{service_name}', ofService), 404).param?.name).toBe(
    'service_name',
  );
  done(await client.GET('/signout'));
  expect(refused(await client.GET('/users'), 401).detail).not.toBe('');
}
