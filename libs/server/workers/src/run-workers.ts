import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { type Logger, exitWithParent } from '@gatehouse/logging';
import { takePartInGathering } from './gather';
import { type FromWorker, type ToWorker, isMessage } from './messages';
import { joinStart } from './once-per-start';
import { Supervisor } from './supervisor';

/** A service that serves. */
export interface RunningService {
  /** Stops it gracefully; requests in progress are completed within its own time limit. */
  stop(): Promise<void>;
}

export interface WorkersOptions {
  /** Number of processes that share the port; with one, the service runs in this process. */
  readonly count: number;
  readonly logger: Logger;
  /** Starts the service in this process; resolves when it listens. */
  readonly start: () => Promise<RunningService>;
}

/** Most workers that are started when their number is not set: each has a separate snapshot in memory. */
const MAX_BY_DEFAULT = 4;

/** The number of workers that a setting means; 0 is one for each processor that this process may use, at most 4. */
export function workerCount(setting: number): number {
  return setting || Math.min(availableParallelism(), MAX_BY_DEFAULT);
}

/** The part of a limit for all workers together that each of them may use; at least 2. */
export function shareOf(limit: number, workers: number): number {
  return Math.max(2, Math.floor(limit / workers));
}

/** Whether this process is one of several that a supervisor started. */
export function isWorker(): boolean {
  return cluster.isWorker;
}

/**
 * Runs a service in one process, or in several that share its port (`node:cluster`), and stops it on SIGTERM, SIGINT or
 * when the process that started us ends. With several, SIGHUP restarts them one after the other, with settings read again.
 *
 * @throws what `start` throws, or `WorkerFailed`
 */
export async function runWorkers(options: WorkersOptions): Promise<void> {
  if (cluster.isWorker) await runAsWorker(options);
  else if (options.count > 1) await runAsSupervisor(options);
  else await runAlone(options);
}

async function runAlone({ logger, start }: WorkersOptions): Promise<void> {
  const running: { service?: RunningService } = {};
  stopOnRequest(async () => {
    // Before it serves, there is nothing to stop.
    await running.service?.stop();
    logger.info({}, 'stopped');
  });
  running.service = await start();
}

async function runAsSupervisor({ count, logger }: WorkersOptions): Promise<void> {
  const supervisor = new Supervisor(count, logger);
  stopOnRequest(async () => {
    await supervisor.stop();
    logger.info({}, 'stopped');
  });
  process.on('SIGHUP', () => void supervisor.restart());
  await supervisor.start();
}

async function runAsWorker({ start }: WorkersOptions): Promise<void> {
  const running: { service?: RunningService } = {};
  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    stopping ??= Promise.resolve(running.service?.stop())
      .then(untilNoConnectionIsComing)
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.once('SIGTERM', stop);
  // Ctrl-C reaches the whole group of processes; the supervisor decides when to stop. The same
  // applies to a hang-up of the terminal.
  process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined);
  // The supervisor has ended.
  process.once('disconnect', stop);
  process.on('message', (message: unknown) => {
    if (isMessage<ToWorker>(message) && message.kind === 'stop') stop();
  });
  takePartInGathering();
  await joinStart();
  running.service = await start();
  if (process.connected) process.send?.({ kind: 'ready' });
}

/**
 * The supervisor accepts connections and passes them on; some may still be passed to a worker that has just closed its server.
 * The worker declines those, and the supervisor gives them to another one. Messages keep their order: when the supervisor has
 * answered, none can follow, and when the last message of the worker has left, all of its refusals have.
 */
async function untilNoConnectionIsComing(): Promise<void> {
  if (!process.connected) return;
  const settled = new Promise<void>((resolve) => {
    process.on('message', (message: unknown) => {
      if (isMessage<ToWorker>(message) && message.kind === 'exit') resolve();
    });
    process.once('disconnect', () => resolve());
  });
  await sendToSupervisor({ kind: 'stopped' });
  await settled;
  await sendToSupervisor({ kind: 'exiting' });
}

/** Resolves when the message has left this process. A supervisor that has ended needs none. */
function sendToSupervisor(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}

function stopOnRequest(stop: () => Promise<void>): void {
  let stopping: Promise<void> | undefined;
  const once = (): Promise<void> => (stopping ??= stop());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void once().finally(() => process.exit(0)));
  }
  exitWithParent(once);
}
