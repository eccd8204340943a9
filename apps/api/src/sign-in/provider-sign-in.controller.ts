import type { IncomingMessage } from 'node:http';
import { Controller, Get, Headers, Inject, Req, UseInterceptors } from '@nestjs/common';
import { ProviderSignInDto } from '@gatehouse/dto';
import {
  type Caller,
  Endpoint,
  FromCaller,
  FromOrigin,
  type Origin,
  Reply,
  SETTINGS,
  comesFromAnotherSite,
  scopeOf,
} from '@gatehouse/http';
import type { IssuedToken } from '@gatehouse/identity';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { type RegisteredProvider, isChosenByUsers } from '@gatehouse/sign-in';
import { Target } from '../targets/path-targets';
import { BrowserSessions } from '../sessions/browser-sessions';
import { BackToSignIn } from './back-to-sign-in';
import { ContinuationPages } from './continuation-pages';
import { NetworkTokenSignIn } from './network-token-sign-in';
import { ProviderCookies } from './provider-cookies';
import { ProviderSignIn, malformedToken } from './provider-sign-in';

/** Parameters with which a provider sends the browser back. */
const RETURNED = ['code', 'error', 'state', 'openid.mode'];

/** Sign-in with an identity provider, by the browser or with a token. Reference: sessions#provider-sign-in. */
@Controller('providers')
export class ProviderSignInController {
  constructor(
    private readonly signIns: ProviderSignIn,
    private readonly network: NetworkTokenSignIn,
    private readonly cookies: ProviderCookies,
    private readonly pages: ContinuationPages,
    private readonly sessions: BrowserSessions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @UseInterceptors(BackToSignIn)
  @Endpoint(Get(':provider_name/signin'), {
    name: 'sign_in_with_provider',
    whileReadOnly: 'sessions',
    summary: 'Sign in with a provider: with a token of it, or by redirecting the browser to it',
    access: 'public',
    success: {
      status: 302,
      detail: 'Signed in, or redirected to the provider.',
      body: ProviderSignInDto,
      headers: {
        Location: 'The page to continue on, or the provider.',
        'Set-Cookie': 'The cookie of the new session, or of the sign-in in progress.',
      },
    },
    errors: [
      'provider_token_missing',
      'provider_token_malformed',
      'provider_token_rejected',
      'provider_sign_in_refused',
      'provider_unavailable',
      'homepage_not_allowed',
      'cross_site_request',
      'network_user_not_allowed',
      'external_account_missing',
      'external_email_taken',
      'external_identity_exists',
      'anonymous_user_protected',
      'service_account_not_allowed',
      'user_name_taken',
      // Of identities without an account, and of links.
      'read_only',
      'user_name_pattern_mismatch',
      'sign_in_rate_limited',
      'token_not_sufficient',
    ],
    changesState: true,
    // The return is a navigation from the provider's site; only the browser that started the sign-in can complete it.
    fromAnySite: true,
  })
  async signIn(
    @Target('provider_name') registered: RegisteredProvider | 'internal' | 'network',
    @Headers('authorization') authorization: string | undefined,
    @Headers('homepage-route') route: string | undefined,
    @FromOrigin() origin: Origin,
    @FromCaller() caller: Caller,
    @Req() request: IncomingMessage,
  ): Promise<Reply> {
    // It is for this instance alone, and no provider or node ever receives it.
    if (caller.kind === 'user' && caller.session.apiToken) throw problem('token_not_sufficient');
    const query = new URLSearchParams(scopeOf(request).rawQuery);
    const { cookie } = request.headers;
    const wanted = await this.pages.wanted({
      homepage: route ?? query.get('came_from') ?? undefined,
      return: query.get('return') ?? undefined,
      kept: this.cookies.homepageIn(cookie),
    });
    if (registered === 'internal') throw internalRefusal(authorization);
    if (registered === 'network') {
      return this.signedIn(cookie, await this.network.signIn(authorization, origin), wanted);
    }
    const { name } = registered.definition;
    if (RETURNED.some((parameter) => query.has(parameter))) {
      const progress = this.cookies.progressIn(name, cookie);
      const issued = await this.signIns.complete({ registered, origin, caller }, query, progress);
      const homepage = progress?.homepage ?? wanted;
      const location = await this.pages.afterProvider(homepage);
      return this.signedIn(cookie, issued, homepage, { location, ended: this.cookies.ended(name) });
    }
    if (authorization !== undefined) {
      const issued = await this.signIns.withToken({ registered, origin, caller }, authorization);
      return this.signedIn(cookie, issued, wanted);
    }
    this.checkBegin(registered, request);
    const login = query.get('id') ?? query.get('username') ?? undefined;
    const { location, state } = await this.signIns.begin(registered, login, origin);
    return new Reply({}, [
      ['Location', location],
      ['Set-Cookie', this.cookies.progress(name, { state, homepage: wanted })],
    ]);
  }

  /** Another site could otherwise sign a browser in as a user of its own provider by a link. */
  private checkBegin({ definition }: RegisteredProvider, request: IncomingMessage): void {
    if (isChosenByUsers(definition) && comesFromAnotherSite(request, this.settings)) {
      throw problem('cross_site_request', { settings: 'SVC_CORS_ORIGINS' });
    }
  }

  private async signedIn(
    cookieHeader: string | undefined,
    issued: IssuedToken | undefined,
    homepage: string,
    { location = homepage, ended = [] }: { location?: string; ended?: readonly string[] } = {},
  ): Promise<Reply> {
    const content: ProviderSignInDto = { homepage_route: homepage };
    const cookies = issued ? await this.sessions.started(cookieHeader, issued) : [];
    return new Reply(content, [
      ['Location', location],
      ...cookies,
      ...ended.map((value) => ['Set-Cookie', value] as const),
    ]);
  }
}

/** The internal provider issues no tokens: a well-formed one is refused like any invalid credential. */
function internalRefusal(authorization: string | undefined) {
  if (authorization === undefined) return malformedToken('provider_token_missing');
  return /^Bearer +[\x21-\x7e]+$/i.test(authorization)
    ? problem('provider_token_rejected')
    : malformedToken('provider_token_malformed');
}
