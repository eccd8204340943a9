import { FullDisk, OwnServer } from '@gatehouse/testing';
import type { Client } from '../harness/client';
import { type TestApi, startApi } from '../harness/start-api';

describe('while the disk of the database is full,', () => {
  let server: OwnServer;
  let api: TestApi;
  let disk: FullDisk | undefined;
  let member: string;
  let group: string;
  let service: string;
  let memberClient: Client;

  beforeAll(async () => {
    server = await OwnServer.make();
    api = await startApi({}, undefined, await server.migrated());
    group = await api.make.group();
    member = await api.make.user({ group_name: group });
    service = await api.make.service();
    await api.admin.post(`/users/${member}/services/${service}/permissions`, READ).expect(201);
    memberClient = await api.signIn(member);
    disk = await FullDisk.fill(server, api.dataSource);
  }, 240_000);
  afterAll(async () => {
    await disk?.free();
    await api.close();
    await server.remove();
  });

  const READ = { permission: { name: 'access', access: 'allow', scope: 'recursive' } };
  /** The API's replies about permissions. */
  const reported = async () => {
    const paths = [
      '/users',
      '/groups',
      `/users/${member}`,
      `/groups/${group}/users`,
      `/users/${member}/resources`,
    ];
    const replies = await Promise.all(paths.map((path) => api.admin.get(path).expect(200)));
    return replies.map(({ body }) => body as unknown);
  };

  it.each<[string, () => ReturnType<Client['get']>]>([
    ['revocation', () => api.admin.delete(`/users/${member}/services/${service}/permissions`, READ)],
    ['grant', () => api.admin.post(`/groups/${group}/services/${service}/permissions`, READ)],
    ['new group', () => api.admin.post('/groups', { group_name: 'no-room' })],
    ['deletion', () => api.admin.delete(`/users/${member}`)],
    ['sign-in', () => api.anonymous.post('/signin', { user_name: member, password: 'a good password' })],
    ['sign-out', () => memberClient.post('/signout')],
  ])('a %s returns an error and has no effect', async (_name, send) => {
    const before = await reported();
    const reply = await send();
    expect(reply.status).toBe(503);
    expect(reply.body).toMatchObject({
      code: 503,
      type: 'application/json',
      detail: 'The database is unavailable. Nothing was changed. Try again later.',
      error_code: 'database_unavailable',
    });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(reply.headers).not.toHaveProperty('x-access-revision');
    expect(reply.headers).not.toHaveProperty('set-cookie');
    expect(await reported()).toEqual(before);
    expect((await memberClient.get('/session').expect(200)).body).toMatchObject({ authenticated: true });
  });

  describe('until there is room again,', () => {
    beforeAll(() => disk?.free());

    it('the next write is acknowledged with the next revision', async () => {
      const newest = async () => {
        const [row] = await api.dataSource.query<{ value: string }[]>('SELECT value FROM access_revision');
        return Number(row?.value);
      };
      const before = await newest();
      const reply = await api.admin
        .delete(`/users/${member}/services/${service}/permissions`, READ)
        .expect(200);
      expect(reply.headers['x-access-revision']).toBe(String(before + 1));
      expect(await newest()).toBe(before + 1);
    });
  });
});
