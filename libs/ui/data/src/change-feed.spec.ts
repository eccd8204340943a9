import { TestBed } from '@angular/core/testing';
import { type ChangeEvent, ChangeFeed, EVENT_STREAM } from './index';

describe('the feed of changes', () => {
  const streams: { address: string; closed: boolean; onmessage?: (event: { data: string }) => void }[] = [];
  let feed: ChangeFeed;

  beforeEach(() => {
    streams.length = 0;
    const open = (address: string) => {
      const stream = { address, closed: false, close: () => (stream.closed = true) };
      streams.push(stream);
      return stream;
    };
    TestBed.configureTestingModule({ providers: [{ provide: EVENT_STREAM, useValue: open }] });
    feed = TestBed.inject(ChangeFeed);
  });

  it('has one connection for all who listen, which is closed with the last of them', () => {
    const seen: ChangeEvent[][] = [[], []];
    const [first, second] = seen.map((events) => feed.follow((event) => events.push(event)));
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
    expect(streams[0]?.closed).toBe(true);
  });

  it('connects again for a later listener', () => {
    feed.follow(() => undefined)();
    feed.follow(() => undefined);
    expect(streams.map(({ closed }) => closed)).toEqual([true, false]);
  });
});
