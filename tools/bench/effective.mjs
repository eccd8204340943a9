// node tools/bench/effective.mjs — effective permissions and listings over HTTP, on a service of 100,000 resources.
// Bar: `…/permissions?effective=true` p99 ≤ 5 ms at 70 % of what one process carries. The client shares the machine.
import http from 'node:http';
import { inRevision, median, quantile, startApi } from './system.mjs';

const RESOURCES = 100_000;
const USERS = 1_000;
const RULES = 100_000;
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

async function load() {
  const { client } = system;
  await inRevision(
    client,
    `INSERT INTO users (name, email) SELECT 'user' || n, 'user' || n || '@example.org' FROM generate_series(1, ${USERS}) n`,
    `INSERT INTO memberships SELECT u.id, g.id FROM users u, groups g WHERE g.name = 'anonymous' ON CONFLICT DO NOTHING`,
    `INSERT INTO resources (name, display_name, type) VALUES ('atlas', 'atlas', 'service')`,
    `INSERT INTO services (resource_id, type, url) SELECT id, 'api', 'http://127.0.0.1:9' FROM resources WHERE name = 'atlas'`,
  );
  const { rows } = await client.query("SELECT id FROM resources WHERE name = 'atlas'");
  const service = rows[0].id;
  // One node with 10,000 children, the rest ten wide and five deep.
  await inRevision(
    client,
    `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
       SELECT 'top' || n, 'top' || n, 'route', ${service}, ${service}, n FROM generate_series(1, 10) n`,
  );
  await inRevision(
    client,
    `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
       SELECT 'wide' || n, 'wide' || n, 'route', ${service} + 1, ${service}, n FROM generate_series(1, ${WIDE}) n`,
  );
  const deep = RESOURCES - WIDE - 11;
  await inRevision(
    client,
    `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
       SELECT 'r' || n, 'r' || n, 'route', ${service} + 1 + CASE WHEN n <= 900 THEN 1 + n % 9 ELSE ${WIDE} + 10 + (n - 900) / 100 END,
              ${service}, n FROM generate_series(1, ${deep}) n`,
  );
  await inRevision(
    client,
    `INSERT INTO user_permissions SELECT u.id, ${service} + (random() * ${RESOURCES - 1})::int,
       CASE WHEN random() < 0.5 THEN 'read' ELSE 'write' END, CASE WHEN random() < 0.7 THEN 'allow' ELSE 'deny' END, 'recursive'
       FROM users u, generate_series(1, ${RULES / USERS}) WHERE u.name LIKE 'user%' ON CONFLICT DO NOTHING`,
  );
  return service;
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
  const service = await load();
  const effective = () =>
    `/users/user${1 + Math.floor(Math.random() * USERS)}/resources/${service + Math.floor(Math.random() * RESOURCES)}/permissions?effective=true`;
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
    `/resources/${service + 1}/children?limit=100`,
    `/resources/${service + 1}/children?limit=1000`,
    '/users/user1/services?cascade=true&inherited=true&flatten=true',
    '/users/user1/services/atlas/resources?inherited=true',
    '/services/atlas/resources',
  ]) {
    const runs = [];
    for (let round = 0; round < 9; round += 1) runs.push(await get(path));
    const shown = path.replace(String(service + 1), '{id}');
    console.log(
      `| \`GET ${shown}\` | ${median(runs.map(({ ms }) => ms)).toFixed(1)} | ${(runs[0].bytes / 1024).toFixed(0)} |`,
    );
  }
} finally {
  agent.destroy();
  await system.stop();
}
