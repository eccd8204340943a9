import type { SnapshotFollower } from '@gatehouse/access';
import { EventJournal } from '@gatehouse/audit';
import type { Logger } from '@gatehouse/logging';
import type { DataSource } from 'typeorm';
import { Metrics } from './metrics';
import { RefusalEvents } from './refusal-events';
import { RequestLog } from './request-log';

/** Metrics, request log, and events for the audit log. */
export interface Operations {
  readonly metrics: Metrics;
  readonly log: RequestLog;
  readonly journal: EventJournal;
  readonly refusals: RefusalEvents;
}

export function createOperations(
  follower: SnapshotFollower,
  tunnels: { readonly size: number },
  logger: Logger,
  dataSource: DataSource,
): Operations {
  const journal = new EventJournal(dataSource, logger);
  return {
    metrics: new Metrics(follower, tunnels),
    log: new RequestLog(logger),
    journal,
    refusals: new RefusalEvents(journal, follower),
  };
}
