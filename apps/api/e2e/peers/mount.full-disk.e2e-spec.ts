import type { Logger } from '@gatehouse/logging';
import { OwnServer, SmallDisk, type TestDatabase } from '@gatehouse/testing';
import type { Client } from '../harness/client';
import { type TestApi, startApi } from '../harness/start-api';

describe('on a small disk that is full, the API', () => {
  let disk: SmallDisk;
  let server: OwnServer;
  let database: TestDatabase;
  let api: TestApi;
  let member: string;
  const logged: string[] = [];
  const isFull =
    'the disk of the database is full: sign-ins and changes fail until there is space; what is stored is still served';

  beforeAll(async () => {
    disk = await SmallDisk.mount();
    server = await OwnServer.make(disk.folder);
    database = await server.migrated();
    const note = (fields: object, text: string): void =>
      void logged.push(JSON.stringify({ text, ...fields }));
    const logger = { info: () => undefined, warn: note, error: note } as unknown as Logger;
    api = await startApi({}, logger, database);
    member = await api.make.user();
    await disk.fill();
  });
  afterAll(async () => {
    await disk.free();
    await api.close();
    await server.remove();
    await disk.unmount();
  });

  const signIn = () => api.anonymous.post('/signin', { user_name: member, password: 'a good password' });
  const expectUnavailable = (reply: Awaited<ReturnType<Client['get']>>): void => {
    expect(reply.body).toMatchObject({ code: 503, error_code: 'database_unavailable' });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(reply.headers).not.toHaveProperty('set-cookie');
  };

  it('refuses sign-ins with 503 and Retry-After once its tables cannot grow, goes on serving, and the log says so', async () => {
    let reply = await signIn();
    for (let sent = 0; reply.status === 200 && sent < 500; sent++) reply = await signIn();
    expectUnavailable(reply);
    await api.admin.get(`/users/${member}`).expect(200);
    await api.admin.get('/users').expect(200);
    const entry = logged.find((text) => text.includes(isFull));
    expect(entry).toContain('could not extend file');
    expect(entry).not.toMatch(/"(?:error|stack)"/);
    expect(logged.filter((text) => text.includes('failed unexpectedly'))).toEqual([]);
  });

  it('answers with 503 while the server has ended itself, because its log cannot grow', async () => {
    await server.writeUntilItEnds(database.dataSource);
    expectUnavailable(await signIn());
    expectUnavailable(await api.admin.post('/groups', { group_name: 'no-room' }));
    expect(logged.at(-1)).toContain('the request failed: the database is unavailable');
    await expect(server.start()).rejects.toThrow(/no space left on device/i);
  });

  it('signs in by itself when there is room and the server runs again', async () => {
    await disk.free();
    await server.start();
    await signIn().expect(200);
    await api.admin.post('/groups', { group_name: 'room-again' }).expect(201);
  });
});
