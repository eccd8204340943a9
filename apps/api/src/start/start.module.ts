import { Module } from '@nestjs/common';
import { Housekeeping } from './housekeeping';

@Module({
  providers: [Housekeeping],
  exports: [Housekeeping],
})
export class StartModule {}
