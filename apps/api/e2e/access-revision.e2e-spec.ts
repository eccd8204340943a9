import type { DeclaredRoute } from '@gatehouse/http';
import { type TestApi, routesOf, startApi } from './harness/start-api';

const HEADER = 'X-Access-Revision';

describe('X-Access-Revision', () => {
  let api: TestApi;
  let newest: number;
  let pathOf: (route: DeclaredRoute) => string;
  beforeAll(async () => {
    api = await startApi();
    const service = await api.make.service();
    const values: Readonly<Record<string, string>> = {
      user_name: await api.make.user(),
      group_name: await api.make.group({ discoverable: true }),
      service_name: service,
      resource_id: String(await api.make.serviceId(service)),
      service_type: 'access',
    };
    pathOf = ({ template }) => template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'x');
    const write = await api.admin.post('/groups', { group_name: api.make.name('group') }).expect(201);
    newest = Number(write.headers['x-access-revision']);
  });
  afterAll(() => api.close());

  /** Paths of the reads that answer 200 without the header. */
  const readable = async (): Promise<readonly (readonly [DeclaredRoute, string])[]> => {
    const found: (readonly [DeclaredRoute, string])[] = [];
    for (const route of routesOf(api)) {
      const { declaration, method } = route;
      if (method !== 'GET' || declaration.changesState || declaration.raw !== undefined) continue;
      const path = pathOf(route);
      if ((await api.admin.get(path)).status === 200) found.push([route, path]);
    }
    expect(found.length).toBeGreaterThan(30);
    return found;
  };

  it('is met by every read, and refused with 400 by every read if it is beyond the newest revision', async () => {
    for (const [{ template }, path] of await readable()) {
      const met = await api.admin.get(path).set(HEADER, String(newest));
      expect([template, met.status]).toEqual([template, 200]);
      for (const send of [api.admin.get(path), api.admin.head(path)]) {
        const refused = await send.set(HEADER, String(newest + 1));
        expect([template, refused.status]).toEqual([template, 400]);
        if (refused.body.param) {
          expect(refused.body.param).toEqual({
            name: HEADER,
            value: String(newest + 1),
            compare: `range(0, ${newest + 1})`,
            conditions: { is_in: false },
          });
        }
      }
    }
  });

  it.each(['', 'x', '-1', '+1', '1.0', '1e1', '0x1', '1, 2', '1 2', '1'.repeat(16), '٣'])(
    'with the value %j is refused with 400 by every read',
    async (value) => {
      const sent = Buffer.from(value).toString('latin1');
      for (const path of ['/version', '/session', '/users', '/services', '/groups/administrators']) {
        const { body } = await api.admin.get(path).set(HEADER, sent).expect(400);
        expect(body.param).toMatchObject({ name: HEADER, value: sent, conditions: { matches: false } });
      }
      const name = api.make.name('group');
      await api.admin.post('/groups', { group_name: name }).set(HEADER, sent).expect(400);
      await api.admin.get(`/groups/${name}`).expect(404);
      const credentials = { user_name: 'a', password: 'b' };
      await api.anonymous.post('/signin', credentials).set(HEADER, sent).expect(400);
    },
  );

  it('is refused if it is repeated, even with the same value', async () => {
    const { body } = await api.admin
      .get('/users')
      .set(HEADER, ['1', '1'] as unknown as string)
      .expect(400);
    expect(body.param.value).toBe('1, 1');
  });

  it('is checked after the caller and the path, and before the body', async () => {
    await api.anonymous.get('/users').set(HEADER, 'x').expect(401);
    await api.admin.get('/users/no!body').set(HEADER, 'x').expect(422);
    await api.admin.get('/users/nobody').set(HEADER, 'x').expect(404);
    await api.admin.patch('/groups/anonymous', {}).set(HEADER, 'x').expect(403);
    await api.admin.get('/nowhere').set(HEADER, 'x').expect(404);
    const broken = api.admin.post('/groups').set('Content-Type', 'application/json').set(HEADER, 'x');
    expect((await broken.send('{').expect(400)).body.param.name).toBe(HEADER);
  });

  it('is ignored by operations whose reply is the same at every revision', async () => {
    await api.anonymous.get('/json').set(HEADER, 'x').expect(200);
  });

  it('is described on every read and not elsewhere', async () => {
    const { paths, components } = JSON.parse((await api.anonymous.get('/json').expect(200)).text);
    expect(components.parameters.AccessRevision).toMatchObject({
      name: HEADER,
      in: 'header',
      required: false,
    });
    const reference = { $ref: '#/components/parameters/AccessRevision' };
    for (const route of routesOf(api)) {
      const { parameters } = paths[route.template][route.method.toLowerCase()];
      const isRead = route.method === 'GET' && route.declaration.raw === undefined;
      const described = parameters.filter((one: object) => JSON.stringify(one) === JSON.stringify(reference));
      expect([route.declaration.name, described.length]).toEqual([route.declaration.name, isRead ? 1 : 0]);
    }
  });
});
