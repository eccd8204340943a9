import type { ServiceView } from '@gatehouse/access-engine';
import { serviceOptions } from '@gatehouse/proxy-options';
import { type RequestBody, resolvedConfiguration, serviceTypeOf } from '@gatehouse/service-types';
import { SessionsUnavailable, type SnapshotFollower, type UsableServices } from '@gatehouse/access';
import { hasBody } from '../forwarding/request-body';
import type { Authenticator, Caller } from '../sign-in/authenticator';
import type { BodyReader, BodySource, BufferedBody } from './body/buffered-body';
import { PROBLEM_WITHOUT } from './canonical-path';
import type { CrossSite } from './cross-site';
import type { Freshness } from './freshness';
import {
  type Refusal,
  bodyNotVisible,
  configurationNotUsable,
  malformedPath,
  notAllowed,
  notRecognized,
  refusedCredentials,
  sessionsUnavailable,
  signInRequired,
  uncheckedCredentials,
  unknownService,
  unsupportedCredentials,
} from './refusal';
import type { ServiceRoute } from './routes';
import { evaluateRequest } from './evaluate-request';
import { type RequestLimits, RoutedRequest } from './service-request';
import { bodyTreatment, hasUnseenBody, isBesideDocument, serviceAuthority } from './service-authority';

/** What is to be decided about. */
export interface AuthorizationRequest extends BodySource {
  readonly route: ServiceRoute;
  /** The method that the service is to be called with. */
  readonly method: string;
  /** Whether that is the client's method; a front end's call that declares none may stand for another one. */
  readonly methodIsDeclared: boolean;
  /** Segments below the service where a `Destination` header (RFC 4918, 10.3) points; absent where there is none. */
  readonly destination?: readonly string[] | undefined;
  /** The same as it was sent, with its leading slash; empty at the service itself. */
  readonly destinationPath?: string | undefined;
  /** Whether the body of that call can be read here. */
  readonly bodyIsVisible: boolean;
}

/** Whether a request is let through, with what is known of it. */
export interface AuthorizationResult {
  /** Absent: let through. */
  readonly refusal?: Refusal;
  readonly service?: ServiceView;
  readonly identity?: Caller;
  readonly permission?: string;
  /** Whether the service executes something for the request even when its method is GET. */
  readonly executes?: boolean;
  /** Names of the client's cookies that reach the service. */
  readonly cookies?: 'all' | ReadonlySet<string>;
  /** Why the engine decided as it did. */
  readonly reason?: string;
  /** The body, where it had to be read; its bytes are what was authorised. */
  readonly body?: BufferedBody;
}

const REFUSED_CREDENTIALS = {
  'unsupported credentials': unsupportedCredentials,
  'refused credentials': refusedCredentials,
  'unchecked credentials': uncheckedCredentials,
} as const;

function userOf(identity: Caller | undefined): number | undefined {
  return identity?.kind === 'session' ? identity.session.userId : undefined;
}

/** A body that is not read: it is outside of every grammar that reads bodies. */
const UNREAD: RequestBody = { kind: 'unread' };

/** The decision waits for the body. */
const NEEDS_BODY = Symbol('needs body');

/** What a decision rests on. */
export interface AuthorizerOptions {
  readonly follower: Pick<SnapshotFollower, 'snapshot'>;
  readonly freshness: Freshness;
  readonly identification: Authenticator;
  readonly readBody: BodyReader;
  readonly limits: RequestLimits;
  readonly services: UsableServices;
  /** Tells of requests that are refused whatever their body asks for, because a page of a foreign origin sent them. */
  readonly crossSite: Pick<CrossSite, 'review'>;
  /** Whether an allowed request is needed whole for more than the decision; it is decided about again then. */
  readonly wantsBody: (service: ServiceView, authzRequest: AuthorizationRequest) => boolean;
}

/**
 * Decides about requests for services: who asks, whether the snapshot is new enough, which service, what the caller may do
 * there at all, what is asked for, and what the rules say. Synchronous for sessions that are known and requests whose body
 * does not matter, so that nothing comes between decision and forwarding. Spec: permissions 5.3 to 5.5, decisions 33.
 */
export class Authorizer {
  constructor(private readonly parts: AuthorizerOptions) {}

  /** Never fails for what a request does: what goes wrong is a refusal. */
  authorize(authzRequest: AuthorizationRequest): AuthorizationResult | Promise<AuthorizationResult> {
    const refusal = this.parts.freshness.refusal();
    if (refusal) return { refusal };
    const met = this.parts.freshness.meet(authzRequest.request);
    if (met instanceof Promise) return this.authorizeAtRevision(met, authzRequest);
    return met ? { refusal: met } : this.authorizeNow(authzRequest);
  }

  /** Who asks is found out at the revision that is demanded, not before: sessions end at revisions too. */
  private async authorizeAtRevision(
    met: Promise<Refusal | undefined>,
    authzRequest: AuthorizationRequest,
  ): Promise<AuthorizationResult> {
    // The wait may have outlived the snapshot's validity.
    const refusal = (await met) ?? this.parts.freshness.refusal();
    return refusal ? { refusal } : this.authorizeNow(authzRequest);
  }

  private authorizeNow(
    authzRequest: AuthorizationRequest,
  ): AuthorizationResult | Promise<AuthorizationResult> {
    const identity = this.parts.identification.identify(authzRequest.request, authzRequest.route);
    if (identity instanceof Promise) return this.authorizeLater(identity, authzRequest);
    const result = this.decide(identity, authzRequest, undefined);
    return result === NEEDS_BODY ? this.authorizeUnread(authzRequest, identity) : result;
  }

  /**
   * Decides again about what was let through some time ago. `afresh`: something may have been heard of its session since, so
   * that the caller is identified again. One that has become another is refused, for the upstream was told who it was.
   */
  reauthorize(
    authzRequest: AuthorizationRequest,
    before: AuthorizationResult,
    afresh: boolean,
  ): AuthorizationResult | Promise<AuthorizationResult> {
    const { identity: known } = before;
    const stands = known?.kind !== 'session' || known.session.expiresAt.getTime() > Date.now();
    const identity =
      known && stands && !afresh
        ? known
        : this.parts.identification.identify(authzRequest.request, authzRequest.route);
    return identity instanceof Promise
      ? this.againLater(authzRequest, before, identity)
      : this.decideAgain(authzRequest, before, identity);
  }

  private async againLater(
    authzRequest: AuthorizationRequest,
    before: AuthorizationResult,
    identity: Promise<Caller>,
  ): Promise<AuthorizationResult> {
    try {
      return this.decideAgain(authzRequest, before, await identity);
    } catch (error) {
      if (error instanceof SessionsUnavailable) return { refusal: sessionsUnavailable };
      throw error;
    }
  }

  private decideAgain(
    authzRequest: AuthorizationRequest,
    before: AuthorizationResult,
    identity: Caller,
  ): AuthorizationResult {
    const late = this.parts.freshness.refusal();
    if (late) return { refusal: late };
    const result = this.decide(identity, authzRequest, before.body?.read);
    // It was forwarded unread by an authority that is gone.
    if (result === NEEDS_BODY)
      return { refusal: userOf(identity) === undefined ? signInRequired : notAllowed, identity };
    const isSame = userOf(identity) === userOf(before.identity);
    return isSame || result.refusal ? result : { ...result, refusal: signInRequired };
  }

  private async authorizeLater(
    identity: Promise<Caller>,
    authzRequest: AuthorizationRequest,
  ): Promise<AuthorizationResult> {
    try {
      const known = await identity;
      const late = this.parts.freshness.refusal();
      if (late) return { refusal: late };
      const result = this.decide(known, authzRequest, undefined);
      return result === NEEDS_BODY ? await this.authorizeUnread(authzRequest, known) : result;
    } catch (error) {
      if (error instanceof SessionsUnavailable) return { refusal: sessionsUnavailable };
      throw error;
    }
  }

  /** A body that would be refused for where it comes from is not read. */
  private authorizeUnread(
    authzRequest: AuthorizationRequest,
    identity: Caller,
  ): AuthorizationResult | Promise<AuthorizationResult> {
    const result = this.parts.crossSite.review(
      authzRequest,
      { ...this.known(authzRequest), identity },
      false,
    );
    return result.refusal ? result : this.authorizeWithBody(authzRequest);
  }

  /** Bodies take their time: sessions may end and rules may change meanwhile, so that all is looked at again. */
  private async authorizeWithBody(authzRequest: AuthorizationRequest): Promise<AuthorizationResult> {
    try {
      const body = await this.parts.readBody(authzRequest);
      const identity = await this.parts.identification.identify(authzRequest.request, authzRequest.route);
      if ('refusal' in body) return { ...this.known(authzRequest), identity, refusal: body.refusal };
      const late = this.parts.freshness.refusal();
      if (late) return { refusal: late };
      const result = this.decide(identity, authzRequest, body.read);
      return result === NEEDS_BODY ? { refusal: bodyNotVisible } : { ...result, body };
    } catch (error) {
      if (error instanceof SessionsUnavailable) return { refusal: sessionsUnavailable };
      throw error;
    }
  }

  /** What a refusal says of its service. */
  private known({ route }: AuthorizationRequest): Pick<AuthorizationResult, 'service'> {
    const service = this.parts.follower.snapshot().serviceByName(route.service);
    return service ? { service } : {};
  }

  // INVARIANT: nothing is awaited in here; service, rules and session are of one revision.
  private decide(
    identity: Caller,
    authzRequest: AuthorizationRequest,
    body: RequestBody | undefined,
  ): AuthorizationResult | typeof NEEDS_BODY {
    const { route } = authzRequest;
    const snapshot = this.parts.follower.snapshot();
    const service = snapshot.serviceByName(route.service);
    if (!service) return { refusal: unknownService, identity };
    // For everybody: nobody knows what its patterns and hooks would have refused.
    if (!this.parts.services.isUsable(service)) return { refusal: configurationNotUsable, service, identity };
    const { paths, forwardCookies } = serviceOptions(service.proxy);
    const unheard = route.exceptions.find((exception) => !paths.has(exception));
    const malformed = unheard && malformedPath(PROBLEM_WITHOUT[unheard]);
    if (identity.kind !== 'session' && identity.kind !== 'anonymous') {
      return { refusal: malformed ?? REFUSED_CREDENTIALS[identity.kind], service, identity };
    }
    const userId = userOf(identity);
    const type = serviceTypeOf(service.type);
    const refused = userId === undefined ? signInRequired : notAllowed;
    if (!type) return { refusal: refused, service, identity, reason: 'not-covered' };
    const configuration = resolvedConfiguration(type, service.configuration) ?? {};
    const authority = serviceAuthority(snapshot.authority(userId, service.resourceId), type, configuration);
    if (malformed && !authority.mayDoEverything) return { refusal: malformed, service, identity };
    const treatment =
      body === undefined ? bodyTreatment(authzRequest, type, configuration, authority) : 'ignore';
    // Whatever the body asks for, the answer would be the same.
    if (authority.mayDoNothing && treatment !== 'ignore' && treatment !== 'perhaps') {
      return { refusal: refused, service, identity, reason: 'no-permission' };
    }
    if (treatment === 'read') return NEEDS_BODY;
    if (treatment === 'allow') return { service, identity, reason: 'everywhere', executes: true };
    if (typeof treatment === 'object') return { refusal: treatment, service, identity };
    const unread = hasUnseenBody(authzRequest) ? UNREAD : undefined;
    const routed = new RoutedRequest(authzRequest, this.parts.limits, body ?? unread);
    const { reading, verdict } = evaluateRequest(
      snapshot,
      userId,
      service,
      type,
      routed,
      this.parts.services.patterns,
    );
    const { access, reason, permission } = verdict;
    const isCovered = reading.kind === 'covered';
    const found: AuthorizationResult = {
      service,
      identity,
      reason,
      ...(permission === undefined ? {} : { permission }),
      // What nobody has read may make the service act.
      executes: isCovered ? reading.executes : type.cookies === 'named',
      cookies: isCovered && type.cookies === 'named' ? forwardCookies : 'all',
    };
    if (access === 'deny') {
      // What is no request by GET may be one by POST.
      if (treatment === 'perhaps' && !isCovered && isBesideDocument(routed.query)) {
        return { service, identity, reason: 'everywhere' };
      }
      return { refusal: isCovered ? refused : notRecognized(reading, refused.status), ...found };
    }
    const isReadLater = body === undefined && route.kind === 'proxy' && hasBody(authzRequest.request);
    return isReadLater && this.parts.wantsBody(service, authzRequest) ? NEEDS_BODY : found;
  }
}
