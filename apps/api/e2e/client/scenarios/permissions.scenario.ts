import type { Schema } from '@gatehouse/api-client';
import { done, refused } from './generated-client';
import { type Platform, newPlatform } from './platform';
import type { Scenario } from './scenario-client';

/** Permission assignments of users and groups on services and resources, effective permissions, and explanations. */
export const permissions: Scenario = async (scenarioClient) => {
  const platform = await newPlatform(scenarioClient);
  await assignmentsOfUser(platform);
  await assignmentsOfGroup(platform);
  await rulesOfOneself(platform);
  await rulesAlongABranch(platform);
  await platform.remove();
};

async function assignmentsOfUser({ admin, user_name, service_name, resource_id }: Platform): Promise<void> {
  const onService = { params: { path: { user_name, service_name } } };
  const service = '/users/{user_name}/services/{service_name}/permissions' as const;
  done(await admin.POST(service, { ...onService, body: { permission_name: 'read' } }));
  const again = refused(await admin.POST(service, { ...onService, body: { permission: 'read' } }), 409);
  expect(again.permission?.name).toBe('read');
  done(await admin.PUT(service, { ...onService, body: { permission: { name: 'read', access: 'deny' } } }));
  expect(done(await admin.GET(service, onService)).permission_names).toContain('read-deny-recursive');
  done(await admin.DELETE(service, { ...onService, body: { permission_name: 'read' } }));
  done(await admin.PUT(service, { ...onService, body: { permission_name: 'write' } }));
  const named = { params: { path: { user_name, service_name, permission_name: 'write' } } };
  done(await admin.DELETE(`${service}/{permission_name}`, named));

  const onResource = { params: { path: { user_name, resource_id } } };
  const resource = '/users/{user_name}/resources/{resource_id}/permissions' as const;
  const { permission } = done(
    await admin.POST(resource, { ...onResource, body: { permission: 'read-match' } }),
  );
  expect(permission).toMatchObject({ name: 'read', access: 'allow', scope: 'match' });
  done(await admin.PUT(resource, { ...onResource, body: { permission: 'read-deny-match' } }));
  const effective = { params: { ...onResource.params, query: { effective: true } } };
  const [decided] = done(await admin.GET(resource, effective)).permissions;
  expect(decided).toMatchObject({ name: 'read', access: 'deny', type: 'effective' });
  const readPermission = { params: { ...onResource.params, query: { permission: 'read' } } } as const;
  const explained = done(await admin.GET(`${resource}/explain`, readPermission));
  expect([explained.access, explained.rules.map(({ used }) => used)]).toEqual(['deny', [true]]);
  const misread = await admin.PUT(resource, { ...onResource, body: { permission: 'read-zzz' } });
  expect(refused(misread, 422).call?.exception).toBe('PermissionSyntax');

  const listing = { params: { path: { user_name }, query: { cascade: true, flatten: true } } };
  const { services } = done(await admin.GET('/users/{user_name}/services', listing));
  expect(Array.isArray(services) && services.map((one) => one.service_name)).toContain(service_name);
  const filtered = { params: { path: { user_name }, query: { filtered: true, type: 'api' } } };
  const { resources } = done(await admin.GET('/users/{user_name}/resources', filtered));
  expect(Object.keys(resources['api']?.[service_name]?.resources ?? {})).toEqual([String(resource_id)]);
  const tree = done(
    await admin.GET('/users/{user_name}/services/{service_name}/resources', onService),
  ).service;
  expect(tree.resources[String(resource_id)]?.permission_names).toContain('read-deny-match');

  done(await admin.DELETE(resource, { ...onResource, body: { permission_name: 'read' } }));
  done(await admin.PUT(resource, { ...onResource, body: { permission_name: 'write' } }));
  const namedThere = { params: { path: { user_name, resource_id, permission_name: 'write' } } };
  done(await admin.DELETE(`${resource}/{permission_name}`, namedThere));
  expect(
    refused(await admin.DELETE(`${resource}/{permission_name}`, namedThere), 404).user_id,
  ).toBeGreaterThan(0);
}

async function assignmentsOfGroup({ admin, group_name, service_name, resource_id }: Platform): Promise<void> {
  const onService = { params: { path: { group_name, service_name } } };
  const service = '/groups/{group_name}/services/{service_name}/permissions' as const;
  expect(
    done(await admin.POST(service, { ...onService, body: { permission: 'read' } })).group.group_name,
  ).toBe(group_name);
  done(await admin.PUT(service, { ...onService, body: { permission: 'read-match' } }));
  expect(done(await admin.GET(service, onService)).permission_names).toContain('read-match');
  done(await admin.DELETE(service, { ...onService, body: { permission_name: 'read' } }));
  done(await admin.PUT(service, { ...onService, body: { permission_name: 'write' } }));
  const named = { params: { path: { group_name, service_name, permission_name: 'write' } } };
  done(await admin.DELETE(`${service}/{permission_name}`, named));

  const onResource = { params: { path: { group_name, resource_id } } };
  const resource = '/groups/{group_name}/resources/{resource_id}/permissions' as const;
  done(await admin.POST(resource, { ...onResource, body: { permission: 'read' } }));
  done(await admin.PUT(resource, { ...onResource, body: { permission: 'read-deny' } }));
  const effective = { params: { ...onResource.params, query: { effective: true } } };
  const outcome = done(await admin.GET(resource, effective));
  expect(outcome.permissions_names).toEqual(outcome.permission_names);
  const readPermission = { params: { ...onResource.params, query: { permission: 'read' } } } as const;
  const ofMembers = done(await admin.GET(`${resource}/explain`, readPermission));
  expect([ofMembers.access, ofMembers.rules.map(({ used }) => used)]).toEqual(['deny', [true]]);

  const ofGroup = { params: { path: { group_name } } };
  const { services } = done(await admin.GET('/groups/{group_name}/services', ofGroup));
  expect(JSON.stringify(services)).not.toContain('service_url');
  const { resources } = done(await admin.GET('/groups/{group_name}/resources', ofGroup));
  expect(resources['api']?.[service_name]?.resources).toHaveProperty(String(resource_id));
  const tree = done(
    await admin.GET('/groups/{group_name}/services/{service_name}/resources', onService),
  ).service;
  expect(tree.service_name).toBe(service_name);

  done(await admin.DELETE(resource, { ...onResource, body: { permission_name: 'read' } }));
  done(await admin.PUT(resource, { ...onResource, body: { permission_name: 'write' } }));
  const namedThere = { params: { path: { group_name, resource_id, permission_name: 'write' } } };
  done(await admin.DELETE(`${resource}/{permission_name}`, namedThere));
}

/** The administrator's own permission assignments, under the paths of the signed-in user. */
async function rulesOfOneself({ admin, service_name, resource_id }: Platform): Promise<void> {
  const onService = { params: { path: { service_name } } };
  const service = '/users/current/services/{service_name}/permissions' as const;
  done(await admin.POST(service, { ...onService, body: { permission: 'read' } }));
  done(await admin.PUT(service, { ...onService, body: { permission: 'read-match' } }));
  expect(done(await admin.GET(service, onService)).permission_names).toContain('read-match');
  done(await admin.DELETE(service, { ...onService, body: { permission_name: 'read' } }));
  done(await admin.PUT(service, { ...onService, body: { permission_name: 'write' } }));
  const named = { params: { path: { service_name, permission_name: 'write' } } };
  done(await admin.DELETE(`${service}/{permission_name}`, named));

  const onResource = { params: { path: { resource_id } } };
  const resource = '/users/current/resources/{resource_id}/permissions' as const;
  done(await admin.POST(resource, { ...onResource, body: { permission: 'read' } }));
  done(await admin.PUT(resource, { ...onResource, body: { permission: 'read-match' } }));
  const readPermission = { params: { ...onResource.params, query: { permission: 'read' } } } as const;
  expect(done(await admin.GET(`${resource}/explain`, readPermission)).reason).toBe('administrator');
  const sources = { params: { ...onResource.params, query: { inherited: true, resolve: true } } };
  expect(done(await admin.GET(resource, sources)).permission_names).toContain('read-match');
  const cascaded = { params: { query: { cascade: true } } };
  expect(done(await admin.GET('/users/current/services', cascaded)).services).toHaveProperty('api');
  expect(done(await admin.GET('/users/current/resources')).resources['api']).toHaveProperty(service_name);
  const trees = '/users/current/services/{service_name}/resources';
  expect(done(await admin.GET(trees, onService)).service.resources).toHaveProperty(String(resource_id));
  done(await admin.DELETE(resource, { ...onResource, body: { permission_name: 'read' } }));
  done(await admin.PUT(resource, { ...onResource, body: { permission_name: 'write' } }));
  const namedThere = { params: { path: { resource_id, permission_name: 'write' } } };
  done(await admin.DELETE(`${resource}/{permission_name}`, namedThere));
}

/** Several changes in one request, and their entries in the change log. */
async function rulesAlongABranch({ admin, user_name, group_name, service_name }: Platform): Promise<void> {
  const { newest_revision: before } = done(await admin.GET('/changes', { params: { query: { limit: 1 } } }));
  const steps: Schema<'BranchStep'>[] = [
    { resource_name: service_name, resource_type: 'service', permission: 'read', group: group_name },
    { resource_name: 'new', resource_type: 'route' },
    {
      resource_name: 'newer',
      resource_type: 'route',
      permission: { name: 'read', access: 'deny' },
      user: user_name,
      action: 'create',
    },
  ];
  done(await admin.PATCH('/permissions', { body: { permissions: steps } }));
  const changes = done(await admin.GET('/changes', { params: { query: { after: before } } }));
  const [made] = changes.revisions;
  expect(made?.changes.map(({ entity, operation }) => `${operation} ${entity}`).sort()).toEqual([
    'insert group_rule',
    'insert resource',
    'insert resource',
    'insert user_rule',
  ]);
  const odd: Schema<'BranchStep'>[] = [
    { resource_name: service_name, resource_type: 'service', permission: 'odd', user: user_name },
  ];
  expect(refused(await admin.PATCH('/permissions', { body: { permissions: odd } }), 400).call).toBeDefined();
}
