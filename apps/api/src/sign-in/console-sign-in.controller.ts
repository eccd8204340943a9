import { Body, Controller, Get, Headers, Post, Query, UseInterceptors } from '@nestjs/common';
import { ReturnDto, SignInDto } from '@gatehouse/dto';
import { type Caller, Endpoint, FromCaller, FromOrigin, type Origin, Reply } from '@gatehouse/http';
import { BrowserSessions } from '../sessions/browser-sessions';
import { BackToForm } from './back-to-form';
import { ConsoleAddresses } from './console-addresses';
import { ContinuationPages } from './continuation-pages';
import { handedOver } from './hand-over';
import { SignInService } from './sign-in.service';

/** Sign-in and sign-out by form and link, for pages and scripts. The form itself is a page of the console. */
@Controller('ui')
export class ConsoleSignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly addresses: ConsoleAddresses,
    private readonly pages: ContinuationPages,
    private readonly sessions: BrowserSessions,
  ) {}

  // Runs inside the interceptors of `Endpoint`, which read the body: an unreadable body is an error, not a refused sign-in.
  @UseInterceptors(BackToForm)
  @Endpoint(Post('login'), {
    name: 'sign_in_from_page',
    whileReadOnly: 'sessions',
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
    @Headers('cookie') cookie: string | undefined,
  ): Promise<Reply> {
    const page = homepage ?? came_from;
    const result = await this.signIns.signIn({ login, password, provider, homepage: page }, origin, caller);
    if ('location' in result) return handedOver(result);
    return new Reply(undefined, [
      ['Location', await this.pages.afterSignIn(homepage, wanted)],
      ...(await this.sessions.started(cookie, result)),
    ]);
  }

  @Endpoint(Get('continue'), {
    name: 'continue_after_sign_in',
    summary: 'Redirect to the page for which the sign-in page was opened, or to the console',
    access: 'public',
    success: {
      status: 302,
      detail: 'Continue there.',
      headers: {
        Location: 'The page, if it may be returned to and executes nothing; otherwise the console.',
      },
    },
    errors: ['console_disabled'],
  })
  async continue(@Query() { return: wanted }: ReturnDto): Promise<Reply> {
    this.addresses.requireConsole();
    return new Reply(undefined, [['Location', await this.pages.afterSignIn(undefined, wanted)]]);
  }

  @Endpoint(Get('logout'), {
    name: 'sign_out_from_page',
    whileReadOnly: 'sessions',
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
  async signOut(@Headers('cookie') cookie: string | undefined): Promise<Reply> {
    this.addresses.requireConsole();
    return new Reply(undefined, [['Location', this.addresses.home], ...(await this.sessions.ended(cookie))]);
  }
}
