import type { Server } from 'node:http';
import { ApiTokenDirectory, SessionDirectory, SnapshotFollower, UsableServices } from '@gatehouse/access';
import { EventJournal } from '@gatehouse/audit';
import { UnitOfWork } from '@gatehouse/database';
import {
  DecisionSteps,
  Destinations,
  Freshness,
  NetworkTokenParameter,
  PageRequests,
  PolicyEvaluator,
  PublicAddress,
  ServicePages,
  proxyCors,
  requestLimits,
} from '@gatehouse/enforcement';
import {
  ApiTokenStore,
  CookieReissue,
  SessionStore,
  SessionUses,
  SignInLimiter,
  deriveKeys,
} from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { createNetworkSignIn } from '@gatehouse/network';
import { Outbox } from '@gatehouse/outbox';
import { patternEngine } from '@gatehouse/patterns';
import type { ProxySettings } from '@gatehouse/settings';
import { CredentialAttempts } from '@gatehouse/sign-in';
import { WebhookEvents } from '@gatehouse/webhooks';
import { serviceOptions } from '@gatehouse/proxy-options';
import { FairScheduler } from '@gatehouse/scheduling';
import { TrustedPeers } from '@gatehouse/wire';
import { readOncePerStart } from '@gatehouse/workers';
import type { DataSource } from 'typeorm';
import { AuthorizationRequests } from './received/authorization-requests';
import { BodyMemory } from './received/body/body-memory';
import type { ReceivedRequest } from './received/body/body-source';
import { bodyReader } from './received/body/read-body';
import { Forwarder } from './forwarding/forwarder';
import { TunnelOpener } from './forwarding/tunnel-opener';
import { TunnelRegistry } from './forwarding/tunnel-registry';
import { UpstreamPools } from './forwarding/upstream-pools';
import { upstreamTrust } from './forwarding/upstream-trust';
import { DirectoryWriter } from './hooks/directory-writer';
import { hookCounter } from './hooks/hook-counter';
import { hooksByService, readHooks } from './hooks/hook-file';
import { HookReport } from './hooks/hook-report';
import { HookSource } from './hooks/hook-source';
import { Hooks } from './hooks/hooks';
import { CallerIdentityHeader } from './identity-header/caller-identity-header';
import { IdentityHeader } from './identity-header/identity-header';
import { Metrics } from './operations/metrics';
import { RefusalEvents } from './operations/refusal-events';
import { RequestLog } from './operations/request-log';
import { StatusEndpoints } from './requests/status-endpoints';
import type { ProxyLimits } from './proxy-limits';
import { CookieStep } from './requests/cookie-step';
import { ErrorResponder, type RefusalRecords } from './replies/error-responder';
import { Pipeline } from './requests/pipeline';
import { ProxyEndpoint } from './requests/proxy-endpoint';
import { RefusalFacts } from './replies/refusal-details';
import { RequestContexts } from './received/request-context';
import { RequestDispatcher } from './requests/request-dispatcher';
import { ResponseWriter } from './replies/response-writer';
import { ServiceForwarding } from './requests/service-forwarding';
import { VerifyReply } from './requests/verify-reply';
import { createProxyServer } from './server';
import { ApiTokenCallers } from './sign-in/api-token-callers';
import { Authenticator } from './sign-in/authenticator';
import { type InlineSignIn, InlineSessions } from './sign-in/inline-sign-in';
import { NetworkInlineSignIn } from './sign-in/network-inline-sign-in';
import { SessionCookies } from './sign-in/session-cookies';
import { FrontEnds } from './verify/front-ends';
import { VerifyEndpoint } from './requests/verify-endpoint';

/** What a proxy is made from. */
export interface ProxyInputs {
  readonly settings: ProxySettings & { readonly databaseUrl: string };
  /** Connections for looking up and reissuing sessions; the change feed has its own, at `databaseDirectUrl` where that is set. */
  readonly dataSource: DataSource;
  readonly logger: Logger;
  /** Signs users in with credentials of requests; without it all such credentials are refused. */
  readonly inlineSignIn?: InlineSignIn | undefined;
  readonly limits: ProxyLimits;
}

/** The parts of a proxy that start and stop. */
export interface ProxyParts {
  readonly follower: SnapshotFollower;
  readonly services: UsableServices;
  readonly pools: UpstreamPools;
  readonly tunnels: TunnelRegistry;
  readonly metrics: Metrics;
  readonly journal: EventJournal;
  /** Not yet listening. */
  readonly server: Server;
}

/** Creates all parts of a proxy, from those that nothing else needs to the server. */
export function composeProxy(inputs: ProxyInputs): ProxyParts {
  const shared = sharedParts(inputs);
  const { settings, limits, follower, services, trustedPeers, pages } = shared;
  const forwarding = forwardingParts(shared);
  const { tunnels, pools } = forwarding;
  const records = recordParts(shared, tunnels);
  const replies = replyParts(shared, records);
  const signIn = signInParts(shared);
  const hooks = createHooks(shared, records.metrics);
  const decisions = createDecisions(shared, signIn.authenticator, hooks);
  const { identityHeader } = signIn;
  const requests = new AuthorizationRequests(
    new Destinations(settings.proxyPublicUrl, follower),
    new NetworkTokenParameter(settings.networkTokenName),
  );
  const steps = {
    decisions,
    cookies: new CookieStep(signIn.cookies, decisions),
    forwarding: new ServiceForwarding(hooks, forwarding.forwarder, identityHeader, pages, replies),
    verification: new VerifyReply(identityHeader, pages, trustedPeers, replies.responses),
  };
  const pipeline = new Pipeline(steps, requests, replies.errors, records.metrics);
  const { metrics, journal, log } = records;
  const frontEnds = new FrontEnds(settings, trustedPeers, () => metrics.verifiedWithoutMethod());
  const dispatcher = new RequestDispatcher(
    new RequestContexts(
      settings.proxyBasePath,
      trustedPeers,
      settings.logRequests ? (context) => log.answered(context) : undefined,
    ),
    new ProxyEndpoint(pipeline, requests, replies.cors, replies.responses),
    new VerifyEndpoint(frontEnds, pipeline),
    createStatusEndpoints(shared, metrics, replies.responses, identityHeader),
    replies.errors,
  );
  const server = createProxyServer(dispatcher, replies.errors, {
    keepAlive: settings.keepAliveTimeout * 1000,
    // A connection is idle while its upstream processes the request.
    silence: Math.max(limits.headersTimeout, limits.idleTimeout) + 10_000,
  });
  return { follower, services, pools, tunnels, metrics, journal, server };
}

type Shared = ReturnType<typeof sharedParts>;

/** What several parts use. */
function sharedParts(inputs: ProxyInputs) {
  const { settings, logger, limits, dataSource } = inputs;
  const { adminGroup, anonymousUser, databaseUrl, databaseDirectUrl } = settings;
  const written = readOncePerStart('hooks', () => readHooks(settings, process.env, patternEngine));
  const hooksInFile = hooksByService(written, patternEngine);
  const follower = new SnapshotFollower({
    adminGroup,
    anonymousUser,
    databaseUrl: databaseDirectUrl ?? databaseUrl,
    isSeparate: databaseDirectUrl !== undefined,
    database: dataSource,
    logger,
    pollInterval: limits.pollInterval,
  });
  return {
    ...inputs,
    follower,
    freshness: new Freshness(follower, {
      maxAge: settings.proxyMaxStaleness * 1000,
      timeoutMs: limits.revisionTimeout,
    }),
    hooksInFile,
    services: new UsableServices(
      patternEngine,
      logger,
      (service) => (hooksInFile.get(service) ?? []).length > 0,
    ),
    unitOfWork: new UnitOfWork(dataSource),
    scheduler: new FairScheduler(),
    publicAddress: new PublicAddress(settings),
    trustedPeers: new TrustedPeers(settings.trustedProxies),
    pages: new ServicePages(settings),
  };
}

function forwardingParts({ settings, limits, follower, logger, publicAddress, trustedPeers }: Shared) {
  const pools = new UpstreamPools(limits, upstreamTrust(settings));
  const tunnels = new TunnelRegistry(follower, logger);
  const opener = new TunnelOpener(tunnels, limits.idleTimeout);
  const forwarder = new Forwarder(pools, opener, publicAddress, trustedPeers, settings, limits);
  return { forwarder, tunnels, pools };
}

/** Metrics, request log, and events for the audit log. */
function recordParts({ follower, logger, dataSource }: Shared, tunnels: TunnelRegistry) {
  const journal = new EventJournal(dataSource, logger);
  return {
    metrics: new Metrics(follower, tunnels),
    log: new RequestLog(logger),
    journal,
    refusals: new RefusalEvents(journal, follower),
  };
}

/** Replies of the proxy itself. */
function replyParts({ settings, publicAddress, follower }: Shared, records: RefusalRecords) {
  const responses = new ResponseWriter(settings, publicAddress);
  const cors = proxyCors(settings);
  const details = new RefusalFacts(settings, publicAddress, follower);
  return {
    responses,
    cors,
    errors: new ErrorResponder(settings.proxyBasePath, responses, cors, records, details),
  };
}

/** Authentication of requests, the cookies of their sessions, and the identity header for upstreams. */
function signInParts({
  settings,
  dataSource,
  unitOfWork,
  follower,
  logger,
  trustedPeers,
  ...inputs
}: Shared) {
  const keys = deriveKeys(settings.secret);
  const sessions = new SessionStore(dataSource, unitOfWork, keys, settings);
  const directory = new SessionDirectory(sessions, follower, { logger });
  const inlineSignIn = settings.networkEnabled
    ? new NetworkInlineSignIn(
        createNetworkSignIn({ unitOfWork, sessions, settings }),
        new CredentialAttempts(new SignInLimiter(dataSource, keys, settings), settings),
        settings.networkProvider,
        inputs.inlineSignIn,
      )
    : inputs.inlineSignIn;
  const inline = inlineSignIn && new InlineSessions(inlineSignIn, directory, logger);
  const uses = new SessionUses(dataSource, logger);
  const tokens = new ApiTokenDirectory(new ApiTokenStore(dataSource, unitOfWork, keys), follower, { logger });
  const apiTokens = new ApiTokenCallers(tokens, trustedPeers, uses, settings);
  const acceptsBasic = (service: string): boolean =>
    settings.tokenBasic || serviceOptions(follower.snapshot().serviceByName(service)?.proxy).tokenBasic;
  return {
    authenticator: new Authenticator(
      directory,
      settings,
      trustedPeers,
      apiTokens,
      acceptsBasic,
      inline,
      uses,
    ),
    cookies: new SessionCookies(new CookieReissue(sessions, settings, logger), settings),
    identityHeader: new CallerIdentityHeader(new IdentityHeader(settings), follower),
  };
}

function createHooks(
  { settings, limits, follower, freshness, unitOfWork, scheduler, logger, hooksInFile }: Shared,
  metrics: Metrics,
): Hooks {
  const counter = hookCounter();
  metrics.registry.registerMetric(counter);
  const events = new WebhookEvents({ unitOfWork, outbox: new Outbox(unitOfWork), settings });
  return new Hooks({
    source: new HookSource(patternEngine, hooksInFile),
    patterns: patternEngine,
    follower,
    freshness,
    writer: new DirectoryWriter(unitOfWork, () => follower.snapshot(), events),
    report: new HookReport(logger, counter),
    memory: new BodyMemory(settings.proxyBodyMemory),
    bodyLimit: settings.proxyHookBodyLimit,
    timeoutMs: limits.revisionTimeout,
    cookieName: settings.cookieName,
    documents: requestLimits(settings),
    scheduler,
  });
}

function createDecisions(
  { settings, limits, follower, freshness, services, scheduler }: Shared,
  authenticator: Authenticator,
  hooks: Hooks,
): DecisionSteps<ReceivedRequest> {
  const documents = requestLimits(settings);
  const wantsBody: Hooks['wantsBody'] = (service, request) => hooks.wantsBody(service, request);
  return new DecisionSteps<ReceivedRequest>(
    freshness,
    authenticator,
    new PolicyEvaluator({ follower, freshness, services, limits: documents, wantsBody }),
    new PageRequests(settings),
    bodyReader(
      { size: settings.proxyBodyLimit, timeout: limits.bodyTimeout, documents },
      new BodyMemory(settings.proxyBodyMemory),
      scheduler,
    ),
  );
}

function createStatusEndpoints(
  { settings, follower, freshness }: Shared,
  metrics: Metrics,
  responses: ResponseWriter,
  { publicKey }: CallerIdentityHeader,
): StatusEndpoints {
  const metricsPeers = new TrustedPeers(settings.metricsAllowed, 'SVC_METRICS_ALLOWED');
  return new StatusEndpoints({ follower, freshness, responses, metrics, metricsPeers, publicKey });
}
