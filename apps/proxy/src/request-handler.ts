import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SnapshotFollower } from '@gatehouse/access';
import type { ServiceView } from '@gatehouse/access-engine';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import type { Answers } from './answer';
import type { Freshness } from './enforcement/freshness';
import type { Judge, Judgement } from './enforcement/judge';
import {
  type Refusal,
  failed,
  invalidRequest,
  malformedPath,
  unknownRoute,
  unsupportedMethod,
  upgradeUnsupported,
  upstreamTooSlow,
  upstreamUnreachable,
} from './enforcement/refusal';
import { type Route, type ServiceRoute, routeReader } from './enforcement/routes';
import { type TrustedPeers, peerOf } from './enforcement/trusted-peers';
import type { ForwardingFailure } from './forwarding/exchange';
import type { Forwarder } from './forwarding/forwarder';
import type { Reissue } from './sign-in/reissue';

export interface RequestHandlerParts {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly follower: SnapshotFollower;
  readonly freshness: Freshness;
  readonly judge: Judge;
  readonly reissue: Reissue;
  readonly forwarder: Forwarder;
  readonly answers: Answers;
  readonly trustedPeers: TrustedPeers;
}

/** A request on its way through. */
interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: Route;
  readonly address: string;
  readonly begun: number;
  readonly expectsContinue: boolean;
}

const READS = 'GET, HEAD';
const FORWARDED = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const METHOD = /^[A-Z]{1,32}$/;
/** Types whose clients read OGC exception reports. */
const OWS = /^(?:geoserver|ncwms|wfs|wms|wps)/;
const FAILURES: Readonly<Record<ForwardingFailure, Refusal>> = {
  unreachable: upstreamUnreachable,
  timeout: upstreamTooSlow,
  'invalid request': invalidRequest,
};

/** Takes every request to where it belongs. Spec: permissions 5.1. */
export class RequestHandler {
  private readonly routeOf: (target: string) => Route;

  constructor(private readonly parts: RequestHandlerParts) {
    this.routeOf = routeReader(parts.settings.proxyBasePath);
  }

  handle(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    const visit: Visit = {
      request,
      response,
      route: this.routeOf(request.url ?? ''),
      address: this.parts.trustedPeers.clientOf(request),
      begun: performance.now(),
      expectsContinue,
    };
    if (this.parts.settings.logRequests) response.once('close', () => this.logRequest(visit));
    const { route } = visit;
    switch (route.kind) {
      case 'proxy':
      case 'verify':
        this.judge(visit, route);
        break;
      case 'malformed':
        this.refuse(visit, { refusal: malformedPath(route.problem) });
        break;
      case 'unknown':
        this.refuse(visit, { refusal: unknownRoute });
        break;
      default:
        this.tell(visit, route.kind);
    }
  }

  private judge(visit: Visit, route: ServiceRoute): void {
    const { request } = visit;
    if (request.method === 'TRACE') {
      this.refuse(visit, { refusal: unsupportedMethod(FORWARDED) });
      return;
    }
    const method = route.kind === 'verify' ? this.declaredMethod(request) : (request.method ?? '');
    const judgement = this.parts.judge.judge({
      request,
      route,
      method,
      admitBody: () => visit.expectsContinue && visit.response.writeContinue(),
    });
    if (judgement instanceof Promise) {
      judgement.then(
        (later) => this.settle(visit, route, later),
        (error: unknown) => this.fail(visit, error),
      );
    } else {
      this.settle(visit, route, judgement);
    }
  }

  /**
   * The method that a front end asks about. Only a trusted peer's word counts; existing nginx files declare none, and such
   * a call counts as a read. Spec: decisions 26.
   */
  private declaredMethod(request: IncomingMessage): string {
    const declared = request.headers['x-original-method'];
    const counts = typeof declared === 'string' && METHOD.test(declared);
    return counts && this.parts.trustedPeers.includes(peerOf(request)) ? declared : 'GET';
  }

  private settle(visit: Visit, route: ServiceRoute, judgement: Judgement): void {
    const { refusal, identity, service } = judgement;
    if (refusal || !service) {
      this.refuse(visit, judgement);
      return;
    }
    const fresh = identity?.kind === 'session' ? this.parts.reissue.cookieFor(identity.session) : undefined;
    if (fresh) void fresh.then((setCookie) => this.letThrough(visit, route, service, judgement, setCookie));
    else this.letThrough(visit, route, service, judgement, undefined);
  }

  private letThrough(
    visit: Visit,
    route: ServiceRoute,
    service: ServiceView,
    { body }: Judgement,
    setCookie: string | undefined,
  ): void {
    const { request, response, expectsContinue } = visit;
    if (route.kind === 'verify') {
      this.parts.answers.verdict(request, response, undefined, setCookie);
      return;
    }
    if (request.headers.upgrade?.toLowerCase() === 'websocket') {
      this.refuse(visit, { refusal: upgradeUnsupported, service });
      return;
    }
    this.parts.forwarder.forward({
      request,
      response,
      route,
      service,
      setCookie,
      expectsContinue,
      body: body?.bytes,
      failed: (failure, error) => {
        this.parts.logger.warn({ error, service: service.name, reason: failure }, 'could not forward');
        this.answerRefusal(visit, { refusal: FAILURES[failure], service });
      },
    });
  }

  private tell({ request, response }: Visit, kind: 'root' | 'health'): void {
    const { answers, follower, freshness } = this.parts;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answers.refuse(request, response, unsupportedMethod(READS), {
        routeName: request.url ?? '',
        isOws: false,
      });
    } else if (kind === 'root') {
      answers.succeed(request, response, 200, 'Gatehouse proxy.');
    } else {
      const refusal = freshness.refusal();
      const age = follower.isReady ? Math.round(follower.ageMs()) : null;
      answers.succeed(request, response, refusal?.status ?? 200, refusal?.detail ?? 'Ready.', {
        live: true,
        ready: refusal === undefined,
        revision: follower.isReady ? follower.revision : null,
        age_ms: age,
      });
    }
  }

  private refuse(visit: Visit, judgement: Judgement): void {
    this.logRefusal(visit, judgement);
    this.answerRefusal(visit, judgement);
  }

  private answerRefusal({ request, response, route }: Visit, { refusal = failed, service }: Judgement): void {
    if (response.headersSent || response.destroyed) return;
    const { answers, settings } = this.parts;
    if (route.kind === 'verify' || (route.kind === 'malformed' && route.below === 'verify')) {
      answers.verdict(request, response, refusal, undefined);
      return;
    }
    answers.refuse(request, response, refusal, {
      routeName:
        route.kind === 'proxy'
          ? `${settings.proxyBasePath}/proxy/{service_name}${route.rest === '' ? '' : '/{extra_path}'}`
          : pathOf(request),
      isOws: OWS.test(service?.type ?? ''),
    });
  }

  private fail(visit: Visit, error: unknown): void {
    this.parts.logger.error(
      { error, method: visit.request.method ?? '', url: pathOf(visit.request) },
      'failed',
    );
    this.answerRefusal(visit, { refusal: failed });
  }

  private logRefusal({ request, address, route }: Visit, judgement: Judgement): void {
    const { refusal = failed, identity, service, permission, reason } = judgement;
    const name = service?.name ?? ('service' in route ? route.service : undefined);
    this.parts.logger.info(
      {
        method: request.method ?? '',
        url: pathOf(request),
        route: route.kind,
        status: refusal.status,
        reason: reason ? `${refusal.reason}: ${reason}` : refusal.reason,
        address,
        ...(name === undefined ? {} : { service: name }),
        ...(permission === undefined ? {} : { permission }),
        ...(identity?.kind === 'session' ? { userId: identity.session.userId } : {}),
      },
      'refused',
    );
  }

  private logRequest({ request, response, route, address, begun }: Visit): void {
    this.parts.logger.info(
      {
        method: request.method ?? '',
        url: pathOf(request),
        route: route.kind,
        // Without headers the client has left before there was a status.
        ...(response.headersSent ? { status: response.statusCode } : {}),
        durationMs: Math.round(performance.now() - begun),
        address,
        ...('service' in route ? { service: route.service } : {}),
      },
      'request',
    );
  }
}

/** The path alone: queries may hold what nobody should read in a log. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}
