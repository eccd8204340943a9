import { TestBed } from '@angular/core/testing';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import type { PlannedChange } from './planned-change';
import { ReviewStore } from './review.store';

const allow = { access: 'allow', scope: 'recursive' } as const;
const deny = { access: 'deny', scope: 'recursive' } as const;
const COMPARE = 'POST /prefix/permissions/changed_since';
const PREVIEW = 'POST /prefix/permissions/preview';
const SAVE = 'POST /prefix/permissions/changes';

const change = (of: Partial<PlannedChange>): PlannedChange => ({
  principal: { kind: 'group', name: 'editors' },
  resourceId: 3,
  path: 'archive/land',
  permission: 'read',
  atEdit: null,
  before: null,
  revision: 59,
  after: allow,
  ...of,
});
/** What another user has done, as the API says it. */
const changed = (of: object = {}) => ({
  resource_id: 3,
  group_name: 'editors',
  permission_name: 'read',
  current: deny,
  deleted: false,
  revision: 60,
  changed_by: 'ada',
  changed_at: '2026-11-23T18:20:07.000Z',
  ...of,
});

describe('a review of changes', () => {
  let api: StubbedApi;
  let store: ReviewStore;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [ReviewStore] });
    api = new StubbedApi();
    const preview = { revision: 60, changed: 1, everybody: false, truncated: false, effects: [] };
    api.answer(PREVIEW, { ...preview, total: 0, offset: 0, entries: [] });
    api.answer(SAVE, { revision: 61, changed: 1 });
    others();
    store = TestBed.inject(ReviewStore);
  });

  const others = (...assignments: object[]) => api.answer(COMPARE, { revision: 60, assignments });
  const sent = (call: string) =>
    api.requests.filter(({ method, path }) => `${method} ${path}` === call).at(-1)!;
  const revisionsSent = () => {
    const { changes } = sent(SAVE).body as { changes: { revision: number }[] };
    return [sent(SAVE).headers.get('if-match'), ...changes.map(({ revision }) => revision)];
  };

  it('saves with the revisions of the edits, of which the oldest is the condition, not with that of the preview', async () => {
    await store.start([change({ revision: 59 }), change({ resourceId: 4, revision: 57 })]);
    expect(store.preview()?.revision).toBe(60);
    expect(await store.save()).toMatchObject({ revision: 61 });
    expect(revisionsSent()).toEqual(['"57"', 59, 57]);
  });

  it('shows what others have changed since the edit, and computes and saves nothing before a decision', async () => {
    others(changed());
    await store.start([change({})]);
    expect(store.conflicts()).toMatchObject([
      { remote: { now: deny, by: 'ada', revision: 60 }, keep: undefined },
    ]);
    expect(await store.save()).toBeUndefined();
    expect(api.calls).toEqual([COMPARE]);
  });

  it('replaces what was changed after the user has decided so: then it is based on the state that was shown', async () => {
    others(changed());
    const other = change({ resourceId: 4, revision: 50 });
    await store.start([change({}), other]);
    store.keep(store.conflicts()[0]!, 'mine');
    others();
    expect(await store.resolve()).toHaveLength(1);
    expect(store.changes()).toEqual([change({ before: deny, revision: 60 }), other]);
    await store.save();
    expect(revisionsSent()).toEqual(['"50"', 60, 50]);
  });

  it('drops changes that yield to those of others, and those of deleted resources', async () => {
    others(changed(), changed({ resource_id: 4, current: null, deleted: true }));
    await store.start([change({}), change({ resourceId: 4 }), change({ resourceId: 5 })]);
    for (const conflict of store.conflicts()) store.keep(conflict, 'theirs');
    others();
    await store.resolve();
    expect(store.changes()).toEqual([change({ resourceId: 5 })]);
  });

  it('has no conflict where others made the same change, or restored what was there', async () => {
    others(changed({ current: allow }), changed({ resource_id: 4, current: null, revision: 62 }));
    await store.start([change({}), change({ resourceId: 4 })]);
    expect(store.conflicts()).toEqual([]);
    expect(store.changes()).toEqual([change({ resourceId: 4, revision: 62 })]);
    others(changed({ current: allow }));
    await store.start([change({})]);
    expect([store.isDone(), store.changes()]).toEqual([true, []]);
  });

  it('shows a conflict without a name if the change log no longer contains the revision', async () => {
    others(changed({ changed_by: null, changed_at: null }));
    await store.start([change({})]);
    expect(store.conflicts()).toMatchObject([{ remote: { now: deny, by: null, at: null } }]);
  });

  it('shows what was changed between the review and saving, with who changed it', async () => {
    await store.start([change({})]);
    api.refuse(SAVE, 412, { conflicts: [changed({ revision: 61, changed_by: 'bob' })] } as object);
    expect(await store.save()).toBeUndefined();
    expect(store.problem()).toBeUndefined();
    expect(store.conflicts()).toMatchObject([{ remote: { now: deny, by: 'bob', revision: 61 } }]);
  });

  it('keeps decisions while more is changed, except about what was changed again', async () => {
    others(changed(), changed({ resource_id: 4 }));
    const changes = [change({}), change({ resourceId: 4 })];
    await store.start(changes);
    for (const conflict of store.conflicts()) store.keep(conflict, 'mine');
    others(changed(), changed({ resource_id: 4, revision: 65, changed_by: 'bob' }));
    await store.start(changes.map((one) => ({ ...one })));
    expect(store.conflicts().map(({ keep }) => keep)).toEqual(['mine', undefined]);
  });
});
