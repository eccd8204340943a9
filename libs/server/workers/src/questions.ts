import type { Worker } from 'node:cluster';
import type { ToWorker } from './messages';

/** Milliseconds for which the answers of workers are waited for. */
const TIMEOUT_MS = 1_000;

interface Question {
  readonly requester: Worker;
  /** The number that the worker gave it. */
  readonly id: number;
  readonly open: Set<number>;
  readonly answers: unknown[];
  readonly timer: NodeJS.Timeout;
}

/** Passes the questions of one worker on to all, and their answers back. */
export class Questions {
  private readonly questions = new Map<number, Question>();
  private lastId = 0;

  constructor(private readonly workers: () => readonly Worker[]) {}

  ask(requester: Worker, id: number, topic: string): void {
    const own = ++this.lastId;
    const workers = this.workers().filter((worker) => worker.isConnected());
    const timer = setTimeout(() => this.finish(own), TIMEOUT_MS);
    this.questions.set(own, {
      requester,
      id,
      open: new Set(workers.map((worker) => worker.id)),
      answers: [],
      timer,
    });
    for (const worker of workers) send(worker, { kind: 'question', id: own, topic });
    if (workers.length === 0) this.finish(own);
  }

  answered(worker: Worker, id: number, answer: unknown): void {
    const question = this.questions.get(id);
    if (!question?.open.delete(worker.id)) return;
    if (answer !== undefined) question.answers.push(answer);
    if (question.open.size === 0) this.finish(id);
  }

  /** A worker that ended sends no more answers. */
  ended(worker: Worker): void {
    for (const id of this.questions.keys()) this.answered(worker, id, undefined);
  }

  private finish(id: number): void {
    const question = this.questions.get(id);
    if (!question) return;
    clearTimeout(question.timer);
    this.questions.delete(id);
    send(question.requester, { kind: 'gathered', id: question.id, answers: question.answers });
  }
}

/** A worker may end at any time; messages to it are then lost, and no caller waits for them. */
export function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
