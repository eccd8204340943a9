import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { type Logger, createLogger } from '@gatehouse/logging';
import {
  InvalidConfiguration,
  type Settings,
  listenError,
  loadSettings,
  originWarning,
  proxyWarning,
  unknownSettings,
} from '@gatehouse/settings';
import { type RunningService, WorkerFailed, isWorker, runWorkers, workerCount } from '@gatehouse/workers';
import { checkMail } from './mail/check-mail';

async function main(): Promise<void> {
  const settings = loadSettings();
  checkMail(settings);
  const logger = createLogger('api', settings);
  if (!isWorker()) warn(settings, logger);
  const count = workerCount(settings.apiWorkers);
  await runWorkers({ count, logger, start: () => start(settings, logger) });
}

function warn(settings: Settings, logger: Logger): void {
  for (const name of unknownSettings()) logger.warn({ reason: name }, 'unknown setting ignored');
  for (const warning of [originWarning(settings), proxyWarning(settings)])
    if (warning !== undefined) logger.warn({}, warning);
}

async function start(settings: Settings, logger: Logger): Promise<RunningService> {
  // A process that only supervises workers does not load what serves.
  const { createApplication } = await import('./application.js');
  const { stopInOrder } = await import('./start/orderly-stop.js');
  const app = await createApplication(settings, logger);
  const { port, listenHost: host } = settings;
  const server = await app.listen(port, host).catch((error: unknown) => {
    throw listenError(error, { host, port, setting: 'SVC_PORT' });
  });
  logger.info({ port: (server.address() as AddressInfo).port, url: settings.publicUrl }, 'listening');
  return { stop: () => stopInOrder(app, server) };
}

main().catch(async (error: unknown) => {
  // Without settings there is no logger; problems of the configuration are written as plain text for operators.
  const isExplained = error instanceof InvalidConfiguration || error instanceof WorkerFailed;
  const problem = isExplained
    ? error.message
    : (await import('./start/start-failure.js')).startProblem(error);
  process.stderr.write(`${problem ?? (error as Error).stack}\n`);
  process.exit(1);
});
