import { UnitOfWork, openDatabase } from '@gatehouse/database';
import { SessionStore, deriveKeys } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { type ProxySettings, listenError } from '@gatehouse/settings';
import {
  type RunningService,
  answerAs,
  gather,
  isFirstOfStart,
  isWorker,
  prolongStart,
  reportConnections,
  shareOf,
  workerCount,
} from '@gatehouse/workers';
import { AggregatorRegistry, collectDefaultMetrics } from 'prom-client';
import { Proxy } from './proxy';
import { awaitSchema } from './schema';
import { ProviderSignIn } from './sign-in/provider-sign-in';

/** Starts the proxy in this process; resolves when it listens. */
export async function serve(
  settings: ProxySettings & { readonly databaseUrl: string },
  logger: Logger,
): Promise<RunningService> {
  const limitMs = settings.databaseTimeout * 1000;
  const startTimeoutMs = settings.databaseStartTimeout * 1000;
  const { dataSource, facts } = await openDatabase({
    url: settings.databaseUrl,
    directUrl: settings.databaseDirectUrl,
    applicationName: 'gatehouse proxy',
    process: 'proxy',
    poolSize: shareOf(settings.databasePool, workerCount(settings.proxyWorkers)),
    connectMillis: limitMs,
    statementMillis: limitMs,
    startTimeoutMs,
    waiting: (reason) => {
      prolongStart(true);
      logger.warn({ reason }, 'waiting for the database');
    },
  });
  if (isFirstOfStart()) {
    for (const warning of facts.warnings) logger.warn({}, warning);
    reportConnections(settings, facts.available, logger);
  }
  await awaitSchema(dataSource, {
    timeoutMs: startTimeoutMs,
    waiting: () => {
      prolongStart(true);
      logger.info({}, 'waiting for the API to change the schema of the database');
    },
  });
  prolongStart(false);
  const unitOfWork = new UnitOfWork(dataSource);
  const sessions = new SessionStore(dataSource, unitOfWork, deriveKeys(settings.secret), settings);
  const inlineSignIn = new ProviderSignIn({ settings, unitOfWork, sessions, logger });
  const proxy = new Proxy({ settings, dataSource, logger, inlineSignIn, loadsFirst: isWorker() });
  const { metrics } = proxy;
  collectDefaultMetrics({ register: metrics.registry });
  if (isWorker()) {
    answerAs('metrics', () => metrics.registry.getMetricsAsJSON());
    metrics.text = async () => AggregatorRegistry.aggregate((await gather('metrics')) as object[]).metrics();
  }
  const { listenHost: host, proxyPort } = settings;
  const port = await proxy.start().catch((error: unknown) => {
    throw listenError(error, { host, port: proxyPort, setting: 'SVC_PROXY_PORT' });
  });
  logger.info({ port }, 'listening');
  return {
    async stop() {
      await proxy.stop();
      await inlineSignIn.close();
      await dataSource.destroy();
    },
  };
}
