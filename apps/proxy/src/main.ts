import { type Logger, createLogger } from '@gatehouse/logging';
import {
  InvalidConfiguration,
  InvalidSettings,
  type ProxySettings,
  loadProxySettings,
  originWarning,
  proxyWarning,
} from '@gatehouse/settings';
import { WorkerFailed, isWorker, runWorkers, workerCount } from '@gatehouse/workers';

async function main(settings: ProxySettings, logger: Logger): Promise<void> {
  const { databaseUrl } = settings;
  if (!databaseUrl)
    throw new InvalidSettings(['SVC_DB_URL is missing: the proxy needs the database of the API']);
  const warnings = isWorker() ? [] : [originWarning(settings), proxyWarning(settings)];
  for (const warning of warnings) if (warning !== undefined) logger.warn({}, warning);
  const count = workerCount(settings.proxyWorkers);
  await runWorkers({
    count,
    logger,
    // A process that only supervises workers does not load what serves.
    start: async () => (await import('./serve.js')).serve({ ...settings, databaseUrl }, logger),
  });
}

function settingsOrExit(): ProxySettings {
  try {
    return loadProxySettings();
  } catch (error) {
    return exitIfExplained(error);
  }
}

/** Ends the process with the message for operators, as plain text without a stack; throws any other error. */
function exitIfExplained(error: unknown): never {
  if (!(error instanceof InvalidConfiguration || error instanceof WorkerFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  return process.exit(1);
}

const settings = settingsOrExit();
const logger = createLogger('proxy', settings);
main(settings, logger)
  .catch(exitIfExplained)
  .catch(async (error: unknown) => {
    const { startProblem } = await import('./start-failure.js');
    const reason = startProblem(error);
    logger.error(reason === undefined ? { error } : { reason }, 'could not start');
    process.exit(1);
  });
