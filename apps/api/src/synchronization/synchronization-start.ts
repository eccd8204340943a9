import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@gatehouse/http';
import { OutboxWorker } from '@gatehouse/outbox';
import type { Settings } from '@gatehouse/settings';
import { Synchronization } from '@gatehouse/sync';

/** Seconds: due jobs, and those that a process has left, begin at most so much later. */
const START_SECONDS = 15;
const PURGE_SECONDS = 300;

/** Registers the scheduled jobs of synchronization, and ends what is under way. */
@Injectable()
export class SynchronizationStart implements BeforeApplicationShutdown {
  constructor(
    @Inject(SETTINGS) settings: Pick<Settings, 'readOnly'>,
    @Inject(OutboxWorker) worker: OutboxWorker,
    @Inject(Synchronization) private readonly synchronization: Synchronization,
  ) {
    // It changes resources, so that it pauses in read-only mode; jobs that are due then start when the mode has ended.
    worker.schedule('synchronize_services', START_SECONDS, async () => {
      if (!settings.readOnly) await synchronization.requestDue();
    });
    worker.schedule(
      'purge_synchronizations',
      PURGE_SECONDS,
      () => synchronization.removeOld(),
      synchronization.due,
    );
  }

  /** Before the connections to the database are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    this.synchronization.previews.stop();
    await this.synchronization.synchronizer.stop();
  }
}
