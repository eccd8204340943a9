import { Body, Controller, Get, Headers, Post, Query, UseInterceptors } from '@nestjs/common';
import { SessionDto, SignInDto } from '@gatehouse/dto';
import {
  type Caller,
  type DeclaredError,
  Endpoint,
  FromCaller,
  FromOrigin,
  FromScope,
  type Origin,
  Reply,
  type RequestScope,
} from '@gatehouse/http';
import { ApiTokenMapper } from '../sessions/api-token.mapper';
import { BrowserSessions } from '../sessions/browser-sessions';
import { UserListing } from '../users/user-listing';
import { handedOver } from './hand-over';
import { SignInService } from './sign-in.service';
import { ToSignInPage } from './to-sign-in-page';

/** The details are the texts for which clients of the reference implementation search. */
const SIGNED_IN = {
  status: 200,
  detail: 'Login successful.',
  // With an external provider, which requests the credentials itself.
  also: [302],
  headers: {
    'Set-Cookie': 'The cookie of the new session.',
    Location: 'Where to continue, for an external provider.',
  },
};
const SIGNED_OUT = {
  status: 200,
  detail: 'Sign out successful.',
  headers: { 'Set-Cookie': 'Deletes the session cookie.' },
};
const SIGN_IN_ERRORS: readonly DeclaredError[] = [
  'value_missing',
  'invalid_credentials',
  'sign_in_not_allowed',
  'provider_not_found',
  'homepage_not_allowed',
  'sign_in_rate_limited',
  'password_queue_full',
];

@Controller()
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly listing: UserListing,
    private readonly sessions: BrowserSessions,
    private readonly tokenMapper: ApiTokenMapper,
  ) {}

  @Endpoint(Get('session'), {
    name: 'get_session',
    summary: 'Read the session of the caller',
    access: 'public',
    growth: { boundedBy: 'the groups of one user' },
    success: { status: 200, detail: 'Session read.', body: SessionDto },
    forRestrictedTokens: true,
  })
  async session(@FromCaller() caller: Caller, @FromScope() scope: RequestScope): Promise<SessionDto> {
    if (caller.kind === 'anonymous') return { authenticated: false };
    const user = await this.listing.read(caller.userId, scope);
    const token = await this.tokenMapper.ofSession(caller.session, scope);
    return { authenticated: true, user, ...(token && { token }) };
  }

  @Endpoint(Post('signin'), {
    name: 'sign_in',
    whileReadOnly: 'sessions',
    summary: 'Sign in',
    access: 'public',
    success: SIGNED_IN,
    errors: SIGN_IN_ERRORS,
    reservedStatuses: [409],
    changesState: true,
  })
  signIn(
    @Body() body: SignInDto,
    @FromOrigin() origin: Origin,
    @FromCaller() caller: Caller,
    @Headers('cookie') cookie: string | undefined,
  ): Promise<Reply> {
    return this.start(body, origin, caller, cookie);
  }

  @UseInterceptors(ToSignInPage)
  @Endpoint(Get('signin'), {
    name: 'sign_in_by_query',
    whileReadOnly: 'sessions',
    summary:
      'Sign in with query parameters, for old clients; prefer POST. Browsers that open it as a page are redirected to the sign-in page',
    access: 'public',
    success: { ...SIGNED_IN, also: [302, 303] },
    errors: [...SIGN_IN_ERRORS, 'sign_in_by_link', 'cross_site_request'],
    reservedStatuses: [409],
    changesState: true,
    // Links are redirected; other requests from another site are refused after that.
    fromAnySite: true,
  })
  signInByQuery(
    @Query() query: SignInDto,
    @FromOrigin() origin: Origin,
    @FromCaller() caller: Caller,
    @Headers('cookie') cookie: string | undefined,
  ): Promise<Reply> {
    return this.start(query, origin, caller, cookie);
  }

  @Endpoint(Get('signout'), {
    name: 'sign_out',
    whileReadOnly: 'sessions',
    summary: 'Sign out',
    access: 'public',
    success: SIGNED_OUT,
    changesState: true,
  })
  signOut(@Headers('cookie') cookie: string | undefined): Promise<Reply> {
    return this.end(cookie);
  }

  @Endpoint(Post('signout'), {
    name: 'sign_out_by_post',
    whileReadOnly: 'sessions',
    summary: 'Sign out',
    access: 'public',
    success: SIGNED_OUT,
    changesState: true,
  })
  signOutByPost(@Headers('cookie') cookie: string | undefined): Promise<Reply> {
    return this.end(cookie);
  }

  private async start(
    input: SignInDto,
    origin: Origin,
    caller: Caller,
    cookie: string | undefined,
  ): Promise<Reply> {
    const { user_name: login, password, provider_name: provider, came_from: homepage } = input;
    const result = await this.signIns.signIn({ login, password, provider, homepage }, origin, caller);
    if ('location' in result) return handedOver(result);
    return new Reply(undefined, await this.sessions.started(cookie, result));
  }

  private async end(cookie: string | undefined): Promise<Reply> {
    return new Reply(undefined, await this.sessions.ended(cookie));
  }
}
