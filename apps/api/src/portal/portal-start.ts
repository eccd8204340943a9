import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { runAs } from '@gatehouse/database';
import { SETTINGS } from '@gatehouse/http';
import { OutboxWorker } from '@gatehouse/outbox';
import { Portal } from '@gatehouse/portal';
import type { Settings } from '@gatehouse/settings';
import { isFirstOfStart } from '@gatehouse/workers';

/** A push registers one service after the other. */
const LIMITS = { concurrency: 1, attemptMs: 1_800_000 };

/** Registers what the outbox does with pushes, before the API serves; the first push follows the configuration files. */
@Injectable()
export class PortalStart implements OnModuleInit {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(Portal) private readonly portal: Portal,
    @Inject(OutboxWorker) private readonly worker: OutboxWorker,
  ) {}

  onModuleInit(): void {
    // Those of a portal that is not configured any more are settled without being sent.
    this.worker.handle('portal', this.portal.deliver, LIMITS);
  }

  async push(): Promise<void> {
    if (!this.settings.portalPush || !isFirstOfStart()) return;
    await runAs({ kind: 'system', role: 'job:portal' }, () => this.portal.pushAtStart());
  }
}
