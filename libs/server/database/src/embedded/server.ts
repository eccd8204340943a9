import type { ChildProcess } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { CannotStart } from './errors';
import { isPostgresOn } from './processes';
import { asArguments, fixedSettings } from './server-settings';
import { dataArgument, ended, type ParentDeath, type RunAs, startProcess } from './server-process';

/** Address of the database: a unix socket, hence a folder as host and no encryption. */
export interface Connection {
  /** The folder of the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Explicit, because PGSSLMODE in the environment could require encryption, which a socket does not have. */
  readonly ssl: false;
}

/**
 * Timeout for the end of an old server, in ms. It detects its owner's death immediately, but first
 * writes its buffers, which takes time on a busy disk.
 */
const LEAVING_MS = 60_000;
/** Timeout until a server listens; recovery follows and has no timeout. */
const LISTENING_MS = 60_000;
/** PostgreSQL's messages while an old server still exists. */
const STILL_LEAVING = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/;

/** Set only by tests. */
export interface ServerOptions {
  /** How the server detects the end of this process. By default the method that the system supports. */
  readonly parentDeath?: ParentDeath;
  /** Settings that override all others. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Variables of its environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Starts the server on a cluster that this process owns and waits until the application can connect, including recovery
 * after a kill. Waits for an old server whose owner died and which is still stopping.
 */
export async function startServer(
  postgres: string,
  connection: Connection,
  run: RunAs,
  { parentDeath: way, settings = {}, environment = {} }: ServerOptions = {},
): Promise<ChildProcess> {
  const reused = await waitForOldServer(run.folder);
  for (const end = Date.now() + LEAVING_MS; ; await sleep(200)) {
    await run.log.mark();
    const child = startProcess(
      postgres,
      [
        '-D',
        dataArgument(run.folder),
        ...asArguments('-c', { ...fixedSettings(connection.host), ...settings }),
      ],
      run,
      {
        onParentDeath: 'INT',
        way,
        // The number in the old pid file now belongs to an unrelated process. This is how PostgreSQL
        // is made to ignore it (as pg_ctl does); it still checks for processes that use the old server's memory.
        env: {
          ...environment,
          ...(reused === undefined ? {} : { PG_GRANDPARENT_PID: String(reused) }),
        },
      },
    );
    try {
      await untilReady(child, connection);
      return child;
    } catch (error) {
      await stopServer(child);
      const output = await run.log.tail();
      if (STILL_LEAVING.test(output) && Date.now() < end) continue;
      throw new CannotStart((error as Error).message, output);
    }
  }
}

/**
 * Stops the server: it ends all sessions, writes its buffers and exits; if this takes longer than 10 s it
 * is aborted, after which the next start performs a recovery; no data are lost.
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

/** @returns an unrelated process with the number of the old server, if there is one */
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
  // A server that is stopping also closes the connection, which is then reported twice.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const { code } = error as { code?: string };
    // Errors of the server have five characters: it is starting, or rejects the connection for another reason.
    if (code === '57P03') return 'starting';
    if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) throw error;
    return 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}
