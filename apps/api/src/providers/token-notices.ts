import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import { ProviderRegistry, tokenNotice } from '@gatehouse/sign-in';

/** Names at start the providers whose tokens are refused, or accepted without a check. Reference: identity-providers#opaque-tokens. */
@Injectable()
export class TokenNotices implements OnApplicationBootstrap {
  constructor(
    @Inject(ProviderRegistry) private readonly registry: ProviderRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const listed of await this.registry.list()) {
      const reason = tokenNotice(listed);
      if (reason !== undefined) {
        this.logger.warn({ reason }, `tokens of the identity provider ${listed.definition.name}`);
      }
    }
  }
}
