import cluster from 'node:cluster';
import { type ToWorker, isMessage } from './messages';

/** What this process answers, by topic. */
const answers = new Map<string, () => unknown>();
/** Questions of this process that wait for the answers of all workers. */
const waiting = new Map<number, (gathered: readonly unknown[]) => void>();
let lastId = 0;

/** Registers what this worker contributes to {@link gather}; the value has to survive JSON. */
export function answerAs(topic: string, answer: () => unknown): void {
  answers.set(topic, answer);
}

/**
 * The answers of all workers that are ready, this one included, in no particular order; of a process without workers its
 * own only. A worker that ends meanwhile, or takes longer than a second, is left out.
 */
export async function gather(topic: string): Promise<readonly unknown[]> {
  if (!cluster.isWorker || !process.connected) return [await answers.get(topic)?.()];
  const id = ++lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    process.send?.({ kind: 'gather', id, topic });
  });
}

/** Answers questions of other workers, and receives what they answered. Called once in each worker. */
export function takePartInGathering(): void {
  process.on('message', (message: unknown) => {
    if (!isMessage<ToWorker>(message)) return;
    if (message.kind === 'question') void reply(message.id, message.topic);
    if (message.kind === 'gathered') {
      waiting.get(message.id)?.(message.answers);
      waiting.delete(message.id);
    }
  });
}

async function reply(id: number, topic: string): Promise<void> {
  let answer: unknown;
  try {
    answer = await answers.get(topic)?.();
  } finally {
    if (process.connected) process.send?.({ kind: 'answer', id, answer });
  }
}
