import { Module } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { provide } from '@gatehouse/http';
import { StoredImports } from '@gatehouse/import';
import { ImportTarget } from './import.target';
import { ImportsController } from './imports.controller';

/** Imports from other software, which the command line makes. */
@Module({
  controllers: [ImportsController],
  providers: [provide(StoredImports, UnitOfWork), ImportTarget],
})
export class ImportsModule {}
