import { TestBed } from '@angular/core/testing';
import { type ChangeEvent, ChangeFeed, concerns, EVENT_STREAM, Session } from './index';

interface Stream {
  address: string;
  closed: boolean;
  readyState: number;
  close(): void;
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;
}

describe('the feed of changes', () => {
  const streams: Stream[] = [];
  let feed: ChangeFeed;

  const left: (() => void)[] = [];
  function follow(listener: (event: ChangeEvent) => void): () => void {
    const leave = feed.follow(listener);
    left.push(leave);
    return leave;
  }
  afterEach(() => {
    left.splice(0).forEach((leave) => leave());
    jest.advanceTimersByTime(1_000);
    jest.useRealTimers();
  });

  beforeEach(() => {
    jest.useFakeTimers();
    streams.length = 0;
    const open = (address: string) => {
      const stream: Stream = { address, closed: false, readyState: 1, close: () => (stream.closed = true) };
      streams.push(stream);
      return stream;
    };
    TestBed.configureTestingModule({ providers: [{ provide: EVENT_STREAM, useValue: open }] });
    feed = TestBed.inject(ChangeFeed);
  });

  it('has one connection for all who listen, which is closed with the last of them', () => {
    const seen: ChangeEvent[][] = [[], []];
    const [first, second] = seen.map((events) => follow((event) => events.push(event)));
    streams[0]?.onmessage?.({ data: '{"revision":7,"kinds":["user_rule"]}' });
    first?.();
    streams[0]?.onmessage?.({ data: '{"revision":8,"kinds":[]}' });
    expect(streams.map(({ address }) => address)).toEqual(['/prefix/changes/events']);
    expect(seen).toEqual([
      [{ revision: 7, kinds: ['user_rule'] }],
      [
        { revision: 7, kinds: ['user_rule'] },
        { revision: 8, kinds: [] },
      ],
    ]);
    expect(streams[0]?.closed).toBe(false);
    second?.();
    jest.advanceTimersByTime(1_000);
    expect(streams[0]?.closed).toBe(true);
  });

  it('keeps its connection while another page is opened', () => {
    follow(() => undefined)();
    jest.advanceTimersByTime(900);
    follow(() => undefined);
    jest.advanceTimersByTime(10_000);
    expect(streams.map(({ closed }) => closed)).toEqual([false]);
  });

  it('connects again for a later listener', () => {
    follow(() => undefined)();
    jest.advanceTimersByTime(1_000);
    follow(() => undefined);
    expect(streams.map(({ closed }) => closed)).toEqual([true, false]);
  });

  describe('of a page in the background', () => {
    const see = (visibility: 'visible' | 'hidden'): void => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    afterEach(() => see('visible'));

    it('has no connection, and one again when the page is shown', () => {
      const leave = follow(() => undefined);
      see('hidden');
      expect(streams.map(({ closed }) => closed)).toEqual([true]);
      see('visible');
      expect(streams.map(({ closed }) => closed)).toEqual([true, false]);
      leave();
      jest.advanceTimersByTime(1_000);
      see('visible');
      expect(streams.map(({ closed }) => closed)).toEqual([true, true]);
    });

    it('reports that anything may have changed meanwhile, if there are newer revisions', () => {
      const seen: ChangeEvent[] = [];
      follow((event) => seen.push(event));
      streams[0]?.onmessage?.({ data: '{"revision":7,"kinds":[]}' });
      see('hidden');
      see('visible');
      streams[1]?.onmessage?.({ data: '{"revision":7,"kinds":[]}' });
      see('hidden');
      see('visible');
      streams[2]?.onmessage?.({ data: '{"revision":9,"kinds":[]}' });
      expect(seen.map((event) => concerns(event, ['group']))).toEqual([false, false, true]);
    });
  });

  it('connects again half a minute after a refusal, once there is a session', async () => {
    const check = jest.spyOn(TestBed.inject(Session), 'check').mockResolvedValueOnce('ended');
    follow(() => undefined);
    streams[0]!.readyState = 2;
    streams[0]?.onerror?.();
    await jest.advanceTimersByTimeAsync(29_000);
    expect(check).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(check).toHaveBeenCalledTimes(1);
    check.mockResolvedValue('same');
    expect(streams).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(streams).toHaveLength(2);
  });
});
