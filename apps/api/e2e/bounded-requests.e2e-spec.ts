import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import { type TestApi, startApi } from './harness/start-api';

const MEMBERS = 2000;
const FIELDS = 20;
const FORM = 'application/x-www-form-urlencoded';

describe('a request', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ SVC_BODY_MEMBERS: String(MEMBERS), SVC_BODY_FIELDS: String(FIELDS) });
  });
  afterAll(() => api.close());

  /** Sends a body as administrator; without `mediaType`, the request has no media type. */
  async function send(method: string, path: string, body: string, mediaType?: string) {
    const reply = await fetch(api.admin.url + path, {
      method,
      headers: {
        Cookie: api.admin.sessionCookie,
        ...(mediaType === undefined ? {} : { 'Content-Type': mediaType }),
      },
      // A byte array is the only kind of body for which fetch adds no media type.
      body: new Uint8Array(Buffer.from(body)),
    });
    const text = await reply.text();
    return { status: reply.status, text, body: JSON.parse(text) as Record<string, unknown> };
  }

  /** A new group as JSON with `members` members in all. */
  const groupOf = (name: string, members: number): string =>
    JSON.stringify({ group_name: name, more: Array(members - 2).fill(0) });

  it.each([
    ['with', 'application/json'],
    ['without', undefined],
  ])('may have a limited number of members in a JSON body, %s a media type', async (_, mediaType) => {
    const group = api.make.name('group');
    const refused = await send('POST', '/groups', groupOf(group, MEMBERS + 1), mediaType);
    expect(refused).toMatchObject({ status: 413, body: { code: 413 } });
    expect(refused.body['detail']).toContain(`${MEMBERS} members and list entries (SVC_BODY_MEMBERS)`);
    const accepted = await send('POST', '/groups', groupOf(group, MEMBERS), mediaType);
    expect(accepted.status).toBe(201);
  });

  it.each([
    ['with', FORM],
    ['without', undefined],
  ])('may have a limited number of fields in a form, %s a media type', async (_, mediaType) => {
    const group = api.make.name('group');
    const form = (fields: number) => `group_name=${group}${'&more=1'.repeat(fields - 1)}`;
    const refused = await send('POST', '/groups', form(FIELDS + 1), mediaType);
    expect(refused.status).toBe(413);
    expect(refused.body['detail']).toContain(`${FIELDS} fields (SVC_BODY_FIELDS)`);
    expect((await send('POST', '/groups', form(FIELDS), mediaType)).status).toBe(201);
  });

  it('may have a limited number of parts in a multipart form', async () => {
    const group = api.make.name('group');
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const form = (parts: number) =>
      `${part('group_name', group)}${part('more', '').repeat(parts - 1)}--b--\r\n`;
    const refused = await send('POST', '/groups', form(FIELDS + 1), 'multipart/form-data; boundary=b');
    expect(refused.status).toBe(413);
    expect(refused.body['detail']).toContain(`${FIELDS} fields (SVC_BODY_FIELDS)`);
    expect((await send('POST', '/groups', form(FIELDS), 'multipart/form-data; boundary=b')).status).toBe(201);
  });

  it('may nest its body 64 levels deep, also without a media type', async () => {
    const nested = (levels: number): string =>
      `{"group_name": "${api.make.name('group')}", "more": ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    for (const mediaType of ['application/json', undefined]) {
      const refused = await send('POST', '/groups', nested(65), mediaType);
      expect([mediaType, refused.status]).toEqual([mediaType, 400]);
      expect(refused.body['detail']).toContain('64 levels');
      expect((await send('POST', '/groups', nested(64), mediaType)).status).toBe(201);
    }
  });

  it('without a media type is read as JSON or as a form, depending on the first character of its body', async () => {
    const [one, other] = [api.make.name('group'), api.make.name('group')];
    expect((await send('POST', '/groups', `{"group_name": "${one}"}`)).status).toBe(201);
    expect((await send('POST', '/groups', `group_name=${other}&discoverable=true`)).status).toBe(201);
    const stored = await api.admin.get(`/groups/${other}`).expect(200);
    expect(stored.body).toMatchObject({ group: { group_name: other, discoverable: true } });
    expect((await send('POST', '/groups', '["group_name"]')).status).toBe(400);
    // A body of another media type is not read: the name is missing.
    expect((await send('POST', '/groups', `{"group_name": "g"}`, 'text/plain')).status).toBe(400);
  });

  it('is refused with a reply that contains its long values shortened', async () => {
    const long = '<&'.repeat(100_000);
    const service = { service_name: 'a', service_url: 'http://localhost', service_type: long };
    const bodies: [string, object][] = [
      ['/services', service],
      ['/groups', { group_name: long }],
      ['/users', { user_name: long, email: 'a@example.org', password: 'a good password' }],
    ];
    for (const [path, body] of bodies) {
      for (const accept of ['application/json', 'text/html', 'application/xml']) {
        const reply = await api.admin.post(path, body).set('Accept', accept).buffer(true);
        expect([path, reply.status >= 400 && reply.status < 500]).toEqual([path, true]);
        expect([path, accept, reply.text.length < 20_000]).toEqual([path, accept, true]);
      }
    }
  });

  it('may contain the address of a service up to a maximum length', async () => {
    const service = (length: number) => ({
      service_name: api.make.name('service'),
      service_type: 'api',
      service_url: 'http://localhost/'.padEnd(length, 'x'),
    });
    await api.admin.post('/services', service(8192)).expect(201);
    const refused = await api.admin.post('/services', service(8193)).expect(422);
    expect(refused.body).toMatchObject({ param: { name: 'service_url', compare: 'range(1, 8193)' } });
  });

  it('for the change log is answered with whole revisions of at most 5000 changes', async () => {
    const service = await api.make.service({ service_type: 'api' });
    const id = await api.make.serviceId(service);
    const newest = async () => (await api.admin.get('/changes?limit=1').expect(200)).body['newest_revision'];
    const before: number = await newest();
    const insert = (from: number, to: number) =>
      api.dataSource.query(`BEGIN; SELECT begin_revision('system', NULL, 'test', NULL, NULL);
        INSERT INTO resources (name, display_name, type, parent_id, root_service_id)
          SELECT 'r' || n, 'r' || n, 'route', ${id}, ${id} FROM generate_series(${from}, ${to}) n; COMMIT`);
    await insert(1, 3000);
    await insert(3001, 5000);
    await insert(5001, 11_000);
    await insert(11_001, 11_001);
    const page = async (after: number): Promise<[revision: number, changes: number][]> => {
      const reply = await api.admin.get(`/changes?after=${after}&limit=1000`).expect(200);
      return reply.body['revisions'].map((one: { revision: number; changes: unknown[] }) => [
        one.revision,
        one.changes.length,
      ]);
    };
    expect(await page(before)).toEqual([
      [before + 1, 3000],
      [before + 2, 2000],
    ]);
    // A revision with more changes than the maximum of a page is a separate page.
    expect(await page(before + 2)).toEqual([[before + 3, 6000]]);
    expect(await page(before + 3)).toEqual([[before + 4, 1]]);
  });

  describe('that changes permissions along a branch', () => {
    const MOST = 257;

    const branch = (service: string, user: string, entries: number): object => ({
      permissions: Array.from({ length: entries }, (_, index) =>
        index === 0
          ? { resource_name: service, resource_type: 'service' }
          : { resource_name: `r${index}`, resource_type: 'route', permission: 'read', user },
      ),
    });

    it('may name as many resources as a tree has levels', async () => {
      const [service, user] = [await api.make.service({ service_type: 'api' }), await api.make.user()];
      const refused = await api.admin.patch('/permissions', branch(service, user, MOST + 1));
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({
        detail: expect.stringContaining(`at most ${MOST} entries`),
        param: { name: 'permissions', value: String(MOST + 1) },
      });
      await api.admin.patch('/permissions', branch(service, user, MOST)).expect(200);
      const [{ count }] = await api.dataSource.query(
        'SELECT count(*)::integer AS count FROM user_permissions p JOIN users u ON u.id = p.user_id WHERE u.name = $1',
        [user],
      );
      expect(count).toBe(MOST - 1);
    });

    it('executes as many queries for many entries as for few', async () => {
      const query = jest.spyOn(PostgresQueryRunner.prototype, 'query');
      const user = await api.make.user();
      const queriesFor = async (entries: number): Promise<number> => {
        const service = await api.make.service({ service_type: 'api' });
        query.mockClear();
        await api.admin.patch('/permissions', branch(service, user, entries)).expect(200);
        // Jobs in the background execute queries meanwhile, on other connections.
        const { calls, contexts } = query.mock;
        const writing = contexts[calls.findIndex(([sql]) => /INSERT INTO\s+"?user_permissions/.test(sql))];
        expect(writing).toBeDefined();
        return contexts.filter((context) => context === writing).length;
      };
      const few = await queriesFor(3);
      expect(few).toBeGreaterThan(5);
      expect(await queriesFor(200)).toBe(few);
      query.mockRestore();
    });
  });
});
