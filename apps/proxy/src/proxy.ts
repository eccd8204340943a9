import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DataSource } from 'typeorm';
import { SessionDirectory, SnapshotFollower, UsableServices } from '@gatehouse/access';
import { UnitOfWork } from '@gatehouse/database';
import {
  answerUnreadable,
  FairScheduler,
  refuseConnect,
  TrustedPeers,
  type UnreadableRequest,
} from '@gatehouse/wire';
import { SessionStore, deriveKeys } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { patternEngine } from '@gatehouse/patterns';
import type { ProxySettings } from '@gatehouse/settings';
import { ResponseWriter } from './response-writer';
import { BodyMemory } from './enforcement/body/body-memory';
import { bodyReader } from './enforcement/body/read-body';
import { Cors } from './enforcement/cors';
import { CrossSite } from './enforcement/cross-site';
import { Destinations } from './enforcement/destination';
import { Freshness } from './enforcement/freshness';
import { Authorizer } from './enforcement/authorizer';
import { PublicAddress } from './enforcement/public-address';
import { requestLimits } from './enforcement/request-limits';
import { Forwarder } from './forwarding/forwarder';
import { coalesceWrites } from './forwarding/coalesced-writes';
import { upstreamLimits } from './forwarding/limits';
import { TunnelRegistry } from './forwarding/tunnel-registry';
import { TunnelOpener } from './forwarding/tunnel-opener';
import { takeUpgrades } from './forwarding/upgrade-requests';
import { type UpstreamLimits, UpstreamPools } from './forwarding/upstream-pools';
import { upstreamTrust } from './forwarding/upstream-trust';
import { AccessWriter } from './hooks/access-writer';
import { hookCounter } from './hooks/hook-counter';
import { readHookFile } from './hooks/hook-file';
import { HookReport } from './hooks/hook-report';
import { HookSource } from './hooks/hook-source';
import { Hooks } from './hooks/hooks';
import { IdentityHeader } from './identity-header/identity-header';
import { Metrics } from './operations/metrics';
import { RequestLog } from './operations/request-log';
import { StatusEndpoints } from './operations/status-endpoints';
import { ErrorResponder } from './error-responder';
import { RequestHandler } from './request-handler';
import { Authenticator } from './sign-in/authenticator';
import { type InlineSignIn, InlineSessions } from './sign-in/inline-sign-in';
import { NetworkTokenParameter } from './sign-in/network-token';
import { Reissue } from './sign-in/reissue';
import { FrontEnds } from './verify/front-ends';

export interface ProxyOptions {
  readonly settings: ProxySettings & { readonly databaseUrl: string };
  /** Connections for looking up and reissuing sessions; the change feed has one of its own. */
  readonly dataSource: DataSource;
  readonly logger: Logger;
  /** Signs in with credentials that requests carry; without it all such credentials are refused. */
  readonly inlineSignIn?: InlineSignIn;
  readonly limits?: Partial<ProxyLimits>;
}

export interface ProxyLimits extends UpstreamLimits {
  /** Milliseconds in which a body that is read for a decision must have come in. */
  readonly bodyTimeout: number;
  /** Milliseconds for which a request waits for the revision that it demands. */
  readonly revisionTimeout: number;
  /** Milliseconds for which requests under way may go on while the proxy stops. */
  readonly stopTimeout: number;
  /** Milliseconds between looks at the change log while nothing is announced. */
  readonly pollInterval: number;
}

const LIMITS = {
  revisionTimeout: 5_000,
  stopTimeout: 5_000,
};

/** The policy enforcement point as a running thing. */
export class Proxy {
  /** What is counted; processes and add-ons may register more there. */
  readonly metrics: Metrics;
  private readonly follower: SnapshotFollower;
  private readonly pools: UpstreamPools;
  private readonly tunnels: TunnelRegistry;
  private readonly services: UsableServices;
  private readonly server: Server;
  private readonly limits: ProxyLimits;

  constructor(private readonly options: ProxyOptions) {
    const { settings, dataSource, logger } = options;
    this.limits = {
      ...upstreamLimits(settings),
      bodyTimeout: settings.proxyBodyTimeout * 1000,
      pollInterval: settings.proxyPollInterval * 1000,
      ...LIMITS,
      ...options.limits,
    };
    this.follower = new SnapshotFollower({ ...settings, logger, pollInterval: this.limits.pollInterval });
    this.pools = new UpstreamPools(this.limits, upstreamTrust(settings));
    this.tunnels = new TunnelRegistry(this.follower, logger);
    this.metrics = new Metrics(this.follower, this.tunnels);
    this.services = new UsableServices(patternEngine, logger);
    const unitOfWork = new UnitOfWork(dataSource);
    const sessions = new SessionStore(dataSource, unitOfWork, deriveKeys(settings.secret), settings);
    const directory = new SessionDirectory(sessions, this.follower);
    const publicAddress = new PublicAddress(settings);
    const trustedPeers = new TrustedPeers(settings.trustedProxies);
    const freshness = new Freshness(this.follower, {
      maxAge: settings.proxyMaxStaleness * 1000,
      timeoutMs: this.limits.revisionTimeout,
    });
    const responses = new ResponseWriter(settings, publicAddress);
    const cors = new Cors(settings.proxyCorsOrigins);
    const log = new RequestLog(logger);
    const identityHeader = new IdentityHeader(settings);
    const { metrics } = this;
    const inline = options.inlineSignIn && new InlineSessions(options.inlineSignIn, directory, logger);
    const documents = requestLimits(settings);
    const crossSite = new CrossSite(settings);
    const scheduler = new FairScheduler();
    const hooks = this.hooks(freshness, unitOfWork, scheduler);
    const errors = new ErrorResponder(settings.proxyBasePath, responses, cors, log, metrics);
    const handler = new RequestHandler({
      settings,
      logger,
      follower: this.follower,
      authorizer: new Authorizer({
        follower: this.follower,
        freshness,
        identification: new Authenticator(directory, settings, inline),
        readBody: bodyReader(
          { size: settings.proxyBodyLimit, timeout: this.limits.bodyTimeout, documents },
          new BodyMemory(settings.proxyBodyMemory),
          scheduler,
        ),
        limits: documents,
        services: this.services,
        crossSite,
        wantsBody: (service, request) => hooks.wantsBody(service, request),
      }),
      hooks,
      reissue: new Reissue(sessions, settings, logger),
      forwarder: new Forwarder(
        this.pools,
        new TunnelOpener(this.tunnels, this.limits.idleTimeout),
        publicAddress,
        trustedPeers,
        settings,
        this.limits,
      ),
      responses,
      frontEnds: new FrontEnds(settings, trustedPeers, () => metrics.verifiedWithoutMethod()),
      networkToken: new NetworkTokenParameter(settings.networkTokenName),
      identityHeader,
      cors,
      crossSite,
      destinations: new Destinations(settings.proxyPublicUrl, this.follower),
      log,
      metrics,
      errors,
      statusEndpoints: new StatusEndpoints({
        follower: this.follower,
        freshness,
        responses,
        metrics,
        metricsPeers: new TrustedPeers(settings.metricsAllowed, 'SVC_METRICS_ALLOWED'),
        publicKey: identityHeader.publicKey,
      }),
      trustedPeers,
    });
    this.server = this.createServer(handler, errors);
  }

  /** Listens and loads the snapshot; resolves with the port when requests can be decided. */
  async start(): Promise<number> {
    const { listenHost, proxyPort } = this.options.settings;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(proxyPort, listenHost, resolve);
    });
    await this.follower.start();
    this.services.checkAll(this.follower.snapshot().services());
    return (this.server.address() as AddressInfo).port;
  }

  /** Takes no more requests, lets those under way finish for a while, and ends. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.tunnels.close();
    const timer = setTimeout(() => this.server.closeAllConnections(), this.limits.stopTimeout);
    await closed;
    clearTimeout(timer);
    await this.pools.destroy();
    await this.follower.stop();
  }

  private hooks(freshness: Freshness, unitOfWork: UnitOfWork, scheduler: FairScheduler): Hooks {
    const { settings, logger } = this.options;
    const counter = hookCounter();
    this.metrics.registry.registerMetric(counter);
    const { proxyHooksFile: file } = settings;
    const fromFile = file === undefined ? undefined : readHookFile(file, patternEngine);
    return new Hooks({
      source: new HookSource(patternEngine, fromFile),
      patterns: patternEngine,
      follower: this.follower,
      freshness,
      writer: new AccessWriter(unitOfWork, () => this.follower.snapshot()),
      report: new HookReport(logger, counter),
      memory: new BodyMemory(settings.proxyBodyMemory),
      bodyLimit: settings.proxyHookBodyLimit,
      timeoutMs: this.limits.revisionTimeout,
      cookieName: settings.cookieName,
      documents: requestLimits(settings),
      scheduler,
    });
  }

  private createServer(handler: RequestHandler, errors: ErrorResponder): Server {
    const server = createServer({
      // The handler refuses a request without one, as it refuses everything.
      requireHostHeader: false,
      // Longer than front ends keep their connections, so that they close first and never send into a closing one.
      keepAliveTimeout: this.options.settings.keepAliveTimeout * 1000,
      headersTimeout: 60_000,
      // Uploads take as long as they take; a silent connection ends by the timeout below.
      requestTimeout: 0,
      maxHeaderSize: 32 * 1024,
    });
    // A connection is silent for as long as its upstream thinks.
    server.timeout = Math.max(this.limits.headersTimeout, this.limits.idleTimeout) + 10_000;
    coalesceWrites(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      handler.handle(request, response, false),
    );
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
      handler.handle(request, response, true),
    );
    takeUpgrades(server, (request, response, upgrade) => handler.handle(request, response, false, upgrade));
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      handler.refuseExpectation(request, response),
    );
    const refuse = (request: UnreadableRequest) => errors.unreadable(request);
    answerUnreadable(server, refuse, ['request', 'checkContinue', 'checkExpectation']);
    refuseConnect(server, refuse);
    return server;
  }
}
