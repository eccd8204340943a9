import { createHash } from 'node:crypto';
import { Body, Controller, Inject, Post } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { BackChannelLogoutDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { RequestCounts, SessionStore } from '@gatehouse/identity';
import { problem } from '@gatehouse/problems';
import { ExternalAccounts, type ProviderLogout, type RegisteredProvider } from '@gatehouse/sign-in';
import { Target } from '../targets/path-targets';
import { ProviderSignIn } from './provider-sign-in';

/** A logout token counts once within this window, in seconds, which is longer than tokens are valid. */
const ONCE = { action: 'provider_logout', most: 1, window: 900 };

/** Logouts at providers end the sessions that they have opened. Source: OpenID Connect Back-Channel Logout 1.0. */
@Controller('providers')
export class ProviderLogoutController {
  constructor(
    private readonly signIns: ProviderSignIn,
    @Inject(ExternalAccounts) private readonly accounts: ExternalAccounts,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(RequestCounts) private readonly counts: RequestCounts,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  @Endpoint(Post(':provider_name/logout'), {
    name: 'log_out_by_provider',
    whileReadOnly: 'sessions',
    summary: 'End the sessions that a provider has ended (back-channel logout)',
    access: 'public',
    success: { status: 200, detail: 'Sessions ended.' },
    errors: ['provider_logout_refused', 'provider_unavailable', 'provider_internal'],
    fromAnySite: true,
  })
  async logOut(
    @Target('provider_name') registered: RegisteredProvider | 'internal' | 'network',
    @Body() { logout_token: token }: BackChannelLogoutDto,
  ): Promise<void> {
    if (typeof registered === 'string') throw problem('provider_internal');
    const { name } = registered.definition;
    const logout = await this.signIns.verifyLogout(registered, token);
    const subject = createHash('sha256').update(`${name}\n${logout.tokenId}`).digest('hex');
    if ((await this.counts.take(ONCE, subject)) !== undefined) {
      throw problem(
        'provider_logout_refused',
        {},
        { extras: { provider_name: name, reason: 'token_replayed' } },
      );
    }
    await this.end(name, logout);
  }

  /** One session where the provider names it, else all that it has opened for the user. */
  private async end(name: string, { subject, sessionId }: ProviderLogout): Promise<void> {
    const prefix = `provider:${name}:`;
    await this.unitOfWork.run(async () => {
      // A session has the subject as its origin if the provider did not name its session at the sign-in.
      const origins = [sessionId, subject].filter((one) => one !== undefined).map((one) => prefix + one);
      await this.sessions.endByOrigin(...origins);
      if (sessionId !== undefined || subject === undefined) return;
      const user = await this.accounts.find({ provider: name, subject });
      if (user) await this.sessions.endAllOfOrigin(user.id, prefix);
    });
  }
}
