import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { jsonResponse, StubbedApi } from '@gatehouse/ui-data/testing';
import { ChangesStore } from './changes.store';
import { aChange } from './synchronizations.fixture';

const CHANGES = 'GET /prefix/services/ocean/synchronization/changes';
const OPEN = `${CHANGES}?state=open&limit=100`;
const DECIDE = 'PATCH /prefix/services/ocean/synchronization/changes';

const page = (from: number, count: number, synchronization_id = 7) => ({
  synchronization_id,
  changes: Array.from({ length: count }, (_, index) => aChange(from + index, `file${from + index}`)),
});

describe('the changes of a synchronization', () => {
  let api: StubbedApi;
  let store: ChangesStore;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: [provideRouter([]), ChangesStore] });
    api = new StubbedApi().answer(OPEN, page(1, 100));
    store = TestBed.inject(ChangesStore);
    await store.open('ocean');
  });

  const bodies = () => api.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

  it('are read page by page', async () => {
    api.answer(`${OPEN}&after=100`, page(101, 3));
    expect([store.changes()?.length, store.hasMore()]).toEqual([100, true]);
    await store.more();
    expect([store.changes()?.length, store.hasMore()]).toEqual([103, false]);
  });

  it('are read from the beginning if another synchronization has replaced them', async () => {
    api.answer(`${OPEN}&after=100`, page(1, 2, 8)).answer(OPEN, page(1, 2, 8));
    await store.more();
    expect([store.synchronizationId(), store.changes()?.length]).toEqual([8, 2]);
  });

  it('are those of the last filter, whichever reply comes first', async () => {
    let answer: (response: Response) => void = () => undefined;
    api
      .on(`${CHANGES}?kind=vanished&limit=100`, () => new Promise((resolve) => (answer = resolve)))
      .answer(`${CHANGES}?kind=appeared&limit=100`, page(1, 1));
    const slow = store.narrow({ kind: 'vanished' });
    await store.narrow({ kind: 'appeared' });
    answer(jsonResponse(page(50, 2), 200));
    await slow;
    expect(store.changes()?.map(({ change_id }) => change_id)).toEqual([1]);
  });

  it('are decided about until nothing is left that fits', async () => {
    const replies = [
      { settled: 2_000, refused: [], more: true },
      { settled: 5, refused: [{ change_id: 9, error_code: 'resource_name_taken' }], more: false },
    ];
    api.on(DECIDE, () => jsonResponse(replies.shift() ?? {}, 200));
    await store.decide({ decision: 'accept', kind: 'appeared', pattern: 'archive/*' });
    const body = { decision: 'accept', synchronization_id: 7, kind: 'appeared', pattern: 'archive/*' };
    expect(bodies()).toEqual([body, body]);
    expect(store.outcome()).toMatchObject({ settled: 2_005, missed: 0, hasRest: false });
    expect(store.outcome()?.refused).toEqual(new Map([[9, 'resource_name_taken']]));
  });

  it('are left alone when all that fit are refused, of which the reader is told', async () => {
    api.answer(DECIDE, {
      settled: 0,
      refused: [{ change_id: 1, error_code: 'synchronization_change_unusable' }],
      more: true,
    });
    await store.decide({ decision: 'accept' });
    expect([bodies().length, store.outcome()?.hasRest]).toEqual([1, true]);
  });

  it('are decided about in several requests if there are more numbers than one may have', async () => {
    api.answer(DECIDE, { settled: 1, refused: [], more: false });
    await store.decide({ decision: 'reject', ids: Array.from({ length: 2_001 }, (_, index) => index + 1) });
    const lengths = bodies().map((body) => (body as { change_ids: number[] }).change_ids.length);
    expect(lengths).toEqual([2_000, 1]);
  });

  it('that somebody else has decided before are counted, and stay as they were decided', async () => {
    api.answer(DECIDE, { settled: 1, refused: [], more: false });
    await store.decide({ decision: 'reject', ids: [1, 2, 3] });
    expect(bodies()).toEqual([{ decision: 'reject', synchronization_id: 7, change_ids: [1, 2, 3] }]);
    expect(store.outcome()).toMatchObject({ settled: 1, missed: 2 });
  });

  it('are shown anew, and not decided, if the service was synchronized again', async () => {
    api.refuse(DECIDE, 409, { error_code: 'synchronization_superseded' }).answer(OPEN, page(1, 2, 8));
    await store.decide({ decision: 'accept', ids: [1] });
    expect(store.outcome()).toMatchObject({ settled: 0, isSuperseded: true, problem: undefined });
    expect([store.synchronizationId(), store.changes()?.length]).toEqual([8, 2]);
  });

  it('say what was settled before a request failed', async () => {
    const replies = [jsonResponse({ settled: 20, refused: [], more: true }, 200)];
    api.on(DECIDE, () => replies.shift() ?? jsonResponse({ code: 500, detail: 'Failed.' }, 500));
    await store.decide({ decision: 'accept', kind: 'vanished' });
    expect([store.outcome()?.settled, store.outcome()?.problem?.status]).toEqual([20, 500]);
  });
});
