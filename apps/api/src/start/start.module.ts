import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module';
import { DefaultIdentities } from './default-identities';
import { Housekeeping } from './housekeeping';

@Module({
  imports: [UsersModule],
  providers: [DefaultIdentities, Housekeeping],
  exports: [DefaultIdentities, Housekeeping],
})
export class StartModule {}
