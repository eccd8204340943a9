import { Module } from '@nestjs/common';
import { ProviderTarget } from './provider.target';
import { ProvidersController } from './providers.controller';
import { ProvidersService } from './providers.service';

@Module({
  controllers: [ProvidersController],
  providers: [ProvidersService, ProviderTarget],
  exports: [ProvidersService],
})
export class ProvidersModule {}
