import { Group } from '@gatehouse/database';
import {
  type Cut,
  DatabaseRelay,
  HangingConnections,
  OwnServer,
  type TestDatabase,
} from '@gatehouse/testing';
import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

type Send = () => ReturnType<Client['get']>;

/** Connections other than that of the test. */
const OF_POOLS = "pid <> pg_backend_pid() AND application_name <> 'gatehouse feed'";

describe('a request whose database', () => {
  let server: OwnServer;
  let database: TestDatabase;
  let relay: DatabaseRelay;
  let api: TestApi;

  beforeAll(async () => {
    server = await OwnServer.make();
    database = await server.migrated();
    relay = await DatabaseRelay.open(database.url);
    api = await startApi({ SVC_DB_TIMEOUT: '1.5', SVC_DB_POOL: '3' }, undefined, {
      ...database,
      url: relay.url,
    });
  });
  afterAll(async () => {
    await api.close();
    await relay.close();
    await server.remove();
  });

  const REQUESTS: [string, Send][] = [
    ['reads the own account', () => api.admin.get('/users/current')],
    ['lists groups', () => api.admin.get('/groups')],
    ['signs in', () => api.anonymous.post('/signin', { user_name: 'nobody', password: 'a good password' })],
    ['creates a group', () => api.admin.post('/groups', { group_name: 'while-it-hangs' })],
    ['reads the version', () => api.anonymous.get('/version')],
    ['opens a link', () => api.anonymous.get('/tmp/6f0c1f8e-3f0c-4c0e-9d0b-1f2e3d4c5b6a')],
  ];

  it.each(REQUESTS)('hangs is answered with 503 and Retry-After: one that %s', async (_name, send) => {
    await server.hang();
    try {
      const reply = await send();
      expect(reply.body).toMatchObject({ code: 503, error_code: 'database_unavailable' });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await server.goOn();
    }
  });

  it('hangs is answered as well when it waits for a connection, and later ones are served again', async () => {
    const send = (index: number) => api.admin.post('/groups', { group_name: `many-${index}` });
    await server.hang();
    try {
      const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => send(index)));
      expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(503));
    } finally {
      await server.goOn();
    }
    await api.admin.get('/groups').expect(200);
    expect(await database.dataSource.manager.countBy(Group, { name: 'many-0' })).toBe(0);
    await send(0).expect(201);
  });

  it('hangs does not use the connection again: others serve while it goes on hanging', async () => {
    // All connections, also those that were idle.
    await Promise.all(Array.from({ length: 6 }, () => api.admin.get('/groups').expect(200)));
    const hanging = await HangingConnections.stop(database.dataSource, OF_POOLS);
    expect(hanging.count).toBeGreaterThan(1);
    try {
      const replies: number[] = [];
      while (replies.at(-1) !== 201 && replies.length < 50) {
        const name = `beside-${replies.length}`;
        replies.push((await api.admin.post('/groups', { group_name: name })).status);
      }
      expect(replies).toContain(503);
      expect(replies.at(-1)).toBe(201);
    } finally {
      hanging.goOn();
    }
  });

  it.each<[Cut, boolean]>([
    ['before the statement', false],
    ['before the answer', true],
  ])('is lost %s of its COMMIT is answered with the revision to look at', async (where, isDone) => {
    const name = `committed-${isDone}`;
    relay.cutAt('COMMIT', where, 'INSERT INTO groups');
    const reply = await api.admin.post('/groups', { group_name: name });
    expect(reply.body).toMatchObject({ code: 503, error_code: 'outcome_unknown' });
    expect(reply.headers['retry-after']).toBeUndefined();
    const { revision } = reply.body as { revision: number };
    const [header] = await database.dataSource.query<{ request_id: string }[]>(
      'SELECT request_id FROM revisions WHERE revision = $1',
      [revision],
    );
    expect(header?.request_id === reply.headers['x-request-id']).toBe(isDone);
    expect(await database.dataSource.manager.countBy(Group, { name })).toBe(isDone ? 1 : 0);
  });

  it('is lost before its COMMIT had no effect, and may be repeated', async () => {
    relay.cutAt('INSERT INTO groups', 'before the answer');
    const reply = await api.admin.post('/groups', { group_name: 'not-committed' });
    expect(reply.body).toMatchObject({ code: 503, error_code: 'database_unavailable' });
    expect(reply.headers['retry-after']).toBeDefined();
    expect(await database.dataSource.manager.countBy(Group, { name: 'not-committed' })).toBe(0);
    await api.admin.post('/groups', { group_name: 'not-committed' }).expect(201);
  });
});
