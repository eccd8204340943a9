import { Global, Module } from '@nestjs/common';
import { IDENTIFICATION } from '@gatehouse/http';
import { ProvidersModule } from '../providers/providers.module';
import { UsersModule } from '../users/users.module';
import { CookieIdentification } from './cookie-identification';
import { CredentialCheck } from './credential-check';
import { SessionsController } from './sessions.controller';
import { SignInService } from './sign-in.service';

@Global()
@Module({
  imports: [UsersModule, ProvidersModule],
  controllers: [SessionsController],
  providers: [SignInService, CredentialCheck, { provide: IDENTIFICATION, useClass: CookieIdentification }],
  exports: [IDENTIFICATION],
})
export class SessionsModule {}
