import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { OutboxWorker } from '@gatehouse/outbox';
import { NetworkMode } from './network-mode';

/** Seconds. */
const OFTEN_SECONDS = 300;
const DAY_SECONDS = 86_400;

/** Registers the scheduled jobs of network mode: checks of nodes, and the removal of what has expired. */
@Injectable()
export class NetworkStart implements OnModuleInit {
  constructor(
    private readonly mode: NetworkMode,
    @Inject(OutboxWorker) private readonly worker: OutboxWorker,
  ) {}

  onModuleInit(): void {
    if (!this.mode.isEnabled) return;
    const { probe, tokens, received, linkAttempts } = this.mode.get();
    this.worker.schedule('check_network_nodes', OFTEN_SECONDS, () => probe.checkAll());
    const purgeTokens = async (): Promise<void> => {
      await tokens.purge({ expiredOnly: true });
    };
    const purgeMessages = async (): Promise<void> => {
      await received.removeExpired();
      await linkAttempts.removeExpired();
    };
    this.worker.schedule('purge_network_tokens', DAY_SECONDS, purgeTokens, [tokens.due]);
    const due = [received.due, linkAttempts.due];
    this.worker.schedule('purge_network_messages', OFTEN_SECONDS, purgeMessages, due);
  }
}
