import { TestBed } from '@angular/core/testing';
import type { ConfigurationPlan } from '@gatehouse/ui-data';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import { PlanStore } from './plan.store';

const PLAN = 'POST /prefix/configuration/plan';
const APPLY = 'POST /prefix/configuration/apply';

const group = (name: string) => ({ change: 'create_group' as const, group: name });
const noSide = {
  administrator_count: 0,
  administrators: [],
  anonymous: false,
  users: 0,
  decisions: 0,
  row_count: 0,
  summary: [],
  entries: [],
};
const planOf = (of: Partial<ConfigurationPlan> = {}): ConfigurationPlan => ({
  plan_hash: 'a',
  revision: 57,
  history: '57-1',
  effect_hash: 'e',
  effect: {
    revision: 57,
    is_complete: true,
    gains: noSide,
    losses: noSide,
    reconfigured_services: [],
  },
  refused: false,
  counts: { create_group: 1 },
  steps: 1,
  changes: [group('readers')],
  set: 'default',
  needs_allow_gain: false,
  kept_count: 0,
  kept: [],
  message_count: 0,
  messages: [],
  ...of,
});

describe('the plan of chosen files', () => {
  let api: StubbedApi;
  let store: PlanStore;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: [PlanStore] });
    api = new StubbedApi().answer(PLAN, planOf());
    store = TestBed.inject(PlanStore);
    const file = new File([], 'maps.yml');
    file.arrayBuffer = async () => new TextEncoder().encode('groups: []').buffer as ArrayBuffer;
    await store.add([{ name: 'maps.yml', file }]);
  });

  const bodies = (call: string) =>
    api.requests.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  const files = [{ name: 'maps.yml', content: 'groups: []' }];

  it('is applied with its hash and the files and options that it was made of', async () => {
    api.answer(APPLY, { revisions: [58], counts: { create_group: 1 } });
    store.setOptions({ strict: true });
    expect(await store.plan()).toBe(true);
    expect(await store.apply()).toBe(true);
    expect(bodies(APPLY)).toEqual([
      {
        files,
        strict: true,
        prune: 'none',
        adopt: false,
        plan_hash: 'a',
        revision: 57,
        history: '57-1',
        effect_hash: 'e',
      },
    ]);
    expect(store.applied()).toEqual({ revisions: [58], counts: { create_group: 1 } });
    expect(store.planned()).toBeUndefined();
  });

  it('is dropped when files or options change, so that nothing is applied that was not planned', async () => {
    await store.plan();
    store.setOptions({ strict: true });
    expect(store.planned()).toBeUndefined();
    await store.plan();
    store.remove('maps.yml');
    expect(store.planned()).toBeUndefined();
    expect(await store.apply()).toBe(false);
    expect(bodies(APPLY)).toEqual([]);
  });

  it('is made again if it has changed meanwhile, and what is different is shown before it can be applied', async () => {
    await store.plan();
    api.refuse(APPLY, 409, { error_code: 'configuration_plan_outdated' });
    api.answer(PLAN, planOf({ plan_hash: 'b', revision: 58, changes: [group('writers')] }));
    expect(await store.apply()).toBe(false);
    expect(store.difference()).toEqual({
      added: [group('writers')],
      gone: [group('readers')],
      isOtherEffect: false,
      by: [],
    });
    api.answer(APPLY, { revisions: [59], counts: {} });
    expect(await store.apply()).toBe(true);
    expect(bodies(APPLY)).toMatchObject([{ plan_hash: 'a' }, { plan_hash: 'b' }]);
  });

  it('is kept if the connection breaks while it is applied', async () => {
    await store.plan();
    api.disconnect(APPLY);
    expect(await store.apply()).toBe(false);
    expect(store.applying.problem()?.isUnreachable).toBe(true);
    expect(store.planned()?.plan.plan_hash).toBe('a');
    expect(store.difference()).toBeUndefined();
  });

  it('has the messages of a refusal', async () => {
    const message = { severity: 'refused', error_code: 'x', file: null, line: null, column: null };
    await store.plan();
    api.refuse(APPLY, 422, {
      error_code: 'configuration_refused',
      call: { content: [message] },
    } as object);
    await store.apply();
    expect(store.refusal()).toEqual([message]);
  });
});
