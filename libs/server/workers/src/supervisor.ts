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

/** A worker ended before it was ready; it has reported the reason. */
export class WorkerFailed extends Error {}

/** What the first worker of a start or restart has read. */
interface Reading {
  /** Later ones have greater numbers. */
  readonly number: number;
  /** As JSON, by topic; in memory only, since it may have secrets. */
  readonly texts: Map<string, string>;
}

interface ReadyWorker {
  readonly since: number;
  readonly reading: Reading;
}

/**
 * Starts worker processes that share a port, replaces those that exit, restarts them one after the
 * other, and stops them. It serves nothing itself.
 */
export class Supervisor {
  private readonly ready = new Map<Worker, ReadyWorker>();
  private readonly questions = new Questions(() => [...this.ready.keys()]);
  private readonly stopped = new Set<Worker>();
  private stopping: Promise<void> | undefined;
  private restarting: Promise<void> | undefined;
  /** What workers use that start now; absent until the first one is ready. */
  private reading: Reading | undefined;
  private readings = 0;
  /** The next worker that starts is the first of a restart. */
  private isRestartDue = false;

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
    await this.startWorker();
    await Promise.all(Array.from({ length: this.count - 1 }, () => this.replace(0)));
  }

  /**
   * Restarts all workers one after the other; each is stopped once its successor accepts requests. The first successor reads what all
   * of them use. A failed start aborts the restart; what was read before the first one failed stays in use.
   */
  restart(): Promise<void> {
    this.isRestartDue = true;
    return this.replaceOutdated();
  }

  /** Stops all workers; called again, it waits for the same end. */
  stop(): Promise<void> {
    this.stopping ??= Promise.all(
      Object.values(cluster.workers ?? {}).map((worker) => worker && this.end(worker)),
    ).then(() => undefined);
    return this.stopping;
  }

  private replaceOutdated(): Promise<void> {
    this.restarting ??= this.restartAll().finally(() => (this.restarting = undefined));
    return this.restarting;
  }

  private async restartAll(): Promise<void> {
    if (this.ready.size === 0) {
      this.logger.warn({}, 'no worker is ready: the workers are restarted when one is');
      return;
    }
    this.logger.info({}, 'restarting the workers one after the other');
    for (let worker = this.outdated(); worker && !this.stopping; worker = this.outdated()) {
      try {
        await this.startWorker();
      } catch (error) {
        this.logger.error(
          { error },
          'a worker could not be started: the restart is aborted, the other workers continue',
        );
        // Another one may have been requested, after what prevented this one was corrected.
        if (this.isRestartDue) continue;
        return;
      }
      await this.end(worker);
    }
    if (!this.stopping) this.logger.info({}, 'all workers are restarted');
  }

  /** A worker that uses something else than those that start now, if there is one. */
  private outdated(): Worker | undefined {
    for (const [worker, { reading }] of this.ready)
      if (this.isRestartDue || reading !== this.reading) return worker;
    return undefined;
  }

  /** Resolves when the worker is ready. */
  private startWorker(): Promise<void> {
    const known = this.isRestartDue ? undefined : this.reading;
    this.isRestartDue = false;
    const reading = known ?? { number: ++this.readings, texts: new Map<string, string>() };
    const worker = cluster.fork();
    return new Promise((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (!isMessage<FromWorker>(message)) return;
        if (message.kind === 'begins')
          send(worker, { kind: 'start', isFirst: !known, texts: Object.fromEntries(reading.texts) });
        if (message.kind === 'read') reading.texts.set(message.topic, message.text);
        if (message.kind === 'ready') {
          this.ready.set(worker, { since: performance.now(), reading });
          // Another restart may have been faster.
          if (reading.number > (this.reading?.number ?? 0)) this.reading = reading;
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
      if (wait > 0) await sleep(wait);
      if (this.stopping) return;
      try {
        await this.startWorker();
        // Something was read anew meanwhile, or a restart was requested while no worker was ready.
        if (this.outdated()) void this.replaceOutdated();
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
