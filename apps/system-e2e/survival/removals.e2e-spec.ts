import { setTimeout as sleep } from 'node:timers/promises';
import { verifyAuditLog } from '@gatehouse/audit';
import { UnitOfWork, createDataSource } from '@gatehouse/database';
import { KillableProcesses, type Victim } from './killable-processes';

const VICTIMS: readonly Victim[] = ['api', 'database', 'proxy'];
/** Kills of each process; a setting raises it for longer runs. Without it, API and database are killed once. */
const KILLS = Number(process.env['SVC_TEST_KILLS'] ?? 0);
const ROUNDS = KILLS > 0 ? KILLS * VICTIMS.length : 2;

/** Rows of a deleted object that one revision removes. */
const STEP_ROWS = 5;
/** Rows of each kind below or of an object. */
const ROWS = 80;
const REMOVAL_MS = 120_000;

const KINDS = ['service', 'group', 'user', 'sessions'] as const;
type Kind = (typeof KINDS)[number];

interface Doomed {
  readonly kind: Kind;
  readonly name: string;
  /** Of the service, group or user. */
  readonly id: number;
  /** How it is deleted. */
  readonly path: string;
  /** SQL of the rows that are removed with it, the object included. */
  readonly rows: readonly string[];
  /** Their number before. */
  readonly count: number;
}

describe('kill -9 of API, proxy or database while the rows of deleted objects are removed', () => {
  let system: KillableProcesses;
  let dataSource: Awaited<ReturnType<typeof createDataSource>>;
  let unitOfWork: UnitOfWork;
  let isWriting = false;
  beforeAll(async () => {
    system = await KillableProcesses.start(STEP_ROWS);
    dataSource = await createDataSource({ url: system.database.url, poolSize: 3 }).initialize();
    unitOfWork = new UnitOfWork(dataSource);
  }, 300_000);
  afterAll(async () => {
    isWriting = false;
    await dataSource?.destroy();
    await system?.remove();
  });

  const query = <T>(sql: string, values: unknown[] = []): Promise<T[]> => dataSource.query<T[]>(sql, values);
  const countOf = async (rows: readonly string[]): Promise<number> => {
    const [row] = await query<{ count: number }>(
      `SELECT (${rows.map((from) => `(SELECT count(*) FROM ${from})`).join(' + ')})::integer AS count`,
    );
    return row!.count;
  };

  /** One object with rows below or of it, written in one revision, as an import does. */
  async function doom(kind: Kind, round: number): Promise<Doomed> {
    const name = `${kind}-${round}`;
    const id = await unitOfWork.run(async () => {
      const { manager } = unitOfWork;
      const insert = async (sql: string, values: unknown[]) =>
        (await manager.query<{ id: number }[]>(`${sql} RETURNING id`, values))[0]!.id;
      if (kind === 'service') {
        const root = await insert(
          "INSERT INTO resources (name, display_name, type) VALUES ($1, $1, 'service')",
          [name],
        );
        await manager.query(
          "INSERT INTO services (resource_id, type, url) VALUES ($1, 'api', 'http://127.0.0.1:9')",
          [root],
        );
        // Half of them below the service, and half below the first of those.
        for (const parent of ['$1', '(SELECT min(id) FROM resources WHERE parent_id = $1)'])
          await manager.query(
            `INSERT INTO resources (name, display_name, type, parent_id, root_service_id)
             SELECT 'r' || n, 'r' || n, 'route', ${parent}, $1::integer FROM generate_series(1, $2::integer) n`,
            [root, ROWS / 2],
          );
        await manager.query(
          `INSERT INTO group_permissions (group_id, resource_id, name, access, scope)
           SELECT g.id, r.id, 'read', 'allow', 'match' FROM groups g, resources r
            WHERE g.name = 'anonymous' AND (r.root_service_id = $1 OR r.id = $1)`,
          [root],
        );
        return root;
      }
      if (kind === 'group') {
        const group = await insert('INSERT INTO groups (name) VALUES ($1)', [name]);
        await manager.query(
          `WITH members AS (INSERT INTO users (name, email)
             SELECT $1 || '-' || n, $1 || '-' || n || '@example.org' FROM generate_series(1, $3::integer) n RETURNING id)
           INSERT INTO memberships (user_id, group_id) SELECT id, $2 FROM members`,
          [name, group, ROWS],
        );
        return group;
      }
      const user = await insert('INSERT INTO users (name, email) VALUES ($1, $2)', [
        name,
        `${name}@example.org`,
      ]);
      await manager.query(
        `WITH begun AS (INSERT INTO sessions (user_id, created_at, expires_at)
           SELECT $1, now(), now() + interval '1 day' FROM generate_series(1, $2::integer) RETURNING id)
         INSERT INTO session_tokens (token_hmac, session_id, issued_at)
           SELECT sha256(uuid_send(gen_random_uuid())), id, now() FROM begun`,
        [user, ROWS],
      );
      return user;
    });
    const rows = {
      service: [
        `resources WHERE root_service_id = ${id} OR id = ${id}`,
        // Identifiers of resources are not used twice: those between the first and the last one are of this service.
        `group_permissions WHERE resource_id BETWEEN ${id} AND ${id + ROWS}`,
      ],
      group: [`groups WHERE id = ${id}`, `memberships WHERE group_id = ${id}`],
      user: [`users WHERE id = ${id}`, `sessions WHERE user_id = ${id}`],
      sessions: [`sessions WHERE user_id = ${id}`],
    }[kind];
    const path = kind === 'sessions' ? `/users/${name}/sessions` : `/${kind}s/${name}`;
    return { kind, name, id, path, rows, count: await countOf(rows) };
  }

  /** Creates groups one after the other, and repeats what fails; those that were acknowledged. */
  function keepWriting(): { stop(): Promise<readonly string[]> } {
    const acknowledged: string[] = [];
    isWriting = true;
    const writing = (async () => {
      for (let count = 0; isWriting; count += 1) {
        const group_name = `kept-${count}`;
        const status = await system.api('POST', '/groups', { group_name }).then(
          (reply) => reply.status,
          () => undefined,
        );
        if (status === 201) acknowledged.push(group_name);
        await sleep(20);
      }
    })();
    return {
      stop: async () => {
        isWriting = false;
        await writing;
        return acknowledged;
      },
    };
  }

  /** Deletes an object and kills a process: during the request, or when some of the rows are removed. Whether the deletion was acknowledged. */
  async function deleteAndKill(doomed: Doomed, victim: Victim, isDuringRequest: boolean): Promise<boolean> {
    const deletion = system.api('DELETE', doomed.path).then(
      (reply) => reply.status,
      () => undefined,
    );
    if (isDuringRequest) await sleep(Math.random() * 60);
    else {
      expect([doomed.name, await deletion]).toEqual([doomed.name, 200]);
      // The job runs every few seconds.
      while ((await countOf(doomed.rows)) > doomed.count - 3 * STEP_ROWS) await sleep(10);
      await sleep(Math.random() * 150);
    }
    await system.killAndRestart(victim);
    return (await deletion) === 200;
  }

  /** As a client sees it: whether it is there. */
  async function isThere({ kind, path, name, id }: Doomed): Promise<boolean> {
    if (kind === 'sessions') {
      const reply = await system.answered('GET', path);
      return ((await reply.json()) as { sessions: unknown[] }).sessions.length > 0;
    }
    const status = (await system.answered('GET', path)).status;
    expect([200, 404]).toContain(status);
    if (kind === 'service') {
      expect((await system.answered('GET', `/resources/${id + ROWS}`)).status).toBe(status);
      const isAllowed = (await system.verify(`/${name}/r1`)) === 200;
      expect([name, isAllowed]).toEqual([name, status === 200]);
    }
    return status === 200;
  }

  it(
    'loses no acknowledged write, brings nothing back, and all rows are removed in the end',
    async () => {
      const writing = keepWriting();
      const all: Doomed[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const doomed = await doom(KINDS[round % KINDS.length]!, round);
        all.push(doomed);
        const victim = VICTIMS[round % VICTIMS.length]!;
        const isAcknowledged = await deleteAndKill(doomed, victim, round % 2 === 1);
        const isLeft = await isThere(doomed);
        if (isAcknowledged) expect([doomed.name, isLeft]).toEqual([doomed.name, false]);
        // What was not acknowledged was deleted or not, or is at this moment, and can be deleted again.
        if (isLeft) expect([200, 404]).toContain((await system.answered('DELETE', doomed.path)).status);
      }
      const acknowledged = await writing.stop();
      expect(acknowledged.length).toBeGreaterThan(ROUNDS);

      for (
        const end = Date.now() + REMOVAL_MS;
        (await countOf(['pending_deletions', 'session_cutoffs'])) > 0;
      ) {
        if (Date.now() > end) throw new Error('the removal does not end');
        await sleep(100);
      }
      for (const { name, rows } of all) expect([name, await countOf(rows)]).toEqual([name, 0]);
      const reply = (await (await system.answered('GET', '/groups')).json()) as { group_names: string[] };
      const kept = new Set(reply.group_names);
      expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
      for (const { kind, id } of all.filter((one) => one.kind === 'service')) {
        const [logged] = await query<{ rows: number; ids: number }>(
          `SELECT count(*)::integer AS rows, count(DISTINCT resource_id)::integer AS ids FROM changes
            WHERE entity = 'resource' AND operation = 'delete' AND resource_id BETWEEN $1 AND $2`,
          [id, id + ROWS],
        );
        // Each row was removed in one revision that was committed.
        expect([kind, logged]).toEqual([kind, { rows: ROWS + 1, ids: ROWS + 1 }]);
      }
      expect((await verifyAuditLog(dataSource)).problems).toEqual([]);
    },
    240_000 + ROUNDS * 40_000,
  );
});
