import { UnitOfWork } from '@gatehouse/database';
import type { LogFields, Logger } from '@gatehouse/logging';
import { OwnServer } from '@gatehouse/testing';
import { SlowReader } from './harness/slow-reader';
import { type TestApi, startApi } from './harness/start-api';

/** Resources of the service, in branches of so many: as HTML, more than the kernel accepts for a client that reads nothing. */
const BRANCHES = 120;
const LEAVES = 50;
const STALL_MS = 4_000;

interface Tree {
  readonly children: Readonly<Record<string, Tree>>;
  readonly resource_name: string;
}

describe('a large reply', () => {
  let server: OwnServer;
  let api: TestApi;
  let root: number;
  const log: { level: string; fields: LogFields; message: string }[] = [];
  const readers: SlowReader[] = [];
  const note =
    (level: string) =>
    (fields: LogFields, message: string): void =>
      void log.push({ level, fields, message });
  const logger: Logger = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  };
  const incomplete = () => log.filter(({ message }) => message === 'a reply is incomplete');

  beforeAll(async () => {
    server = await OwnServer.make();
    api = await startApi({}, logger, await server.migrated(), { stallMs: STALL_MS, maxOfUser: 2 });
    const service = await api.make.service({ service_name: 'atlas', service_type: 'api' });
    root = await api.make.serviceId(service);
    await run(
      `INSERT INTO resources (parent_id, root_service_id, name, display_name, type, ordering)
       SELECT $1, $1, 'branch' || n, 'branch' || n, 'route', n FROM generate_series(1, ${BRANCHES}) n`,
      root,
    );
    await run(
      `INSERT INTO resources (parent_id, root_service_id, name, display_name, type, ordering)
       SELECT b.id, $1, 'leaf' || n, 'leaf' || n, 'route', n FROM resources b, generate_series(1, ${LEAVES}) n
        WHERE b.parent_id = $1 ORDER BY b.id, n`,
      root,
    );
    await isShown('/resources');
  });
  beforeEach(() => void log.splice(0));
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  afterAll(async () => {
    await api.close();
    await server.remove();
  });

  async function run(sql: string, ...values: unknown[]): Promise<void> {
    const unitOfWork = api.app.get(UnitOfWork);
    await unitOfWork.run(() => unitOfWork.manager.query(sql, values));
  }

  /** Until the process has followed the change feed, so that replies state their revision. */
  async function isShown(path: string): Promise<void> {
    while ((await api.admin.head(path)).headers['x-access-revision'] === undefined);
  }

  async function open(path: string, cookie: string, accept = 'text/html'): Promise<SlowReader> {
    const reader = await SlowReader.open(api.anonymous.url, path, { Accept: accept, Cookie: cookie });
    readers.push(reader);
    return reader;
  }

  /** Another administrator, who is signed in. */
  async function administrator(): Promise<{ name: string; cookie: string }> {
    const name = await api.make.user();
    await api.admin.post(`/users/${name}/groups`, { group_name: 'administrators' }).expect(201);
    return { name, cookie: (await api.signIn(name)).sessionCookie };
  }

  const leavesOf = (trees: Readonly<Record<string, Tree>>): string[] =>
    Object.values(trees).flatMap(({ children }) => Object.keys(children));

  it('is complete, in chunks and without a length, at a client that reads', async () => {
    for (const path of [`/resources/${root}`, '/services/atlas/resources', '/resources']) {
      const reply = await api.admin.get(path).expect(200);
      expect([path, reply.headers['transfer-encoding'], reply.headers['content-length']]).toEqual([
        path,
        'chunked',
        undefined,
      ]);
      expect(Number(reply.headers['x-access-revision'])).toBeGreaterThan(0);
      const head = await api.admin.head(path).expect(200);
      expect(head.headers['content-length']).toBeUndefined();
      expect(head.headers['content-type']).toBe(reply.headers['content-type']);
    }
    const { resource } = (await api.admin.get(`/resources/${root}`).expect(200)).body;
    expect(leavesOf(resource.children)).toHaveLength(BRANCHES * LEAVES);
    expect(incomplete()).toEqual([]);
  });

  it('is collected with its length while it is small', async () => {
    const { resource } = (await api.admin.get(`/resources/${root}`).expect(200)).body;
    const [branch] = Object.keys(resource.children);
    for (const accept of ['application/json', 'application/xml', 'text/html']) {
      const reply = await api.admin.get(`/resources/${branch}`).set('Accept', accept).expect(200);
      const length = Number(reply.headers['content-length']);
      expect([accept, length]).toEqual([accept, Buffer.byteLength(reply.text)]);
      const head = await api.admin.head(`/resources/${branch}`).set('Accept', accept).expect(200);
      expect(Number(head.headers['content-length'])).toBe(length);
    }
  });

  it.each([
    [
      'its caller signs out',
      async ({ cookie }: { cookie: string }) =>
        void (await api.anonymous.post('/signout').set('Cookie', cookie).expect(200)),
    ],
    [
      'its caller is deleted',
      async ({ name }: { name: string }) => void (await api.admin.delete(`/users/${name}`).expect(200)),
    ],
    [
      'its caller is no administrator any more',
      async ({ name }: { name: string }) =>
        void (await api.admin.delete(`/users/${name}/groups/administrators`).expect(200)),
    ],
    [
      'an administrator ends the sessions of its caller',
      async ({ name }: { name: string }) =>
        void (await api.admin.delete(`/users/${name}/sessions`).expect(200)),
    ],
    [
      'an administrator sets another password for its caller',
      async ({ name }: { name: string }) =>
        void (await api.admin.patch(`/users/${name}`, { password: 'another good password' }).expect(200)),
    ],
  ])('ends without the last chunk when %s', async (_, end) => {
    const caller = await administrator();
    const reader = await open('/services/atlas/resources', caller.cookie);
    expect(reader.status).toBe(200);
    await end(caller);
    while (incomplete().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const { level, fields } = incomplete()[0] ?? {};
    expect([level, fields?.route]).toEqual(['warn', '/services/{service_name}/resources']);
    expect(fields?.reason).toContain('may not receive');
    expect(await reader.rest()).toMatchObject({ isComplete: false });
  });

  it('goes on when others sign in and out, and when its caller does so elsewhere', async () => {
    const caller = await administrator();
    const reader = await open('/services/atlas/resources', caller.cookie);
    const elsewhere = await api.signIn(caller.name);
    await elsewhere.post('/signout').expect(200);
    const { name } = await administrator();
    await api.admin.delete(`/users/${name}`).expect(200);
    expect(await reader.rest()).toMatchObject({ isComplete: true });
    expect(incomplete()).toEqual([]);
  });

  it('leaves out what is deleted meanwhile with everything below it, and has all else', async () => {
    await run(
      `INSERT INTO resources (parent_id, root_service_id, name, display_name, type, ordering)
       SELECT $1, $1, 'late' || n, 'late' || n, 'route', 1000 + n FROM generate_series(1, 3) n`,
      root,
    );
    await run(
      `INSERT INTO resources (parent_id, root_service_id, name, display_name, type, ordering)
       SELECT b.id, $1, 'leaf' || n, 'leaf' || n, 'route', n FROM resources b, generate_series(1, 3) n WHERE b.name LIKE 'late%'`,
      root,
    );
    const reader = await open('/services/atlas/resources', api.admin.sessionCookie);
    const branches = (await api.admin.get(`/resources/${root}/children`).expect(200)).body.children as {
      resource_id: number;
      resource_name: string;
    }[];
    const idOf = (name: string) => branches.find((branch) => branch.resource_name === name)!.resource_id;
    const gone = idOf('late2');
    await api.admin.delete(`/resources/${gone}`).expect(200);
    const added = await api.make.resource(root, { resource_name: 'new' });
    const { body, isComplete } = await reader.rest();
    expect(isComplete).toBe(true);
    const json = /<pre>(.*)<\/pre>/s.exec(body)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const { resources } = (JSON.parse(json) as { atlas: { resources: Record<string, Tree> } }).atlas;
    const expected = branches.map((branch) => branch.resource_id).filter((id) => id !== gone);
    const shown = Object.keys(resources).map(Number);
    expect(shown.filter((id) => id !== added)).toEqual(expected.toSorted((one, other) => one - other));
    expect(leavesOf(resources)).toHaveLength(BRANCHES * LEAVES + 2 * 3);
    for (const name of ['late1', 'late2', 'late3', 'new'])
      await api.admin.delete(`/resources/${name === 'new' ? added : idOf(name)}`);
  });

  it('is complete, with nothing more, when all of its content is deleted meanwhile', async () => {
    const service = await api.make.service({ service_type: 'api' });
    const id = await api.make.serviceId(service);
    await run(
      `INSERT INTO resources (parent_id, root_service_id, name, display_name, type, ordering)
       SELECT $1, $1, 'r' || n, 'r' || n, 'route', n FROM generate_series(1, 6000) n`,
      id,
    );
    await isShown(`/resources/${id}`);
    const reader = await open(`/resources/${id}`, api.admin.sessionCookie);
    let isDeleted = false;
    const deletion = api.admin.delete(`/services/${service}`).then(() => (isDeleted = true));
    while (!isDeleted) {
      await reader.some(400_000);
      await Promise.race([deletion, new Promise((resolve) => setTimeout(resolve, 500))]);
    }
    const { body, isComplete } = await reader.rest();
    expect(isComplete).toBe(true);
    expect(body.match(/&quot;resource_id&quot;/g)?.length).toBeLessThan(6_000);
    expect(body.endsWith('}</pre></body></html>')).toBe(true);
  });

  it('is cut off at a client that reads nothing for some time', async () => {
    const reader = await open('/services/atlas/resources', api.admin.sessionCookie);
    while (incomplete().length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(incomplete()).toMatchObject([{ fields: { reason: expect.stringContaining('accepted nothing') } }]);
    expect(await reader.rest()).toMatchObject({ isComplete: false });
  });

  it('is 429 while a user receives too many, and served again when one of them has gone away', async () => {
    const caller = await administrator();
    const first = await open('/resources', caller.cookie);
    await open('/services/atlas/resources', caller.cookie);
    const ask = (language: string) =>
      api.anonymous.get(`/resources/${root}`).set('Cookie', caller.cookie).set('Accept-Language', language);
    const refused = await ask('en').expect(429);
    expect(refused.body).toMatchObject({ code: 429, error_code: 'too_many_large_replies' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('fr').expect(429)).body.detail).toContain('réponses volumineuses');
    // Neither others nor small replies are affected; pages are.
    await api.admin.get(`/resources/${root}`).expect(200);
    await api.anonymous.get('/services').set('Cookie', caller.cookie).expect(200);
    await api.anonymous.head('/resources').set('Cookie', caller.cookie).expect(200);
    first.close();
    let status = 429;
    while (status === 429) ({ status } = await ask('en'));
    expect(status).toBe(200);
  });

  it('is read from the database while the change feed is interrupted, up to a number of resources', async () => {
    const wide = await api.make.serviceId(await api.make.service({ service_type: 'api' }));
    await run(
      `INSERT INTO resources (parent_id, root_service_id, name, display_name, type, ordering)
       SELECT $1, $1, 'r' || n, 'r' || n, 'route', n FROM generate_series(1, 4500) n`,
      wide,
    );
    await isShown('/resources');
    const paths = [`/resources/${root}`, '/services/atlas/resources', `/resources/${wide}`];
    const before: string[] = [];
    for (const path of paths) before.push((await api.admin.get(path).expect(200)).text);
    const [{ pid } = { pid: 0 }] = await api.dataSource.query<{ pid: number }[]>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gatehouse feed'`,
    );
    process.kill(pid, 'SIGSTOP');
    try {
      const stored: string[] = [];
      for (const path of paths) stored.push((await api.admin.get(path).expect(200)).text);
      expect(stored.map((text, index) => text === before[index])).toEqual(paths.map(() => true));
      const refused = await api.admin.get('/resources').expect(503);
      expect(refused.body.error_code).toBe('change_feed_interrupted');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    let status = 503;
    while (status === 503) ({ status } = await api.admin.get('/resources'));
    expect(status).toBe(200);
  });

  it('does not go on to a signed-in caller when the change feed is interrupted and the session ends', async () => {
    const caller = await administrator();
    const reader = await open('/services/atlas/resources', caller.cookie);
    const [{ pid } = { pid: 0 }] = await api.dataSource.query<{ pid: number }[]>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gatehouse feed'`,
    );
    process.kill(pid, 'SIGSTOP');
    try {
      await api.anonymous.post('/signout').set('Cookie', caller.cookie).expect(200);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await reader.rest()).toMatchObject({ isComplete: false });
  });
});
