import type { DataSource } from 'typeorm';
import type { Logger } from '@gatehouse/logging';
import type { MessageHandler, MessageKind } from './message';

/** Work that is done at intervals by one process at a time. It is repeated after a failure. */
export type ScheduledJob = () => Promise<void>;

export interface OutboxWorkerOptions {
  readonly dataSource: DataSource;
  readonly logger: Logger;
}

/** Sends the messages of the outbox and runs scheduled jobs. Every process of the API has one. */
export class OutboxWorker {
  private readonly handlers = new Map<MessageKind, MessageHandler>();
  private readonly jobs = new Map<string, { readonly every: string | number; readonly job: ScheduledJob }>();

  constructor(private readonly options: OutboxWorkerOptions) {}

  /** Registers the handler of a kind of messages, before {@link start}. Messages without a handler wait. */
  handle(kind: MessageKind, handler: MessageHandler): void {
    if (this.handlers.has(kind)) throw new Error(`messages of the kind ${kind} have a handler already`);
    this.handlers.set(kind, handler);
  }

  /** Registers a job, before {@link start}; `every` is an interval in seconds or a cron expression (UTC). */
  schedule(name: string, every: string | number, job: ScheduledJob): void {
    if (this.jobs.has(name)) throw new Error(`there is a job ${name} already`);
    this.jobs.set(name, { every, job });
  }

  async start(): Promise<void> {
    this.options.logger.debug({}, 'outbox started');
  }

  async stop(): Promise<void> {
    this.options.logger.debug({}, 'outbox stopped');
  }
}
