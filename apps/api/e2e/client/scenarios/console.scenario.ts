import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import { done, refused } from './generated-client';
import { type Platform, newPlatform } from './platform';
import type { Scenario } from './scenario-client';

/** What the console reads and changes in bulk. */
export const consoleOperations: Scenario = async (scenarioClient) => {
  const platform = await newPlatform(scenarioClient);
  await matrix(platform);
  await changes(platform);
  await search(platform);
  await names(platform, scenarioClient.name('maps'));
  await platform.remove();
};

async function matrix({ admin, user_name, group_name, service_name, resource_id }: Platform): Promise<void> {
  const path = { service_name };
  const ofUser = { params: { path, query: { user_name, limit: 10, offset: 0 } } };
  const { rows, total, permission_names } = done(await admin.GET('/services/{service_name}/matrix', ofUser));
  expect([rows.length, permission_names]).toEqual([total, ['read', 'write']]);
  expect(rows[1]?.cells['read']?.effective.reason).toBe('no-permission');
  const ofGroup = { params: { path, query: { group_name, assigned: true } } };
  expect(done(await admin.GET('/services/{service_name}/matrix', ofGroup)).rows).toEqual([]);
  const ofNobody = { params: { path, query: {} } };
  refused(await admin.GET('/services/{service_name}/matrix', ofNobody), 400);
  const { ancestors } = done(
    await admin.GET('/resources/{resource_id}/location', { params: { path: { resource_id } } }),
  );
  expect(ancestors.at(-1)).toMatchObject({ resource_id, offset: 0, level: 1 });
}

async function changes({ admin, group_name, resource_id, user_name }: Platform): Promise<void> {
  const change = {
    resource_id,
    group_name,
    permission_name: 'read',
    access: 'allow',
    scope: 'match',
  } as const;
  const body = { changes: [change] };
  const preview = done(await admin.POST('/permissions/preview', { body: { ...body, limit: 10 } }));
  expect([preview.changed, preview.truncated, preview.effects]).toEqual([1, false, []]);
  const { revision, changed } = done(await admin.POST('/permissions/changes', { body }));
  expect(changed).toBe(1);
  const headers = { 'If-Match': `"${revision - 1}"` };
  const removal = { body: { changes: [{ ...change, access: null }] }, params: { header: headers } };
  const { conflicts } = refused(await admin.POST('/permissions/changes', removal), 412);
  expect(conflicts?.map((one) => [one.group_name, one.current?.scope, one.revision])).toEqual([
    [group_name, 'match', revision],
  ]);
  const since = { body: { changes: [{ ...change, revision: revision - 1 }] } };
  const { assignments } = done(await admin.POST('/permissions/changed_since', since));
  expect(assignments.map((one) => [one.group_name, one.deleted, one.revision])).toEqual([
    [group_name, false, revision],
  ]);
  refused(await admin.POST('/permissions/changed_since', { body: { changes: [] } }), 400);
  refused(await admin.POST('/permissions/preview', { body: { changes: [] } }), 400);
  const query = { permission: 'read', kind: 'group', access: 'allow', q: group_name } as const;
  const access = done(
    await admin.GET('/resources/{resource_id}/access', { params: { path: { resource_id }, query } }),
  );
  expect(access.entries).toMatchObject([{ group_name, access: 'allow', resource_id }]);
  const ofUser = { params: { path: { resource_id }, query: { kind: 'user', q: user_name } } } as const;
  expect(done(await admin.GET('/resources/{resource_id}/access', ofUser)).total).toBe(2);
}

async function names({ admin, user_name }: Platform, service_name: string): Promise<void> {
  const layer = (name: string) => `<Layer><Name>${name}</Name><Title>${name}</Title></Layer>`;
  const capabilities = `<WMS_Capabilities><Capability><Layer>${layer('topp:a')}${layer('b')}</Layer></Capability></WMS_Capabilities>`;
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/xml' }).end(capabilities),
  );
  const service_url = `http://127.0.0.1:${await listenOnLoopback(server)}/wms`;
  const service = { service_name, service_type: 'geoserverwms', service_url } as const;
  const { resource_id: root } = done(await admin.POST('/services', { body: service })).service;
  const workspace = { resource_name: 'topp', resource_type: 'workspace', parent_id: root } as const;
  const { resource_id } = done(await admin.POST('/resources', { body: workspace })).resource;
  const change = { user_name, permission_name: 'getmap', scope: 'match' } as const;
  const allowance = { ...change, resource_id: root, access: 'allow', scope: 'recursive' } as const;
  const denial = { ...change, resource_id, access: 'deny' } as const;
  done(await admin.POST('/permissions/changes', { body: { changes: [allowance, denial] } }));
  const ofService = { params: { path: { service_name } } };
  const query = { offset: 0, limit: 1 };
  const { total, entries } = done(
    await admin.GET('/services/{service_name}/unregistered_names', {
      params: { ...ofService.params, query },
    }),
  );
  expect([total, entries]).toEqual([2, [expect.objectContaining({ user_name, resource_id: root })]]);
  const announced = done(await admin.GET('/services/{service_name}/announced_names', ofService));
  expect(announced.names.map(({ name, resources }) => [name, resources[0]?.resource_id])).toEqual([
    ['topp:a', resource_id],
    ['b', undefined],
  ]);
  await closeServer(server);
  refused(await admin.GET('/services/{service_name}/announced_names', ofService), 502);
  done(await admin.DELETE('/services/{service_name}', { ...ofService, body: {} }));
}

async function search({ admin, user_name, service_name, resource_id }: Platform): Promise<void> {
  const users = done(await admin.GET('/search', { params: { query: { q: user_name, kinds: 'user' } } }));
  expect(users.results).toMatchObject([{ kind: 'user', name: user_name }]);
  const q = `${service_name}/rivers`;
  const resources = done(await admin.GET('/search', { params: { query: { q, limit: 5 } } }));
  expect(resources.results).toMatchObject([{ kind: 'resource', id: resource_id, path: q, service_name }]);
  const query = { q: 'rivers', kinds: 'resource', service_name } as const;
  expect(done(await admin.GET('/search', { params: { query } })).results).toMatchObject([
    { id: resource_id },
  ]);
  const elsewhere = { ...query, service_name: 'no-such-service' };
  refused(await admin.GET('/search', { params: { query: elsewhere } }), 404);
  expect(done(await admin.GET('/overview')).users).toBeGreaterThan(1);
}
