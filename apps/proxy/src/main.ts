import { UnitOfWork, openDatabase, startProblem } from '@gatehouse/database';
import { SessionStore, deriveKeys } from '@gatehouse/identity';
import { type Logger, createLogger } from '@gatehouse/logging';
import { InvalidSettings, type ProxySettings, loadProxySettings, originWarning } from '@gatehouse/settings';
import {
  type RunningService,
  answerAs,
  gather,
  isWorker,
  runWorkers,
  shareOf,
  workerCount,
} from '@gatehouse/workers';
import { AggregatorRegistry, collectDefaultMetrics } from 'prom-client';
import type { DataSource } from 'typeorm';
import { Proxy } from './proxy';
import { awaitSchema } from './schema';
import { ProviderSignIn } from './sign-in/provider-sign-in';

/** Maximum wait in milliseconds for the database and its schema: the API may be starting at the same time. */
const TIMEOUT_MS = 60_000;

async function main(settings: ProxySettings, logger: Logger): Promise<void> {
  const { databaseUrl } = settings;
  if (!databaseUrl) throw new Error('SVC_DB_URL is not set: the proxy needs the database of the API');
  const warning = isWorker() ? undefined : originWarning(settings);
  if (warning !== undefined) logger.warn({}, warning);
  const count = workerCount(settings.proxyWorkers);
  await runWorkers({ count, logger, start: () => start({ ...settings, databaseUrl }, logger) });
}

async function start(
  settings: ProxySettings & { readonly databaseUrl: string },
  logger: Logger,
): Promise<RunningService> {
  const limitMs = settings.databaseTimeout * 1000;
  const dataSource = await connect(
    () =>
      openDatabase({
        url: settings.databaseUrl,
        directUrl: settings.databaseDirectUrl,
        poolSize: shareOf(settings.databasePool, workerCount(settings.proxyWorkers)),
        connectMillis: limitMs,
        statementMillis: limitMs,
      }),
    logger,
  );
  await awaitSchema(dataSource, TIMEOUT_MS);
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
  const port = await proxy.start();
  logger.info({ port }, 'listening');
  return {
    async stop() {
      await proxy.stop();
      await inlineSignIn.close();
      await dataSource.destroy();
    },
  };
}

async function connect(open: () => Promise<DataSource>, logger: Logger): Promise<DataSource> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      const reason = startProblem(error);
      logger.warn(reason === undefined ? { error } : { reason }, 'waiting for the database');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

function settingsOrExit(): ProxySettings {
  try {
    return loadProxySettings();
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

const settings = settingsOrExit();
const logger = createLogger('proxy', settings);
main(settings, logger).catch((error: unknown) => {
  const reason = startProblem(error);
  logger.error(reason === undefined ? { error } : { reason }, 'could not start');
  process.exit(1);
});
