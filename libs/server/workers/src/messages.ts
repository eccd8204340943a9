/** A message of a worker to the supervisor. */
export type FromWorker =
  /** Asks for the start that it belongs to. */
  | { readonly kind: 'begins' }
  /** What the first worker of a start has read, as JSON, for all others of this start. */
  | { readonly kind: 'read'; readonly topic: string; readonly text: string }
  | { readonly kind: 'ready' }
  /** The start takes long for a reason, such as a change of the schema, or no longer does; passed on to whoever has started the supervisor. */
  | { readonly kind: 'prolonged'; readonly isProlonged: boolean }
  /** Accepts no more requests. */
  | { readonly kind: 'stopped' }
  /** The last message of a worker. */
  | { readonly kind: 'exiting' }
  /** Requests the answers of all workers to a question. */
  | { readonly kind: 'gather'; readonly id: number; readonly topic: string }
  /** Answers a forwarded question; `answer` is absent when there is none. */
  | { readonly kind: 'answer'; readonly id: number; readonly answer?: unknown };

/** A message of the supervisor to a worker. */
export type ToWorker =
  /** The reply to `begins`. It is no variable of the environment, which others can read: texts may have secrets. */
  | {
      readonly kind: 'start';
      readonly isFirst: boolean;
      readonly texts: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'stop' }
  /** No more connections are being passed to the worker. */
  | { readonly kind: 'exit' }
  | { readonly kind: 'question'; readonly id: number; readonly topic: string }
  | { readonly kind: 'gathered'; readonly id: number; readonly answers: readonly unknown[] };

export function isMessage<Message extends FromWorker | ToWorker>(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
