import type { ChildProcess } from 'node:child_process';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { serverAccount } from './account';
import { clusterExists, makeCluster, resetPasswords } from './cluster';
import { APPLICATION, type Credentials, DATABASE, loadCredentials, saveCredentials } from './credentials';
import { dropPostgresVariables } from './environment';
import { type FolderLock, lockFolder, RENEWAL_INTERVAL_MS } from './folder-lock';
import { type LogFile, openLog } from './log-file';
import { findPrograms } from './programs';
import { type Connection, type ServerOptions, startServer, stopServer } from './server';
import { ended, type RunAs } from './server-process';
import { withReasonOfDisk } from './disk';
import { chooseSocketFolder, makeSocketFolder, PORT, removeSocketFolder } from './socket-folder';

/** Logger of the supervisor; compatible with pino. */
interface EmbeddedLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** An unexpected end of the database. */
export interface UnexpectedEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines of PostgreSQL's log. */
  readonly log: string;
}

export interface EmbeddedOptions extends ServerOptions {
  /** The data folder, relative to the working directory; created if it does not exist. */
  readonly dataDir: string;
  readonly logger?: EmbeddedLogger;
  /** Called once when the database ends without a call of `stop`, after its processes and files were cleaned up. */
  readonly onExit?: (end: UnexpectedEnd) => void;
}

/** A running embedded database. */
export interface EmbeddedPostgres {
  readonly connection: Connection;
  /** The same as a URL, `postgresql://user:password@/database?host=…`: a secret, not for logs or command lines. */
  readonly url: string;
  /** The server's process. */
  readonly pid: number;
  /** Stops the database and releases the data folder. A further call waits for the same end. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded database: a PostgreSQL server on a unix socket, unprivileged, owned by this
 * process and stopped with it. The first start on a folder creates the database (1 to 2 s), later ones take a fraction of it;
 * what was acknowledged before a kill or a power failure is kept. Variables of PostgreSQL are removed from the environment of this
 * process, since they would redirect its connections. Reference: deployment#logs.
 *
 * @throws DataFolderInUse when another process owns the folder; nothing is changed
 * @throws NoBinaryForPlatform
 * @throws CannotStart
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  dropPostgresVariables();
  try {
    return await startHere(options);
  } catch (error) {
    throw await withReasonOfDisk(error, options.dataDir);
  }
}

async function startHere(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const cluster = join(dataDir, 'postgres');

  const account = await serverAccount(cluster);
  const programs = await findPrograms(account);
  const socketFolder = await chooseSocketFolder(account);
  const lock = await lockFolder(dataDir, join(dataDir, 'postgres.owner'), socketFolder);

  let log: LogFile | undefined;
  try {
    log = await openLog(join(dataDir, 'postgres.log'));
    const run: RunAs = { account, folder: cluster, log };
    const credentials = await prepareCluster(dataDir, programs, run, options.logger);
    const connection = connectionTo(socketFolder, credentials);
    if (lock.previous)
      options.logger?.warn({}, 'The database was not stopped in order; it recovers what was acknowledged.');

    await makeSocketFolder(socketFolder, account);
    const server = await startServer(programs.postgres, connection, run, options);
    // Only now is it certain that no process of the previous owner uses it.
    if (lock.previous) await removeSocketFolder(lock.previous.socketFolder);
    return supervise(server, connection, { lock, log, socketFolder }, options);
  } catch (error) {
    await clearAway({ lock, log, socketFolder });
    throw error;
  }
}

/** Creates the cluster if there is none, and sets passwords if those stored are missing. */
async function prepareCluster(
  dataDir: string,
  programs: Parameters<typeof makeCluster>[1],
  run: RunAs,
  logger: EmbeddedLogger | undefined,
): Promise<Credentials> {
  const file = join(dataDir, 'postgres.json');
  const { credentials, fresh } = await loadCredentials(file);
  const exists = await clusterExists(run.folder);
  if (exists && fresh) {
    logger?.warn({}, 'The passwords of the database are missing; it gets new ones.');
    await resetPasswords(programs, credentials, run);
  }
  // Before the cluster is created, so that its passwords are never unknown; after new ones are set, for the same reason.
  if (fresh) await saveCredentials(file, credentials);
  if (!exists) {
    logger?.info({}, 'Making the database.');
    await makeCluster(run.folder, programs, credentials, run);
  }
  return credentials;
}

function connectionTo(socketFolder: string, { application }: Credentials): Connection {
  return {
    host: socketFolder,
    port: PORT,
    user: APPLICATION,
    password: application,
    database: DATABASE,
    ssl: false,
  };
}

/** Resources of a start, released with it. */
interface Holdings {
  readonly lock: FolderLock;
  readonly log: LogFile | undefined;
  readonly socketFolder: string;
}

function supervise(
  server: ChildProcess,
  connection: Connection,
  holdings: Holdings,
  { logger, onExit }: EmbeddedOptions,
): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= stopServer(server).then(() => clearAway(holdings)));

  const tending = setInterval(() => {
    void tend(holdings).then((ours) => {
      if (ours || stopping) return;
      logger?.warn(
        {},
        'Another Gatehouse took the data folder over, because this one seemed dead. Stopping its database.',
      );
      // The server ends unexpectedly, and this is reported.
      void stopServer(server);
    });
  }, RENEWAL_INTERVAL_MS);
  tending.unref();

  void ended(server).then(async ({ code, signal }) => {
    clearInterval(tending);
    if (stopping) return;
    const log = (await holdings.log?.tail()) ?? '';
    stopping = clearAway(holdings);
    await stopping;
    onExit?.({ code, signal, log });
  });

  const { host, user, password, database } = connection;
  return {
    connection,
    url: `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&sslmode=disable`,
    pid: server.pid ?? 0,
    stop,
  };
}

/** @returns whether this process still owns the folder; a temporary failure to read it does not change that */
async function tend({ lock, log }: Holdings): Promise<boolean> {
  await log?.bound().catch(() => undefined);
  return lock.renew().catch(() => true);
}

async function clearAway({ lock, log, socketFolder }: Holdings): Promise<void> {
  await removeSocketFolder(socketFolder);
  await log?.close();
  await lock.release();
}
