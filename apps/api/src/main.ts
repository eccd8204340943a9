import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createLogger, exitWithParent } from '@gatehouse/logging';
import { InvalidSettings, loadSettings, unknownSettings } from '@gatehouse/settings';
import { createApplication } from './application';

async function main(): Promise<void> {
  const settings = loadSettings();
  const logger = createLogger('api', settings);
  for (const name of unknownSettings()) logger.warn({ reason: name }, 'an unknown setting is ignored');
  const app = await createApplication(settings, logger);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= close());
  const close = async (): Promise<void> => {
    await app.close();
    logger.info({}, 'stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)));
  exitWithParent(stop);
  const server = await app.listen(settings.port, settings.listenHost);
  logger.info({ port: (server.address() as AddressInfo).port, url: settings.publicUrl }, 'listening');
}

main().catch((error: unknown) => {
  // Before there are settings there is no logger; their problems are written for people.
  process.stderr.write(`${error instanceof InvalidSettings ? error.message : (error as Error).stack}\n`);
  process.exit(1);
});
