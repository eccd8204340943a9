import type { IncomingMessage } from 'node:http';
import type { SessionDirectory } from '@gatehouse/access';
import { type IssuedToken, type LiveSession } from '@gatehouse/identity';
import type { ProxySettings } from '@gatehouse/settings';
import { tokensIn } from '@gatehouse/wire';
import type { ServiceRoute } from '../enforcement/routes';
import type { InlineResult, InlineSessions } from './inline-sign-in';

/** Who sends a request: a session, nobody in particular, or somebody whose credentials are not taken, or cannot be checked. */
export type Caller =
  | {
      readonly kind: 'session';
      readonly session: LiveSession;
      /** What of the request told so; it was for us and is not for the upstream. */
      readonly credentials: 'cookie' | 'authorization' | 'parameter';
      /** The token that the credentials have opened the session with, for a cookie. */
      readonly issued?: IssuedToken;
    }
  | {
      readonly kind:
        'anonymous' | 'unsupported credentials' | 'refused credentials' | 'unchecked credentials';
      readonly credentials?: undefined;
    };

type CredentialSettings = Pick<ProxySettings, 'cookieName' | 'defaultProvider' | 'networkProvider'>;

const ANONYMOUS: Caller = { kind: 'anonymous' };
const UNSUPPORTED: Caller = { kind: 'unsupported credentials' };
const REFUSED: Caller = { kind: 'refused credentials' };
const UNCHECKED: Caller = { kind: 'unchecked credentials' };

/** Most cookies of our name that are looked at; browsers send several when paths or domains overlap. */
const MAX_TOKENS = 4;
const BEARER = /^bearer +[\x21-\x7e]+$/i;
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * Tells who sends a request. A cookie decides by its mere presence: one that is good names its session, any other means
 * anonymous. Without a cookie `Authorization: Bearer` is signed in at the provider that `provider_name` names, and without
 * that header a network token of the query at the network's provider. Credentials that are not taken or cannot be checked
 * are refused rather than ignored, also on public services. Spec: permissions 5.4, decisions 22.
 */
export class Authenticator {
  constructor(
    private readonly sessions: Pick<SessionDirectory, 'find'>,
    private readonly settings: CredentialSettings,
    /** Absent where no provider takes credentials of requests. */
    private readonly inline?: InlineSessions,
  ) {}

  /** At once for sessions that are known; fails with `SessionsUnavailable`. */
  identify(
    request: IncomingMessage,
    route: Pick<ServiceRoute, 'query' | 'networkTokens'>,
  ): Caller | Promise<Caller> {
    const { cookie, authorization } = request.headers;
    const tokens = tokensIn(cookie, this.settings.cookieName);
    if (tokens) return this.firstOf(tokens, 0);
    if (authorization !== undefined) return this.byHeader(request, authorization, route.query);
    return route.networkTokens === undefined ? ANONYMOUS : this.byParameter(route.networkTokens);
  }

  private firstOf(tokens: readonly string[], from: number): Caller | Promise<Caller> {
    const end = Math.min(tokens.length, MAX_TOKENS);
    for (let index = from; index < end; index++) {
      const session = this.sessions.find(tokens[index] ?? '');
      if (session instanceof Promise) {
        return session.then((found) =>
          found
            ? { kind: 'session', session: found, credentials: 'cookie' }
            : this.firstOf(tokens, index + 1),
        );
      }
      if (session) return { kind: 'session', session, credentials: 'cookie' };
    }
    return ANONYMOUS;
  }

  private byHeader(
    { headers }: IncomingMessage,
    authorization: string,
    query: string,
  ): Caller | Promise<Caller> {
    if (!BEARER.test(authorization)) return UNSUPPORTED;
    const named = query.includes('provider_name') ? new URLSearchParams(query).getAll('provider_name') : [];
    if (headers['provider-name'] !== undefined) named.push(String(headers['provider-name']));
    const [provider = this.settings.defaultProvider, ...others] = named;
    // Whom the one who sends it means cannot be told then.
    if (others.some((other) => other !== provider)) return UNSUPPORTED;
    return this.inlineSession(provider, authorization, 'authorization');
  }

  private byParameter(tokens: readonly string[]): Caller | Promise<Caller> {
    const [token = '', ...others] = tokens;
    if (!TOKEN.test(token) || others.some((other) => other !== token)) return UNSUPPORTED;
    return this.inlineSession(this.settings.networkProvider, `Bearer ${token}`, 'parameter');
  }

  private inlineSession(
    provider: string,
    authorization: string,
    credentials: 'authorization' | 'parameter',
  ): Caller | Promise<Caller> {
    if (!this.inline) return UNSUPPORTED;
    const result = this.inline.open(provider, authorization);
    return result instanceof Promise
      ? result.then((later) => identityOf(later, credentials))
      : identityOf(result, credentials);
  }
}

function identityOf(result: InlineResult, credentials: 'authorization' | 'parameter'): Caller {
  if (typeof result !== 'string') return { kind: 'session', credentials, ...result };
  return result === 'refused' ? REFUSED : UNCHECKED;
}
