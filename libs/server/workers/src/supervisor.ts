import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@gatehouse/logging';
import { type FromWorker, isMessage } from './messages';
import { prolongStart } from './prolonged-start';
import { Questions, send } from './questions';

/** Milliseconds after which a worker that has to stop is killed: less than the timeout of the parent process for this one. */
const STOP_TIMEOUT_MS = 7_000;
/** A worker that lived for less than this, in ms, is replaced with a delay. */
const STABLE_MS = 10_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** The environment of the first worker of a start or restart has this variable. */
export const FIRST_OF_START = 'GATEHOUSE_FIRST_OF_START';

/** A worker ended before it was ready; it has reported the reason. */
export class WorkerFailed extends Error {}

/**
 * Starts worker processes that share a port, replaces those that exit, restarts them one after the
 * other, and stops them. It serves nothing itself.
 */
export class Supervisor {
  private readonly ready = new Map<Worker, { readonly since: number }>();
  private readonly questions = new Questions(() => [...this.ready.keys()]);
  private readonly stopped = new Set<Worker>();
  private stopping: Promise<void> | undefined;
  private restarting: Promise<void> | undefined;

  constructor(
    private readonly count: number,
    private readonly logger: Logger,
  ) {}

  /**
   * Starts all workers: only the first one initially, since what prevents its start would prevent that of the others, and only one of
   * them has to prepare the database.
   *
   * @throws WorkerFailed when the first one ends before it is ready
   */
  async start(): Promise<void> {
    await this.startWorker(true);
    await Promise.all(Array.from({ length: this.count - 1 }, () => this.replace(0)));
  }

  /**
   * Restarts all workers one after the other; each is stopped once its successor accepts requests. A
   * failed start aborts the restart.
   */
  restart(): Promise<void> {
    this.restarting ??= this.restartAll().finally(() => (this.restarting = undefined));
    return this.restarting;
  }

  /** Stops all workers; called again, it waits for the same end. */
  stop(): Promise<void> {
    this.stopping ??= Promise.all(
      Object.values(cluster.workers ?? {}).map((worker) => worker && this.end(worker)),
    ).then(() => undefined);
    return this.stopping;
  }

  private async restartAll(): Promise<void> {
    this.logger.info({}, 'restarting the workers one after the other');
    for (const [index, worker] of [...this.ready.keys()].entries()) {
      if (this.stopping) return;
      try {
        await this.startWorker(index === 0);
      } catch (error) {
        this.logger.error(
          { error },
          'a worker could not be started: the restart is aborted, the other workers continue',
        );
        return;
      }
      await this.end(worker);
    }
    this.logger.info({}, 'all workers are restarted');
  }

  /** Resolves when the worker is ready. */
  private startWorker(isFirst = false): Promise<void> {
    const worker = cluster.fork(isFirst ? { [FIRST_OF_START]: '1' } : {});
    return new Promise((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (!isMessage<FromWorker>(message)) return;
        if (message.kind === 'ready') {
          this.ready.set(worker, { since: performance.now() });
          resolve();
        }
        if (message.kind === 'prolonged') prolongStart(message.isProlonged);
        if (message.kind === 'stopped') send(worker, { kind: 'exit' });
        if (message.kind === 'gather') this.questions.ask(worker, message.id, message.topic);
        if (message.kind === 'answer') this.questions.answered(worker, message.id, message.answer);
      });
      worker.once('error', reject);
      worker.once('exit', (code: number, signal: string) => {
        const how = signal || `exit code ${code}`;
        const record = this.ready.get(worker);
        this.ready.delete(worker);
        this.questions.ended(worker);
        if (!record) reject(new WorkerFailed(`a worker ended before it was ready (${how})`));
        else if (!this.stopped.delete(worker) && !this.stopping) {
          this.logger.error({ reason: how }, 'a worker ended unexpectedly and is replaced');
          const isStable = performance.now() - record.since > STABLE_MS;
          void this.replace(isStable ? 0 : FIRST_DELAY_MS);
        }
      });
    });
  }

  /** Starts a worker after a delay in ms, and again after longer ones until one is ready. Never fails. */
  private async replace(delay: number): Promise<void> {
    for (let wait = delay; ; wait = Math.min(MAX_DELAY_MS, Math.max(FIRST_DELAY_MS, wait * 2))) {
      if (wait > 0) await sleep(wait, undefined, { ref: false });
      if (this.stopping) return;
      try {
        await this.startWorker();
        return;
      } catch (error) {
        if (this.stopping) return;
        this.logger.error({ error }, 'a worker could not be started; it is tried again');
      }
    }
  }

  private async end(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    this.stopped.add(worker);
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    send(worker, { kind: 'stop' });
    const timer = setTimeout(() => {
      this.logger.warn({ reason: 'timeout' }, 'timed out waiting for a worker to stop; it is killed');
      worker.process.kill('SIGKILL');
    }, STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  }
}
