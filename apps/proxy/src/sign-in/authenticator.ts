import type { IncomingMessage } from 'node:http';
import { type SessionDirectory, SessionsUnavailable } from '@gatehouse/access';
import type { LiveSession, SessionUses } from '@gatehouse/identity';
import type { ProxySettings } from '@gatehouse/settings';
import { type ServiceRoute, type MaybePromise, andThen, orElse, type Caller } from '@gatehouse/enforcement';
import type { TrustedPeers } from '@gatehouse/wire';
import { ConnectionTokens, type DigestedToken } from './connection-tokens';
import type { InlineCredentials, InlineResult, InlineSessions } from './inline-sign-in';

type CredentialSettings = Pick<ProxySettings, 'cookieName' | 'defaultProvider' | 'networkProvider'>;

const ANONYMOUS: Caller = { kind: 'anonymous' };
const UNSUPPORTED: Caller = { kind: 'unsupported credentials' };
const REFUSED: Caller = { kind: 'refused credentials' };
const UNCHECKED: Caller = { kind: 'unchecked credentials' };
const UNAVAILABLE: Caller = { kind: 'sessions unavailable' };

/** Maximum number of cookies of our name that are tried; browsers send several when paths or domains overlap. */
const MAX_TOKENS = 4;
const BEARER = /^bearer +[\x21-\x7e]+$/i;
const TOKEN = /^[\x21-\x7e]+$/;

interface TokenList {
  readonly tokens: readonly DigestedToken[];
  /** Index of the token being looked up. */
  readonly index: number;
}

/**
 * Authenticates requests. A cookie takes precedence by its mere presence: a valid one names its session, any other means
 * anonymous. Without a cookie `Authorization: Bearer` is checked by the provider that `provider_name` names, and without
 * that header a network token of the query by the network's provider. Credentials that are not accepted or cannot be
 * checked are refused rather than ignored, also on public services. Reference: proxy#identification, sessions#credentials.
 */
export class Authenticator {
  private readonly tokens: ConnectionTokens;

  constructor(
    private readonly sessions: Pick<SessionDirectory, 'find'>,
    private readonly settings: CredentialSettings,
    private readonly trustedPeers: Pick<TrustedPeers, 'clientOf'>,
    /** Absent where no provider accepts credentials of requests. */
    private readonly inline?: InlineSessions,
    private readonly uses?: Pick<SessionUses, 'note'>,
  ) {
    this.tokens = new ConnectionTokens(settings.cookieName);
  }

  /** Synchronous for known sessions. */
  authenticate(
    request: IncomingMessage,
    route: Pick<ServiceRoute, 'query' | 'networkTokens'>,
  ): MaybePromise<Caller> {
    const { authorization } = request.headers;
    const tokens = this.tokens.of(request);
    if (tokens) return orElse(this.byCookie({ tokens, index: 0 }), unavailable);
    if (authorization !== undefined) return this.byHeader(request, authorization, route.query);
    return route.networkTokens === undefined ? ANONYMOUS : this.byParameter(request, route.networkTokens);
  }

  private byCookie(list: TokenList): MaybePromise<Caller> {
    const { tokens, index } = list;
    const next = index < MAX_TOKENS ? tokens[index] : undefined;
    if (!next) return ANONYMOUS;
    return andThen(this.sessions.find(next.token, Date.now(), next.digest), this.sessionOrNext, list);
  }

  private readonly sessionOrNext = (
    session: LiveSession | undefined,
    { tokens, index }: TokenList,
  ): MaybePromise<Caller> => {
    if (!session) return this.byCookie({ tokens, index: index + 1 });
    this.uses?.note(session);
    return { kind: 'session', session, credentials: 'cookie' };
  };

  private byHeader(request: IncomingMessage, authorization: string, query: string): MaybePromise<Caller> {
    const { headers } = request;
    if (!BEARER.test(authorization)) return UNSUPPORTED;
    const named = query.includes('provider_name') ? new URLSearchParams(query).getAll('provider_name') : [];
    if (headers['provider-name'] !== undefined) named.push(String(headers['provider-name']));
    const [provider = this.settings.defaultProvider, ...others] = named;
    // The intended provider is ambiguous then.
    if (others.some((other) => other !== provider)) return UNSUPPORTED;
    return this.inlineSession(request, { provider, authorization }, 'authorization');
  }

  private byParameter(request: IncomingMessage, tokens: readonly string[]): MaybePromise<Caller> {
    const [token = '', ...others] = tokens;
    if (!TOKEN.test(token) || others.some((other) => other !== token)) return UNSUPPORTED;
    const presented = { provider: this.settings.networkProvider, authorization: `Bearer ${token}` };
    return this.inlineSession(request, presented, 'parameter');
  }

  private inlineSession(
    request: IncomingMessage,
    presented: Omit<InlineCredentials, 'client'>,
    credentials: 'authorization' | 'parameter',
  ): MaybePromise<Caller> {
    if (!this.inline) return UNSUPPORTED;
    const client = {
      address: this.trustedPeers.clientOf(request),
      userAgent: request.headers['user-agent'],
    };
    return orElse(andThen(this.inline.open({ ...presented, client }), callerOf, credentials), unavailable);
  }
}

function callerOf(result: InlineResult, credentials: 'authorization' | 'parameter'): Caller {
  if (typeof result !== 'string' && 'refusal' in result) return { kind: 'limited credentials', ...result };
  if (typeof result !== 'string') return { kind: 'session', credentials, ...result };
  return result === 'refused' ? REFUSED : UNCHECKED;
}

function unavailable(error: unknown): Caller {
  if (error instanceof SessionsUnavailable) return UNAVAILABLE;
  throw error;
}
