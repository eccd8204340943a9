import { DOCUMENT, inject, Injectable, InjectionToken } from '@angular/core';
import { Deployment } from './deployment';
import { Session } from './session';

/** A change by any user. */
export interface ChangeEvent {
  readonly revision: number;
  /** Kinds of objects that changed: `user_rule`, `group_rule`, `resource`, …; undefined if they are not known. */
  readonly kinds: readonly string[] | undefined;
}

/** `EventSource.CLOSED`, which not every environment defines. */
const CLOSED = 2;
/** Milliseconds for which a stream stays open without listeners: the next page probably has some. */
const LINGER_MS = 1_000;
/** Milliseconds after which a stream that was refused is opened again, if there is a session. */
const RETRY_MS = 30_000;

type Listener = (event: ChangeEvent) => void;

/** Whether objects of some kinds may have changed. */
export function concerns({ kinds }: ChangeEvent, wanted: readonly string[]): boolean {
  return kinds === undefined || kinds.some((kind) => wanted.includes(kind));
}

/** Opens a stream of server-sent events; undefined where there is none, as in tests. */
export const EVENT_STREAM = new InjectionToken<(address: string) => EventSource | undefined>('event stream', {
  providedIn: 'root',
  factory: () => (address) => (typeof EventSource === 'undefined' ? undefined : new EventSource(address)),
});

/**
 * Changes of the directory as they happen, for administrators. One connection is open while there are listeners and the page is
 * visible: browsers limit the connections to a host, and tabs in the background must not take them all. The browser opens it
 * again when it breaks; after a refusal, such as without a session, we do. Reference: audit-log#change-events
 */
@Injectable({ providedIn: 'root' })
export class ChangeFeed {
  private readonly address = `${inject(Deployment).apiRoot}changes/events`;
  private readonly open = inject(EVENT_STREAM);
  private readonly page = inject(DOCUMENT);
  private readonly session = inject(Session);
  private readonly listeners = new Set<Listener>();
  private stream: EventSource | undefined;
  private newest: number | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;

  /** Listens until the returned function is called. */
  follow(listener: Listener): () => void {
    this.page.addEventListener('visibilitychange', this.adapt);
    this.listeners.add(listener);
    this.adapt();
    return () => this.leave(listener);
  }

  private leave(listener: Listener): void {
    this.listeners.delete(listener);
    if (this.listeners.size === 0) setTimeout(this.adapt, LINGER_MS);
  }

  private readonly adapt = (): void => {
    const isNeeded = this.listeners.size > 0 && this.page.visibilityState !== 'hidden';
    clearTimeout(this.retry);
    if (isNeeded) this.stream ??= this.connect();
    else this.disconnect();
    if (this.listeners.size > 0) return;
    this.newest = undefined;
    this.page.removeEventListener('visibilitychange', this.adapt);
  };

  private disconnect(): void {
    this.stream?.close();
    this.stream = undefined;
  }

  private retryLater(): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.connectWithSession(), RETRY_MS);
  }

  /** Without a session, each attempt would be a refused request in the audit log. */
  private async connectWithSession(): Promise<void> {
    const state = await this.session.check().catch(() => 'unknown');
    if (this.stream || this.listeners.size === 0) return;
    if (state === 'same') this.adapt();
    else this.retryLater();
  }

  private connect(): EventSource | undefined {
    const stream = this.open(this.address);
    if (!stream) return undefined;
    let isFirst = true;
    stream.onerror = () => {
      if (stream !== this.stream || stream.readyState !== CLOSED) return;
      this.disconnect();
      this.retryLater();
    };
    stream.onmessage = ({ data }) => {
      const event = JSON.parse(String(data)) as ChangeEvent;
      const missed = isFirst && this.newest !== undefined && event.revision > this.newest;
      isFirst = false;
      this.newest = event.revision;
      for (const listener of this.listeners) listener(missed ? { ...event, kinds: undefined } : event);
    };
    return stream;
  }
}
