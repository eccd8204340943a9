import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { type Due, type DueRows, dueRows, runAs, withinTime } from '@gatehouse/database';
import type { Logger } from '@gatehouse/logging';
import { retryDelay } from './backoff';
import { JobSchedule, type LastRun } from './job-schedule';
import { type MessageHandler, type MessageKind, PermanentFailure, ReceiverFailure } from './message';
import { type ClaimedMessage, MessageQueue, finishedBefore } from './message-queue';
import { Wakeup } from './wakeup';
import { WorkerConnection } from './worker-connection';

/** Work that is done at intervals by one process at a time. It is repeated after a failure. */
export type ScheduledJob = () => Promise<void>;

export interface OutboxWorkerOptions {
  readonly dataSource: DataSource;
  /** URL of the same database, with sessions that are kept. */
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** Number of attempts after which a message is given up. */
  readonly maxAttempts: number;
  /** Seconds for which messages that were sent or given up are kept. */
  readonly retention: number;
  /** Milliseconds between searches for messages and jobs that are due, where nothing announces them. */
  readonly pollMs?: number;
  /** Milliseconds after which a silent database counts as lost; jobs and deliveries have the limit of the data source. */
  readonly silenceMs?: number;
  /** Seconds until the next attempt, by the number of the failed one. */
  readonly delayAfter?: (attempt: number) => number;
}

/** How many messages of a kind one process delivers at the same time. */
interface DeliveryLimits {
  /** Slow recipients of one kind do not delay another kind. */
  readonly concurrency: number;
  /** Of one {@link Message.target}. By default as many as of the kind. */
  readonly perTarget?: number;
  /** Milliseconds after which an attempt without a result counts as failed. */
  readonly attemptMs?: number;
}

interface Handling {
  readonly handler: MessageHandler;
  readonly concurrency: number;
  readonly perTarget: number;
  readonly attemptMs: number;
  readonly underWay: Set<Promise<void>>;
}

interface Job {
  /** Seconds. */
  readonly every: number;
  readonly run: ScheduledJob;
  readonly due: readonly Due[];
}

/** What a job of this process has done, and what it has to remove. */
export interface JobState extends LastRun {
  readonly due: readonly DueRows[];
}

const INTERRUPTED =
  'the outbox is interrupted and connects again: mails, webhook calls and scheduled jobs wait';
const POLL_MS = 5_000;
const SILENCE_MS = 10_000;
const RECONNECT_MS = 1_000;
const DEFAULT_LIMITS: DeliveryLimits = { concurrency: 8 };
/** Milliseconds after which an attempt without a result counts as failed. */
const ATTEMPT_MS = 120_000;
/** Milliseconds for which the process waits for running attempts when it ends. */
const STOP_MS = 10_000;
/** Characters of an error that are kept. */
const MAX_ERROR_LENGTH = 2_000;
const PURGE_EVERY_SECONDS = 3_600;
/** Seconds until a failed job is repeated, at most. */
const JOB_RETRY_SECONDS = 60;

/**
 * Sends the messages of the outbox and runs scheduled jobs. Every process of the API has one; a message or job is taken by
 * one of them. Reference: notifications#delivery.
 */
export class OutboxWorker {
  private readonly handlers = new Map<MessageKind, Handling>();
  private readonly jobs = new Map<string, Job>();
  private readonly messages: MessageQueue;
  private readonly timetable: JobSchedule;
  private readonly wakeup = new Wakeup();
  private readonly working = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: OutboxWorkerOptions) {
    this.messages = new MessageQueue(options.dataSource);
    this.timetable = new JobSchedule(options.dataSource);
    const { retention } = options;
    this.schedule('purge_outbox', PURGE_EVERY_SECONDS, () => this.messages.removeFinished(retention), [
      finishedBefore(retention),
    ]);
  }

  /** Registers the handler of a kind of messages, before {@link start}. Messages without a handler wait. */
  handle(kind: MessageKind, handler: MessageHandler, limits = DEFAULT_LIMITS): void {
    if (this.handlers.has(kind)) throw new Error(`messages of the kind ${kind} have a handler already`);
    const { concurrency, perTarget = concurrency, attemptMs = ATTEMPT_MS } = limits;
    this.handlers.set(kind, { handler, concurrency, perTarget, attemptMs, underWay: new Set() });
  }

  /**
   * Registers a job, before {@link start}; `every` is the interval in seconds. It runs immediately if it has never run. `due`: the rows
   * that it removes.
   */
  schedule(name: string, every: number, run: ScheduledJob, due: readonly Due[] = []): void {
    if (this.jobs.has(name)) throw new Error(`there is a job ${name} already`);
    this.jobs.set(name, { every, run, due });
  }

  /** The jobs that are registered, sorted by name. They are those of all processes that run this version with these settings. */
  async jobStates(): Promise<JobState[]> {
    const { dataSource } = this.options;
    const states: JobState[] = [];
    for (const lastRun of await this.timetable.lastRuns([...this.jobs.keys()])) {
      const due: DueRows[] = [];
      for (const one of this.jobs.get(lastRun.name)?.due ?? []) due.push(await dueRows(dataSource, one));
      states.push({ ...lastRun, due });
    }
    return states;
  }

  /** Starts in the background; a database that cannot be reached is tried again. */
  start(): void {
    this.running ??= this.run();
  }

  /** Accepts nothing more, and waits a limited time for running attempts; another process takes over the rest. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wakeup.ring();
    await this.running;
    this.wakeup.clear();
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      let connection: WorkerConnection | undefined;
      try {
        connection = await this.connect();
        await this.bounded(() => this.timetable.add([...this.jobs.keys()]));
        await this.work(connection);
      } catch (error) {
        this.options.logger.warn({ error }, INTERRUPTED);
        // `wakeup.sleep` would end immediately: the failure of the connection wakes it.
        await this.pauseUnlessStopping(RECONNECT_MS);
      } finally {
        await connection?.close();
      }
    }
  }

  private connect(): Promise<WorkerConnection> {
    const { databaseUrl, dataSource: database } = this.options;
    const notified = (): void => this.wakeup.ring();
    return this.bounded(() =>
      WorkerConnection.open({ databaseUrl, database, notified, timeoutMs: this.silenceMs }),
    );
  }

  private get silenceMs(): number {
    return this.options.silenceMs ?? SILENCE_MS;
  }

  /** For short work of this loop, which has to notice that the database hangs. */
  private bounded<T>(work: () => Promise<T>): Promise<T> {
    return withinTime(this.silenceMs, work);
  }

  private async pauseUnlessStopping(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  private async work(connection: WorkerConnection): Promise<void> {
    const { worker } = connection;
    while (!this.stopping.signal.aborted) {
      for (const name of await this.bounded(() => this.timetable.claim(worker, [...this.jobs.keys()]))) {
        track(this.working, this.runJob(name, worker));
      }
      for (const [kind, { concurrency, perTarget, underWay }] of this.handlers) {
        const limit = concurrency - underWay.size;
        if (limit === 0) continue;
        const { maxAttempts } = this.options;
        const claim = { worker, kind, limit, perTarget, maxAttempts };
        for (const message of await this.bounded(() => this.messages.claim(claim))) {
          track(
            underWay,
            this.deliver(message, worker).finally(() => this.wakeup.ring()),
          );
        }
      }
      await this.wakeup.sleep(this.options.pollMs ?? POLL_MS);
      await this.bounded(() => connection.assertAlive());
    }
    await Promise.race([
      Promise.all([...this.working, ...[...this.handlers.values()].flatMap(({ underWay }) => [...underWay])]),
      delay(STOP_MS, undefined, { ref: false }),
    ]);
  }

  /** Never rejects: what could not be recorded is taken over when the worker connects again. */
  private async deliver(message: ClaimedMessage, worker: number): Promise<void> {
    const { logger, maxAttempts } = this.options;
    try {
      const failure = await this.attempt(message);
      if (!failure) return await this.messages.sent(message, worker);
      const isFinal = failure instanceof PermanentFailure || message.attempts >= maxAttempts;
      const retryIn = isFinal ? undefined : this.delayAfter(message.attempts);
      await this.messages.failed(message, worker, describe(failure), retryIn);
      const cause =
        failure instanceof ReceiverFailure
          ? { reason: `${message.kind}: ${describe(failure)}` }
          : { reason: message.kind, error: failure };
      const fields = { ...cause, count: message.attempts };
      if (retryIn === undefined) logger.error(fields, 'a message could not be sent and is given up');
      else {
        logger.warn(fields, 'a message could not be sent; it will be retried');
        this.wakeup.ringIn(retryIn * 1000);
      }
    } catch (error) {
      logger.warn({ reason: message.kind, error }, 'the result of an attempt was not recorded');
    }
  }

  /** The error of the attempt; undefined after a success. */
  private async attempt({ id, kind, payload, attempts }: ClaimedMessage): Promise<Error | undefined> {
    const handling = this.handlers.get(kind);
    if (!handling) return new Error(`messages of the kind ${kind} have no handler`);
    const isLastAttempt = attempts >= this.options.maxAttempts;
    const delivery = { id, payload, attempt: attempts, isLastAttempt };
    try {
      const attempt = runAs({ kind: 'system', role: `job:${kind}` }, () => handling.handler(delivery));
      await within(handling.attemptMs, attempt);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private async runJob(name: string, worker: number): Promise<void> {
    const { logger } = this.options;
    const job = this.jobs.get(name);
    if (!job) return;
    let failure: string | null = null;
    try {
      await runAs({ kind: 'system', role: `job:${name}` }, () => job.run());
    } catch (error) {
      failure = describe(error);
      logger.warn({ reason: name, error }, 'a scheduled job failed; it will be repeated');
    }
    const repeatIn = failure === null ? job.every : Math.min(job.every, JOB_RETRY_SECONDS);
    try {
      await this.timetable.finished(name, worker, repeatIn, failure);
      this.wakeup.ringIn(repeatIn * 1000);
    } catch (error) {
      logger.warn({ reason: name, error }, 'the end of a scheduled job was not recorded');
    }
  }

  private delayAfter(attempt: number): number {
    return this.options.delayAfter?.(attempt) ?? retryDelay(attempt, Math.random());
  }
}

function track(set: Set<Promise<void>>, work: Promise<void>): void {
  const tracked: Promise<void> = work.finally(() => set.delete(tracked));
  set.add(tracked);
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no result within ${milliseconds / 1000} seconds`)),
      milliseconds,
    );
    timer.unref();
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** PostgreSQL stores no NUL. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll('\0', '').slice(0, MAX_ERROR_LENGTH);
}
