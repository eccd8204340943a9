import { Module } from '@nestjs/common';
import { BackgroundWork } from './background-work';

@Module({
  providers: [BackgroundWork],
  exports: [BackgroundWork],
})
export class StartModule {}
