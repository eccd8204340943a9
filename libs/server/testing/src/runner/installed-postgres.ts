import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
/* eslint-disable @nx/enforce-module-boundaries -- the runner's hooks are loaded without its module names */
import { serverAccount } from '../../../database/src/embedded/account';
import { openLog } from '../../../database/src/embedded/log-file';
import {
  type Connection,
  type ServerOptions,
  startServer,
  stopServer,
} from '../../../database/src/embedded/server';
import { dataArgument, ended, type RunAs, startProcess } from '../../../database/src/embedded/server-process';
import {
  chooseSocketFolder,
  makeSocketFolder,
  PORT,
  removeSocketFolder,
} from '../../../database/src/embedded/socket-folder';
/* eslint-enable @nx/enforce-module-boundaries */

/** A server that was started for the tests. */
export interface TestServer {
  /** Of a role that may make databases and no more. */
  readonly url: string;
  stop(): Promise<void>;
}

const SUPERUSER = 'postgres';
const ROLE = 'gatehouse';

export interface InstalledOptions extends ServerOptions {
  /** Arguments of initdb that choose the language of the databases. */
  readonly locale: readonly string[];
}

/**
 * Starts a PostgreSQL that the system's packages brought, as an account without privileges, on a unix socket that only
 * that account (and root) can reach; like the embedded one it ends with us.
 *
 * @param dataDir an empty folder
 * @param programs the folder of `initdb` and `postgres`
 */
export async function startInstalledPostgres(
  dataDir: string,
  programs: string,
  options: InstalledOptions,
): Promise<TestServer> {
  const folder = join(dataDir, 'postgres');
  const account = await serverAccount(folder);
  await mkdir(folder, { mode: 0o700 });
  await chmod(folder, 0o700);
  // Older servers change the working directory while they start and return to it by its path.
  if (account.other) await chmod(dataDir, 0o711);
  if (account.other) await chown(folder, account.uid, account.gid);
  const log = await openLog(join(dataDir, 'postgres.log'));
  const run: RunAs = { account, folder, log };
  await makeCluster(join(programs, 'initdb'), run, options);

  const host = await chooseSocketFolder(account);
  await makeSocketFolder(host, account);
  const connection: Connection = {
    host,
    port: PORT,
    user: SUPERUSER,
    password: '',
    database: 'postgres',
    ssl: false,
  };
  const server = await startServer(join(programs, 'postgres'), connection, run, options);
  const password = await makeRole(connection);
  return {
    url: `postgresql://${ROLE}:${password}@/${ROLE}?host=${encodeURIComponent(host)}&sslmode=disable`,
    stop: async () => {
      await stopServer(server);
      await removeSocketFolder(host);
      await log.close();
    },
  };
}

async function makeCluster(
  initdb: string,
  run: RunAs,
  { locale, environment }: InstalledOptions,
): Promise<void> {
  const child = startProcess(
    initdb,
    [
      `--pgdata=${dataArgument(run.folder)}`,
      `--username=${SUPERUSER}`,
      // No other user has access to the folder of the socket.
      '--auth-local=trust',
      '--auth-host=reject',
      '--encoding=UTF8',
      ...locale,
      '--no-instructions',
    ],
    run,
    { onParentDeath: 'KILL', ...(environment && { env: environment }) },
  );
  const { code, signal } = await ended(child);
  if (code !== 0) throw new Error(`initdb ended with ${signal ?? `code ${code}`}: ${await run.log.tail()}`);
}

/** The role and database that the tests use. @returns the role's password */
async function makeRole(connection: Connection): Promise<string> {
  const password = randomBytes(16).toString('hex');
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(`CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}'`);
    await client.query(`CREATE DATABASE ${ROLE} OWNER ${ROLE}`);
    return password;
  } finally {
    await client.end();
  }
}
