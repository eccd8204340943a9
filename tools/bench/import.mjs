// node tools/bench/import.mjs [--resources 1000000] [--users 100000] [--apply] — an import of Magpie: the time to read a dump into the
// temporary tables of an import, and with --apply that of its report and its application; with the processor time of this process and of
// its session in the database, and the memory of this process. After `npm run build`.
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { loadBuilt } from '../scripts/checkout.mjs';
import { startApi } from './system.mjs';

const { values } = parseArgs({
  options: {
    resources: { type: 'string', default: '1000000' },
    users: { type: 'string', default: '100000' },
    apply: { type: 'boolean', default: false },
  },
});
const RESOURCES = Number(values.resources);
const USERS = Number(values.users);
const SERVICES = 50;
const GROUPS = 1_000;
/** Children of a directory. */
const WIDTH = 20;
/** Rows that are written together. */
const ROWS = 1_000;
const TIME = '2024-05-06 07:08:09.123456';

const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-import-'));
const system = await startApi();
try {
  const path = join(folder, 'magpie.sql');
  await pipeline(Readable.from(dump()), createWriteStream(path));
  console.log(`dump: ${Math.round((await stat(path)).size / 1e6)} MB`);
  await measure(path);
} finally {
  await system.stop();
  await rm(folder, { recursive: true });
}

/** @param {string} path of the dump */
async function measure(path) {
  const { UnitOfWork, createDataSource } = loadBuilt('libs/server/database/src/index.js');
  const { loadSettings } = loadBuilt('libs/server/settings/src/index.js');
  const { DumpSource, TemporaryTables, runImport } = loadBuilt('libs/server/import/src/index.js');
  const url = system.databaseUrl;
  const dataSource = await createDataSource({ url, poolSize: 1, keepsConnections: true }).initialize();
  let memory = 0;
  const watch = setInterval(() => (memory = Math.max(memory, process.memoryUsage.rss())), 20);
  const [{ pid }] = await dataSource.query('SELECT pg_backend_pid() AS pid');
  const clocks = {
    passed: laps(() => performance.now()),
    session: laps(() => sessionMillis(pid)),
    own: laps(() => (process.cpuUsage().user + process.cpuUsage().system) / 1_000),
  };
  const printed = (/** @type {string} */ what) =>
    console.log(
      `${what}: ${clocks.passed()} s, processor time ${clocks.session()} s in the database and ${clocks.own()} s here, memory up to ${Math.round(memory / 1e6)} MB`,
    );
  try {
    const staged = await new DumpSource(path).stage(new TemporaryTables(dataSource), () => undefined);
    printed(`staged ${staged.rows.resources} resources and ${staged.rows.users} users`);
    if (!values.apply) return;
    const settings = loadSettings({
      SVC_DB_URL: url,
      SVC_SECRET: 'x'.repeat(43),
      SVC_ADMIN_USER: system.admin.user_name,
      SVC_ADMIN_PASSWORD: 'x'.repeat(29),
    });
    const parts = { unitOfWork: new UnitOfWork(dataSource), settings, registrationSeconds: 3_600 };
    const { report } = await runImport(parts, staged, { isDry: true });
    printed(`report with ${report.conflicts.length} kinds of conflicts`);
    const { revisions } = await runImport(parts, staged);
    printed(`applied in ${revisions} revisions`);
  } finally {
    clearInterval(watch);
    await dataSource.destroy();
  }
}

/** Milliseconds of processor time of a process of the database on this machine. @param {number} pid */
function sessionMillis(pid) {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Seconds since the last call, by a clock of milliseconds. @param {() => number} clock */
function laps(clock) {
  let begun = clock();
  return () => {
    const now = clock();
    const seconds = ((now - begun) / 1_000).toFixed(1);
    begun = now;
    return seconds;
  };
}

/** A dump as pg_dump writes it, in parts. */
function* dump() {
  yield "--\n-- PostgreSQL database dump\n--\n\nSET client_encoding = 'UTF8';\n\n";
  yield* table('alembic_version', 'version_num', 2, (row) => ['2cfe144538e8', '91af68bcdc67'][row] ?? '');
  yield* table(
    'users',
    'id, user_name, user_password, email, status, security_code, last_login_date, registered_date',
    USERS,
    (row) =>
      `${row + 10}\tuser${row}\t$2b$12$${'x'.repeat(53)}\tuser${row}@example.org\t1\t\\N\t${TIME}\t${TIME}`,
  );
  yield* table('users_pending', 'id, user_name, user_password, email, registered_date', 0, String);
  yield* table(
    'groups',
    'id, group_name, description, member_count, discoverable, terms',
    GROUPS,
    (row) => `${row + 10}\tgroup${row}\tgroup ${row}\t0\tf\t\\N`,
  );
  yield* table('users_groups', 'group_id, user_id', 2 * USERS, (row) => {
    const user = row >> 1;
    return `${10 + ((user * 7 + (row % 2) * 501) % GROUPS)}\t${user + 10}`;
  });
  yield* table('groups_permissions', 'group_id, perm_name', 0, String);
  yield* table('users_permissions', 'user_id, perm_name', 0, String);
  yield* table(
    'resources',
    'resource_id, resource_name, resource_type, parent_id, ordering, root_service_id, resource_display_name',
    SERVICES + RESOURCES,
    resource,
  );
  yield* table(
    'services',
    'resource_id, url, type, sync_type, configuration',
    SERVICES,
    (row) => `${row + 1}\thttp://service${row}.internal:8080\tapi\t\\N\t\\N`,
  );
  const assignments = Math.floor(RESOURCES / 10);
  yield* table(
    'users_resources_permissions',
    'resource_id, user_id, perm_name',
    assignments,
    (row) => `${1 + row * 9}\t${10 + (row % USERS)}\tread-${row % 7 ? 'allow' : 'deny'}-recursive`,
  );
  yield* table(
    'groups_resources_permissions',
    'resource_id, group_id, perm_name',
    assignments,
    (row) => `${1 + row * 10}\t${10 + (row % GROUPS)}\t${row % 5 ? 'read-allow-match' : 'write'}`,
  );
  yield* table(
    'external_identities',
    'external_id, external_user_name, provider_name, local_user_id',
    0,
    String,
  );
  yield* table('tmp_tokens', 'token, operation, created, user_id, group_id, user_pending_id', 0, String);
  yield* table(
    'network_nodes',
    'id, name, base_url, jwks_url, token_url, authorization_url, redirect_uris',
    0,
    String,
  );
  yield* table('network_tokens', 'id, token, created', 0, String);
  yield* table('network_remote_users', 'id, user_id, network_node_id, name, network_token_id', 0, String);
  yield '--\n-- PostgreSQL database dump complete\n--\n\n';
}

/** Services come first; each of their trees is filled level by level. @param {number} row */
function resource(row) {
  if (row < SERVICES) return `${row + 1}\tservice${row}\tservice\t\\N\t0\t\\N\t\\N`;
  const place = row - SERVICES;
  const service = place % SERVICES;
  const inTree = Math.floor(place / SERVICES);
  const parent = inTree < WIDTH ? service : SERVICES + (Math.floor(inTree / WIDTH) - 1) * SERVICES + service;
  return `${row + 1}\tr${inTree}\troute\t${parent + 1}\t0\t${service + 1}\t\\N`;
}

/**
 * @param {string} name
 * @param {string} columns
 * @param {number} count
 * @param {(row: number) => string} rowOf
 */
function* table(name, columns, count, rowOf) {
  yield `COPY public.${name} (${columns}) FROM stdin;\n`;
  for (let first = 0; first < count; first += ROWS) {
    let text = '';
    for (let row = first; row < Math.min(count, first + ROWS); row += 1) text += `${rowOf(row)}\n`;
    yield text;
  }
  yield '\\.\n\n';
}
