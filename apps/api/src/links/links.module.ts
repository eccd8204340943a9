import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LinkHandlers } from './link-handlers';
import { LinkTarget } from './link.target';
import { LinksController } from './links.controller';

/** The addresses of one-time links. Domains provide what their links do, marked with `HandlesLinks`. */
@Module({
  imports: [DiscoveryModule],
  controllers: [LinksController],
  providers: [LinkHandlers, LinkTarget],
})
export class LinksModule {}
