import type { SnapshotFollower, UsableServices } from '@gatehouse/access';
import type { AccessSnapshot, ServiceView } from '@gatehouse/access-engine';
import { readBodySteps } from '@gatehouse/request-body';
import { type Reading, type RequestBody, serviceTypeOf } from '@gatehouse/service-types';
import type { ProxySettings } from '@gatehouse/settings';
import type { FairScheduler } from '@gatehouse/scheduling';
import type { Cors } from '@gatehouse/wire';
import type { AuthorizationRequest, AuthorizationResult, BufferedBody } from '../authorization';
import { bodyHeaders } from '../body-headers';
import type { Caller } from '../caller';
import { PendingDecision, resultOf } from '../pending-decision';
import { DecisionSteps } from '../decision-steps';
import { PageRequests } from '../page-requests';
import { Destinations } from '../destination';
import { evaluateRequest } from '../evaluate-request';
import { Freshness } from '../freshness';
import { NetworkTokenParameter } from '../network-token-parameter';
import { PolicyEvaluator } from '../policy-evaluator';
import { proxyCors } from '../proxy-cors';
import { FORWARDED_METHODS, bodyTooLarge, malformedPath, methodNotAllowed, unknownRoute } from '../refusals';
import { requestLimits } from '../request-limits';
import { type Route, type ServiceRoute, routeReader } from '../routes';
import { type RequestLimits, RoutedRequest } from '../routed-request';
import { StepChain } from '../step-chain';
import { type ExplainedNeeds, explainedNeeds } from './explained-needs';
import { type HeaderLine, type RequestHead, testedHead } from './tested-head';

/** A request to evaluate; it is not sent. */
export interface TestedRequest {
  /** Upper case. */
  readonly method: string;
  /** Target of the request as the proxy receives it: path and query. */
  readonly target: string;
  /** Without those that identify the caller and those that frame the body. */
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer;
  /** The user who is signed in; undefined for an anonymous caller. */
  readonly userId: number | undefined;
}

/** What the proxy would do with a request, and why. */
export interface Evaluation {
  /** The revision of all that follows. */
  readonly revision: number;
  /** The route that the target is read as. */
  readonly route: Route;
  /** Whether the proxy answers the request itself, as a preflight of a browser. */
  readonly isPreflight: boolean;
  readonly result: AuthorizationResult;
  /** How the grammar reads the request; also where it is refused before it is read. Absent if it is not for a usable service. */
  readonly reading?: Reading | undefined;
  /** What the request needs, as far as it can be read. */
  readonly needs?: ExplainedNeeds | undefined;
  readonly body: RequestBody['kind'];
}

/** A tested request as input for the decision. */
interface PretendedRequest extends AuthorizationRequest {
  readonly request: RequestHead & { readonly caller: Caller };
  readonly bytes: Buffer;
  readonly address: string;
}

type TesterSettings = Pick<
  ProxySettings,
  | 'publicUrl'
  | 'proxyPublicUrl'
  | 'proxyBasePath'
  | 'proxyCorsOrigins'
  | 'proxyBodyLimit'
  | 'proxyMaxStaleness'
  | 'networkTokenName'
> &
  Parameters<typeof requestLimits>[0];

/** The snapshot that decides, and how old it is. */
export type TestedState = Pick<
  SnapshotFollower,
  'snapshot' | 'revision' | 'isReady' | 'ageMs' | 'confirmNewest'
>;

/** Milliseconds for which a request waits for the revision that it demands. */
const REVISION_TIMEOUT_MS = 5_000;
const NO_BODY: RequestBody = { kind: 'none' };

/**
 * Decides about requests as the proxy does, with the same code, without forwarding them and without hooks. The caller is given
 * instead of authenticated. Reference: enforcement#request-tester.
 */
export class RequestTester {
  private readonly routeOf: (target: string) => Route;
  private readonly destinations: Destinations;
  private readonly networkToken: NetworkTokenParameter;
  private readonly cors: Cors;
  private readonly limits: RequestLimits;
  private readonly steps: StepChain<PendingDecision<PretendedRequest>>;

  constructor(
    private readonly settings: TesterSettings,
    private readonly follower: TestedState,
    private readonly services: UsableServices,
    private readonly scheduler: FairScheduler,
  ) {
    this.routeOf = routeReader(settings.proxyBasePath);
    this.destinations = new Destinations(settings.proxyPublicUrl, follower);
    this.networkToken = new NetworkTokenParameter(settings.networkTokenName);
    this.cors = proxyCors(settings);
    this.limits = requestLimits(settings);
    const freshness = new Freshness(follower, {
      maxAge: settings.proxyMaxStaleness * 1000,
      timeoutMs: REVISION_TIMEOUT_MS,
    });
    const steps = new DecisionSteps<PretendedRequest>(
      freshness,
      { authenticate: ({ caller }) => caller },
      new PolicyEvaluator({ follower, freshness, services, limits: this.limits, wantsBody: () => false }),
      new PageRequests(settings),
      (request) => this.readBody(request),
    );
    this.steps = new StepChain(steps.inOrder, () => undefined);
  }

  /** `address` is that of the calling client: long bodies are read in steps, alternating with those of others. */
  async evaluate(tested: TestedRequest, address: string): Promise<Evaluation> {
    const route = this.routeOf(tested.target);
    const head = testedHead([...tested.headers, ...framing(tested)]);
    const isPreflight = this.cors.preflight({ headers: head.headers, method: tested.method }) !== undefined;
    const answer = (result: AuthorizationResult): Evaluation => ({
      revision: this.follower.snapshot().revision,
      route,
      isPreflight: isPreflight && route.kind === 'proxy',
      result,
      body: 'none',
    });
    if (route.kind === 'malformed') return answer({ refusal: malformedPath(route.problem) });
    if (route.kind !== 'proxy') return answer({ refusal: unknownRoute });
    const service = this.serviceOf(route);
    if (isPreflight) return answer(service);
    if (tested.method === 'TRACE') {
      return answer({ ...service, refusal: methodNotAllowed(FORWARDED_METHODS) });
    }
    const destination = this.destinations.of(head, route.service, this.destinations.publicRouteOf);
    if (destination && 'refusal' in destination) return answer({ ...service, ...destination });
    const request: PretendedRequest = {
      request: { ...head, caller: callerOf(tested.userId) },
      bytes: tested.body,
      address,
      route: this.networkToken.takenFrom(route),
      method: tested.method,
      methodIsDeclared: true,
      bodyIsVisible: true,
      upgrades: /(?:^|,)\s*upgrade\s*(?:,|$)/i.test(head.headers.connection ?? '') && !!head.headers.upgrade,
      destination: destination?.segments,
      destinationPath: destination?.rest,
    };
    const decision = new PendingDecision(request);
    await this.steps.run(decision);
    const body = decision.body ?? (await this.readBody(request));
    return this.explained(
      { ...answer(resultOf(decision)), route: request.route },
      request,
      tested.userId,
      body,
    );
  }

  /**
   * Whether a GET of a target is a request that the grammar of its service recognizes and that executes nothing, whoever
   * sends it.
   */
  async onlyReads(target: string): Promise<boolean> {
    const body = Buffer.alloc(0);
    const request = { method: 'GET', target, headers: [], body, userId: undefined };
    const { reading } = await this.evaluate(request, '');
    return reading?.kind === 'covered' && !reading.executes;
  }

  /** Adds how the request is read and what it needs. */
  private explained(
    evaluation: Evaluation,
    request: PretendedRequest,
    userId: number | undefined,
    body: Awaited<ReturnType<RequestTester['readBody']>>,
  ): Evaluation {
    const read = 'read' in body ? body.read : undefined;
    const { result } = evaluation;
    const snapshot = this.follower.snapshot();
    const service = snapshot.serviceByName(request.route.service);
    const revised = { ...evaluation, revision: snapshot.revision, body: read?.kind ?? ('unread' as const) };
    if (!service) return revised;
    const reading = result.reading ?? this.reading(snapshot, service, request, userId, read);
    const needs = reading && explainedNeeds(snapshot, userId, service, reading);
    return { ...revised, result: { service, ...result }, reading, needs };
  }

  /** How a request would be read that was refused without being read. */
  private reading(
    snapshot: AccessSnapshot,
    service: ServiceView,
    request: PretendedRequest,
    userId: number | undefined,
    body: RequestBody | undefined,
  ): Reading | undefined {
    const type = serviceTypeOf(service.type);
    if (!type || !this.services.isUsable(service)) return undefined;
    const routed = new RoutedRequest(request, this.limits, body ?? NO_BODY);
    return evaluateRequest(snapshot, userId, service, type, routed, this.services.patterns).reading;
  }

  private serviceOf({ service: name }: ServiceRoute): Pick<AuthorizationResult, 'service'> {
    const service = this.follower.snapshot().serviceByName(name);
    return service ? { service } : {};
  }

  private async readBody({
    request,
    bytes,
    address,
  }: PretendedRequest): Promise<BufferedBody | { readonly refusal: typeof bodyTooLarge }> {
    if (bytes.length > this.settings.proxyBodyLimit) return { refusal: bodyTooLarge };
    const { body, json } = await this.scheduler.run(
      address,
      readBodySteps(bodyHeaders(request), bytes, this.limits),
    );
    return { bytes, read: body, json };
  }
}

/** The header that announces the body. */
function framing({ body }: TestedRequest): readonly HeaderLine[] {
  return body.length === 0 ? [] : [['Content-Length', String(body.length)]];
}

/** A caller as a browser with a new session of the user would be. */
function callerOf(userId: number | undefined): Caller {
  if (userId === undefined) return { kind: 'anonymous' };
  const now = new Date();
  const never = new Date(8_640_000_000_000_000);
  return {
    kind: 'session',
    credentials: 'cookie',
    session: {
      sessionId: '',
      userId,
      issuedAt: now,
      newestIssuedAt: now,
      expiresAt: never,
      sessionExpiresAt: never,
      signedInAt: null,
      origin: null,
    },
  };
}
