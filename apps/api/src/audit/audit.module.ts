import { Module } from '@nestjs/common';
import { ChangesController } from './changes.controller';
import { ChangesRepository } from './changes.repository';
import { ChangesService } from './changes.service';

@Module({
  controllers: [ChangesController],
  providers: [ChangesRepository, ChangesService],
})
export class AuditModule {}
