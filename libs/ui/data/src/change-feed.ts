import { inject, Injectable, InjectionToken } from '@angular/core';
import { Deployment } from './deployment';

/** A change by any user. */
export interface ChangeEvent {
  readonly revision: number;
  /** Kinds of objects that changed: `user_rule`, `group_rule`, `resource`, … */
  readonly kinds: readonly string[];
}

type Listener = (event: ChangeEvent) => void;

/** Opens a stream of server-sent events; undefined where there is none, as in tests. */
export const EVENT_STREAM = new InjectionToken<(address: string) => EventSource | undefined>('event stream', {
  providedIn: 'root',
  factory: () => (address) => (typeof EventSource === 'undefined' ? undefined : new EventSource(address)),
});

/**
 * Changes of the directory as they happen, for administrators. One connection is open as long as
 * there are listeners; the browser opens it again when it breaks. Reference: audit#change-events
 */
@Injectable({ providedIn: 'root' })
export class ChangeFeed {
  private readonly address = `${inject(Deployment).apiRoot}changes/events`;
  private readonly open = inject(EVENT_STREAM);
  private readonly listeners = new Set<Listener>();
  private stream: EventSource | undefined;

  /** Listens until the returned function is called. */
  follow(listener: Listener): () => void {
    this.listeners.add(listener);
    this.stream ??= this.connect();
    return () => this.leave(listener);
  }

  private connect(): EventSource | undefined {
    const stream = this.open(this.address);
    if (stream) stream.onmessage = ({ data }) => this.emit(String(data));
    return stream;
  }

  private emit(data: string): void {
    const event = JSON.parse(data) as ChangeEvent;
    for (const listener of this.listeners) listener(event);
  }

  private leave(listener: Listener): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    this.stream?.close();
    this.stream = undefined;
  }
}
