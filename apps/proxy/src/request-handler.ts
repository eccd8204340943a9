import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SnapshotFollower } from '@gatehouse/access';
import { type ServiceView } from '@gatehouse/access-engine';
import { serviceOptions } from '@gatehouse/proxy-options';
import type { Logger } from '@gatehouse/logging';
import type { ProxySettings } from '@gatehouse/settings';
import { setCookie, type TrustedPeers } from '@gatehouse/wire';
import type { ResponseWriter } from './response-writer';
import type { Cors } from './enforcement/cors';
import type { CrossSite } from './enforcement/cross-site';
import type { Destinations } from './enforcement/destination';
import { namesNoHost, namesSeveralHosts } from './enforcement/hosts';
import type { Authorizer, AuthorizationResult, AuthorizationRequest } from './enforcement/authorizer';
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
import type { ForwardingFailure } from './forwarding/exchange';
import type { Forwarder } from './forwarding/forwarder';
import type { Upgrade } from './forwarding/upgrade-requests';
import type { Hooks } from './hooks/hooks';
import type { IdentityHeader } from './identity-header/identity-header';
import type { Metrics } from './operations/metrics';
import type { RequestLog } from './operations/request-log';
import type { StatusEndpoints } from './operations/status-endpoints';
import { FORWARDED, type ErrorResponder } from './error-responder';
import type { Caller } from './sign-in/authenticator';
import type { NetworkTokenParameter } from './sign-in/network-token';
import type { Reissue } from './sign-in/reissue';
import type { DeclaredRequest, FrontEnds } from './verify/front-ends';
import type { RequestContext } from './request-context';

export interface RequestHandlerParts {
  readonly settings: ProxySettings;
  readonly logger: Logger;
  readonly follower: Pick<SnapshotFollower, 'snapshot'>;
  readonly authorizer: Authorizer;
  readonly frontEnds: FrontEnds;
  readonly networkToken: NetworkTokenParameter;
  readonly reissue: Reissue;
  readonly hooks: Hooks;
  readonly forwarder: Forwarder;
  readonly responses: ResponseWriter;
  readonly identityHeader: IdentityHeader;
  readonly cors: Cors;
  readonly crossSite: CrossSite;
  readonly destinations: Destinations;
  readonly errors: ErrorResponder;
  readonly log: RequestLog;
  readonly metrics: Metrics;
  readonly statusEndpoints: StatusEndpoints;
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
    const context = this.contextOf(request, response, expectsContinue, upgrade);
    if (namesNoHost(request) || namesSeveralHosts(request)) {
      this.parts.errors.refuse(context, { refusal: namesNoHost(request) ? noHost : severalHosts });
      return;
    }
    const { route } = context;
    switch (route.kind) {
      case 'proxy':
        this.authorize(context, {
          method: request.method ?? '',
          methodIsDeclared: true,
          route,
          routeOf: this.parts.destinations.publicRouteOf,
          bodyIsVisible: true,
        });
        break;
      case 'verify':
        this.authorizeDeclared(context, this.parts.frontEnds.nginx(request, route));
        break;
      case 'verify-traefik':
      case 'verify-envoy':
        this.authorizeDeclared(context, this.parts.frontEnds.ask(request, route));
        break;
      case 'malformed':
        this.parts.errors.refuse(context, { refusal: malformedPath(route.problem) });
        break;
      case 'unknown':
        this.parts.errors.refuse(context, { refusal: unknownRoute });
        break;
      default:
        this.parts.statusEndpoints.answer(context, route.kind);
    }
  }

  /** Refuses a request with an expectation other than `100-continue`. Source: RFC 9110, 10.1.1. */
  refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
    this.parts.errors.refuse(this.contextOf(request, response, false, undefined), {
      refusal: unknownExpectation,
    });
  }

  private contextOf(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
    upgrade: Upgrade | undefined,
  ): RequestContext {
    const context: RequestContext = {
      request,
      response,
      route: this.routeOf(request.url ?? ''),
      address: this.parts.trustedPeers.clientOf(request),
      begun: performance.now(),
      expectsContinue,
      upgrade,
    };
    if (this.parts.settings.logRequests) response.once('close', () => this.parts.log.answered(context));
    return context;
  }

  private authorizeDeclared(
    context: RequestContext,
    declared: DeclaredRequest | { readonly refusal: Refusal },
  ): void {
    if ('refusal' in declared) this.parts.errors.refuse(context, declared);
    else this.authorize(context, declared);
  }

  private authorize(context: RequestContext, { route, routeOf, ...declared }: DeclaredRequest): void {
    const { request, response } = context;
    if (request.method === 'TRACE') {
      this.parts.errors.refuse(context, { refusal: unsupportedMethod(FORWARDED) });
      return;
    }
    const preflight = route.kind === 'proxy' ? this.parts.cors.preflight(request) : undefined;
    if (preflight) {
      this.parts.responses.empty(response, preflight);
      return;
    }
    const destination = this.parts.destinations.of(request, route.service, routeOf);
    if (destination && 'refusal' in destination) {
      this.parts.errors.refuse(context, destination);
      return;
    }
    const authzRequest: AuthorizationRequest = {
      ...declared,
      request,
      address: context.address,
      route: this.parts.networkToken.takenFrom(route),
      destination: destination?.segments,
      destinationPath: destination?.rest,
      admitBody: () => context.expectsContinue && context.response.writeContinue(),
      whenOver: (callback) => void (response.closed ? callback() : response.once('close', callback)),
    };
    const result = this.parts.authorizer.authorize(authzRequest);
    if (result instanceof Promise) {
      result.then(
        (later) => this.settle(context, authzRequest, later),
        (error: unknown) => this.parts.errors.fail(context, error),
      );
    } else {
      this.settle(context, authzRequest, result);
    }
  }

  private settle(
    context: RequestContext,
    authzRequest: AuthorizationRequest,
    decided: AuthorizationResult,
  ): void {
    const result = this.parts.crossSite.review(authzRequest, decided, context.upgrade !== undefined);
    const { refusal, identity, service } = result;
    this.parts.metrics.decided(performance.now() - context.begun);
    if (refusal || !service) {
      this.parts.errors.refuse(context, result);
      return;
    }
    this.parts.metrics.letThrough(context.route.kind);
    const cookie = this.cookieOf(identity);
    if (cookie instanceof Promise) {
      cookie
        .then(async (fresh) => {
          // Rules and sessions may have changed meanwhile.
          const stands = await this.review(context, authzRequest, result, true);
          if (stands) this.letThrough(context, authzRequest, service, result, fresh);
        })
        .catch((error: unknown) => this.parts.errors.fail(context, error));
    } else {
      this.letThrough(context, authzRequest, service, result, cookie);
    }
  }

  /** `Set-Cookie` of the reply: of a session that the request's credentials have opened, or of one that is due for it. */
  private cookieOf(identity: Caller | undefined): string | undefined | Promise<string | undefined> {
    if (identity?.kind !== 'session') return undefined;
    const { issued, session } = identity;
    if (!issued) return this.parts.reissue.cookieFor(session);
    const now = new Date();
    const left = Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000);
    return setCookie(this.parts.settings, issued.token, issued.maxAge === undefined ? undefined : left, now);
  }

  private letThrough(
    context: RequestContext,
    authzRequest: AuthorizationRequest,
    service: ServiceView,
    result: AuthorizationResult,
    cookie: string | undefined,
  ): void {
    const { request, response, expectsContinue, upgrade } = context;
    const { route } = authzRequest;
    const { body, identity } = result;
    const identityHeader = this.identityHeaderOf(service, identity);
    if (route.kind === 'verify') {
      this.parts.responses.verdict(request, response, undefined, {
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
      address: context.address,
      refuse: (refusal) => this.parts.errors.withdraw(context, { ...result, refusal }),
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
      permission: result.permission,
      cookies: result.cookies,
      destination: authzRequest.destinationPath,
      identity,
      identityHeader,
      cors: cors && Object.entries(cors).flat(),
      expectsContinue,
      body: body?.bytes,
      upgrade,
      review: (afresh) => this.review(context, authzRequest, result, afresh),
      failed: (failure, error) => {
        this.parts.logger.warn({ error, service: service.name, reason: failure }, 'could not forward');
        this.parts.metrics.upstreamFailed(failure);
        this.parts.errors.answer(context, { refusal: FAILURES[failure], service });
      },
    });
  }

  /** Decides again about what was let through; a refusal is answered where there is no answer yet. Never fails. */
  private review(
    context: RequestContext,
    authzRequest: AuthorizationRequest,
    before: AuthorizationResult,
    afresh: boolean,
  ): boolean | Promise<boolean> {
    const settle = (decided: AuthorizationResult): boolean => {
      const result = this.parts.crossSite.review(authzRequest, decided, context.upgrade !== undefined);
      if (result.refusal) this.parts.errors.withdraw(context, result);
      return result.refusal === undefined;
    };
    const fail = (error: unknown): boolean => {
      this.parts.errors.fail(context, error);
      return false;
    };
    try {
      const result = this.parts.authorizer.reauthorize(authzRequest, before, afresh);
      return result instanceof Promise ? result.then(settle).catch(fail) : settle(result);
    } catch (error) {
      return fail(error);
    }
  }

  private identityHeaderOf(service: ServiceView, identity: Caller | undefined): string | undefined {
    if (identity?.kind !== 'session' || !serviceOptions(service.proxy).identityHeader) return undefined;
    const { follower, identityHeader } = this.parts;
    return identityHeader.valueFor(follower.snapshot(), service, identity.session.userId);
  }
}
