import type { SnapshotFollower } from '@gatehouse/access';

/** Where the events of one client go; a reply of Node. */
export interface EventSink {
  write(text: string): boolean;
  end(): unknown;
  destroy(): unknown;
  /** Bytes that wait for the client. */
  readonly writableLength: number;
  once(event: 'close', listener: () => void): unknown;
}

/** Who receives events, and until when. */
export interface Subscriber {
  readonly userId: number;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

interface Stream extends Subscriber {
  readonly sink: EventSink;
}

export interface EventStreamOptions {
  /** Most streams of a user, and of all users, in this process. */
  readonly maxOfUser?: number;
  readonly maxStreams?: number;
  /** Milliseconds between signs of life; proxies close connections that are silent for a minute. */
  readonly heartbeatMs?: number;
  /** Milliseconds for which revisions are collected into one event. */
  readonly collectedMs?: number;
}

const DEFAULTS: Required<EventStreamOptions> = {
  maxOfUser: 10,
  maxStreams: 1_000,
  heartbeatMs: 15_000,
  collectedMs: 50,
};

/** Bytes that may wait for a client; a slower one is disconnected and reads on when it has connected again. */
const MAX_WAITING = 64 * 1024;
/** Entities by which an administrator may have ceased to be one. */
const DECIDING = ['membership', 'group', 'user'];
/** What only proxies need to know. */
const TECHNICAL = 'session_token';

/**
 * The open streams of change events of this process. A stream ends with the session that opened it, and when its user is no
 * longer an administrator. Each process follows the change feed itself, so that it does not matter which one a client is
 * connected to. Reference: audit-log#change-events.
 */
export class EventStreams {
  private readonly options: Required<EventStreamOptions>;
  private readonly streams = new Set<Stream>();
  private readonly kinds = new Set<string>();
  private newest = 0;
  private collecting: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly follower: Pick<SnapshotFollower, 'listen' | 'onRevision' | 'snapshot'>,
    options: EventStreamOptions = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
    follower.onRevision((revision, entities) => this.changed(revision, entities));
    follower.listen({
      tokenIssued: () => undefined,
      sessionChanged: (sessionId) => this.endWhere((stream) => stream.sessionId === sessionId),
      // The missed events are unknown: clients connect again with their last event id.
      historyLost: () => this.endWhere(() => true),
    });
  }

  get size(): number {
    return this.streams.size;
  }

  /** False if there are too many streams. */
  hasRoom(userId: number): boolean {
    const ofUser = [...this.streams].filter((stream) => stream.userId === userId);
    return this.streams.size < this.options.maxStreams && ofUser.length < this.options.maxOfUser;
  }

  open(subscriber: Subscriber, sink: EventSink): void {
    const stream: Stream = { ...subscriber, sink };
    this.streams.add(stream);
    sink.once('close', () => this.forget(stream));
    this.heartbeat ??= setInterval(() => this.beat(), this.options.heartbeatMs).unref();
  }

  /** Ends all streams, so that the process can end. */
  close(): void {
    clearTimeout(this.collecting);
    this.endWhere(() => true);
  }

  private changed(revision: number, entities: readonly string[]): void {
    this.newest = revision;
    if (this.streams.size === 0) return;
    if (entities.some((entity) => DECIDING.includes(entity))) {
      const snapshot = this.follower.snapshot();
      this.endWhere(({ userId }) => !snapshot.isAdministrator(userId));
    }
    for (const entity of entities) if (entity !== TECHNICAL) this.kinds.add(entity);
    if (this.kinds.size > 0) {
      this.collecting ??= setTimeout(() => this.sendChanges(), this.options.collectedMs).unref();
    }
  }

  private sendChanges(): void {
    this.collecting = undefined;
    const text = eventText(this.newest, [...this.kinds]);
    this.kinds.clear();
    this.sendAll(text);
  }

  private beat(): void {
    const now = Date.now();
    this.endWhere(({ expiresAt }) => expiresAt.getTime() <= now);
    this.sendAll(':\n\n');
  }

  private sendAll(text: string): void {
    for (const { sink } of this.streams) {
      if (sink.writableLength > MAX_WAITING) sink.destroy();
      else sink.write(text);
    }
  }

  private endWhere(isOver: (stream: Stream) => boolean): void {
    for (const stream of [...this.streams]) {
      if (!isOver(stream)) continue;
      this.forget(stream);
      stream.sink.end();
    }
  }

  private forget(stream: Stream): void {
    this.streams.delete(stream);
    if (this.streams.size > 0) return;
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
    this.kinds.clear();
  }
}

/** An event of a stream. The client returns the id in `Last-Event-ID` when it connects again. Source: HTML, 9.2. */
export function eventText(revision: number, kinds: readonly string[]): string {
  const shown = kinds.filter((kind) => kind !== TECHNICAL).sort();
  return `id: ${revision}\ndata: ${JSON.stringify({ revision, kinds: shown })}\n\n`;
}
