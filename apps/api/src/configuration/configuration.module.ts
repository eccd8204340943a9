import { Module } from '@nestjs/common';
import { NetworkModule } from '../network/network.module';
import { ProvidersModule } from '../providers/providers.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { ConfigurationExports } from './configuration-exports';
import { ConfigurationController } from './configuration.controller';
import { ConfigurationStart } from './configuration-start';
import { PlanReviews } from './plan-reviews';
import { configurations } from './configurations';

/** Configuration files: what they change, and their application. */
@Module({
  imports: [NetworkModule, ProvidersModule, WebhooksModule],
  controllers: [ConfigurationController],
  providers: [configurations, ConfigurationExports, ConfigurationStart, PlanReviews],
})
export class ConfigurationModule {}
