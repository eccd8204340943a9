import type { Schema } from '@gatehouse/api-client';
import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** Services, their types and the trees of their resources. */
export const services: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  expect(done(await admin.GET('/services/types')).service_types).toContain('api');
  const ofType = { params: { path: { service_type: 'api' } } } as const;
  const [route] = done(await admin.GET('/services/types/{service_type}/resources', ofType)).resource_types;
  expect(route?.resource_type).toBe('route');
  const names = done(
    await admin.GET('/services/types/{service_type}/resources/types', ofType),
  ).resource_types;
  expect(names).toEqual(['route']);

  const service_name = scenarioClient.name('service');
  const ofService = { params: { path: { service_name } } };
  const body = { service_name, service_type: 'api', service_url: 'http://localhost:9000' } as const;
  const { resource_id: root } = done(await admin.POST('/services', { body })).service;
  // The types of the client do not allow an unknown service type.
  const odd = 'odd' as 'api';
  const unusable = await admin.POST('/services', { body: { ...body, service_type: odd } });
  expect(refused(unusable, 400).service_type).toBe('odd');
  done(
    await admin.PATCH('/services/{service_name}', {
      ...ofService,
      body: { service_url: 'http://localhost:9001' },
    }),
  );
  const { service } = done(await admin.GET('/services/{service_name}', ofService));
  expect(service.resource_structure_allowed['service']).toEqual(['route']);

  const byType = done(await admin.GET('/services')).services;
  expect(Array.isArray(byType) ? undefined : byType['api']?.[service_name]?.resource_id).toBe(root);
  const flat = done(
    await admin.GET('/services', { params: { query: { flatten: true, type: 'api' } } }),
  ).services;
  expect(listed(flat).map((one) => one.service_name)).toContain(service_name);
  const sameType = done(await admin.GET('/services/types/{service_type}', ofType)).services;
  expect(JSON.stringify(sameType)).toContain(service_name);
  const allowed = done(await admin.GET('/services/{service_name}/permissions', ofService));
  expect(allowed.permissions[0]?.type).toBe('allowed');

  const upper = done(
    await admin.POST('/resources', {
      body: { resource_name: 'rivers', resource_type: 'route', parent_id: root },
    }),
  ).resource;
  const lower = done(
    await admin.POST('/services/{service_name}/resources', {
      ...ofService,
      body: { resource_name: 'delta', resource_type: 'route', parent_id: upper.resource_id },
    }),
  ).resource;
  expect([upper.parent_id, lower.root_service_id]).toEqual([root, root]);
  const below = { params: { path: { resource_id: upper.resource_id } } };
  expect(done(await admin.GET('/resources/{resource_id}', below)).resource?.children).toHaveProperty(
    String(lower.resource_id),
  );
  const path = { path: { service_name, resource_id: lower.resource_id } };
  const upwards = { params: { ...path, query: { parents: true, flatten: true } } };
  const branch = done(await admin.GET('/services/{service_name}/resources/{resource_id}', upwards)).resources;
  expect(branch?.map((one) => one.resource_name)).toEqual(['delta', 'rivers', service_name]);
  const [child] = done(await admin.GET('/resources/{resource_id}/children', below)).children;
  expect(child?.has_children).toBe(false);
  const { user_name } = done(await admin.GET('/session')).user ?? { user_name: '' };
  const seen = { params: { path: { user_name, resource_id: upper.resource_id } } };
  const ofUser = done(await admin.GET('/users/{user_name}/resources/{resource_id}/children', seen));
  expect(ofUser).toMatchObject({ children: [child], next: null });
  const ofCaller = done(await admin.GET('/users/current/resources/{resource_id}/children', below));
  expect(ofCaller.children).toEqual(ofUser.children);
  expect(done(await admin.GET('/resources/{resource_id}/types', below)).root_service_name).toBe(service_name);
  expect(done(await admin.GET('/resources/{resource_id}/permissions', below)).permission_names).toContain(
    'read',
  );
  const tree = done(await admin.GET('/services/{service_name}/resources', ofService))[service_name];
  expect(typeof tree === 'object' && tree.resources[String(upper.resource_id)]?.resource_name).toBe('rivers');
  const everything = done(await admin.GET('/resources')).resources;
  expect(everything['api']?.[service_name]?.resource_id).toBe(root);

  const renamed = { ...below, body: { resource_name: 'streams' } };
  expect(done(await admin.PATCH('/resources/{resource_id}', renamed)).old_resource_name).toBe('rivers');
  const elsewhere = {
    service_name: scenarioClient.name('other'),
    service_type: 'api',
    service_url: body.service_url,
  } as const;
  done(await admin.POST('/services', { body: elsewhere }));
  const foreign = { path: { service_name: elsewhere.service_name, resource_id: lower.resource_id } };
  const notThere = await admin.GET('/services/{service_name}/resources/{resource_id}', { params: foreign });
  expect(refused(notThere, 404).resource?.resource_name).toBe('delta');

  done(await admin.DELETE('/services/{service_name}/resources/{resource_id}', { params: path }));
  done(
    await admin.DELETE('/resources/{resource_id}', {
      params: { ...below.params, query: { service_push: false } },
    }),
  );
  for (const name of [service_name, elsewhere.service_name]) {
    done(await admin.DELETE('/services/{service_name}', { params: { path: { service_name: name } } }));
  }
};

function listed(services: Schema<'ServicesReply'>['services']): readonly Schema<'ServiceDto'>[] {
  return Array.isArray(services) ? services : [];
}
