// Starts the services of the compose file and uses them as a user would. Started by images.mjs, in namespaces of its own, also of
// the network: ports and addresses are those of the compose file, whatever else runs on the machine.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, expect } from './checks.mjs';
import { Journey } from './journey.mjs';
import { composeOfCheckout, exampleVariables, openWork } from './places.mjs';
import { run } from './programs.mjs';
import { prepare } from './services.mjs';
import { untilListening } from './listening.mjs';

/** The host name of the protected service, which needs a dot. */
const UPSTREAM = 'shelf.internal';

const folders = await openWork();
const variables = exampleVariables();
const { services, subnet } = composeOfCheckout(variables);

/** One network stands for those of the compose file: each service has an address of the trusted one. */
const addresses = new Map(
  [...services.map(({ name }) => name), UPSTREAM].map((name, index) => [name, addressIn(subnet, index + 2)]),
);
const hosts = join(folders.work, 'hosts');
writeFileSync(
  hosts,
  ['127.0.0.1 localhost', ...[...addresses].map(([name, address]) => `${address} ${name}\n`)].join('\n'),
);
await run('mount', ['--bind', hosts, '/etc/hosts'], { seconds: 10 });
await run('ip', ['link', 'set', 'lo', 'up'], { seconds: 10 });
for (const address of addresses.values())
  await run('ip', ['address', 'add', `${address}/32`, 'dev', 'lo'], { seconds: 10 });

/** @type {Map<string, import('./container.mjs').Container>} in the order of their start */
const containers = new Map();
for (const service of services) containers.set(service.name, await prepare(service, { ...folders, hosts }));
await check(
  'the services of the compose file start, each when those that it depends on are healthy',
  startAll,
);

await check('the images run without privileges, on a file system that they cannot change', async () => {
  for (const service of services.filter(({ build }) => build)) {
    const { Uid = '', CapEff, CapPrm, NoNewPrivs, NSpid = '' } = containers.get(service.name)?.status ?? {};
    expect(!Uid.split(/\s+/).includes('0'), `${service.name} does not run as root`);
    expect(
      [CapEff, CapPrm].every((set) => /^0+$/.test(set ?? '')),
      `${service.name} has no capabilities`,
    );
    expect(
      NoNewPrivs === (service.hasNoNewPrivileges ? '1' : '0'),
      `${service.name} may not gain privileges`,
    );
    expect(NSpid.endsWith('\t1'), `${service.name} is the first process of its container`);
    expect(service.isReadOnly, `${service.name} has a read-only file system`);
  }
});

const journey = new Journey(variables, { host: UPSTREAM, address: addresses.get(UPSTREAM) ?? '' });
await check('the administrator signs in through nginx', () => journey.signIn());
await check('nginx delivers the console with its scripts and style sheets', () => journey.openConsole());
await check('the proxy is ready', () => journey.checkProxy());
await check('the proxy allows the request of the administrator and refuses anonymous callers', async () => {
  await journey.createService();
  await journey.useService();
});
await check('all services stop in time and in order when they are asked to', stopAll);
await check('after a restart the session, the service and its protection are the same', async () => {
  await startAll();
  await journey.useService();
});
await stopAll();
await journey.end();
process.exit(0);

async function startAll() {
  for (const [name, container] of containers) {
    await container.start();
    for (const { host, port } of services.find((one) => one.name === name)?.ports ?? [])
      await untilListening({ host, port }, 30_000);
  }
}

async function stopAll() {
  for (const container of [...containers.values()].reverse()) await container.stop();
}

/**
 * @param {string} network as `address/bits`
 * @param {number} number of the host in it
 */
function addressIn(network, number) {
  const [address = ''] = network.split('/');
  return address.replace(/\d+$/, (last) => String(Number(last) + number));
}
