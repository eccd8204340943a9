import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** The audit log, its exports, and undoing a change. */
export const audit: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const group_name = scenarioClient.name('audited');
  done(await admin.POST('/groups', { body: { group_name } }));
  const kinds = { kind: 'group.created', exclude_kind: 'group.deleted,session' };
  const query = { object: `group:${group_name}`, ...kinds, by_revision: true, limit: 10 };
  const [entry] = done(await admin.GET('/audit', { params: { query } })).entries;
  expect(entry?.objects).toEqual([{ kind: 'group', id: expect.any(Number), name: group_name, path: null }]);
  expect(entry?.summary?.undoable).toBe(false);
  const ofRevision = { params: { query: { revision: entry?.revision ?? 0 } } };
  expect(done(await admin.GET('/audit', ofRevision)).entries).toMatchObject([{ id: entry?.id }]);
  const filter = { params: { query: { object: `group:${group_name}` } }, parseAs: 'text' } as const;
  expect((await admin.GET('/audit/export.csv', filter)).response.status).toBe(200);
  expect((await admin.GET('/audit/export.jsonl', filter)).response.status).toBe(200);
  expect((await admin.GET('/changes/events', { parseAs: 'text' })).response.status).toBe(200);
  const path = { revision: entry?.revision ?? 0 };
  const reply = await admin.POST('/changes/{revision}/undo', { params: { path } });
  expect(refused(reply, 409).error_code).toBe('revision_not_undoable');
  done(await admin.DELETE('/groups/{group_name}', { params: { path: { group_name } } }));
};
