import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { MAX_COUNTED_ROWS, unavailability } from '@gatehouse/database';
import { LOGGER } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import { type JobState, OutboxWorker } from '@gatehouse/outbox';

/**
 * Metrics of scheduled jobs, from the database: each process reports the same, and it does not matter which one replies. Label values are
 * names of jobs and tables. Reference: deployment#metrics.
 */
@Injectable()
export class JobMetrics {
  constructor(
    @Inject(OutboxWorker) private readonly worker: Pick<OutboxWorker, 'jobStates'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** In the format of Prometheus; empty while the database does not answer. */
  async text(): Promise<string> {
    try {
      return await textOf(await this.worker.jobStates());
    } catch (error) {
      if (!unavailability(error)) throw error;
      this.logger.warn({ error }, 'the metrics of scheduled jobs cannot be read');
      return '';
    }
  }
}

function textOf(states: readonly JobState[]): Promise<string> {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name: `gatehouse_job_${name}`, help, labelNames, registers: [registry] });
  const finished = gauge('finished_timestamp_seconds', 'When the job ended last.', ['job']);
  const failed = gauge('failed', '1 if the last run of the job has failed.', ['job']);
  const due = gauge('due_rows', `Rows that the job has to remove, at most ${MAX_COUNTED_ROWS}.`, [
    'job',
    'table',
  ]);
  const oldest = gauge(
    'oldest_due_seconds',
    'For how long the oldest of these rows has been due; 0 if there is none.',
    ['job', 'table'],
  );
  for (const { name: job, finishedAt, hasFailed, due: tables } of states) {
    if (finishedAt) {
      finished.set({ job }, finishedAt.getTime() / 1000);
      failed.set({ job }, hasFailed ? 1 : 0);
    }
    for (const { table, rows, oldestSeconds } of tables) {
      due.set({ job, table }, rows);
      oldest.set({ job, table }, oldestSeconds);
    }
  }
  return registry.metrics();
}
