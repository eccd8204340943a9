import type { Outside } from '@gatehouse/service-types';
import type { PathProblem } from './canonical-path';

/** A request that is not let through. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 413 | 417 | 500 | 501 | 502 | 503 | 504;
  /** A word for programs: what the verify endpoint answers in a header, and what logs say. */
  readonly reason: string;
  /** A sentence for people. */
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What an exception report of an OWS service says; derived from the status where absent. Spec: permissions 5.6. */
  readonly ows?: { readonly code: string; readonly locator: string };
}

/** Seconds after which it is worth trying again when it is us who are not ready. */
const LATER = { 'Retry-After': '1' };

export const malformedPath = (problem: PathProblem): Refusal => ({
  status: 400,
  reason: 'malformed-path',
  detail: `The path of the request is ambiguous and was refused: ${problem}.`,
});

export const malformedDestination = (problem: string): Refusal => ({
  status: 400,
  reason: 'malformed_destination',
  detail: `The Destination header is not a path or an address without ambiguity: ${problem}.`,
});

export const destinationElsewhere: Refusal = {
  status: 403,
  reason: 'destination_elsewhere',
  detail: 'The Destination header does not point into the service that the request is for.',
};

export const crossSiteRequest: Refusal = {
  status: 403,
  reason: 'cross_site_request',
  detail:
    'A page of another origin sent the request with the cookie of a session. SVC_PROXY_CORS_ORIGINS, or the option ' +
    'trusted_origins of the service, names origins that may.',
};

export const severalHosts: Refusal = {
  status: 400,
  reason: 'several-hosts',
  detail: 'The request names more than one host.',
  headers: { Connection: 'close' },
};

export const noHost: Refusal = {
  status: 400,
  reason: 'no-host',
  detail: 'The request names no host.',
  headers: { Connection: 'close' },
};

export const unknownExpectation: Refusal = {
  status: 417,
  reason: 'unknown-expectation',
  detail: 'The only expectation that is met here is 100-continue.',
  headers: { Connection: 'close' },
};

export const unknownRoute: Refusal = {
  status: 404,
  reason: 'unknown-route',
  detail: 'There is nothing at this path.',
};

export const unknownService: Refusal = {
  status: 404,
  reason: 'unknown-service',
  detail: 'There is no service of this name.',
};

export const configurationNotUsable: Refusal = {
  status: 503,
  reason: 'configuration_not_usable',
  detail: 'The configuration of this service cannot be used: an administrator has to change it.',
};

export const signInRequired: Refusal = {
  status: 401,
  reason: 'sign-in-required',
  detail: 'Access to this service is forbidden without signing in.',
};

export const unsupportedCredentials: Refusal = {
  status: 401,
  reason: 'unsupported-credentials',
  detail: 'These credentials are not supported here: sign in and send the session cookie.',
};

export const refusedCredentials: Refusal = {
  status: 401,
  reason: 'refused-credentials',
  detail: 'The provider does not accept the credentials of the request.',
};

export const uncheckedCredentials: Refusal = {
  status: 401,
  reason: 'unchecked-credentials',
  detail: 'The credentials of the request cannot be checked now.',
};

export const notAllowed: Refusal = {
  status: 403,
  reason: 'not-allowed',
  detail: 'Access to this service is forbidden.',
};

/** A request that the grammar of the service's type does not cover, from a caller who may not do everything there. */
export const notRecognized = ({ code, locator, detail }: Outside, status: Refusal['status']): Refusal => ({
  status,
  reason: 'request_not_recognized',
  detail,
  ows: { code, locator },
});

export const undeclaredPost: Refusal = {
  status: 403,
  reason: 'method_not_declared',
  detail:
    'The front end does not say which method the request has, and a POST to this address could ask for more than the caller ' +
    'may do: let the front end send X-Original-Method.',
};

export const bodyNotVisible: Refusal = {
  status: 403,
  reason: 'body-not-visible',
  detail:
    'What the request asks for stands in its body, which cannot be seen here: send it through the proxy.',
};

export const untrustedPeer: Refusal = {
  status: 403,
  reason: 'untrusted-peer',
  detail: 'Only front ends of SVC_TRUSTED_PROXIES are asked here.',
};

export const malformedDeclaration = (header: string): Refusal => ({
  status: 400,
  reason: 'malformed-declaration',
  detail: `The front end does not say which request it asks about: ${header} is missing or not valid.`,
});

export const methodNotDeclared: Refusal = {
  status: 403,
  reason: 'method-not-declared',
  detail: 'The front end does not say which method the request has.',
};

export const notForYou: Refusal = {
  status: 403,
  reason: 'peer-not-allowed',
  detail: 'This is told to the networks of SVC_METRICS_ALLOWED alone.',
};

export const publishedElsewhere: Refusal = {
  status: 404,
  reason: 'published-elsewhere',
  detail: 'No service is published at this address.',
};

/** Nobody can tell where the next request begins when a body was not read to its end. */
const CLOSE = { Connection: 'close' };

export const bodyTooLarge: Refusal = {
  status: 413,
  reason: 'body-too-large',
  detail: 'What the request asks for stands in its body, which is too large to be read.',
  headers: CLOSE,
};

export const bodyTooSlow: Refusal = {
  status: 408,
  reason: 'body-too-slow',
  detail: 'The body of the request did not come in time.',
  headers: CLOSE,
};

export const bodyBrokenOff: Refusal = {
  status: 400,
  reason: 'body-broken-off',
  detail: 'The body of the request broke off.',
  headers: CLOSE,
};

export const tooManyBodies: Refusal = {
  status: 503,
  reason: 'too-many-bodies',
  detail: 'Too many bodies of requests are being read now.',
  headers: { ...LATER, ...CLOSE },
};

export const malformedRevision: Refusal = {
  status: 400,
  reason: 'malformed-revision',
  detail: 'X-Access-Revision must be a revision number.',
};

export const futureRevision: Refusal = {
  status: 400,
  reason: 'future-revision',
  detail: 'X-Access-Revision is beyond the newest revision.',
};

export const notReady: Refusal = {
  status: 503,
  reason: 'not-ready',
  detail: 'Access cannot be decided yet.',
  headers: LATER,
};

export const stale: Refusal = {
  status: 503,
  reason: 'stale',
  detail: 'Access cannot be decided: the connection to the database is lost.',
  headers: LATER,
};

export const notConfirmed: Refusal = {
  status: 503,
  reason: 'not-confirmed',
  detail: 'The newest revision could not be reached in time.',
  headers: LATER,
};

export const sessionsUnavailable: Refusal = {
  status: 503,
  reason: 'sessions-unavailable',
  detail: 'The session cannot be checked now.',
  headers: LATER,
};

export const unsupportedMethod = (allow: string): Refusal => ({
  status: 405,
  reason: 'unsupported-method',
  detail: 'The method is not supported here.',
  headers: { Allow: allow },
});

export const invalidRequest: Refusal = {
  status: 400,
  reason: 'invalid-request',
  detail: 'The request cannot be forwarded: a header is not valid.',
};

export const upstreamUnreachable: Refusal = {
  status: 502,
  reason: 'upstream-unreachable',
  detail: 'The service does not answer.',
};

export const upstreamBusy: Refusal = {
  status: 503,
  reason: 'upstream-busy',
  detail: 'Too many requests wait for the service.',
  headers: LATER,
};

export const upstreamTooSlow: Refusal = {
  status: 504,
  reason: 'upstream-timeout',
  detail: 'The service did not answer in time.',
};

export const failed: Refusal = { status: 500, reason: 'error', detail: 'The request failed.' };
