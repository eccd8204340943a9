import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** A service whose source cannot be reached: its state, and the decisions that are not possible. */
export const synchronization: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const service_name = scenarioClient.name('synchronized');
  const ofService = { params: { path: { service_name } } };
  const source = {
    service_type: 'thredds',
    service_sync_type: 'thredds',
    service_url: 'http://127.0.0.1:9/thredds',
  } as const;
  const body = { service_name, ...source };
  const { preview } = done(await admin.POST('/synchronization/preview', { body: source }));
  expect([preview.resources, preview.failure?.code]).toEqual([[], 'source_unreachable']);
  done(await admin.POST('/services', { body }));
  const credentials = '/services/{service_name}/synchronization/credentials';
  done(await admin.PUT(credentials, { ...ofService, body: { user_name: 'reader', password: 'a password' } }));
  refused(await admin.PUT(credentials, { ...ofService, body: { user_name: 'reader' } }), 422);
  done(await admin.DELETE(credentials, ofService));
  const requested = done(await admin.POST('/services/{service_name}/synchronizations', ofService));
  const { synchronization_id } = requested.synchronization;
  const ofJob = { params: { path: { service_name, synchronization_id } } };
  const job = done(await admin.GET('/services/{service_name}/synchronizations/{synchronization_id}', ofJob));
  expect(job.synchronization.mode).toBe('suggest');
  const listed = done(await admin.GET('/services/{service_name}/synchronizations', ofService));
  expect(listed.synchronizations.map((one) => one.synchronization_id)).toEqual([synchronization_id]);
  const state = done(await admin.GET('/services/{service_name}/synchronization', ofService));
  expect(state.synchronization.latest?.synchronization_id).toBe(synchronization_id);
  const changes = '/services/{service_name}/synchronization/changes';
  expect(done(await admin.GET(changes, ofService)).changes).toEqual([]);
  const decision = { decision: 'accept', synchronization_id } as const;
  refused(await admin.PATCH(changes, { ...ofService, body: decision }), 409);
  const resources = done(await admin.GET('/services/{service_name}/synchronization/resources', ofService));
  expect([resources.resources, resources.remote_only]).toEqual([[], []]);
  done(await admin.DELETE('/services/{service_name}', ofService));
};
