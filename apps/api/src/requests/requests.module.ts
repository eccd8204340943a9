import { Module } from '@nestjs/common';
import { RequestsController } from './requests.controller';
import { TestedUsers } from './tested-users';

@Module({
  controllers: [RequestsController],
  providers: [TestedUsers],
})
export class RequestsModule {}
