// Reads a compose file. What it does not understand is a failure: it would be left out silently.
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { Failure } from '../checkout.mjs';

/** @typedef {{ context: string, dockerfile: string, target: string }} Build `context` is an absolute path */
/** @typedef {{ test: string[], interval: number, timeout: number, startPeriod: number, retries: number }} Health times in ms */
/** @typedef {{ source: string, target: string, isNamed: boolean, isReadOnly: boolean }} Volume */

/**
 * @typedef {object} Service
 * @property {string} name
 * @property {string} image
 * @property {Build} [build]
 * @property {string[]} [command]
 * @property {string} [user]
 * @property {Record<string, string>} environment
 * @property {Volume[]} volumes
 * @property {{ host: string, port: number }[]} ports published at the same number
 * @property {string[]} dependsOn services that are healthy before it starts
 * @property {Health} [health]
 * @property {string[]} tmpfs
 * @property {boolean} isReadOnly
 * @property {boolean} dropsCapabilities
 * @property {boolean} hasNoNewPrivileges
 * @property {number} stopMs
 */
/** @typedef {{ services: Service[], subnet: string }} Compose services in the order of their start */

const KEYS = new Set(
  (
    'image build command user environment volumes ports depends_on healthcheck tmpfs read_only cap_drop security_opt ' +
    'stop_grace_period networks restart shm_size'
  ).split(' '),
);

/**
 * @param {string} text
 * @param {string} file its path
 * @param {Record<string, string>} variables of the file .env
 * @returns {Compose}
 */
export function readCompose(text, file, variables) {
  const { services, networks } = interpolate(parse(text), variables);
  const subnets = Object.values(networks ?? {}).flatMap((network) => network?.ipam?.config ?? []);
  const read = Object.entries(services).map(([name, service]) => readService(name, service, dirname(file)));
  if (subnets.length !== 1) throw new Failure('The compose file does not have one network with a subnet.');
  return { services: inOrder(read), subnet: subnets[0].subnet };
}

/**
 * The variables of an example: those without a value get a random one.
 *
 * @param {string} text
 * @param {() => string} random
 */
export function variablesOf(text, random) {
  const lines = [...text.matchAll(/^(\w+)=(.*)$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value || random()]));
}

/**
 * @param {any} value of the file
 * @param {Record<string, string>} variables
 * @returns {any}
 */
function interpolate(value, variables) {
  if (Array.isArray(value)) return value.map((one) => interpolate(one, variables));
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, interpolate(one, variables)]));
  if (typeof value !== 'string') return value;
  return value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_whole, name, kind, rest) => {
    if (variables[name]) return variables[name];
    if (kind === '-') return rest;
    throw new Failure(`The compose file needs ${name}: ${rest ?? 'it has no default'}.`);
  });
}

/**
 * @param {string} name
 * @param {any} service
 * @param {string} folder of the compose file
 * @returns {Service}
 */
function readService(name, service, folder) {
  const unknown = Object.keys(service).filter((key) => !KEYS.has(key));
  if (unknown.length > 0)
    throw new Failure(`The check of the images does not know ${unknown.join(', ')} of ${name}.`);
  const { build, command, user, healthcheck } = service;
  return {
    name,
    image: service.image,
    ...(build ? { build: { ...build, context: resolve(folder, build.context) } } : {}),
    ...(command ? { command } : {}),
    ...(user === undefined ? {} : { user: String(user) }),
    environment: service.environment ?? {},
    volumes: (service.volumes ?? []).map((/** @type {string} */ volume) => readVolume(volume, folder)),
    ports: (service.ports ?? []).map(readPort),
    dependsOn: readDependencies(service.depends_on ?? {}),
    ...(healthcheck ? { health: readHealth(healthcheck) } : {}),
    tmpfs: service.tmpfs ?? [],
    isReadOnly: service.read_only ?? false,
    dropsCapabilities: (service.cap_drop ?? []).includes('ALL'),
    hasNoNewPrivileges: (service.security_opt ?? []).includes('no-new-privileges:true'),
    stopMs: readTime(service.stop_grace_period ?? '10s'),
  };
}

/**
 * @param {string} volume
 * @param {string} folder
 * @returns {Volume}
 */
function readVolume(volume, folder) {
  const [source = '', target = '', mode] = volume.split(':');
  const isNamed = !/^[./]/.test(source);
  return { source: isNamed ? source : join(folder, source), target, isNamed, isReadOnly: mode === 'ro' };
}

/** @param {string} port */
function readPort(port) {
  const [, host = '', published, target] = /^([\d.]+):(\d+):(\d+)$/.exec(port) ?? [];
  if (!published || published !== target)
    throw new Failure(`The check of the images publishes ports at the same number only, not ${port}.`);
  return { host, port: Number(published) };
}

/** @param {Record<string, { condition: string }>} dependencies */
function readDependencies(dependencies) {
  for (const [name, { condition }] of Object.entries(dependencies))
    if (condition !== 'service_healthy') throw new Failure(`Not known: ${condition} of ${name}.`);
  return Object.keys(dependencies);
}

/**
 * @param {any} check
 * @returns {Health}
 */
function readHealth({ test, interval = '30s', timeout = '30s', start_period = '0s', retries = 3 }) {
  if (test[0] !== 'CMD') throw new Failure('Health checks are commands: CMD.');
  return {
    test: test.slice(1),
    interval: readTime(interval),
    timeout: readTime(timeout),
    startPeriod: readTime(start_period),
    retries,
  };
}

/**
 * @param {string} text
 * @returns {number} ms
 */
function readTime(text) {
  const [, number, unit = ''] = /^(\d+)(ms|s|m)$/.exec(text) ?? [];
  const factor = { ms: 1, s: 1000, m: 60_000 }[unit];
  if (!factor) throw new Failure(`Not a time: ${text}.`);
  return Number(number) * factor;
}

/**
 * @param {Service[]} services
 * @returns {Service[]} each after those that it depends on
 */
function inOrder(services) {
  /** @type {Service[]} */
  const ordered = [];
  while (ordered.length < services.length) {
    const next = services.find(
      (one) =>
        !ordered.includes(one) && one.dependsOn.every((name) => ordered.some((other) => other.name === name)),
    );
    if (!next)
      throw new Failure('Services of the compose file wait for each other, or for one that does not exist.');
    ordered.push(next);
  }
  return ordered;
}
