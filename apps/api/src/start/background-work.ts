import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { OneTimeLinks } from '@gatehouse/directory';
import { KnownDevices, RequestCounts, SessionStore, SignInLimiter } from '@gatehouse/identity';
import { OutboxWorker } from '@gatehouse/outbox';

/** Seconds. */
const OFTEN_SECONDS = 600;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** The rows of large deletions are removed at most so much later. */
const DELETION_SECONDS = 5;

/** What the API does besides answering requests: it sends messages and runs scheduled jobs while it serves. */
@Injectable()
export class BackgroundWork implements BeforeApplicationShutdown {
  constructor(
    @Inject(OutboxWorker) private readonly worker: OutboxWorker,
    @Inject(SessionStore) sessions: SessionStore,
    @Inject(SignInLimiter) limiter: SignInLimiter,
    @Inject(OneTimeLinks) links: OneTimeLinks,
    @Inject(RequestCounts) counts: RequestCounts,
    @Inject(KnownDevices) devices: KnownDevices,
    @Inject(UnitOfWork) unitOfWork: UnitOfWork,
  ) {
    worker.schedule('delete_rows', DELETION_SECONDS, () => unitOfWork.removal.removeLeft());
    worker.schedule('purge_sessions', OFTEN_SECONDS, () => sessions.removeExpired(), sessions.due);
    worker.schedule('purge_session_uses', HOUR_SECONDS, () => sessions.removeStaleUses());
    worker.schedule('purge_sign_in_failures', OFTEN_SECONDS, () => limiter.removeExpired(), [limiter.due]);
    worker.schedule('purge_counted_requests', OFTEN_SECONDS, () => counts.removeExpired(), [counts.due]);
    worker.schedule('purge_devices', DAY_SECONDS, () => devices.removeUnused(), [devices.due]);
    worker.schedule('purge_links', DAY_SECONDS, () => links.removeExpired(), [links.due]);
  }

  /** Called when all handlers and jobs are registered. */
  start(): void {
    this.worker.start();
  }

  /** Before the connections to the database are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }
}
