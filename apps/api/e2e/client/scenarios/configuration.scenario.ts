import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** Configuration files: planned, applied, exported. */
export const configuration: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const group_name = scenarioClient.name('configured');
  const files = [{ name: 'groups.yml', content: `groups: [{name: ${group_name}, create: always}]` }];
  const plan = done(await admin.POST('/configuration/plan', { body: { files, strict: true } }));
  expect(plan.changes).toEqual([{ change: 'create_group', group: group_name }]);
  expect([plan.refused, plan.steps, plan.counts['create_group']]).toEqual([false, 1, 1]);
  const { plan_hash, revision, history, effect_hash, effect } = plan;
  expect([effect.is_complete, effect.gains.decisions, effect.losses.summary]).toEqual([true, 0, []]);
  const elsewhere = { files, strict: true, plan_hash, history: `${revision}-0` };
  expect(refused(await admin.POST('/configuration/apply', { body: elsewhere }), 409).error_code).toBe(
    'configuration_history_differs',
  );
  const outdated = { files, plan_hash: 'other' };
  expect(refused(await admin.POST('/configuration/apply', { body: outdated }), 409).error_code).toBe(
    'configuration_plan_outdated',
  );
  const applied = done(
    await admin.POST('/configuration/apply', {
      body: { files, strict: true, plan_hash, revision, history, effect_hash },
    }),
  );
  expect(applied.revisions).toHaveLength(1);
  const { sets } = done(await admin.GET('/configuration/sets'));
  expect(sets.find(({ name }) => name === 'default')?.owned.groups).toBeGreaterThan(0);
  const { group } = done(await admin.GET('/groups/{group_name}', { params: { path: { group_name } } }));
  expect(group.managed_by).toEqual(['default']);
  const wrong = [{ name: 'a.yml', content: 'groups: [{}]' }];
  expect(done(await admin.POST('/configuration/plan', { body: { files: wrong } })).messages).toMatchObject([
    { severity: 'skipped', file: 'a.yml', line: 1, column: 10 },
  ]);
  const exported = await admin.GET('/configuration/export', { parseAs: 'text' });
  expect(exported.response.status).toBe(200);
  done(await admin.DELETE('/groups/{group_name}', { params: { path: { group_name } } }));
};
