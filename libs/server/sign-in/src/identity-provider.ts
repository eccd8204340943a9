/** An identity that a provider has confirmed. `(provider, subject)` identifies it; everything else can change. */
export interface VerifiedIdentity {
  readonly provider: string;
  /** Identifier of the user at the provider, which is never assigned to another one. */
  readonly subject: string;
  /** Name of the user at the provider. */
  readonly userName?: string;
  readonly email?: string;
  /** Whether the provider asserts that it has verified that the user controls the address. */
  readonly emailVerified: boolean;
  readonly displayName?: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Identifier of the session at the provider (`sid`), which a logout of the provider names. */
  readonly sessionId?: string;
}

/** Parameters of the browser's request for a sign-in. */
export interface SignInAttempt {
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
  /** Name, or identifier, that the user has typed. */
  readonly login?: string | undefined;
}

/**
 * The state that is needed when the browser returns. The caller stores it where only this browser has it, unreadable and
 * unalterable for the browser.
 */
export interface AttemptState {
  readonly redirectUri: string;
  readonly values: Readonly<Record<string, string>>;
}

export type ProviderKind = 'openid-connect' | 'oauth2' | 'openid2';

/** An identity provider: it turns the return of a browser, or a token, into a verified identity. */
export interface IdentityProvider {
  readonly name: string;
  readonly displayName: string;
  readonly kind: ProviderKind;
  /** Throws {@link ProviderUnavailable}, or {@link IdentityRejected} for a login that names no identity. */
  begin(attempt: SignInAttempt): Promise<{ readonly location: string; readonly state: AttemptState }>;
  /** Throws {@link IdentityRejected} or {@link ProviderUnavailable}. */
  complete(returned: URLSearchParams, state: AttemptState): Promise<VerifiedIdentity>;
  /** Throws {@link IdentityRejected} or {@link ProviderUnavailable}. */
  verifyToken(token: string): Promise<VerifiedIdentity>;
}

/** Why an identity is not accepted. */
export type RejectionReason =
  /** The user, or the provider, has cancelled the sign-in. */
  | 'denied'
  /** The provider answers with an error. */
  | 'provider_error'
  /** The return belongs to no sign-in of this browser, or to another one. */
  | 'state_mismatch'
  /** A parameter of the return is missing or repeated. */
  | 'malformed_return'
  /** The return or the token is of another issuer. */
  | 'issuer_mismatch'
  /** The authorization code, or the assertion, is invalid or was used before. */
  | 'code_refused'
  | 'token_malformed'
  | 'algorithm_not_allowed'
  | 'unknown_key'
  | 'invalid_signature'
  | 'audience_mismatch'
  | 'token_expired'
  | 'token_not_yet_valid'
  | 'nonce_mismatch'
  | 'subject_missing'
  | 'subject_mismatch'
  | 'token_refused'
  | 'tokens_not_accepted'
  | 'login_required'
  /** The name or identifier that the user has typed leads to no provider. */
  | 'identifier_unusable';

/** The identity is not accepted. The message has no secrets. */
export class IdentityRejected extends Error {
  override readonly name = 'IdentityRejected';
  constructor(
    readonly reason: RejectionReason,
    detail?: string,
  ) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
  }
}

/** The provider cannot be reached, or answers with what cannot be used. The message has no secrets. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable';
}

/** The metadata at an issuer is that of another one. */
export class OtherIssuer extends ProviderUnavailable {
  override readonly name = 'OtherIssuer';

  constructor(
    message: string,
    /** Which one, if it is a text. */
    readonly stated: string | undefined,
  ) {
    super(message);
  }
}
