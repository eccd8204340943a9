import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { OwnServer } from '@gatehouse/testing';
import { dumpOf } from '../../../libs/server/import/src/fixtures/reference-dump';
import type { ReferenceRows } from '../../../libs/server/import/src/fixtures/reference-rows';
import { IMPORTED_STATE } from '../../../libs/server/import/src/imported-state.fixture';
import { ADMIN } from '../../api/e2e/harness/start-api';
import { BuiltProgram } from './harness/built-program';

const KILLS = Number(process.env['SVC_TEST_IMPORT_PROCESS_KILLS'] ?? 3);
/** Enough for every step to write something; most of the time of a round is that of the two processes. */
const SIZE = { users: 300, groups: 50, services: 5, resources: 1_500, assignments: 800 };
const TEXTS = ['read-allow-recursive', 'read-deny-match', 'write', 'write-deny-recursive', 'read-match'];
/** Children of a resource. */
const WIDTH = 20;

/** A platform without conflicts that have to be decided. */
function rows(): ReferenceRows {
  const ids = (count: number, first: number): number[] =>
    Array.from({ length: count }, (_, index) => first + index);
  const { services } = SIZE;
  const parentOf = (id: number): number =>
    id <= services * (WIDTH + 1) ? 1 + (id % services) : Math.floor(id / WIDTH);
  const roots: number[] = [];
  const resources = ids(SIZE.resources, services + 1).map((id) => {
    const parent_id = parentOf(id);
    const root_service_id = parent_id <= services ? parent_id : (roots[parent_id] ?? 1);
    roots[id] = root_service_id;
    return {
      resource_id: id,
      resource_name: `r${id}`,
      resource_type: 'route',
      parent_id,
      ordering: 0,
      root_service_id,
    };
  });
  const assigned = (holder: string, holders: number) =>
    ids(SIZE.assignments, 0).map((index) => ({
      [holder]: 10 + ((index * 7) % holders),
      resource_id: 1 + ((index * 13) % (SIZE.resources + services)),
      perm_name: TEXTS[index % TEXTS.length] ?? '',
    }));
  return {
    users: [
      { id: 1, user_name: ADMIN.name, email: 'keeper@example.org', status: 1 },
      { id: 2, user_name: 'anonymous', email: 'anonymous@example.org', status: 1 },
      ...ids(SIZE.users, 10).map((id) => ({
        id,
        user_name: `user${id}`,
        email: `user${id}@example.org`,
        status: 1,
      })),
    ],
    groups: [
      { id: 1, group_name: 'administrators', discoverable: false, member_count: 0 },
      { id: 2, group_name: 'anonymous', discoverable: false, member_count: 0 },
      ...ids(SIZE.groups, 10).map((id) => ({
        id,
        group_name: `group${id}`,
        discoverable: false,
        member_count: 0,
      })),
    ],
    users_groups: ids(2 * SIZE.users, 0).map((index) => ({
      user_id: 10 + (index >> 1),
      group_id: 10 + (((index >> 1) * 3 + (index % 2) * 25) % SIZE.groups),
    })),
    resources: [
      ...ids(services, 1).map((id) => ({
        resource_id: id,
        resource_name: `service${id}`,
        resource_type: 'service',
        ordering: 0,
      })),
      ...resources,
    ],
    services: ids(services, 1).map((id) => ({
      resource_id: id,
      type: 'api',
      url: `http://service${id}.internal/`,
    })),
    users_resources_permissions: assigned('user_id', SIZE.users),
    groups_resources_permissions: assigned('group_id', SIZE.groups),
  };
}

describe('kill -9 of the importer or of the database during an import', () => {
  let gatehouse: BuiltProgram;
  let server: OwnServer;
  let folder: string;
  beforeAll(async () => {
    gatehouse = BuiltProgram.build();
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-import-kills-'));
    await pipeline(Readable.from(dumpOf(rows())), createWriteStream(join(folder, 'magpie.sql')));
    server = await OwnServer.make();
    await server.asSuperuser('CREATE DATABASE empty OWNER gatehouse');
    const database = await server.migrated('empty');
    await database.drop();
    template = database.url;
    const { code, stderr } = await gatehouse.run(['register_defaults'], {
      environment: environmentOf(template),
    });
    if (code !== 0) throw new Error(stderr);
  }, 300_000);
  afterAll(async () => {
    await server?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  let template: string;
  /** A copy of a migrated database that is not used yet; its address. */
  const newTarget = async (name: string): Promise<string> => {
    await server.asSuperuser(`CREATE DATABASE ${name} OWNER gatehouse TEMPLATE empty`);
    return template.replace(/\/empty(?=\?|$)/, `/${name}`);
  };
  const environmentOf = (url: string) => ({
    SVC_SECRET: 'a secret for tests that is long enough',
    SVC_ADMIN_USER: ADMIN.name,
    SVC_ADMIN_PASSWORD: ADMIN.password,
    SVC_BCRYPT_COST: '4',
    SVC_DB_URL: url,
  });
  const command = (url: string) =>
    [
      ['import', 'magpie', '--yes', '--dump', join(folder, 'magpie.sql')],
      { environment: environmentOf(url) },
    ] as const;
  const completed = async (url: string): Promise<void> => {
    const { code, stderr } = await gatehouse.run(...command(url));
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  };
  const linesOf = async (url: string, sql: string): Promise<string[]> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const found = await client.query<{ line: string }>(sql);
      return found.rows.map(({ line }) => line).sort();
    } finally {
      await client.end();
    }
  };
  const stateOf = (url: string): Promise<string[]> => linesOf(url, IMPORTED_STATE);
  const RECORDS = `SELECT state AS line FROM imports`;
  /** Until the import writes; what is before, such as the start of the process, leaves nothing. */
  const untilRecorded = async (url: string, isEnded: () => boolean): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      while (!isEnded() && (await client.query(RECORDS)).rows.length === 0) await sleep(10);
    } finally {
      await client.end();
    }
  };
  /** The process of an import that has begun to write. */
  const started = async (url: string) => {
    const importer = gatehouse.start(...command(url));
    importer.stdout.resume();
    importer.stderr.resume();
    const ended = once(importer, 'exit');
    await untilRecorded(url, () => importer.exitCode !== null);
    return { importer, ended };
  };
  /** A statement of a killed importer goes on to its end. */
  const untilNobodyImports = async (url: string): Promise<void> => {
    const sessions = `SELECT pid::text AS line FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gatehouse import'`;
    while ((await linesOf(url, sessions)).length > 0) await sleep(50);
  };
  /** Restarts the database after a kill of all its processes. */
  const killDatabase = async (): Promise<void> => {
    const { pid } = server;
    server.kill();
    while (isAlive(pid)) await sleep(20);
    await server.start();
  };

  it(
    'leaves what the same command continues, to the state that one import leaves',
    async () => {
      const whole = await newTarget('whole');
      const { ended: wholeEnded } = await started(whole);
      const begun = performance.now();
      expect(await wholeEnded).toEqual([0, null]);
      const duration = performance.now() - begun;
      const expected = await stateOf(whole);
      expect(expected.length).toBeGreaterThan(2 * SIZE.resources + 2 * SIZE.assignments);
      let interrupted = 0;
      for (let round = 0; round < KILLS; round += 1) {
        const name = `round_${round}`;
        const url = await newTarget(name);
        const { importer, ended } = await started(url);
        // Each part of the import is reached as often as the others.
        await Promise.race([ended, sleep(((round + Math.random()) * duration) / KILLS)]);
        if (round % 2 === 0) importer.kill('SIGKILL');
        else await killDatabase();
        await ended;
        await untilNobodyImports(url);
        const left = await stateOf(url);
        interrupted += Number(left.length > 0 && left.length < expected.length);
        await completed(url);
        const [states, running] = [
          await stateOf(url),
          (await linesOf(url, RECORDS)).filter((state) => state === 'running'),
        ];
        expect({ round, states, running }).toEqual({ round, states: expected, running: [] });
        await server.asSuperuser(`DROP DATABASE ${name}`);
      }
      process.stderr.write(`${interrupted} of ${KILLS} imports were interrupted between two steps.\n`);
    },
    300_000 + KILLS * 60_000,
  );
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
