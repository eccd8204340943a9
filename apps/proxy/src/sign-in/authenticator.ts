import type { IncomingMessage } from 'node:http';
import { type SessionDirectory, SessionsUnavailable } from '@gatehouse/access';
import { type LiveSession, type SessionUses, identifyingSession } from '@gatehouse/identity';
import type { ProxySettings } from '@gatehouse/settings';
import { type ServiceRoute, type MaybePromise, andThen, orElse, type Caller } from '@gatehouse/enforcement';
import type { TrustedPeers } from '@gatehouse/wire';
import type { ApiTokenCallers } from './api-token-callers';
import { ConnectionTokens, type DigestedToken } from './connection-tokens';
import type { InlineCredentials, InlineResult, InlineSessions } from './inline-sign-in';

type CredentialSettings = Pick<ProxySettings, 'cookieName' | 'defaultProvider' | 'networkProvider'>;

const ANONYMOUS: Caller = { kind: 'anonymous' };
const UNSUPPORTED: Caller = { kind: 'unsupported credentials' };
const REFUSED: Caller = { kind: 'refused credentials' };
const UNCHECKED: Caller = { kind: 'unchecked credentials' };
const UNAVAILABLE: Caller = { kind: 'sessions unavailable' };

const BEARER = /^bearer +[\x21-\x7e]+$/i;
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * Authenticates requests. An API token in `Authorization` takes precedence over everything else; one that is not valid is refused. Next
 * takes a cookie, by its mere presence: valid ones of one user name their session, any others
 * mean anonymous. Without a cookie `Authorization: Bearer` is checked by the provider that `provider_name` names, and without
 * that header a network token of the query by the network's provider. Credentials that are not accepted or cannot be
 * checked are refused rather than ignored, also on public services. Reference: enforcement#identification, sessions#credentials.
 */
export class Authenticator {
  private readonly tokens: ConnectionTokens;

  constructor(
    private readonly sessions: Pick<SessionDirectory, 'find'>,
    private readonly settings: CredentialSettings,
    private readonly trustedPeers: Pick<TrustedPeers, 'clientOf'>,
    private readonly apiTokens: Pick<ApiTokenCallers, 'callerOf'>,
    /** Whether a service accepts API tokens as passwords. */
    private readonly acceptsBasic: (service: string) => boolean,
    /** Absent where no provider accepts credentials of requests. */
    private readonly inline?: InlineSessions,
    private readonly uses?: Pick<SessionUses, 'note'>,
  ) {
    this.tokens = new ConnectionTokens(settings.cookieName);
  }

  /** Synchronous for known sessions. */
  authenticate(
    request: IncomingMessage,
    route: Pick<ServiceRoute, 'service' | 'query' | 'networkTokens'>,
  ): MaybePromise<Caller> {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const caller = this.apiTokens.callerOf(request, () => this.acceptsBasic(route.service));
      if (caller !== undefined) return orElse(caller, unavailable);
    }
    const tokens = this.tokens.of(request);
    if (tokens) return orElse(this.byCookies(tokens), unavailable);
    if (authorization !== undefined) return this.byHeader(request, authorization, route.query);
    return route.networkTokens === undefined ? ANONYMOUS : this.byParameter(request, route.networkTokens);
  }

  private byCookies(tokens: readonly DigestedToken[]): MaybePromise<Caller> {
    const [first] = tokens;
    if (!first) return ANONYMOUS;
    if (tokens.length === 1) return andThen(this.find(first), this.callerOf, undefined);
    const found = tokens.map((token) => this.find(token));
    // If one of them cannot be checked, it might be of another user.
    return andThen(allOf(found), this.callerOfSeveral, undefined);
  }

  private find({ token, digest }: DigestedToken): MaybePromise<LiveSession | undefined> {
    return this.sessions.find(token, Date.now(), digest);
  }

  private readonly callerOf = (session: LiveSession | undefined): Caller => {
    if (!session) return ANONYMOUS;
    this.uses?.note(session);
    return { kind: 'session', session, credentials: 'cookie' };
  };

  private readonly callerOfSeveral = (sessions: readonly (LiveSession | undefined)[]): Caller =>
    this.callerOf(identifyingSession(sessions.filter((session) => session !== undefined)));

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

function allOf<T>(values: readonly MaybePromise<T>[]): MaybePromise<readonly T[]> {
  const known = values.filter((value): value is T => !(value instanceof Promise));
  return known.length === values.length ? known : Promise.all(values);
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
