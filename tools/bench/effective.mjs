// node tools/bench/effective.mjs — effective permissions and listings over HTTP, on a service of 100,000 resources.
// Target: `…/permissions?effective=true` p99 ≤ 5 ms at 70 % of what one process carries. The client shares the machine.
import http from 'node:http';
import { assign, createResources, createUsers, numbered, pick, writeBulk } from './bulk.mjs';
import { median, quantile, startApi } from './system.mjs';

const RESOURCES = 100_000;
const USERS = 1_000;
const ASSIGNMENTS = 100_000;
const WIDE = 10_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

const system = await startApi();

/** @param {string} path @returns {Promise<{ ms: number, bytes: number }>} */
function get(path) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    http
      .get(system.url + path, { agent, headers: { Cookie: system.cookie } }, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk) => (bytes += chunk.length));
        answer.on('end', () => {
          if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
          else resolve({ ms: performance.now() - begun, bytes });
        });
      })
      .on('error', reject);
  });
}

/** Answers the ids of all resources, the service first, and that of the one with many children. */
function load() {
  return writeBulk(system, async (writer) => {
    const users = await createUsers(
      writer,
      numbered(USERS, (number) => `user${number}`),
    );
    const service = await writer.commit(() =>
      writer.directory.services.create({ name: 'atlas', typeName: 'api', url: 'http://127.0.0.1:9' }),
    );
    const create = (count, prefix, parentOf) =>
      createResources(
        writer,
        service,
        'route',
        Array.from({ length: count }, (_, index) => ({
          name: `${prefix}${index + 1}`,
          parent: parentOf(index),
        })),
      );
    // One node with 10,000 children, the rest below nine others and 100 wide.
    const [crowded, ...tops] = await create(10, 'top', () => service.id);
    const wide = await create(WIDE, 'wide', () => crowded);
    const branches = await create(900, 'branch', (index) => tops[index % tops.length]);
    const left = RESOURCES - 11 - WIDE - branches.length;
    const leaves = await create(left, 'leaf', (index) => branches[Math.floor(index / 100)]);
    const resources = [service.id, crowded, ...tops, ...wide, ...branches, ...leaves];
    const assigned = users.flatMap((principalId) =>
      Array.from({ length: ASSIGNMENTS / USERS }, () => ({
        kind: /** @type {const} */ ('user'),
        principalId,
        resourceId: pick(resources),
        permission: {
          name: pick(['read', 'write']),
          access: Math.random() < 0.7 ? 'allow' : 'deny',
          scope: 'recursive',
        },
      })),
    );
    await assign(writer, service, assigned);
    return { crowded, resources };
  });
}

/** Sends `rate` requests a second for some seconds, whether or not the ones before are answered. */
async function paced(pathOf, rate, seconds) {
  const times = [];
  const pending = [];
  const begun = performance.now();
  for (let sent = 0; performance.now() - begun < seconds * 1000;) {
    const due = Math.floor(((performance.now() - begun) / 1000) * rate);
    for (; sent < due; sent += 1) pending.push(get(pathOf()).then(({ ms }) => times.push(ms)));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(pending);
  return times;
}

async function saturated(pathOf, seconds) {
  let answered = 0;
  const end = performance.now() + seconds * 1000;
  const client = async () => {
    while (performance.now() < end) {
      await get(pathOf());
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return answered / seconds;
}

try {
  const { crowded, resources } = await load();
  const effective = () =>
    `/users/user${1 + Math.floor(Math.random() * USERS)}/resources/${pick(resources)}/permissions?effective=true`;
  await saturated(effective, 3);
  const most = await saturated(effective, 5);
  const times = await paced(effective, most * 0.7, 8);
  console.log(`effective permissions over HTTP: ${Math.round(most)} a second at most;`);
  console.log(
    `at 70 %: p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms\n`,
  );
  console.log('| listing | median ms | kB |');
  console.log('| --- | --- | --- |');
  for (const path of [
    `/resources/${crowded}/children?limit=100`,
    `/resources/${crowded}/children?limit=1000`,
    '/users/user1/services?cascade=true&inherited=true&flatten=true',
    '/users/user1/services/atlas/resources?inherited=true',
    '/services/atlas/resources',
  ]) {
    const runs = [];
    for (let round = 0; round < 9; round += 1) runs.push(await get(path));
    const shown = path.replace(String(crowded), '{id}');
    console.log(
      `| \`GET ${shown}\` | ${median(runs.map(({ ms }) => ms)).toFixed(1)} | ${(runs[0].bytes / 1024).toFixed(0)} |`,
    );
  }
} finally {
  agent.destroy();
  await system.stop();
}
