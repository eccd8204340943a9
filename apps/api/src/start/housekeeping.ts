import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '@gatehouse/http';
import { SessionStore, SignInLimiter } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';

const EVERY_MS = 10 * 60_000;

/** Removes expired sessions, tokens and counted failures. Several instances may run it concurrently. */
@Injectable()
export class Housekeeping implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(SignInLimiter) private readonly limiter: SignInLimiter,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.run(), EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async run(): Promise<void> {
    try {
      await this.sessions.removeExpired();
      await this.sessions.removeStaleUses();
      await this.limiter.removeExpired();
    } catch (error) {
      this.logger.warn({ error }, 'housekeeping failed; it will be retried');
    }
  }
}
