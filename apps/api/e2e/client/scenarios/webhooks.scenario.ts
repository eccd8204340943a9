import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

const UNKNOWN = '1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10';

/** A webhook from its creation to its deletion; nothing is sent, since its user is never deleted. */
export const webhooks: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const created = done(
    await admin.POST('/webhooks', {
      body: {
        name: 'scenario',
        action: 'delete_user_permission',
        method: 'POST',
        url: 'https://hooks.example.org/scenario',
        payload: { login: '{{user.name}}', 'a list': [1, '{{permission}}'] },
      },
    }),
  );
  expect(created.secret).toMatch(/^whsec_/);
  const { webhook_id } = created.webhook;
  const ofWebhook = { params: { path: { webhook_id } } };
  expect(done(await admin.GET('/webhooks')).webhooks).toContainEqual(created.webhook);
  const renamed = done(await admin.PATCH('/webhooks/{webhook_id}', { ...ofWebhook, body: { name: 'tale' } }));
  expect(renamed.webhook).toEqual({ ...created.webhook, name: 'tale' });
  expect(done(await admin.GET('/webhooks/{webhook_id}', ofWebhook)).webhook).toEqual(renamed.webhook);
  expect(done(await admin.POST('/webhooks/{webhook_id}/secret', ofWebhook)).secret).not.toBe(created.secret);
  expect(done(await admin.POST('/webhooks/{webhook_id}/resume', ofWebhook)).webhook.state).toBe('active');
  expect(done(await admin.GET('/webhooks/{webhook_id}/deliveries', ofWebhook)).deliveries).toEqual([]);
  const ofDelivery = { params: { path: { webhook_id, delivery_id: UNKNOWN } } };
  refused(await admin.GET('/webhooks/{webhook_id}/deliveries/{delivery_id}', ofDelivery), 404);
  refused(await admin.POST('/webhooks/{webhook_id}/deliveries/{delivery_id}/replay', ofDelivery), 404);
  done(await admin.DELETE('/webhooks/{webhook_id}', ofWebhook));
};
