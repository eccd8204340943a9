import { randomUUID } from 'node:crypto';
import type { ServiceView } from '@gatehouse/access-engine';
import type { Cors, UnreadableRequest, WrittenAnswer } from '@gatehouse/wire';
import type { Problem } from '@gatehouse/problems';
import { serviceOptions } from '@gatehouse/proxy-options';
import { serviceTypeOf } from '@gatehouse/service-types';
import type { RefusalFacts } from './refusal-details';
import type { ResponseWriter } from './response-writer';
import {
  type AuthorizationResult,
  FORWARDED_METHODS,
  unexpectedError,
  invalidRequest,
  upstreamBusy,
  upstreamTimeout,
  upstreamUnreachable,
} from '@gatehouse/enforcement';
import type { ForwardingFailure } from '../forwarding/exchange';
import type { Metrics } from '../operations/metrics';
import type { RefusalEvents } from '../operations/refusal-events';
import type { RequestLog } from '../operations/request-log';
import { type RequestContext, pathOf } from '../received/request-context';

/** Everything except visible ASCII, and the separators of header fields. */
const UNSAFE = /[^!-~]|[,;=]/gu;

const PRIVATE = { 'Cache-Control': 'private, no-store' };

const FAILURES: Readonly<Record<ForwardingFailure, Problem>> = {
  unreachable: upstreamUnreachable,
  timeout: upstreamTimeout,
  busy: upstreamBusy,
  'invalid request': invalidRequest,
};

/** Where refusals are recorded. */
export interface RefusalRecords {
  readonly metrics: Metrics;
  readonly log: RequestLog;
  readonly refusals: RefusalEvents;
}

/** Responds to refused requests, and records them in the request log, the metrics and the audit log. */
export class ErrorResponder {
  constructor(
    private readonly basePath: string,
    private readonly responses: ResponseWriter,
    private readonly cors: Cors,
    private readonly records: RefusalRecords,
    private readonly details: RefusalFacts,
  ) {}

  /** `setCookie` is that of a session which the request has started. */
  refuse(context: RequestContext, result: AuthorizationResult, setCookie?: string): void {
    this.records.metrics.refused(context.route.kind, (result.refusal ?? unexpectedError).errorCode);
    this.record(context, result, setCookie);
  }

  /** The same for a request that was allowed before. */
  withdraw(context: RequestContext, result: AuthorizationResult): void {
    this.records.metrics.withdrawn(context.route.kind, (result.refusal ?? unexpectedError).errorCode);
    this.record(context, result);
  }

  /** Responds without a log line, for errors that are already logged. */
  private answer(context: RequestContext, result: AuthorizationResult, setCookie?: string): void {
    const { request, response, route } = context;
    const { refusal = unexpectedError, service, caller } = result;
    if (response.headersSent || response.destroyed) return;
    const acceptsBasic = serviceOptions(service?.proxy).tokenBasic;
    const decision = {
      // Errors of the proxy itself are as private as the replies of services.
      ...(caller?.kind === 'session' ? PRIVATE : {}),
      ...decisionHeader(result),
      ...(setCookie === undefined ? {} : { 'Set-Cookie': setCookie }),
    };
    if (route.kind === 'verify' || (route.kind === 'malformed' && route.below === 'verify')) {
      this.responses.deny(context, refusal, { acceptsBasic, headers: decision });
      return;
    }
    this.responses.refuse(context, refusal, {
      routeName:
        route.kind === 'proxy'
          ? `${this.basePath}/proxy/{service_name}${route.rest === '' ? '' : '/{extra_path}'}`
          : pathOf(request),
      isOws: service !== undefined && serviceTypeOf(service.type)?.isOws === true,
      original: originalOf(context),
      acceptsBasic,
      details: () => this.details.of(context, result, originalOf(context)),
      headers: { ...decision, ...(route.kind === 'proxy' ? this.cors.headersFor(request) : {}) },
    });
  }

  /** Refuses input that could not be parsed as a request; the server sends the result. */
  unreadable(request: UnreadableRequest): WrittenAnswer {
    this.records.metrics.refused('malformed', request.problem.errorCode);
    const requestId = randomUUID();
    this.records.log.unreadable(request, requestId);
    return this.responses.unreadable(request, {
      'X-Request-Id': requestId,
      ...(request.problem.status === 405 ? { Allow: FORWARDED_METHODS } : {}),
    });
  }

  fail(context: RequestContext, error: unknown): void {
    this.records.metrics.refused(context.route.kind, unexpectedError.errorCode);
    this.records.log.failed(context, error);
    this.answer(context, { refusal: unexpectedError });
  }

  /** The upstream of an allowed request did not reply. */
  upstreamFailed(
    context: RequestContext,
    allowed: Pick<AuthorizationResult, 'caller'> & { readonly service: ServiceView },
    failure: ForwardingFailure,
    error: Error,
  ): void {
    this.records.log.notForwarded(context, allowed.service, failure, error);
    this.records.metrics.upstreamFailed(failure);
    this.answer(context, { refusal: FAILURES[failure], ...allowed });
  }

  private record(context: RequestContext, result: AuthorizationResult, setCookie?: string): void {
    this.records.log.refused(context, result);
    this.records.refusals.refused(context, result);
    this.answer(context, result, setCookie);
  }
}

/**
 * The required permission and the reason why it is missing, for signed-in callers, who can query the same from the API. Others
 * learn nothing about permissions and resources. Reference: permission-rules#explain.
 */
function decisionHeader({
  caller,
  permission,
  reason,
}: AuthorizationResult): Readonly<Record<string, string>> {
  if (caller?.kind !== 'session' || reason === undefined) return {};
  const fields = [
    ...(permission === undefined ? [] : [`permission=${permission}`]),
    `reason=${escaped(reason)}`,
  ];
  return { 'X-Gatehouse-Decision': fields.join('; ') };
}

/** Names of groups may contain any character. */
function escaped(text: string): string {
  return text.replace(UNSAFE, encodeURIComponent);
}

/** The request that a front end verifies, as far as declared. */
function originalOf({ request, route }: RequestContext): { method: string; target: string } | undefined {
  const { method = '', headers } = request;
  if (route.kind === 'verify-envoy') return { method, target: route.target };
  if (route.kind !== 'verify-traefik') return undefined;
  const [target, declared] = [headers['x-forwarded-uri'], headers['x-forwarded-method']];
  return typeof target === 'string' && typeof declared === 'string'
    ? { method: declared, target }
    : undefined;
}
