import { done, refused } from './generated-client';
import { type Platform, newPlatform } from './platform';
import type { Scenario } from './scenario-client';

/** What the console reads and changes in bulk. */
export const consoleOperations: Scenario = async (scenarioClient) => {
  const platform = await newPlatform(scenarioClient);
  await matrix(platform);
  await changes(platform);
  await search(platform);
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
  refused(await admin.POST('/permissions/preview', { body: { changes: [] } }), 400);
  const query = { permission: 'read', kind: 'group', access: 'allow', q: group_name } as const;
  const access = done(
    await admin.GET('/resources/{resource_id}/access', { params: { path: { resource_id }, query } }),
  );
  expect(access.entries).toMatchObject([{ group_name, access: 'allow', resource_id }]);
  const ofUser = { params: { path: { resource_id }, query: { kind: 'user', q: user_name } } } as const;
  expect(done(await admin.GET('/resources/{resource_id}/access', ofUser)).total).toBe(2);
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
