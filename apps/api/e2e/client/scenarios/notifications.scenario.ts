import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** The listing of what was sent, and the paths of a notification that does not exist. */
export const notifications: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const query = { kind: 'mail', state: 'failed', limit: 10 } as const;
  expect(done(await admin.GET('/notifications', { params: { query } })).notifications).toEqual([]);
  const ofNotification = { params: { path: { notification_id: '1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10' } } };
  const replies = [
    await admin.GET('/notifications/{notification_id}', ofNotification),
    await admin.POST('/notifications/{notification_id}/replay', ofNotification),
  ];
  for (const reply of replies) expect(refused(reply, 404).error_code).toBe('notification_not_found');
};
