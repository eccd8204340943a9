import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Registrations } from '@gatehouse/directory';
import { LOGGER } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import { OutboxWorker } from '@gatehouse/outbox';

const EVERY_SECONDS = 600;

/** Schedules the removal of expired registrations. */
@Injectable()
export class RegistrationJobs implements OnModuleInit {
  constructor(
    @Inject(OutboxWorker) private readonly worker: OutboxWorker,
    @Inject(Registrations) private readonly registrations: Registrations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.worker.schedule('purge_registrations', EVERY_SECONDS, () => this.run(), [this.registrations.due]);
  }

  async run(): Promise<void> {
    const removed = await this.registrations.removeExpired();
    if (removed > 0) this.logger.info({ count: removed }, 'expired registrations removed');
  }
}
