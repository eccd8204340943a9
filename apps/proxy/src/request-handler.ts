import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SnapshotFollower } from '@gatehouse/access';
import { type ServiceView } from '@gatehouse/access-engine';
import { serviceOptions } from '@gatehouse/proxy-options';
import type { Logger } from '@gatehouse/logging';
import { setCookie } from '@gatehouse/identity';
import type { ProxySettings } from '@gatehouse/settings';
import type { Answers } from './answer';
import type { Cors } from './enforcement/cors';
import type { CrossSite } from './enforcement/cross-site';
import type { Destinations } from './enforcement/destination';
import { namesNoHost, namesSeveralHosts } from './enforcement/hosts';
import type { Judge, Judgement, Question } from './enforcement/judge';
import {
  type Refusal,
  invalidRequest,
  malformedPath,
  noHost,
  severalHosts,
  unknownExpectation,
  unknownRoute,
  unsupportedMethod,
  upstreamBusy,
  upstreamTooSlow,
  upstreamUnreachable,
} from './enforcement/refusal';
import { type Route, routeReader } from './enforcement/routes';
import type { TrustedPeers } from './enforcement/trusted-peers';
import type { ForwardingFailure } from './forwarding/exchange';
import type { Forwarder } from './forwarding/forwarder';
import type { Upgrade } from './forwarding/upgrade-requests';
import type { Hooks } from './hooks/hooks';
import type { IdentityHeader } from './identity-header/identity-header';
import type { Metrics } from './operations/metrics';
import type { RequestLog } from './operations/request-log';
import type { SelfReport } from './operations/self-report';
import { FORWARDED, type Refuser } from './refuser';
import type { Identity } from './sign-in/identification';
import type { NetworkTokenParameter } from './sign-in/network-token';
import type { Reissue } from './sign-in/reissue';
import type { DeclaredRequest, FrontEnds } from './verify/front-ends';
import type { Visit } from './visit';

export interface RequestHandlerParts {
  readonly settings: ProxySettings;
  readonly logger: Logger;
  readonly follower: Pick<SnapshotFollower, 'snapshot'>;
  readonly judge: Judge;
  readonly frontEnds: FrontEnds;
  readonly networkToken: NetworkTokenParameter;
  readonly reissue: Reissue;
  readonly hooks: Hooks;
  readonly forwarder: Forwarder;
  readonly answers: Answers;
  readonly identityHeader: IdentityHeader;
  readonly cors: Cors;
  readonly crossSite: CrossSite;
  readonly destinations: Destinations;
  readonly refuser: Refuser;
  readonly log: RequestLog;
  readonly metrics: Metrics;
  readonly selfReport: SelfReport;
  readonly trustedPeers: TrustedPeers;
}

const FAILURES: Readonly<Record<ForwardingFailure, Refusal>> = {
  unreachable: upstreamUnreachable,
  timeout: upstreamTooSlow,
  busy: upstreamBusy,
  'invalid request': invalidRequest,
};

/** Takes every request to where it belongs. Spec: permissions 5.1. */
export class RequestHandler {
  private readonly routeOf: (target: string) => Route;

  constructor(private readonly parts: RequestHandlerParts) {
    this.routeOf = routeReader(parts.settings.proxyBasePath);
  }

  handle(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
    upgrade?: Upgrade,
  ): void {
    const visit = this.visitOf(request, response, expectsContinue, upgrade);
    if (namesNoHost(request) || namesSeveralHosts(request)) {
      this.parts.refuser.refuse(visit, { refusal: namesNoHost(request) ? noHost : severalHosts });
      return;
    }
    const { route } = visit;
    switch (route.kind) {
      case 'proxy':
        this.judge(visit, {
          method: request.method ?? '',
          methodIsDeclared: true,
          route,
          routeOf: this.parts.destinations.publicRouteOf,
          bodyIsVisible: true,
        });
        break;
      case 'verify':
        this.judgeDeclared(visit, this.parts.frontEnds.nginx(request, route));
        break;
      case 'verify-traefik':
      case 'verify-envoy':
        this.judgeDeclared(visit, this.parts.frontEnds.ask(request, route));
        break;
      case 'malformed':
        this.parts.refuser.refuse(visit, { refusal: malformedPath(route.problem) });
        break;
      case 'unknown':
        this.parts.refuser.refuse(visit, { refusal: unknownRoute });
        break;
      default:
        this.parts.selfReport.answer(visit, route.kind);
    }
  }

  /** Refuses a request with an expectation other than `100-continue`. Source: RFC 9110, 10.1.1. */
  refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
    this.parts.refuser.refuse(this.visitOf(request, response, false, undefined), {
      refusal: unknownExpectation,
    });
  }

  private visitOf(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
    upgrade: Upgrade | undefined,
  ): Visit {
    const visit: Visit = {
      request,
      response,
      route: this.routeOf(request.url ?? ''),
      address: this.parts.trustedPeers.clientOf(request),
      begun: performance.now(),
      expectsContinue,
      upgrade,
    };
    if (this.parts.settings.logRequests) response.once('close', () => this.parts.log.answered(visit));
    return visit;
  }

  private judgeDeclared(visit: Visit, declared: DeclaredRequest | { readonly refusal: Refusal }): void {
    if ('refusal' in declared) this.parts.refuser.refuse(visit, declared);
    else this.judge(visit, declared);
  }

  private judge(visit: Visit, { route, routeOf, ...declared }: DeclaredRequest): void {
    const { request, response } = visit;
    if (request.method === 'TRACE') {
      this.parts.refuser.refuse(visit, { refusal: unsupportedMethod(FORWARDED) });
      return;
    }
    const preflight = route.kind === 'proxy' ? this.parts.cors.preflight(request) : undefined;
    if (preflight) {
      this.parts.answers.empty(response, preflight);
      return;
    }
    const destination = this.parts.destinations.of(request, route.service, routeOf);
    if (destination && 'refusal' in destination) {
      this.parts.refuser.refuse(visit, destination);
      return;
    }
    const question: Question = {
      ...declared,
      request,
      address: visit.address,
      route: this.parts.networkToken.takenFrom(route),
      destination: destination?.segments,
      destinationPath: destination?.rest,
      admitBody: () => visit.expectsContinue && visit.response.writeContinue(),
      whenOver: (callback) => void (response.closed ? callback() : response.once('close', callback)),
    };
    const judgement = this.parts.judge.judge(question);
    if (judgement instanceof Promise) {
      judgement.then(
        (later) => this.settle(visit, question, later),
        (error: unknown) => this.parts.refuser.fail(visit, error),
      );
    } else {
      this.settle(visit, question, judgement);
    }
  }

  private settle(visit: Visit, question: Question, judged: Judgement): void {
    const judgement = this.parts.crossSite.review(question, judged, visit.upgrade !== undefined);
    const { refusal, identity, service } = judgement;
    this.parts.metrics.decided(performance.now() - visit.begun);
    if (refusal || !service) {
      this.parts.refuser.refuse(visit, judgement);
      return;
    }
    this.parts.metrics.letThrough(visit.route.kind);
    const cookie = this.cookieOf(identity);
    if (cookie instanceof Promise) {
      cookie
        .then(async (fresh) => {
          // Rules and sessions may have changed meanwhile.
          const stands = await this.review(visit, question, judgement, true);
          if (stands) this.letThrough(visit, question, service, judgement, fresh);
        })
        .catch((error: unknown) => this.parts.refuser.fail(visit, error));
    } else {
      this.letThrough(visit, question, service, judgement, cookie);
    }
  }

  /** `Set-Cookie` of the reply: of a session that the request's credentials have opened, or of one that is due for it. */
  private cookieOf(identity: Identity | undefined): string | undefined | Promise<string | undefined> {
    if (identity?.kind !== 'session') return undefined;
    const { issued, session } = identity;
    if (!issued) return this.parts.reissue.cookieFor(session);
    const now = new Date();
    const left = Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000);
    return setCookie(this.parts.settings, issued.token, issued.maxAge === undefined ? undefined : left, now);
  }

  private letThrough(
    visit: Visit,
    question: Question,
    service: ServiceView,
    judgement: Judgement,
    cookie: string | undefined,
  ): void {
    const { request, response, expectsContinue, upgrade } = visit;
    const { route } = question;
    const { body, identity } = judgement;
    const identityHeader = this.identityHeaderOf(service, identity);
    if (route.kind === 'verify') {
      this.parts.answers.verdict(request, response, undefined, {
        ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }),
        ...(identityHeader === undefined ? {} : { 'X-Gatehouse-Identity': identityHeader }),
      });
      return;
    }
    const hooked = this.parts.hooks.take({
      request,
      response,
      route,
      service,
      identity,
      body,
      address: visit.address,
      refuse: (refusal) => this.parts.refuser.withdraw(visit, { ...judgement, refusal }),
    });
    if (hooked === 'refused') return;
    const cors = this.parts.cors.headersFor(request);
    this.parts.forwarder.forward({
      request,
      response,
      route: hooked?.route ?? route,
      service,
      sink: hooked?.sink,
      adaptHeaders: hooked?.adaptHeaders,
      setCookie: cookie,
      permission: judgement.permission,
      cookies: judgement.cookies,
      destination: question.destinationPath,
      identity,
      identityHeader,
      cors: cors && Object.entries(cors).flat(),
      expectsContinue,
      body: body?.bytes,
      upgrade,
      review: (afresh) => this.review(visit, question, judgement, afresh),
      failed: (failure, error) => {
        this.parts.logger.warn({ error, service: service.name, reason: failure }, 'could not forward');
        this.parts.metrics.upstreamFailed(failure);
        this.parts.refuser.answer(visit, { refusal: FAILURES[failure], service });
      },
    });
  }

  /** Decides again about what was let through; a refusal is answered where there is no answer yet. Never fails. */
  private review(
    visit: Visit,
    question: Question,
    before: Judgement,
    afresh: boolean,
  ): boolean | Promise<boolean> {
    const settle = (judged: Judgement): boolean => {
      const judgement = this.parts.crossSite.review(question, judged, visit.upgrade !== undefined);
      if (judgement.refusal) this.parts.refuser.withdraw(visit, judgement);
      return judgement.refusal === undefined;
    };
    const fail = (error: unknown): boolean => {
      this.parts.refuser.fail(visit, error);
      return false;
    };
    try {
      const judgement = this.parts.judge.again(question, before, afresh);
      return judgement instanceof Promise ? judgement.then(settle).catch(fail) : settle(judgement);
    } catch (error) {
      return fail(error);
    }
  }

  private identityHeaderOf(service: ServiceView, identity: Identity | undefined): string | undefined {
    if (identity?.kind !== 'session' || !serviceOptions(service.proxy).identityHeader) return undefined;
    const { follower, identityHeader } = this.parts;
    return identityHeader.valueFor(follower.snapshot(), service, identity.session.userId);
  }
}
