import cluster from 'node:cluster';
import { type FromWorker, type ToWorker, isMessage } from './messages';

/** What this worker belongs to. */
interface Start {
  readonly isFirst: boolean;
  /** What the first worker has read, as JSON, by topic. */
  readonly texts: Readonly<Record<string, string>>;
}

let start: Start | undefined;

/** Learns from the supervisor which start this worker belongs to. Called once in each worker, before it reads anything. */
export function joinStart(): Promise<void> {
  return new Promise((resolve) => {
    const take = (message: unknown): void => {
      if (!isMessage<ToWorker>(message) || message.kind !== 'start') return;
      process.off('message', take);
      start = message;
      resolve();
    };
    process.on('message', take);
    send({ kind: 'begins' });
  });
}

/**
 * Whether this process is the first that serves after a start of the service, or after its restart by SIGHUP. It does what is done
 * once for all workers; one that replaces another worker, or joins the first one, is not.
 */
export function isFirstOfStart(): boolean {
  return !cluster.isWorker || start?.isFirst === true;
}

/**
 * What a start of the service has read: its first worker reads it, and those that join or replace it get the same, also when
 * somebody is changing the source meanwhile. The value has to survive JSON; all workers get a copy. `topic` is its name.
 *
 * @throws what `read` throws
 */
export function readOncePerStart<Value extends object>(topic: string, read: () => Value): Value {
  const known = start?.texts[topic];
  const text = known ?? JSON.stringify(read());
  if (known === undefined && cluster.isWorker && isFirstOfStart()) send({ kind: 'read', topic, text });
  return JSON.parse(text) as Value;
}

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}
