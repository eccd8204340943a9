import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SnapshotFollower } from '@gatehouse/access';
import type { ServiceView } from '@gatehouse/access-engine';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import type { Answers } from './answer';
import type { Freshness } from './enforcement/freshness';
import type { Judge, Judgement, Question } from './enforcement/judge';
import {
  type Refusal,
  failed,
  invalidRequest,
  malformedPath,
  unknownRoute,
  unsupportedMethod,
  upstreamBusy,
  upstreamTooSlow,
  upstreamUnreachable,
} from './enforcement/refusal';
import { type Route, type ServiceRoute, routeReader } from './enforcement/routes';
import { type TrustedPeers, peerOf } from './enforcement/trusted-peers';
import type { ForwardingFailure } from './forwarding/exchange';
import type { Forwarder } from './forwarding/forwarder';
import type { Upgrade } from './forwarding/upgrade-requests';
import { RequestLog } from './operations/request-log';
import { SelfReport } from './operations/self-report';
import type { Reissue } from './sign-in/reissue';
import { type Visit, pathOf } from './visit';

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

const FORWARDED = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const METHOD = /^[A-Z]{1,32}$/;
/** Types whose clients read OGC exception reports. */
const OWS = /^(?:geoserver|ncwms|wfs|wms|wps)/;
const FAILURES: Readonly<Record<ForwardingFailure, Refusal>> = {
  unreachable: upstreamUnreachable,
  timeout: upstreamTooSlow,
  busy: upstreamBusy,
  'invalid request': invalidRequest,
};

/** Takes every request to where it belongs. Spec: permissions 5.1. */
export class RequestHandler {
  private readonly routeOf: (target: string) => Route;
  private readonly log: RequestLog;
  private readonly selfReport: SelfReport;

  constructor(private readonly parts: RequestHandlerParts) {
    this.routeOf = routeReader(parts.settings.proxyBasePath);
    this.log = new RequestLog(parts.logger);
    this.selfReport = new SelfReport(parts.follower, parts.freshness, parts.answers);
  }

  handle(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
    upgrade?: Upgrade,
  ): void {
    const visit: Visit = {
      request,
      response,
      route: this.routeOf(request.url ?? ''),
      address: this.parts.trustedPeers.clientOf(request),
      begun: performance.now(),
      expectsContinue,
      upgrade,
    };
    if (this.parts.settings.logRequests) response.once('close', () => this.log.answered(visit));
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
        this.selfReport.answer(visit, route.kind);
    }
  }

  private judge(visit: Visit, route: ServiceRoute): void {
    const { request, response } = visit;
    if (request.method === 'TRACE') {
      this.refuse(visit, { refusal: unsupportedMethod(FORWARDED) });
      return;
    }
    const method = route.kind === 'verify' ? this.declaredMethod(request) : (request.method ?? '');
    const question: Question = {
      request,
      route,
      method,
      admitBody: () => visit.expectsContinue && visit.response.writeContinue(),
      whenOver: (callback) => void (response.closed ? callback() : response.once('close', callback)),
    };
    const judgement = this.parts.judge.judge(question);
    if (judgement instanceof Promise) {
      judgement.then(
        (later) => this.settle(visit, question, later),
        (error: unknown) => this.fail(visit, error),
      );
    } else {
      this.settle(visit, question, judgement);
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

  private settle(visit: Visit, question: Question, judgement: Judgement): void {
    const { refusal, identity, service } = judgement;
    if (refusal || !service) {
      this.refuse(visit, judgement);
      return;
    }
    const fresh = identity?.kind === 'session' ? this.parts.reissue.cookieFor(identity.session) : undefined;
    if (fresh)
      void fresh.then((setCookie) => this.letThrough(visit, question, service, judgement, setCookie));
    else this.letThrough(visit, question, service, judgement, undefined);
  }

  private letThrough(
    visit: Visit,
    question: Question,
    service: ServiceView,
    judgement: Judgement,
    setCookie: string | undefined,
  ): void {
    const { request, response, expectsContinue, upgrade } = visit;
    const { route } = question;
    const { body, identity } = judgement;
    if (route.kind === 'verify') {
      this.parts.answers.verdict(request, response, undefined, setCookie);
      return;
    }
    this.parts.forwarder.forward({
      request,
      response,
      route,
      service,
      setCookie,
      identity,
      identityHeader: undefined,
      cors: undefined,
      expectsContinue,
      body: body?.bytes,
      upgrade,
      review: (afresh) => this.review(visit, question, afresh ? { ...(body && { body }) } : judgement),
      failed: (failure, error) => {
        this.parts.logger.warn({ error, service: service.name, reason: failure }, 'could not forward');
        this.answerRefusal(visit, { refusal: FAILURES[failure], service });
      },
    });
  }

  /** Decides again about what was let through; a refusal is answered where there is no answer yet. */
  private review(
    visit: Visit,
    question: Question,
    { body, identity }: Judgement,
  ): boolean | Promise<boolean> {
    const settle = (judgement: Judgement): boolean => {
      if (judgement.refusal) this.refuse(visit, judgement);
      return judgement.refusal === undefined;
    };
    const judgement = this.parts.judge.again(question, body, identity);
    return judgement instanceof Promise ? judgement.then(settle) : settle(judgement);
  }

  private refuse(visit: Visit, judgement: Judgement): void {
    this.log.refused(visit, judgement);
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
    this.log.failed(visit, error);
    this.answerRefusal(visit, { refusal: failed });
  }
}
