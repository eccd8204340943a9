import { EventEmitter } from 'node:events';
import { type EventSink, type EventStreamOptions, EventStreams } from './event-streams';

/** A client whose connection the test controls. */
class Client extends EventEmitter implements EventSink {
  readonly received: string[] = [];
  writableLength = 0;
  isOver = false;

  write(text: string): boolean {
    return this.received.push(text) > 0;
  }

  end(): void {
    this.isOver = true;
    this.emit('close');
  }

  destroy(): void {
    this.end();
  }
}

describe('open streams of change events', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const opened = (options: EventStreamOptions = {}, expiresAt = new Date(Date.now() + 3_600_000)) => {
    let report: (revision: number, entities: readonly string[]) => void = () => undefined;
    const follower = {
      listen: () => () => undefined,
      onRevision: (listener: typeof report) => {
        report = listener;
        return () => undefined;
      },
      snapshot: () => ({ isAdministrator: () => true }),
    };
    const streams = new EventStreams(follower as never, options);
    const client = new Client();
    streams.open({ userId: 1, sessionId: 's', origin: null, expiresAt }, client);
    return { streams, client, report: (...args: Parameters<typeof report>) => report(...args) };
  };

  it('receive one event for revisions that follow each other closely', () => {
    const { client, report } = opened();
    report(1, ['group']);
    report(2, ['user', 'session_token']);
    report(3, ['group']);
    jest.advanceTimersByTime(50);
    expect(client.received).toEqual(['id: 3\ndata: {"revision":3,"kinds":["group","user"]}\n\n']);
  });

  it('receive nothing for tokens of sessions', () => {
    const { client, report } = opened();
    report(1, ['session_token']);
    jest.advanceTimersByTime(1_000);
    expect(client.received).toEqual([]);
  });

  it('receive signs of life until the session expires', () => {
    const { client, streams } = opened({}, new Date(Date.now() + 40_000));
    jest.advanceTimersByTime(30_000);
    expect(client.received).toEqual([':\n\n', ':\n\n']);
    jest.advanceTimersByTime(15_000);
    expect([client.isOver, streams.size]).toEqual([true, 0]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are closed if the client does not read', () => {
    const { client, report } = opened();
    client.writableLength = 100_000;
    report(1, ['group']);
    jest.advanceTimersByTime(50);
    expect([client.isOver, client.received]).toEqual([true, []]);
  });

  it('are limited for each user and in all', () => {
    const { streams } = opened({ maxOfUser: 2, maxStreams: 3 });
    const add = (userId: number) =>
      streams.open({ userId, sessionId: 's', origin: null, expiresAt: new Date(8e12) }, new Client());
    expect(streams.hasRoom(1)).toBe(true);
    add(1);
    expect([streams.hasRoom(1), streams.hasRoom(2)]).toEqual([false, true]);
    add(2);
    expect(streams.hasRoom(2)).toBe(false);
    streams.close();
    expect(streams.hasRoom(1)).toBe(true);
  });
});
