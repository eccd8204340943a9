import { TestBed } from '@angular/core/testing';
import { Problem, SynchronizationApi, type SynchronizationState } from '@gatehouse/ui-data';
import { aJob, aState } from './synchronizations.fixture';
import { SynchronizationStore } from './synchronization.store';

describe('the synchronization of a service', () => {
  let store: SynchronizationStore;
  let reads: number;
  let stored: SynchronizationState;
  let start: () => Promise<unknown>;

  beforeEach(() => {
    jest.useFakeTimers();
    reads = 0;
    stored = aState();
    start = async () => running.latest;
    const api = {
      state: async () => {
        reads += 1;
        return stored;
      },
      start: () => start(),
    };
    TestBed.configureTestingModule({
      providers: [SynchronizationStore, { provide: SynchronizationApi, useValue: api }],
    });
    store = TestBed.inject(SynchronizationStore);
  });
  afterEach(() => jest.useRealTimers());

  const running = aState({ latest: aJob({ synchronization_id: 8, state: 'reading', result: null }) });
  const ended = () => aState({ latest: aJob({ synchronization_id: 8 }) });

  it('is read once while none is under way', async () => {
    await store.open('ocean');
    await jest.advanceTimersByTimeAsync(60_000);
    expect([reads, store.underWay(), store.ended()]).toEqual([1, false, 0]);
  });

  it('is followed to its end, which is counted once', async () => {
    await store.open('ocean');
    stored = running;
    await store.start();
    await jest.advanceTimersByTimeAsync(4_000);
    expect([store.underWay(), store.ended()]).toEqual([true, 0]);
    stored = ended();
    await jest.advanceTimersByTimeAsync(10_000);
    expect([store.underWay(), store.ended()]).toEqual([false, 1]);
  });

  it('counts as ended if it was faster than the first look', async () => {
    await store.open('ocean');
    stored = ended();
    await store.start();
    expect(store.ended()).toBe(1);
  });

  it('is followed without an error if somebody else has started it', async () => {
    await store.open('ocean');
    stored = running;
    start = () => Promise.reject(new Problem(409, 'Under way.', { code: 'synchronization_under_way' }));
    await store.start();
    expect([store.startProblem(), store.underWay()]).toEqual([undefined, true]);
  });

  it('shows why it could not be started', async () => {
    await store.open('ocean');
    start = () =>
      Promise.reject(new Problem(403, 'Not supported.', { code: 'synchronization_not_supported' }));
    await store.start();
    expect([store.startProblem()?.code, store.ended()]).toEqual(['synchronization_not_supported', 0]);
  });

  it('is not read any more when the page is left', async () => {
    stored = running;
    await store.open('ocean');
    TestBed.resetTestingModule();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(reads).toBe(1);
  });
});
