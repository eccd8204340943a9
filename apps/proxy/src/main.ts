import { createDataSource } from '@gatehouse/database';
import { type Logger, createLogger, exitWithParent } from '@gatehouse/logging';
import { InvalidSettings, type ProxySettings, loadProxySettings } from '@gatehouse/settings';
import { collectDefaultMetrics } from 'prom-client';
import { Proxy } from './proxy';
import { awaitSchema } from './schema';

/** Milliseconds for which the database and its schema are waited for: the API may be starting beside us. */
const TIMEOUT_MS = 60_000;

async function main(settings: ProxySettings, logger: Logger): Promise<void> {
  const { databaseUrl } = settings;
  if (!databaseUrl) throw new Error('SVC_DB_URL is not set: the proxy needs the database of the API');
  const dataSource = createDataSource({ url: databaseUrl, poolSize: settings.databasePool });
  const proxy = new Proxy({ settings: { ...settings, databaseUrl }, dataSource, logger });
  collectDefaultMetrics({ register: proxy.metrics.registry });
  let isServing = false;
  const stop = async (): Promise<void> => {
    // Before it serves there is nothing to bring to an end.
    if (!isServing) return;
    await proxy.stop();
    await dataSource.destroy();
    logger.info({}, 'stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(0)));
  }
  exitWithParent(stop);
  await connect(() => dataSource.initialize(), logger);
  await awaitSchema(dataSource, TIMEOUT_MS);
  isServing = true;
  const port = await proxy.start();
  logger.info({ port }, 'listening');
}

async function connect(open: () => Promise<unknown>, logger: Logger): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      await open();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      logger.warn({ error }, 'waits for the database');
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
  logger.error({ error }, 'could not start');
  process.exit(1);
});
