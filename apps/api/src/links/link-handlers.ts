import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { LinkOperation } from '@gatehouse/directory';
import { problem } from '@gatehouse/problems';
import { HandlesLinks, type LinkHandler } from './link-handler';

/** The handlers of all link operations. */
@Injectable()
export class LinkHandlers implements OnModuleInit {
  private readonly handlers = new Map<LinkOperation, LinkHandler>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const wrapper of this.discovery.getProviders({ metadataKey: HandlesLinks.KEY })) {
      const operation = this.discovery.getMetadataByDecorator(HandlesLinks, wrapper);
      if (operation) this.handlers.set(operation, wrapper.instance as LinkHandler);
    }
  }

  /** Throws `link_operation_unavailable`. */
  of(operation: LinkOperation): LinkHandler {
    const handler = this.handlers.get(operation);
    if (!handler) throw problem('link_operation_unavailable');
    return handler;
  }
}
