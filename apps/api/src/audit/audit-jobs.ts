import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { AuditPurge, EventJournal } from '@gatehouse/audit';
import { OutboxWorker } from '@gatehouse/outbox';

/** Seconds. */
const HOUR_SECONDS = 3_600;

/** Retention, and the last events of a process that ends. */
@Injectable()
export class AuditJobs implements BeforeApplicationShutdown {
  constructor(
    @Inject(EventJournal) private readonly journal: EventJournal,
    @Inject(AuditPurge) purge: AuditPurge,
    @Inject(OutboxWorker) worker: OutboxWorker,
  ) {
    worker.schedule('purge_audit', HOUR_SECONDS, () => purge.run(), purge.due);
  }

  /** Before the connections to the database are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.journal.stop();
  }
}
