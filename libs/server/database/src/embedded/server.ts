import type { ChildProcess } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { CannotStart } from './errors';
import { isPostgresOn } from './processes';
import { asArguments, fixedSettings } from './server-settings';
import { dataArgument, ended, type ParentDeath, type RunAs, startProcess } from './server-process';

/** How to reach the database: a unix socket, therefore a folder as host and no encryption. */
export interface Connection {
  /** The folder of the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Stated, lest PGSSLMODE in the environment asks for what a socket does not have. */
  readonly ssl: false;
}

/**
 * How long an old server, or what is left of one, may take to leave the cluster, in ms. It learns of its owner's death at
 * once, but first writes all its memory holds, which takes a busy disk its time.
 */
const LEAVING_MS = 60_000;
/** How long a server may take until it listens at all; recovery comes after that and takes as long as it takes. */
const LISTENING_MS = 60_000;
/** What PostgreSQL says while something of an old server is still there. */
const STILL_LEAVING = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/;

/**
 * Starts the server on a cluster that we own and waits until the application can connect; recovery after a kill is part
 * of that. An old server whose owner died may still be on its way out: this one waits for it.
 */
export async function startServer(
  postgres: string,
  connection: Connection,
  run: RunAs,
  way?: ParentDeath,
): Promise<ChildProcess> {
  const reused = await waitForOldServer(run.folder);
  for (const end = Date.now() + LEAVING_MS; ; await sleep(200)) {
    await run.log.mark();
    const child = startProcess(
      postgres,
      ['-D', dataArgument(run.folder), ...asArguments('-c', fixedSettings(connection.host))],
      run,
      {
        onParentDeath: 'INT',
        way,
        // The number in the old pid file now belongs to a process that has nothing to do with us. This is how PostgreSQL
        // is told to overlook it (as pg_ctl does); it still looks for processes that use the old server's memory.
        env: reused === undefined ? {} : { PG_GRANDPARENT_PID: String(reused) },
      },
    );
    try {
      await untilReady(child, connection);
      return child;
    } catch (error) {
      await stopServer(child);
      const said = await run.log.tail();
      if (STILL_LEAVING.test(said) && Date.now() < end) continue;
      throw new CannotStart((error as Error).message, said);
    }
  }
}

/**
 * Stops the server: it ends all sessions, writes everything to its files and ends; when that takes longer than 10 s it
 * is told to drop what it does, which costs the next start a recovery and no data.
 */
export async function stopServer(child: ChildProcess): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 8_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await Promise.race([ended(child).catch(() => undefined), sleep(timeoutMs, undefined, { ref: false })]);
  }
}

/** @returns a process that by chance has the number of the old server, if there is one */
async function waitForOldServer(cluster: string): Promise<number | undefined> {
  const folder = await realpath(cluster);
  const content = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Math.abs(Number.parseInt(content, 10));
  if (!Number.isInteger(pid) || pid === 0) return undefined;

  for (const end = Date.now() + LEAVING_MS; await isPostgresOn(pid, folder); await sleep(50))
    if (Date.now() > end)
      throw new CannotStart(`another PostgreSQL server (process ${pid}) still runs on ${cluster}`);
  return pid;
}

async function untilReady(child: ChildProcess, connection: Connection): Promise<void> {
  let over: string | undefined;
  void ended(child).then(
    ({ code, signal }) => (over = `PostgreSQL ended with ${signal ?? `code ${code}`}`),
    (error: Error) => (over = error.message),
  );
  for (const end = Date.now() + LISTENING_MS; ; await sleep(20)) {
    const answer = await tryToConnect(connection);
    if (answer === 'ready') return;
    if (over !== undefined) throw new Error(over);
    if (answer === 'silent' && Date.now() > end) throw new Error('PostgreSQL does not answer');
  }
}

async function tryToConnect(connection: Connection): Promise<'ready' | 'starting' | 'silent'> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 });
  // A server that ends just now also ends the connection, which is told twice.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const { code } = error as { code?: string };
    // The server's own answers have five characters: starting up, or it let us in no further for another reason.
    if (code === '57P03') return 'starting';
    if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) throw error;
    return 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}
