import type { ServiceView } from '@gatehouse/access-engine';
import type { UnreadableRequest } from '@gatehouse/wire';
import type { Logger } from '@gatehouse/logging';
import { type AuthorizationResult, unexpectedError } from '@gatehouse/enforcement';
import type { ForwardingFailure } from '../forwarding/exchange';
import { type RequestContext, pathOf } from '../received/request-context';

const PROBES: ReadonlySet<string> = new Set(['live', 'ready', 'health']);

/** Log lines about requests, without queries, cookies and headers of clients. */
export class RequestLog {
  constructor(private readonly logger: Logger) {}

  /** The reason of a refusal, for operators only: it may contain more than the client may know. */
  refused({ request, requestId, address, route }: RequestContext, result: AuthorizationResult): void {
    const { refusal = unexpectedError, caller, service, permission, reason } = result;
    const name = service?.name ?? ('service' in route ? route.service : undefined);
    this.logger.info(
      {
        requestId,
        method: request.method ?? '',
        url: pathOf(request),
        route: route.kind,
        status: refusal.status,
        errorCode: refusal.errorCode,
        ...(reason === undefined ? {} : { reason }),
        address,
        ...(name === undefined ? {} : { service: name }),
        ...(permission === undefined ? {} : { permission }),
        ...(caller?.kind === 'session' ? { userId: caller.session.userId } : {}),
      },
      'refused',
    );
  }

  /** Input that could not be parsed as a request; its target is omitted, since the start of its query is unknown. */
  unreadable({ method, problem, address }: UnreadableRequest, requestId: string): void {
    this.logger.info(
      { requestId, method, status: problem.status, errorCode: problem.errorCode, address },
      'refused unread',
    );
  }

  /** Successful probes of an orchestrator are frequent and carry no information: they are logged at debug level. */
  answered({ request, response, requestId, route, address, begun }: RequestContext): void {
    const isProbe = PROBES.has(route.kind) && response.statusCode < 400;
    this.logger[isProbe ? 'debug' : 'info'](
      {
        requestId,
        method: request.method ?? '',
        url: pathOf(request),
        route: route.kind,
        // If no headers were sent, the client disconnected before there was a status.
        ...(response.headersSent ? { status: response.statusCode } : {}),
        durationMs: Math.round(performance.now() - begun),
        address,
        ...('service' in route ? { service: route.service } : {}),
      },
      'request',
    );
  }

  notForwarded(
    { requestId }: RequestContext,
    { name }: ServiceView,
    failure: ForwardingFailure,
    error: Error,
  ): void {
    this.logger.warn({ requestId, error, service: name, reason: failure }, 'could not forward');
  }

  failed({ request, requestId }: RequestContext, error: unknown): void {
    this.logger.error({ requestId, error, method: request.method ?? '', url: pathOf(request) }, 'failed');
  }
}
