import OAuth2Strategy from 'passport-oauth2';
import { ProviderUnavailable } from '../identity-provider';
import { type ProviderHttp, isSuccess } from '../provider-http';

/** How the client proves its identity at the token endpoint. */
export type ClientAuthentication = 'client_secret_basic' | 'client_secret_post' | 'none';

export interface StrategyConfiguration {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  readonly clientAuthentication: ClientAuthentication;
  readonly scopes: readonly string[];
}

/** What a request to a strategy has instead of an HTTP request. */
export interface StrategyRequest {
  readonly query: Readonly<Record<string, string>>;
  /** Receives what is stored at the begin; gives it back at the return. */
  readonly attempt: { state: string; codeVerifier: string };
}

/** The reply of the token endpoint. */
export interface TokenReply {
  readonly accessToken: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

type Callback = (error: Error | null, result?: unknown, info?: unknown) => void;
type Verified = (error: null, user: unknown) => void;
type SendCallback = (error: unknown, body?: string, reply?: unknown) => void;

/**
 * passport-oauth2 with PKCE and a state of ours. All its requests go through the guard for outgoing ones: its own client
 * follows any address, and bounds neither the time nor the size of replies.
 */
export class GuardedStrategy extends OAuth2Strategy {
  constructor(
    private readonly configuration: StrategyConfiguration,
    private readonly http: ProviderHttp,
  ) {
    super(
      {
        authorizationURL: configuration.authorizationUrl,
        tokenURL: configuration.tokenUrl,
        clientID: configuration.clientId,
        clientSecret: configuration.clientSecret ?? '',
        scope: [...configuration.scopes],
        pkce: true,
        state: true,
        skipUserProfile: true,
        store: attemptStore as unknown as OAuth2Strategy.StateStore,
      },
      // The number of parameters is how the strategy knows what to pass.
      ((accessToken: string, _refresh: string, parameters: object, _profile: unknown, verified: Verified) =>
        verified(null, { accessToken, parameters })) as OAuth2Strategy.VerifyFunction,
    );
    // The strategy has no other way to replace its HTTP client.
    Object.assign(this._oauth2, {
      _request: (
        method: string,
        url: string,
        _headers: unknown,
        body: string | null,
        _accessToken: string | null,
        callback: SendCallback,
      ) => void this.post(method, url, body ?? '', callback),
    });
  }

  /** Parameters of the request for authorization beyond those of OAuth 2.0. */
  override authorizationParams({ parameters = {} }: { parameters?: Record<string, string> }): object {
    return parameters;
  }

  private async post(method: string, url: string, body: string, callback: SendCallback): Promise<void> {
    try {
      if (method !== 'POST') throw new ProviderUnavailable('only tokens are requested by the strategy');
      const reply = await this.http.send({ method, url, ...this.authenticated(new URLSearchParams(body)) });
      if (isSuccess(reply)) callback(null, reply.body, reply);
      else callback({ statusCode: reply.status, data: reply.body });
    } catch (error) {
      callback(error);
    }
  }

  private authenticated(form: URLSearchParams): { headers: Record<string, string>; body: string } {
    const { clientId, clientSecret = '', clientAuthentication } = this.configuration;
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    if (clientAuthentication !== 'client_secret_post') form.delete('client_secret');
    if (clientAuthentication === 'client_secret_basic') {
      form.delete('client_id');
      headers['authorization'] = basicCredentials(clientId, clientSecret);
    }
    return { headers, body: form.toString() };
  }
}

/** Source: RFC 6749, 2.3.1: both are encoded as in forms first. */
export function basicCredentials(clientId: string, clientSecret: string): string {
  const encoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString('base64')}`;
}

/**
 * Hands state and verifier to the request object, which the sign-in stores in the browser. The numbers of parameters are
 * how the strategy knows what to pass.
 */
const attemptStore = {
  store(
    request: StrategyRequest,
    codeVerifier: string,
    _state: unknown,
    _meta: unknown,
    done: Callback,
  ): void {
    request.attempt.codeVerifier = codeVerifier;
    done(null, request.attempt.state);
  },
  /** The state itself was compared before. */
  verify(request: StrategyRequest, _state: unknown, _meta: unknown, done: Callback): void {
    done(null, request.attempt.codeVerifier);
  },
};
