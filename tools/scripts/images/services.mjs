// The services of the compose file: those that are built run from their images. Images of PostgreSQL and nginx cannot be built
// here; in their place run the programs of this machine, in a copy-on-write view of its file system.
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../checkout.mjs';
import { findSecondDatabase } from '../second-database.mjs';
import { Container, mountsOf } from './container.mjs';
import { run } from './programs.mjs';
import { buildah, configOf } from './storage.mjs';

/** @typedef {import('./compose.mjs').Service} Service */
/** @typedef {import('./container.mjs').Program} Program */
/** @typedef {{ work: string, cache: string, hosts: string }} Places */

/** What the start program of the image of PostgreSQL does. */
const POSTGRES = `set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE \\"$POSTGRES_DB\\"" | postgres --single postgres
fi
exec postgres -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql`;

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Services without a health check only have to run. */
const RUNS = { test: ['true'], interval: 1000, timeout: 5000, startPeriod: 30_000, retries: 3 };

/**
 * @param {Service} service
 * @param {Places} places
 * @returns {Promise<Container>} not started
 */
export async function prepare(service, places) {
  const program = service.build ? await ofImage(service, places) : await ofMachine(service, places);
  return new Container(service, program);
}

/**
 * @param {Service} service
 * @param {Places} places
 * @returns {Promise<Program>}
 */
async function ofImage(service, places) {
  const config = await configOf(places, service.image);
  const container = (await buildah(places, ['from', '--pull-never', service.image])).trim();
  const rootfs = (await buildah(places, ['mount', container])).trim();
  const environment = Object.fromEntries(
    config.Env.map((one) => [one.split('=')[0], one.replace(/^[^=]*=/, '')]),
  );
  const {
    Test = [],
    Interval = 30e9,
    Timeout = 30e9,
    StartPeriod = 0,
    Retries = 3,
  } = config.Healthcheck ?? {};
  if (Test[0] !== 'CMD') throw new Failure(`The image ${service.image} has no health check.`);
  const [interval, timeout, startPeriod] = [Interval, Timeout, StartPeriod].map((ns) => ns / 1e6);
  return {
    rootfs,
    folder: config.WorkingDir || '/',
    user: service.user ?? (config.User || 'root'),
    command: [...(config.Entrypoint ?? []), ...(service.command ?? config.Cmd ?? [])],
    environment: { ...environment, ...service.environment },
    mounts: mountsOf(service, { rootfs, hosts: places.hosts, volumes: join(places.work, 'volumes') }),
    health: service.health ?? /** @type {import('./compose.mjs').Health} */ ({
      test: Test.slice(1),
      interval,
      timeout,
      startPeriod,
      retries: Retries,
    }),
    stopSignal: /** @type {NodeJS.Signals} */ (config.StopSignal ?? 'SIGTERM'),
  };
}

/**
 * @param {Service} service
 * @param {Places} places
 * @returns {Promise<Program>}
 */
async function ofMachine(service, places) {
  const rootfs = await viewOfMachine(service.name, places.work);
  const mounts = mountsOf(service, { rootfs, hosts: places.hosts, volumes: join(places.work, 'volumes') });
  const common = { rootfs, folder: '/', mounts, health: service.health ?? RUNS };
  if (service.image.startsWith('postgres:')) {
    const bin = findSecondDatabase({})?.environment['SVC_TEST_POSTGRES_BIN'];
    if (!bin) throw new Failure('There is no PostgreSQL on this machine.');
    const [{ source = '', target = '' } = {}] = service.volumes;
    const data = join(places.work, 'volumes', source);
    await run('chown', ['postgres', data], { seconds: 10 });
    chmodSync(data, 0o700);
    return {
      ...common,
      mounts: [...mounts, 'tmpfs tmpfs /var/run/postgresql mode=1777'],
      user: 'postgres',
      command: ['sh', '-c', POSTGRES],
      environment: { PATH: `${bin}:${PATH}`, PGDATA: target, ...service.environment },
      stopSignal: 'SIGINT',
    };
  }
  if (/(?:^|\/)nginx(?:-unprivileged)?:/.test(service.image)) {
    const command = ['nginx', '-e', 'stderr', '-g', 'daemon off;'];
    return {
      ...common,
      user: 'nobody',
      command,
      environment: { PATH, ...service.environment },
      stopSignal: 'SIGQUIT',
    };
  }
  throw new Failure(`There is nothing on this machine to run in place of ${service.image}.`);
}

/**
 * @param {string} name
 * @param {string} work
 */
async function viewOfMachine(name, work) {
  const [view = '', upper = '', scratch = ''] = ['view', 'upper', 'scratch'].map((one) =>
    join(work, 'views', name, one),
  );
  if (existsSync(view)) return view;
  for (const folder of [view, upper, scratch]) mkdirSync(folder, { recursive: true });
  const options = `lowerdir=/,upperdir=${upper},workdir=${scratch}`;
  await run('mount', ['-t', 'overlay', 'overlay', '-o', options, view], { seconds: 30 });
  return view;
}
