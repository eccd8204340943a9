import { Body, Controller, Get, Headers, Inject, Post, Query, UseInterceptors } from '@nestjs/common';
import { ReturnDto, SignInDto } from '@gatehouse/dto';
import { type Caller, Endpoint, FromCaller, FromOrigin, type Origin, Reply, SETTINGS } from '@gatehouse/http';
import { SessionStore } from '@gatehouse/identity';
import type { Settings } from '@gatehouse/settings';
import { clearCookie, setCookie } from '@gatehouse/wire';
import { BackToForm } from './back-to-form';
import { ConsoleAddresses } from './console-addresses';
import { handedOver } from './hand-over';
import { SignInService } from './sign-in.service';

/** Sign-in and sign-out by form and link, for pages and scripts. The form itself is a page of the console. */
@Controller('ui')
export class ConsoleSignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly addresses: ConsoleAddresses,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  // Runs inside the interceptors of `Endpoint`, which read the body: an unreadable body is an error, not a refused sign-in.
  @UseInterceptors(BackToForm)
  @Endpoint(Post('login'), {
    name: 'sign_in_from_page',
    summary: 'Sign in and redirect to the console, or back to its sign-in form',
    access: 'public',
    success: {
      status: 302,
      detail: 'Signed in.',
      headers: {
        Location:
          'The console or the page to return to; after a refused sign-in the form, with a code in `error`.',
        'Set-Cookie': 'The cookie of the new session.',
      },
    },
    errors: ['console_disabled'],
    catchesViolations: true,
    changesState: true,
  })
  async signIn(
    @Body() { user_name: login, password, provider_name: provider, came_from }: SignInDto,
    @Query() { return: wanted }: ReturnDto,
    @Headers('homepage-route') homepage: string | undefined,
    @FromOrigin() origin: Origin,
    @FromCaller() caller: Caller,
  ): Promise<Reply> {
    const page = homepage ?? came_from;
    const result = await this.signIns.signIn({ login, password, provider, homepage: page }, origin, caller);
    if ('location' in result) return handedOver(result);
    const { token, maxAge } = result;
    return new Reply(undefined, [
      ['Location', this.addresses.afterSignIn(homepage, wanted)],
      ['Set-Cookie', setCookie(this.settings, token, maxAge, new Date())],
    ]);
  }

  @Endpoint(Get('logout'), {
    name: 'sign_out_from_page',
    summary: 'Sign out and redirect to the console',
    access: 'public',
    success: {
      status: 302,
      detail: 'Signed out.',
      headers: {
        Location: 'The console.',
        'Set-Cookie': 'Deletes the session cookie.',
      },
    },
    errors: ['console_disabled'],
    changesState: true,
  })
  async signOut(@FromCaller() caller: Caller): Promise<Reply> {
    this.addresses.requireConsole();
    if (caller.kind === 'user') await this.sessions.end(caller.session.sessionId);
    return new Reply(undefined, [
      ['Location', this.addresses.home],
      ['Set-Cookie', clearCookie(this.settings)],
    ]);
  }
}
