import { appendFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { UnitOfWork, openDatabase, startProblem } from '@gatehouse/database';
import { createResourceDirectory } from '@gatehouse/directory';
import { deriveKeys } from '@gatehouse/identity';
import { silentLogger } from '@gatehouse/logging';
import { Problem } from '@gatehouse/problems';
import { finished } from '@gatehouse/request-body';
import { type StoredJob, Synchronization, limitsOf, sourceHttpOf } from '@gatehouse/sync';
import type { Settings } from '@gatehouse/settings';
import type { Context } from '../context';
import { Failure } from '../failures';
import { databaseOf, settingsOf } from './settings';

/** What became of a service. */
interface Outcome {
  readonly service_name: string;
  readonly state: StoredJob['state'] | 'under_way';
  readonly failure: string | null;
}

/**
 * Synchronizes all services that have a source, in this process, one after the other failures included. Does nothing while the database
 * is not ready. Throws a {@link Failure} if one has failed.
 */
export async function syncResources(context: Context, databaseUrl?: string): Promise<void> {
  const environment =
    databaseUrl === undefined ? context.environment : { ...context.environment, SVC_DB_URL: databaseUrl };
  const settings = settingsOf(environment);
  const log = logOf(context, settings.cronLog);
  const dataSource = await ready(databaseOf(environment), log);
  if (!dataSource) {
    if (context.output.format === 'json') context.output.json({ ready: false, synchronizations: [] });
    return;
  }
  let outcomes: readonly Outcome[];
  try {
    outcomes = await synchronizeAll(context, dataSource, settings, log);
  } finally {
    await dataSource.destroy();
  }
  if (context.output.format === 'json') context.output.json({ ready: true, synchronizations: outcomes });
  const failed = outcomes.filter(({ failure }) => failure !== null).length;
  log(`${outcomes.length} services, ${failed} failed`);
  if (failed > 0) throw new Failure(`${failed} of ${outcomes.length} services could not be synchronized.`);
}

type Database = Awaited<ReturnType<typeof openDatabase>>['dataSource'];

/** Undefined while the database cannot be reached, or its schema is not that of this version. */
async function ready(
  access: ReturnType<typeof databaseOf>,
  log: (text: string) => void,
): Promise<Database | undefined> {
  const options = { ...access, process: 'proxy', poolSize: 8, applicationName: 'gatehouse cli' } as const;
  try {
    const { dataSource, facts } = await openDatabase(options);
    if (facts.pending === 0) return dataSource;
    await dataSource.destroy();
    log('the database is not ready: its schema is not that of this version');
  } catch (error) {
    const problem = startProblem(error);
    if (problem === undefined) throw error;
    log(`the database is not ready: ${problem}`);
  }
  return undefined;
}

async function synchronizeAll(
  { signal }: Context,
  dataSource: Database,
  settings: Settings,
  log: (text: string) => void,
): Promise<readonly Outcome[]> {
  const unitOfWork = new UnitOfWork(dataSource);
  const directory = createResourceDirectory(unitOfWork);
  const http = sourceHttpOf(settings);
  const synchronization = new Synchronization({
    dataSource,
    unitOfWork,
    directory,
    http,
    limits: limitsOf(settings),
    key: deriveKeys(settings.secret).synchronizationCredentials,
    maxAgeSeconds: settings.syncMaxAge,
    run: async (steps) => finished(steps),
    logger: silentLogger,
  });
  const stop = (): void => void synchronization.synchronizer.stop();
  signal.addEventListener('abort', stop, { once: true });
  const outcomes: Outcome[] = [];
  try {
    for (const service of await directory.services.list()) {
      signal.throwIfAborted();
      if (!synchronization.isSupported(service)) continue;
      const { name: service_name } = service;
      const requested = await synchronization.request(service, null).catch(underWay);
      if (!requested) {
        outcomes.push({ service_name, state: 'under_way', failure: null });
        log(`${service_name}: a synchronization is under way`);
        continue;
      }
      await synchronization.synchronizer.idle();
      signal.throwIfAborted();
      const { state, failure, result } = await synchronization.job(service, requested.id);
      outcomes.push({ service_name, state, failure: failure?.code ?? null });
      log(
        `${service_name}: ${state} ${failure ? `(${failure.code}: ${failure.detail})` : JSON.stringify(result)}`,
      );
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await synchronization.synchronizer.stop();
    await http.close();
  }
  return outcomes;
}

function underWay(error: unknown): undefined {
  if (error instanceof Problem && error.errorCode === 'synchronization_under_way') return undefined;
  throw error;
}

/** Messages for the terminal and the file of scheduled jobs. */
function logOf({ output, environment }: Context, path: string): (text: string) => void {
  const file = path
    .replace(/^~(?=\/|$)/, homedir())
    .replace(
      /\$(?:\{(\w+)\}|(\w+))/g,
      (_, braced?: string, plain?: string) => environment[braced ?? plain ?? ''] ?? '',
    );
  let isWritable = true;
  return (text) => {
    output.note(text);
    if (!isWritable) return;
    try {
      appendFileSync(file, `${new Date().toISOString()} sync_resources: ${text}\n`, { mode: 0o600 });
    } catch {
      isWritable = false;
      output.warn(`SVC_CRON_LOG cannot be written: ${file}`);
    }
  };
}
