import { Module } from '@nestjs/common';
import { NetworkController } from './network.controller';
import { NodeTarget, RemoteUserTarget } from './network.targets';

@Module({
  controllers: [NetworkController],
  providers: [NodeTarget, RemoteUserTarget],
})
export class NetworkModule {}
