import OAuth2Strategy from 'passport-oauth2';
import { type JsonObject, type ProviderHttp, isSuccess } from '../provider-http';

export interface StrategyConfiguration {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
}

/** What a request to a strategy has instead of an HTTP request. */
export interface StrategyRequest {
  readonly query: Readonly<Record<string, string>>;
  /** Receives what is stored at the begin; gives it back at the return. */
  readonly attempt: { state: string; codeVerifier: string };
}

type Callback = (error: Error | null, result?: unknown, info?: unknown) => void;
type Verified = (error: null, user: unknown) => void;
type TokenCallback = (error: unknown, accessToken?: string) => void;

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
      ((accessToken: string, _refresh: string, _profile: unknown, verified: Verified) =>
        verified(null, accessToken)) as OAuth2Strategy.VerifyFunction,
    );
    // The agent that the library takes instead could check targets, but bound neither the time nor the size of replies.
    Object.assign(this._oauth2, {
      getOAuthAccessToken: (code: string, parameters: object, done: TokenCallback) =>
        void this.exchange({ ...parameters, code }, done),
    });
  }

  private async exchange(parameters: Readonly<Record<string, string>>, done: TokenCallback): Promise<void> {
    const { tokenUrl: url, clientId, clientSecret } = this.configuration;
    const credentials = { client_id: clientId, ...(clientSecret && { client_secret: clientSecret }) };
    try {
      const reply = await this.http.send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...parameters, ...credentials }).toString(),
      });
      if (isSuccess(reply)) done(null, accessTokenIn(reply.body));
      else done({ statusCode: reply.status, data: reply.body });
    } catch (error) {
      done(error);
    }
  }
}

/** Undefined if the reply has none. Some providers answer in the form of a query. */
function accessTokenIn(body: string): string | undefined {
  let token: unknown;
  try {
    token = (JSON.parse(body) as JsonObject | null)?.['access_token'];
  } catch {
    token = new URLSearchParams(body).get('access_token');
  }
  return typeof token === 'string' ? token : undefined;
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
