import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SnapshotFollower, UsableServices } from '@gatehouse/access';
import type { EventJournal } from '@gatehouse/audit';
import { UnitOfWork } from '@gatehouse/database';
import type { Logger } from '@gatehouse/logging';
import { patternEngine } from '@gatehouse/patterns';
import type { ProxySettings } from '@gatehouse/settings';
import type { DataSource } from 'typeorm';
import { createEnforcement } from './enforcement/create-enforcement';
import { Freshness, PublicAddress } from '@gatehouse/enforcement';
import { FairScheduler, TrustedPeers } from '@gatehouse/wire';
import { type Forwarding, createForwarding } from './forwarding/create-forwarding';
import { createHooks } from './hooks/create-hooks';
import { createOperations } from './operations/create-operations';
import { createStatusEndpoints } from './operations/create-status-endpoints';
import type { Metrics } from './operations/metrics';
import { type ProxyLimits, proxyLimits } from './proxy-limits';
import { createDispatcher } from './requests/create-dispatcher';
import { createResponses } from './requests/create-responses';
import { createProxyServer } from './server';
import { createSignIn } from './sign-in/create-sign-in';
import type { InlineSignIn } from './sign-in/inline-sign-in';

export type { ProxyLimits } from './proxy-limits';

export interface ProxyOptions {
  readonly settings: ProxySettings & { readonly databaseUrl: string };
  /** Connections for looking up and reissuing sessions; the change feed has its own. */
  readonly dataSource: DataSource;
  readonly logger: Logger;
  /** Signs users in with credentials of requests; without it all such credentials are refused. */
  readonly inlineSignIn?: InlineSignIn;
  readonly limits?: Partial<ProxyLimits>;
  /** Whether to listen only when requests can be decided. */
  readonly loadsFirst?: boolean;
}

/** The policy enforcement point as a process. */
export class Proxy {
  /** The metrics; processes and add-ons may register more there. */
  readonly metrics: Metrics;
  private readonly follower: SnapshotFollower;
  private readonly forwarding: Forwarding;
  private readonly services: UsableServices;
  private readonly journal: EventJournal;
  private readonly server: Server;
  private readonly limits: ProxyLimits;

  constructor(private readonly options: ProxyOptions) {
    const { settings, logger } = options;
    const limits = { ...proxyLimits(settings), ...options.limits };
    const follower = new SnapshotFollower({ ...settings, logger, pollInterval: limits.pollInterval });
    const publicAddress = new PublicAddress(settings);
    const trustedPeers = new TrustedPeers(settings.trustedProxies);
    const freshness = new Freshness(follower, {
      maxAge: settings.proxyMaxStaleness * 1000,
      timeoutMs: limits.revisionTimeout,
    });
    const services = new UsableServices(patternEngine, logger);
    const unitOfWork = new UnitOfWork(options.dataSource);
    const scheduler = new FairScheduler();
    const shared = {
      settings,
      logger,
      follower,
      freshness,
      unitOfWork,
      scheduler,
      publicAddress,
      trustedPeers,
    };
    const forwarding = createForwarding({ ...shared, limits });
    const operations = createOperations(follower, forwarding.tunnels, logger, options.dataSource);
    const { metrics, journal } = operations;
    const responses = createResponses(settings, publicAddress, follower, operations);
    const { dataSource, inlineSignIn } = options;
    const signIn = createSignIn({ ...shared, dataSource, inlineSignIn });
    const { authenticator, identityHeader } = signIn;
    const { registry } = metrics;
    const hooks = createHooks({ ...shared, registry, timeoutMs: limits.revisionTimeout });
    const enforcement = createEnforcement({
      ...shared,
      services,
      authenticator,
      bodyTimeout: limits.bodyTimeout,
      wantsBody: (service, request) => hooks.wantsBody(service, request),
    });
    const statusEndpoints = createStatusEndpoints({ ...shared, metrics, responses, identityHeader });
    const { forwarder } = forwarding;
    const dispatcher = createDispatcher({
      ...shared,
      operations,
      responses,
      signIn,
      enforcement,
      hooks,
      forwarder,
      statusEndpoints,
    });
    this.server = createProxyServer(dispatcher, responses.errors, {
      keepAlive: settings.keepAliveTimeout * 1000,
      // A connection is idle while its upstream processes the request.
      silence: Math.max(limits.headersTimeout, limits.idleTimeout) + 10_000,
    });
    this.limits = limits;
    this.follower = follower;
    this.forwarding = forwarding;
    this.services = services;
    this.metrics = metrics;
    this.journal = journal;
  }

  /**
   * Listens and loads the snapshot; resolves with the port when requests can be decided. Until then, requests are refused with 503,
   * so that probes have a reply; with `loadsFirst`, there are none: other workers serve the port.
   */
  async start(): Promise<number> {
    const { listenHost, proxyPort } = this.options.settings;
    const listen = (): Promise<void> =>
      new Promise((resolve, reject) => {
        this.server.once('error', reject).listen(proxyPort, listenHost, resolve);
      });
    if (!this.options.loadsFirst) await listen();
    await this.follower.start();
    if (this.options.loadsFirst) await listen();
    this.services.checkAll(this.follower.snapshot().services());
    return (this.server.address() as AddressInfo).port;
  }

  /** Accepts no more requests, gives those in progress a limited time to finish, and stops. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.forwarding.tunnels.close();
    const timer = setTimeout(() => this.server.closeAllConnections(), this.limits.stopTimeout);
    await closed;
    clearTimeout(timer);
    await this.forwarding.pools.destroy();
    await this.follower.stop();
    await this.journal.stop();
  }
}
