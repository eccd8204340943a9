import { done, refused } from './generated-client';
import { type Platform, newPlatform } from './platform';
import type { Chapter } from './story-client';

/** What the console reads and changes in bulk. */
export const consoleOperations: Chapter = async (storyClient) => {
  const platform = await newPlatform(storyClient);
  await matrix(platform);
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
