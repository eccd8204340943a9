import { UnitOfWork } from '@gatehouse/database';
import {
  type ProtectedService,
  type ResourceDirectory,
  createResourceDirectory,
  validateService,
} from '@gatehouse/directory';
import { silentLogger } from '@gatehouse/logging';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { finished } from '@gatehouse/request-body';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { type StoredJob, type SyncLimits, Synchronization } from './index';
import { MAX_XML_BYTES } from './limits';
import { SourceServer, catalog, dataset, reference } from './testing/source-server.fixture';

const LIMITS: SyncLimits = {
  resources: 10_000,
  documents: 100,
  bytes: 64 * 1024 * 1024,
  readingMs: 20_000,
  requestMs: 2_000,
};
const REQUEST = { timeoutMs: LIMITS.requestMs, bodyBytes: MAX_XML_BYTES };

describe('synchronization', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  let directory: ResourceDirectory;
  let server: SourceServer;
  let synchronization: Synchronization;
  const trusted = new OutgoingHttp({ outgoingAllowed: ['0.0.0.0/0', '::/0'] }, REQUEST);
  const guarded = new OutgoingHttp({ outgoingAllowed: [] }, REQUEST);
  let names = 0;

  beforeAll(async () => {
    [database, server] = await Promise.all([createTestDatabase(), new SourceServer().start()]);
    unitOfWork = new UnitOfWork(database.dataSource);
    directory = createResourceDirectory(unitOfWork);
    synchronization = another();
  });
  beforeEach(() => {
    server.documents.clear();
    server.received.splice(0);
  });
  afterAll(async () => {
    await synchronization.synchronizer.stop();
    await Promise.all([server.stop(), trusted.close(), guarded.close()]);
    await database.drop();
  });

  /** Another process of the API. */
  function another(): Synchronization {
    return new Synchronization({
      dataSource: database.dataSource,
      unitOfWork,
      directory,
      http: { trusted, guarded },
      limits: LIMITS,
      key: Buffer.alloc(32, 7),
      maxAgeSeconds: 3_600,
      run: async (steps) => finished(steps),
      logger: silentLogger,
    });
  }

  async function service(
    options: Record<string, unknown> | null = null,
    typeName = 'thredds',
  ): Promise<ProtectedService> {
    names += 1;
    return directory.services.create({
      name: `s${names}`,
      typeName,
      url: `${server.url}/s${names}`,
      syncType: 'thredds',
      synchronization: options,
    });
  }

  const serve = (one: ProtectedService, content: string): void => {
    server.documents.set(`${new URL(one.url).pathname}/catalog.xml`, catalog(content));
  };

  async function run(one: ProtectedService): Promise<StoredJob> {
    const { id } = await synchronization.request(one, 'ada');
    await synchronization.synchronizer.idle();
    return synchronization.job(one, id);
  }

  const files = (...paths: readonly string[]): string => paths.map((path) => dataset('', path)).join('\n');

  async function tree(one: ProtectedService): Promise<string[]> {
    const nodes = await directory.resources.below([one], 10_000);
    const of = (id: number | null): string => {
      const node = nodes.find((each) => each.id === id);
      return node ? `${of(node.parentId)}/${node.name}` : '';
    };
    return nodes.map(({ id }) => of(id)).sort();
  }

  async function changes(one: ProtectedService, state?: string): Promise<string[]> {
    const found = await synchronization.changes(one, { state, limit: 1_000 });
    return found.changes.map(({ kind, path, problem, state: is }) =>
      [kind, path.join('/'), problem, is].filter(Boolean).join(' '),
    );
  }

  async function assign(
    one: ProtectedService,
    path: readonly string[],
    access: 'allow' | 'deny',
    scope: 'recursive' | 'match' = 'recursive',
  ) {
    names += 1;
    const [group] = await unitOfWork.run(() =>
      unitOfWork.manager.query<{ id: number }[]>('INSERT INTO groups (name) VALUES ($1) RETURNING id', [
        `g${names}`,
      ]),
    );
    const resource = await directory.resources.byPath(one.id, path);
    if (!resource || !group) throw new Error('nothing there');
    await directory.permissions.createAll([
      {
        principal: { kind: 'group', id: group.id },
        resource: { ...resource, serviceType: resource.service.type },
        permission: { name: 'read', access, scope },
      },
    ]);
  }

  const revision = async (): Promise<unknown> =>
    (await database.dataSource.query<unknown[]>('SELECT value FROM access_revision'))[0];

  it('suggests what has appeared, and registers what is accepted, with what is above it', async () => {
    const one = await service();
    serve(one, reference('a/catalog.xml', 'Title of A') + files('top.nc'));
    server.documents.set(`${new URL(one.url).pathname}/a/catalog.xml`, catalog(files('a/b/x.nc', 'a/y.nc')));
    const before = await revision();
    const job = await run(one);
    expect(job).toMatchObject({
      state: 'succeeded',
      requestedBy: 'ada',
      failure: null,
      progress: { documents: 2, resources: 5 },
      result: { complete: true, resources: 5, appeared: 5, vanished: 0, created: 0 },
    });
    // A suggestion changes nothing.
    expect(await revision()).toEqual(before);
    expect(await tree(one)).toEqual([]);
    const { synchronizationId, changes: found } = await synchronization.changes(one, { limit: 10 });
    const id = found.find(({ path }) => path.join('/') === 'a/b/x.nc')?.id ?? 0;
    const seen = synchronizationId ?? 0;
    expect(await synchronization.decide(one, 'accept', { seen, ids: [id] }, 'ada')).toMatchObject({
      refused: [],
      more: false,
    });
    expect(await tree(one)).toEqual(['/a', '/a/b', '/a/b/x.nc']);
    expect((await directory.resources.byPath(one.id, ['a']))?.displayName).toBe('Title of A');
    await synchronization.decide(one, 'accept', { seen, pattern: 'a/*' }, 'ada');
    expect(await tree(one)).toEqual(['/a', '/a/b', '/a/b/x.nc', '/a/y.nc']);
    expect(await changes(one, 'open')).toEqual(['appeared top.nc open']);
  });

  it('does not suggest again what was rejected', async () => {
    const one = await service();
    serve(one, files('a.nc', 'b.nc'));
    await run(one);
    const { synchronizationId } = await synchronization.changes(one, { limit: 1 });
    await synchronization.decide(one, 'reject', { seen: synchronizationId ?? 0, pattern: 'a*' }, 'ada');
    await run(one);
    expect(await changes(one)).toEqual(['appeared a.nc rejected', 'appeared b.nc open']);
    const latest = await synchronization.changes(one, { limit: 10 });
    const [rejected, open] = latest.changes.map(({ id }) => id);
    const ids = [rejected ?? 0, open ?? 0, 4_711];
    const seen = latest.synchronizationId ?? 0;
    const unknown = { id: 4_711, code: 'synchronization_change_not_found' };
    const accepted = {
      refused: [{ id: rejected, code: 'synchronization_change_settled' }, unknown],
      more: false,
    };
    expect(await synchronization.decide(one, 'accept', { seen, ids }, 'ada')).toEqual({
      settled: [open],
      ...accepted,
    });
    // The same request again.
    expect(await synchronization.decide(one, 'accept', { seen, ids }, 'ada')).toEqual({
      settled: [],
      ...accepted,
    });
    expect(await synchronization.decide(one, 'reject', { seen, ids: [4_711] }, 'ada')).toMatchObject({
      refused: [unknown],
    });
    expect(await tree(one)).toEqual(['/b.nc']);
    await expect(
      synchronization.decide(one, 'accept', { seen: synchronizationId ?? 0 }, 'ada'),
    ).rejects.toMatchObject({ errorCode: 'synchronization_superseded' });
  });

  it('keeps the mirror before, and changes nothing, if the source fails', async () => {
    const one = await service({ mode: 'mirror' });
    serve(one, files('a.nc', 'b.nc'));
    await run(one);
    const before = [await revision(), await tree(one), await changes(one), await synchronization.state(one)];
    server.documents.set(`${new URL(one.url).pathname}/catalog.xml`, (_, response) => {
      const text = catalog('');
      response.writeHead(200, { 'content-type': 'application/xml', 'content-length': text.length + 1 });
      response.write(text, () => response.destroy());
    });
    const job = await run(one);
    expect(job).toMatchObject({ state: 'failed', failure: { code: 'source_truncated' }, result: null });
    const { latest, ...state } = await synchronization.state(one);
    expect(latest).toMatchObject({ id: job.id });
    expect([await revision(), await tree(one), await changes(one)]).toEqual(before.slice(0, 3));
    expect(before[3]).toMatchObject(state);
  });

  describe('in the mode `create`', () => {
    it('creates new resources, and only suggests the removal of vanished ones', async () => {
      const one = await service({ mode: 'create' });
      serve(one, files('a/x.nc', 'b.nc'));
      expect(await run(one)).toMatchObject({ result: { created: 3, removed: 0, held: [] } });
      expect(await tree(one)).toEqual(['/a', '/a/x.nc', '/b.nc']);
      serve(one, files('a/x.nc', 'c.nc'));
      expect(await run(one)).toMatchObject({ result: { created: 1, vanished: 1, removed: 0 } });
      expect(await tree(one)).toEqual(['/a', '/a/x.nc', '/b.nc', '/c.nc']);
      expect(await changes(one, 'open')).toEqual(['vanished b.nc open']);
    });

    it('stops where somebody would gain access', async () => {
      const one = await service({ mode: 'create' });
      serve(one, files('secret'));
      await run(one);
      await assign(one, [], 'allow');
      await assign(one, ['secret'], 'deny');
      serve(one, files('secret', 'secret.nc', 'public'));
      expect(await run(one)).toMatchObject({ result: { created: 1, held: ['would_open'] } });
      expect(await tree(one)).toEqual(['/public', '/secret']);
      expect(await changes(one, 'open')).toEqual(['appeared secret.nc would_open open']);
    });

    it('does not rename what a hostile source renames', async () => {
      const one = await service({ mode: 'create' });
      serve(one, dataset('Plans', 'secret'));
      await run(one);
      await assign(one, ['secret'], 'deny');
      serve(one, dataset('Plans', 'public'));
      await run(one);
      expect(await tree(one)).toEqual(['/secret']);
      expect(await changes(one)).toEqual(['renamed secret open']);
    });
  });

  describe('in the mode `mirror`', () => {
    const many = Array.from({ length: 40 }, (_, n) => `f${n}.nc`);

    it('removes what has vanished if it has created it, and nobody has an assignment there or below', async () => {
      const one = await service({ mode: 'mirror' });
      serve(one, files(...many, 'd/x.nc', 'e.nc'));
      await run(one);
      const parent = await directory.resources.parentById(one.id);
      await directory.resources.create(parent, { name: 'own', typeName: 'directory' });
      await assign(one, ['d', 'x.nc'], 'allow');
      serve(one, files(...many));
      expect(await run(one)).toMatchObject({
        result: { vanished: 3, removed: 1, held: ['has_assignments', 'other_origin'] },
      });
      expect((await changes(one, 'open')).sort()).toEqual([
        'vanished d has_assignments open',
        'vanished own other_origin open',
      ]);
      expect(await directory.resources.byPath(one.id, ['e.nc'])).toBeUndefined();
    });

    it('removes nothing if more than a tenth has vanished', async () => {
      const one = await service({ mode: 'mirror' });
      serve(one, files(...many));
      await run(one);
      serve(one, files(...many.slice(5)));
      expect(await run(one)).toMatchObject({
        result: { vanished: 5, removed: 0, held: ['too_many_vanished'] },
      });
      serve(one, '');
      expect(await run(one)).toMatchObject({
        result: { vanished: 40, removed: 0, held: ['too_many_vanished'] },
      });
      expect(await tree(one)).toHaveLength(40);
      serve(one, files(...many.slice(4)));
      expect(await run(one)).toMatchObject({ result: { vanished: 4, removed: 4, held: [] } });
    });

    it('removes nothing after an incomplete traversal', async () => {
      const one = await service({ mode: 'mirror' });
      serve(one, files(...many));
      await run(one);
      serve(one, files(...many.slice(1)) + reference('gone/catalog.xml', 'Gone'));
      expect(await run(one)).toMatchObject({ result: { complete: false, vanished: 0, removed: 0 } });
    });
  });

  describe('of one service by several processes', () => {
    it('is one job at a time', async () => {
      const one = await service();
      const waiting: (() => void)[] = [];
      server.documents.set(`${new URL(one.url).pathname}/catalog.xml`, (_, response) => {
        waiting.push(() => void response.writeHead(200, { 'content-type': 'text/xml' }).end(catalog('')));
      });
      const other = another();
      const { id } = await synchronization.request(one, null);
      const refused = [other.request(one, 'eve'), synchronization.request(one, 'eve')];
      for (const each of refused)
        await expect(each).rejects.toMatchObject({ errorCode: 'synchronization_under_way' });
      await other.synchronizer.start();
      while (waiting.length === 0) await new Promise((resolve) => void setImmediate(resolve));
      for (const end of waiting) end();
      await Promise.all([synchronization.synchronizer.idle(), other.synchronizer.idle()]);
      expect(await synchronization.job(one, id)).toMatchObject({ state: 'succeeded' });
      expect(server.received).toHaveLength(1);
    });

    it('fails if its process ends while it reads, and goes on if it ends while it applies', async () => {
      const one = await service({ mode: 'create' });
      serve(one, files('a.nc'));
      const { dataSource } = database;
      const lost = await dataSource.query<{ id: number }[]>(
        `INSERT INTO synchronizations (service_id, sync_type, mode, state, lease, lease_until)
         VALUES ($1, 'thredds', 'create', 'reading', 1, now() - interval '1 second') RETURNING id`,
        [one.id],
      );
      await synchronization.synchronizer.start();
      expect(await synchronization.job(one, lost[0]?.id ?? 0)).toMatchObject({
        state: 'failed',
        failure: { code: 'interrupted' },
      });
      const job = await run(one);
      // As if the process had ended between the publication and the creation.
      await unitOfWork.run(async () => {
        const created = await directory.resources.byPath(one.id, ['a.nc']);
        if (created) await directory.resources.delete(created);
      });
      await dataSource.query(
        `UPDATE synchronization_differences SET state = 'automatic' WHERE synchronization_id = $1`,
        [job.id],
      );
      await dataSource.query(
        `UPDATE synchronizations SET state = 'applying', lease = 1, lease_until = now() - interval '1 second' WHERE id = $1`,
        [job.id],
      );
      const other = another();
      await other.synchronizer.start();
      await other.synchronizer.idle();
      expect(await tree(one)).toEqual(['/a.nc']);
      expect(await synchronization.job(one, job.id)).toMatchObject({
        state: 'succeeded',
        result: { created: 1 },
      });
    });
  });

  it('ends if its service is deleted while it applies, and leaves what cannot be created any more to somebody', async () => {
    const { dataSource } = database;
    const applyAgain = async (id: number): Promise<void> => {
      await dataSource.query(
        `UPDATE synchronization_differences SET state = 'automatic' WHERE synchronization_id = $1 AND state <> 'rejected'`,
        [id],
      );
      await dataSource.query(
        `UPDATE synchronizations SET state = 'applying', lease = 1, lease_until = now() - interval '1 second' WHERE id = $1`,
        [id],
      );
      await synchronization.synchronizer.start();
      await synchronization.synchronizer.idle();
    };
    const one = await service();
    serve(one, files('a/x.nc', 'b.nc'));
    const job = await run(one);
    // Somebody has registered a file where the source has a directory.
    const parent = await directory.resources.parentById(one.id);
    await directory.resources.create(parent, { name: 'a', typeName: 'file' });
    await applyAgain(job.id);
    expect(await synchronization.job(one, job.id)).toMatchObject({ state: 'succeeded' });
    expect(await tree(one)).toEqual(['/a', '/b.nc']);
    expect(await changes(one, 'open')).toEqual(['appeared a/x.nc above_unusable open']);
    await directory.services.delete(one);
    await applyAgain(job.id);
    expect(await synchronization.job(one, job.id)).toMatchObject({
      state: 'failed',
      failure: { code: 'service_changed' },
    });
  });

  it('is requested by the interval of a service, once for each', async () => {
    const one = await service({ interval_minutes: 60 });
    serve(one, '');
    await synchronization.requestDue();
    await synchronization.synchronizer.idle();
    await synchronization.requestDue();
    await synchronization.synchronizer.idle();
    expect(await synchronization.list(one, undefined, 10)).toHaveLength(1);
    await database.dataSource.query(
      `UPDATE synchronizations SET requested_at = now() - interval '61 minutes' WHERE service_id = $1`,
      [one.id],
    );
    await synchronization.requestDue();
    await synchronization.synchronizer.idle();
    expect(await synchronization.list(one, undefined, 10)).toHaveLength(2);
  });

  it('is no storm of requests if a service flaps: it is read again at its interval, whatever came of the last time', async () => {
    const one = await service({ mode: 'mirror', interval_minutes: 60 });
    serve(one, files('a.nc', 'b.nc'));
    await run(one);
    const { pathname } = new URL(one.url);
    const states: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      if (round % 2 === 0) server.documents.delete(`${pathname}/catalog.xml`);
      else serve(one, files('a.nc', 'b.nc'));
      await database.dataSource.query(
        `UPDATE synchronizations SET requested_at = now() - interval '61 minutes' WHERE service_id = $1`,
        [one.id],
      );
      server.received.splice(0);
      // The scheduled job looks for what is due far more often.
      for (let tick = 0; tick < 5; tick += 1) {
        await synchronization.requestDue();
        await synchronization.synchronizer.idle();
      }
      expect(server.received.filter(({ url }) => url.startsWith(pathname))).toHaveLength(1);
      const [latest] = await synchronization.list(one, undefined, 1);
      states.push(String(latest?.state));
      expect(await tree(one)).toEqual(['/a.nc', '/b.nc']);
    }
    expect(states).toEqual(['failed', 'succeeded', 'failed', 'succeeded']);
  });

  it('sends credentials to the origin for which they were set, and to no other URL of the service', async () => {
    const one = await service();
    serve(one, '');
    await synchronization.setCredentials(one, { kind: 'basic', userName: 'reader', password: 'pass' });
    expect(await synchronization.state(one)).toMatchObject({ credentialsOrigin: server.url });
    await run(one);
    expect(server.received.at(-1)?.authorization).toBe(
      `Basic ${Buffer.from('reader:pass').toString('base64')}`,
    );
    const moved = await directory.services.update(one, { url: one.url.replace('127.0.0.1', 'localhost') });
    await run(moved);
    expect(server.received.at(-1)?.authorization).toBeUndefined();
    const [row] = await database.dataSource.query<{ secret: Buffer }[]>(
      'SELECT secret FROM synchronization_credentials WHERE service_id = $1',
      [one.id],
    );
    expect(row?.secret.toString('latin1')).not.toContain('pass');
    expect(await synchronization.credentials.remove(moved)).toBe(true);
  });

  it('records that credentials were set and deleted, and not what they are', async () => {
    const one = await service();
    await synchronization.setCredentials(one, { kind: 'bearer', token: 'canary' });
    await synchronization.setCredentials(one, { kind: 'basic', userName: 'canary', password: 'canary' });
    expect(await synchronization.credentials.remove(one)).toBe(true);
    // Without any, nothing is recorded.
    expect(await synchronization.credentials.remove(one)).toBe(false);
    const recorded = await database.dataSource.query<
      { before: number | null; after: number; text: string }[]
    >(
      `SELECT (before ->> 'credentials_version')::integer AS before, (after ->> 'credentials_version')::integer AS after, c::text AS text
       FROM changes c WHERE entity = 'service' AND (after ->> 'resource_id')::integer = $1 ORDER BY id`,
      [one.id],
    );
    expect(recorded.map(({ before, after }) => [before, after])).toEqual([
      [null, 0],
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
    expect(recorded.map(({ text }) => text).join()).not.toContain('canary');
  });

  it('shows registered resources beside those of the source alone', async () => {
    const one = await service({ depth: 2 });
    const parent = await directory.resources.parentById(one.id);
    const old = await directory.resources.create(parent, { name: 'old', typeName: 'directory' });
    const a = await directory.resources.create(parent, { name: 'A', typeName: 'directory' });
    const atA = await directory.resources.parentById(a.id);
    const b = await directory.resources.create(atA, { name: 'b', typeName: 'directory' });
    await directory.resources.create(await directory.resources.parentById(b.id), {
      name: 'deep',
      typeName: 'file',
    });
    const shown = async (page: object) => {
      const { registered, remoteOnly } = await synchronization.children(one, { limit: 10, ...page });
      return [
        registered.map(({ name, matchesRemote }) => [name, matchesRemote]),
        remoteOnly.map(({ name }) => name),
      ];
    };
    expect(await shown({})).toEqual([
      [
        ['old', null],
        ['A', null],
      ],
      [],
    ]);
    serve(one, files('a/b/c/x.nc', 'a/y.nc', 'n/m/z.nc'));
    await run(one);
    expect(await shown({})).toEqual([
      [
        ['old', false],
        ['A', true],
      ],
      ['n'],
    ]);
    expect(await shown({ resourceId: a.id })).toEqual([[['b', true]], ['y.nc']]);
    // Below the depth that was read.
    expect(await shown({ resourceId: b.id })).toEqual([[['deep', true]], []]);
    expect(await shown({ resourceId: old.id })).toEqual([[], []]);
    const { remoteOnly } = await synchronization.children(one, { limit: 10 });
    expect(await shown({ remoteId: remoteOnly[0]?.id })).toEqual([[], ['m']]);
  });

  it('lists changes by kind, state and pattern, page by page in the order of their paths', async () => {
    const one = await service();
    const long = `long/${'x'.repeat(400)}`;
    serve(one, files('a-b.nc', 'a/1.nc', 'a/2.nc', 'ab.nc', `${long}/1.nc`, `${long}/2.nc`, 'a/3/4.nc'));
    await run(one);
    const all = await changes(one);
    expect(all).toEqual([...all].sort((x, y) => (pathOf(x) < pathOf(y) ? -1 : 1)));
    const { changes: found, synchronizationId } = await synchronization.changes(one, { limit: 1_000 });
    const accepted = found.find(({ path }) => path.join('/') === 'a/1.nc');
    await synchronization.decide(
      one,
      'accept',
      { seen: synchronizationId ?? 0, ids: [accepted?.id ?? 0] },
      'ada',
    );
    const listed = async (filter: { kind?: string; state?: string; pattern?: string }): Promise<string[]> => {
      const paths: string[] = [];
      for (let after: number | undefined; ;) {
        const page = await synchronization.changes(one, { ...filter, after, limit: 2 });
        paths.push(...page.changes.map(({ path }) => path.join('/')));
        after = page.changes.at(-1)?.id;
        if (page.changes.length < 2) return paths;
      }
    };
    // Compared with what all of them are.
    const { changes: now } = await synchronization.changes(one, { limit: 1_000 });
    const those = (fits: (path: string, state: string, kind: string) => boolean): string[] =>
      now
        .filter(({ path, state, kind }) => fits(path.join('/'), state, kind))
        .map(({ path }) => path.join('/'));
    expect(await listed({})).toEqual(those(() => true));
    expect(await listed({ state: 'applied' })).toEqual(['a', 'a/1.nc']);
    expect(await listed({ pattern: 'a/*' })).toEqual(['a/1.nc', 'a/2.nc', 'a/3', 'a/3/4.nc']);
    expect(await listed({ pattern: 'a/*', state: 'open' })).toEqual(['a/2.nc', 'a/3', 'a/3/4.nc']);
    expect(await listed({ pattern: 'a' })).toEqual(['a']);
    expect(await listed({ pattern: '*.nc', kind: 'appeared' })).toEqual(
      those((path, _state, kind) => path.endsWith('.nc') && kind === 'appeared'),
    );
    expect(await listed({ pattern: `${long}/*` })).toEqual([`${long}/1.nc`, `${long}/2.nc`]);
    expect(await listed({ kind: 'unusable' })).toEqual([long, `${long}/1.nc`, `${long}/2.nc`]);
    expect(await listed({ pattern: 'a_b*' })).toEqual([]);
  });

  it('removes the rows of former mirrors and of deleted services, and keeps those that are shown', async () => {
    const one = await service();
    serve(one, files('a.nc', 'b.nc'));
    await run(one);
    const second = await run(one);
    await synchronization.removeOld();
    const rows = async (): Promise<unknown[]> =>
      database.dataSource.query(
        `SELECT DISTINCT r.synchronization_id AS id FROM remote_resources r JOIN synchronizations j ON j.id = r.synchronization_id
         WHERE j.service_id = $1`,
        [one.id],
      );
    expect(await rows()).toEqual([{ id: second.id }]);
    await directory.services.delete(one);
    await synchronization.removeOld();
    expect(await rows()).toEqual([]);
  });

  it('forgets that it has created resources which are deleted', async () => {
    const one = await service({ mode: 'create' });
    serve(one, files('a.nc', 'b.nc'));
    await run(one);
    const deleted = await directory.resources.byPath(one.id, ['a.nc']);
    if (deleted) await directory.resources.delete(deleted);
    await synchronization.removeOld();
    const kept = await directory.resources.byPath(one.id, ['b.nc']);
    expect(
      await database.dataSource.query(
        'SELECT resource_id AS id FROM synchronized_resources WHERE service_id = $1',
        [one.id],
      ),
    ).toEqual([{ id: kept?.id }]);
  });

  describe('of a service that does not exist yet', () => {
    const source = (options: Partial<Pick<ProtectedService, 'syncType' | 'synchronization'>> = {}) => {
      names += 1;
      const input = {
        name: 'preview',
        typeName: 'thredds',
        url: `${server.url}/p${names}`,
        syncType: 'thredds',
      };
      return validateService({ ...input, ...options });
    };
    const serveAt = ({ url }: { readonly url: string }, content: string) =>
      void server.documents.set(`${new URL(url).pathname}/catalog.xml`, catalog(content));

    it('shows its tree, sends no credentials, and writes nothing', async () => {
      const one = source();
      serveAt(one, reference('a/catalog.xml', 'Title of A') + files('top.nc', `${'x'.repeat(101)}.nc`));
      server.documents.set(`${new URL(one.url).pathname}/a/catalog.xml`, catalog(files('a/y.nc')));
      const before = await revision();
      const found = await synchronization.previews.of(one);
      expect(found).toMatchObject({ isComplete: true, endedBy: undefined, failure: undefined, skipped: [] });
      expect(found.progress).toMatchObject({ documents: 2, resources: 4 });
      expect(
        found.resources.map(({ id, parentId, name, problem: why }) => [id, parentId, name.length, why]),
      ).toEqual([
        [1, 0, 1, undefined],
        [2, 0, 6, undefined],
        [3, 0, 104, 'name_too_long'],
        [4, 1, 4, undefined],
      ]);
      expect(found.resources[0]).toMatchObject({ title: 'Title of A', type: 'directory' });
      expect(server.received.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
      expect(await revision()).toEqual(before);
      const rows = await database.dataSource.query('SELECT FROM synchronizations WHERE state = $1', [
        'reading',
      ]);
      expect(rows).toEqual([]);
    });

    it('says why a source cannot be read, and shows a part of one that is too large', async () => {
      const gone = await synchronization.previews.of(source());
      expect(gone).toMatchObject({ resources: [], isComplete: false, failure: { code: 'source_refused' } });
      const large = source();
      serveAt(large, files(...Array.from({ length: 5_100 }, (_, n) => `f${n}.nc`)));
      const part = await synchronization.previews.of(large);
      expect(part).toMatchObject({
        isComplete: false,
        endedBy: 'source_too_many_resources',
        failure: undefined,
      });
      expect(part.resources).toHaveLength(1_000);
      const endless = source({ synchronization: { depth: 32 } });
      serveAt(endless, Array.from({ length: 200 }, (_, n) => reference(`${n}/catalog.xml`, `${n}`)).join(''));
      expect(await synchronization.previews.of(endless)).toMatchObject({
        endedBy: 'source_too_many_documents',
        isComplete: false,
      });
    });

    it('is refused where the synchronization type has nothing to be read', async () => {
      await expect(synchronization.previews.of(source({ syncType: 'access' }))).rejects.toMatchObject({
        errorCode: 'synchronization_not_supported',
      });
    });

    it('has a place beside a job that reads for long', async () => {
      const held: (() => void)[] = [];
      const slow = await service();
      server.documents.set(`${new URL(slow.url).pathname}/catalog.xml`, (_, response) => {
        held.push(() => void response.writeHead(200, { 'content-type': 'text/xml' }).end(catalog('')));
      });
      const job = run(slow);
      while (held.length === 0) await new Promise((resolve) => void setImmediate(resolve));
      expect(await synchronization.previews.of(source())).toMatchObject({
        failure: { code: 'source_refused' },
      });
      for (const answer of held) answer();
      expect((await job).state).toBe('succeeded');
    });

    it('is one of the two sources that a process reads at a time, and leaves one to jobs', async () => {
      const held: (() => void)[] = [];
      const one = source();
      server.documents.set(`${new URL(one.url).pathname}/catalog.xml`, (_, response) => {
        held.push(() => void response.writeHead(200, { 'content-type': 'text/xml' }).end(catalog('')));
      });
      const first = synchronization.previews.of(one);
      await expect(synchronization.previews.of(source())).rejects.toMatchObject({
        errorCode: 'synchronization_preview_busy',
        status: 429,
      });
      const other = await service();
      serve(other, files('x.nc'));
      expect((await run(other)).state).toBe('succeeded');
      while (held.length === 0) await new Promise((resolve) => void setImmediate(resolve));
      for (const answer of held) answer();
      expect(await first).toMatchObject({ resources: [], isComplete: true, failure: undefined });
      // Its place is free again.
      expect(await synchronization.previews.of(source())).toMatchObject({
        failure: { code: 'source_refused' },
      });
    });
  });

  it('accepts many changes in revisions for which others hardly wait', async () => {
    const one = await service();
    serve(one, files(...Array.from({ length: 400 }, (_, n) => `d${n % 10}/f${n}.nc`)));
    await run(one);
    const { synchronizationId } = await synchronization.changes(one, { limit: 1 });
    const before = await revision();
    const decided = await synchronization.decide(one, 'accept', { seen: synchronizationId ?? 0 }, 'ada');
    expect(decided).toMatchObject({ refused: [], more: false });
    expect(decided.settled).toHaveLength(410);
    expect(await tree(one)).toHaveLength(410);
    const revisions =
      Number(Object.values((await revision()) as object)[0]) - Number(Object.values(before as object)[0]);
    // Steps of 100 to 300 resources, the first one of 100.
    expect(revisions).toBeGreaterThanOrEqual(3);
    expect(revisions).toBeLessThanOrEqual(20);
  });
});

/** The path of a change as it is listed. */
function pathOf(change: string): string {
  return change.split(' ')[1] ?? '';
}
