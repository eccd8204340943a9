import { DESTINATION_PROBLEMS, PATH_PROBLEMS, Problem, problem } from '@gatehouse/problems';
import type { UnregisteredName } from '@gatehouse/access-engine';
import type { Outside } from '@gatehouse/service-types';
import type { PathProblem } from './canonical-path';

/** The client should retry after a second: the proxy is not ready, or is busy. */
const LATER = { 'Retry-After': '1' };
/** When a body was not read to its end, the start of the next request is unknown. */
const CLOSE = { Connection: 'close' };

/** Errors for refused requests: entries of the catalogue with their headers. */
export const severalHosts = problem('several_hosts', {}, { headers: CLOSE });
export const noHost = problem('no_host', {}, { headers: CLOSE });
export const unknownExpectation = problem('unknown_expectation', {}, { headers: CLOSE });
export const unknownRoute = problem('route_not_found');
export const unknownService = problem('service_not_found');
export const configurationNotUsable = problem('configuration_not_usable');
export const signInRequired = problem('authentication_required');
export const notAllowed = problem('permission_denied');
export const unsupportedCredentials = problem('unsupported_credentials');
export const refusedCredentials = problem('refused_credentials');
export const refusedToken = problem('api_token_invalid');
export const uncheckedCredentials = problem('unchecked_credentials');
export const sessionsUnavailable = problem('sessions_unavailable', {}, { headers: LATER });
export const destinationElsewhere = problem('destination_elsewhere');
export const crossSiteRequest = problem('cross_site_request', {
  settings: {
    en: 'SVC_PROXY_CORS_ORIGINS and the option trusted_origins of the service',
    fr: 'SVC_PROXY_CORS_ORIGINS et l’option trusted_origins du service',
  },
});
export const serviceWorkerRefused = problem('service_worker_refused');
export const undeclaredPost = problem('post_not_declared');
export const methodNotDeclared = problem('method_not_declared');
export const bodyNotVisible = problem('body_not_visible');
export const untrustedPeer = problem('untrusted_peer');
export const metricsRestricted = problem('metrics_restricted');
export const publishedElsewhere = problem('published_elsewhere');
export const bodyTooLarge = problem('operation_body_too_large', {}, { headers: CLOSE });
export const bodyTooSlow = problem('body_too_slow', {}, { headers: CLOSE });
export const bodyIncomplete = problem('body_incomplete', {}, { headers: CLOSE });
export const tooManyBodies = problem('too_many_bodies', {}, { headers: { ...LATER, ...CLOSE } });
export const malformedRevision = problem('malformed_revision');
export const futureRevision = problem('future_revision');
export const notReady = problem('not_ready', {}, { headers: LATER });
export const stale = problem('stale', {}, { headers: LATER });
export const notConfirmed = problem('not_confirmed', {}, { headers: LATER });
export const invalidRequest = problem('invalid_request');
export const upstreamUnreachable = problem('upstream_unreachable');
export const upstreamBusy = problem('upstream_busy', {}, { headers: LATER });
export const upstreamTimeout = problem('upstream_timeout');
export const unexpectedError = problem('unexpected_error');
export const hookFailed = problem('hook_failed');
export const replyHookFailed = problem('reply_hook_failed');

export const malformedPath = (reason: PathProblem): Problem =>
  problem('malformed_path', { problem: PATH_PROBLEMS[reason] });

export const malformedDestination = (reason: PathProblem | keyof typeof DESTINATION_PROBLEMS): Problem =>
  problem('malformed_destination', { problem: { ...PATH_PROBLEMS, ...DESTINATION_PROBLEMS }[reason] });

export const malformedDeclaration = (header: string): Problem => problem('malformed_declaration', { header });

/** Methods that are forwarded. */
export const FORWARDED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

export const methodNotAllowed = (allow: string): Problem =>
  problem('method_not_allowed', {}, { headers: { Allow: allow } });

/** Most characters of a name in a text. */
const MAX_SHOWN_NAME_LENGTH = 100;

/**
 * A name that is not registered: something below the ancestor is denied, or such names are reserved for administrators.
 * Reference: permission-rules#below.
 */
export function unregisteredName(
  { name, isReserved }: UnregisteredName,
  ancestor: string,
  permission: string,
): Problem {
  const shown = name.length > MAX_SHOWN_NAME_LENGTH ? `${name.slice(0, MAX_SHOWN_NAME_LENGTH)}…` : name;
  return isReserved
    ? problem('unregistered_name_reserved', { name: shown })
    : problem('unregistered_name', { name: shown, resource: ancestor, permission });
}

/** A request that the grammar of the service's type does not cover, from a caller who may not do everything there. */
export class UnrecognizedRequest extends Problem {
  constructor(
    /** The content of an OWS exception report. Reference: enforcement#error-reports. */
    readonly exception: Outside,
    status: number,
  ) {
    super('request_not_recognized', { explanation: exception.detail }, { status });
  }
}
