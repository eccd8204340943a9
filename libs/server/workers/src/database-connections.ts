import type { Logger } from '@gatehouse/logging';
import { shareOf, workerCount } from './run-workers';

/** Settings that decide how many connections are opened. */
interface ConnectionSettings {
  readonly databasePool: number;
  readonly apiWorkers: number;
  readonly proxyWorkers: number;
  /** Where it is set, the connections of the pools lead to a pooler. */
  readonly databaseDirectUrl?: string | undefined;
}

/** Beside its pool, a worker of the API has those of the change feed and of the outbox, one of the proxy that of the change feed. */
const KEPT = { api: 2, proxy: 1 };

/** How many connections API and proxy open at most; those of pools only where they lead to the database itself. */
export function mostConnections(settings: ConnectionSettings): Readonly<Record<keyof typeof KEPT, number>> {
  const { databasePool, databaseDirectUrl } = settings;
  const most = (process: keyof typeof KEPT): number => {
    const workers = workerCount(settings[`${process}Workers`]);
    const pooled = databaseDirectUrl === undefined ? shareOf(databasePool, workers) : 0;
    return workers * (pooled + KEPT[process]);
  };
  return { api: most('api'), proxy: most('proxy') };
}

/**
 * Logs how many connections API and proxy open at most, and warns if the database admits fewer.
 *
 * @param available what the limits of server, database and role leave to both
 */
export function reportConnections(settings: ConnectionSettings, available: number, logger: Logger): void {
  const { api, proxy } = mostConnections(settings);
  const count = api + proxy;
  const beside = settings.databaseDirectUrl === undefined ? '' : ', beside those of the pooler';
  const opened = `API and proxy open at most ${count} connections to the database (${api} and ${proxy})${beside}`;
  if (available >= count) logger.info({ count }, opened);
  else
    logger.warn(
      { count },
      `${opened}, but it admits only ${Math.max(0, available)}: raise max_connections, or lower SVC_DB_POOL`,
    );
}
