import { hash } from 'bcrypt';
import supertest, { type Test } from 'supertest';
import { UnitOfWork } from '@gatehouse/database';
import { FOR_CONCURRENT_WRITES, atOnce, revisionOf } from './harness/at-once';
import { Builders } from './harness/builders';
import { cookieOf } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

const SIX = [1, 2, 3, 4, 5, 6];

describe('when concurrent requests change one entity, which all read it before the first of them writes,', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(FOR_CONCURRENT_WRITES);
  });
  afterAll(() => api.close());

  const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((one, other) => one - other);

  async function newRoute(): Promise<{ service: string; serviceId: number; id: number; name: string }> {
    const service = await api.make.service({ service_type: 'api' });
    const serviceId = await api.make.serviceId(service);
    const name = api.make.name('route');
    return { service, serviceId, id: await api.make.resource(serviceId, { resource_name: name }), name };
  }

  /** The names of a resource over time, according to the change log. */
  async function loggedNames(id: number): Promise<string[]> {
    const rows = await api.dataSource.query<{ before: string; after: string }[]>(
      `SELECT before->>'name' AS before, after->>'name' AS after FROM changes
       WHERE entity = 'resource' AND operation = 'update' AND (after->>'id')::integer = $1 ORDER BY id`,
      [id],
    );
    return [...rows.slice(0, 1).map((row) => row.before), ...rows.map((row) => row.after)];
  }

  describe('renames by identifier', () => {
    it.each(['resource', 'service'])(
      'of a %s report as the old name the new name of the previous rename',
      async (kind) => {
        const route = await newRoute();
        const [id, first] = kind === 'resource' ? [route.id, route.name] : [route.serviceId, route.service];
        const replies = await atOnce(
          api,
          SIX.map(() => () => api.admin.patch(`/resources/${id}`, { resource_name: api.make.name('n') })),
        );
        expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 200]);
        const inOrder = replies.sort((one, other) => revisionOf(one) - revisionOf(other));
        const reported = inOrder.map(({ body }) => [body['old_resource_name'], body['new_resource_name']]);
        const chain = [first, ...reported.map(([, name]) => name)];
        expect(reported).toEqual(chain.slice(1).map((name, at) => [chain[at], name]));
        expect(await loggedNames(id)).toEqual(chain);
        expect((await api.admin.get(`/resources/${id}`)).body['resource'].resource_name).toBe(chain.at(-1));
      },
    );

    it('to one name change it once: later ones have nothing to change', async () => {
      const { id, serviceId, name, service } = await newRoute();
      for (const [at, before] of [
        [id, name],
        [serviceId, service],
      ] as const) {
        const resource_name = api.make.name('same');
        const replies = await atOnce(
          api,
          SIX.map(() => () => api.admin.patch(`/resources/${at}`, { resource_name })),
        );
        expect(sorted(replies.map((reply) => reply.status))).toEqual([200, 400, 400, 400, 400, 400]);
        for (const { status, body } of replies) {
          expect(body).toMatchObject(
            status === 200
              ? { old_resource_name: before, new_resource_name: resource_name }
              : { param: { name: 'resource_name', value: resource_name, conditions: { not_equal: false } } },
          );
        }
      }
    });

    it('of siblings to one name succeed for one of them', async () => {
      const { serviceId } = await newRoute();
      const ids = [await api.make.resource(serviceId), await api.make.resource(serviceId)];
      const resource_name = api.make.name('wanted');
      const replies = await atOnce(
        api,
        ids.map((id) => () => api.admin.patch(`/resources/${id}`, { resource_name })),
      );
      expect(sorted(replies.map((reply) => reply.status))).toEqual([200, 409]);
    });

    it('of a resource that is deleted meanwhile are 404, or precede the deletion', async () => {
      const { id } = await newRoute();
      const [renamed, deleted] = await atOnce(api, [
        () => api.admin.patch(`/resources/${id}`, { resource_name: api.make.name('n') }),
        () => api.admin.delete(`/resources/${id}`),
      ]);
      expect([200, 404]).toContain(renamed?.status);
      expect(deleted?.status).toBe(200);
    });
  });

  describe('renames by name', () => {
    const kinds = {
      user: { path: '/users', field: 'user_name', make: () => api.make.user() },
      group: { path: '/groups', field: 'group_name', make: () => api.make.group() },
      service: { path: '/services', field: 'service_name', make: () => api.make.service() },
    };

    it.each(Object.entries(kinds))(
      'of a %s find it under its old name once, and the last revision has the final name',
      async (_, { path, field, make }) => {
        const before = await make();
        const names = SIX.map(() => api.make.name('n'));
        const replies = await atOnce(
          api,
          names.map((name) => () => api.admin.patch(`${path}/${before}`, { [field]: name })),
        );
        expect(sorted(replies.map((reply) => reply.status))).toEqual([200, 404, 404, 404, 404, 404]);
        for (const [at, name] of names.entries()) {
          await api.admin.get(`${path}/${name}`).expect(replies[at]?.status ?? 0);
        }
        await api.admin.get(`${path}/${before}`).expect(404);
      },
    );

    it.each(Object.entries(kinds))(
      'of two to one name succeed for one %s, regardless of the case of the name',
      async (kind, { path, field, make }) => {
        const [one, other] = [await make(), await make()];
        const name = api.make.name('wanted');
        const variant = kind === 'group' ? name.toUpperCase() : name;
        const replies = await atOnce(api, [
          () => api.admin.patch(`${path}/${one}`, { [field]: name }),
          () => api.admin.patch(`${path}/${other}`, { [field]: variant }),
        ]);
        expect(sorted(replies.map((reply) => reply.status))).toEqual([200, 409]);
      },
    );

    it.each(Object.entries(kinds))(
      'of a %s and a deletion do not both find it under its old name',
      async (_, { path, field, make }) => {
        const before = await make();
        const name = api.make.name('n');
        const [renamed, deleted] = await atOnce(api, [
          () => api.admin.patch(`${path}/${before}`, { [field]: name }),
          () => api.admin.delete(`${path}/${before}`),
        ]);
        expect(sorted([renamed?.status ?? 0, deleted?.status ?? 0])).toEqual([200, 404]);
        await api.admin.get(`${path}/${name}`).expect(renamed?.status ?? 0);
      },
    );
  });

  describe('changes of one field', () => {
    const sameChange: [string, () => Promise<() => Test>][] = [
      [
        'the email of a user',
        async () => {
          const [path, email] = [`/users/${await api.make.user()}`, `${api.make.name('mail')}@example.org`];
          return () => api.admin.patch(path, { email });
        },
      ],
      [
        'the status of a user',
        async () => {
          const path = `/users/${await api.make.user()}`;
          return () => api.admin.patch(path, { status: 'WebhookError' });
        },
      ],
      [
        'the description of a group',
        async () => {
          const path = `/groups/${await api.make.group()}`;
          return () => api.admin.patch(path, { description: 'Rivers', discoverable: true });
        },
      ],
      [
        'the address of a service',
        async () => {
          const path = `/services/${await api.make.service()}`;
          return () => api.admin.patch(path, { service_url: 'http://localhost:9005' });
        },
      ],
      [
        'the configuration of a service',
        async () => {
          const path = `/services/${await api.make.service({ service_type: 'thredds' })}`;
          return () => api.admin.patch(path, { configuration: { skip_prefix: 'data' } });
        },
      ],
    ];

    it.each(sameChange)('change %s once: later ones have nothing to change', async (_, make) => {
      const send = await make();
      const replies = await atOnce(
        api,
        SIX.map(() => send),
      );
      expect(sorted(replies.map((reply) => reply.status))).toEqual([200, 400, 400, 400, 400, 400]);
      // A refused change creates no revision.
      for (const reply of replies.filter(({ status }) => status === 400))
        expect(reply.headers).not.toHaveProperty('x-access-revision');
    });

    it('of a service keep the concurrent changes of other fields', async () => {
      const name = await api.make.service({ service_type: 'thredds' });
      const changes = {
        service_url: 'http://localhost:9006',
        configuration: { skip_prefix: 'data' },
        proxy: { max_concurrency: 7 },
      };
      const replies = await atOnce(
        api,
        Object.entries(changes).map(
          ([field, value]) =>
            () =>
              api.admin.patch(`/services/${name}`, { [field]: value }),
        ),
      );
      expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
      const last = replies.sort((one, other) => revisionOf(one) - revisionOf(other)).at(-1);
      const expected = { ...changes, configuration: expect.objectContaining(changes.configuration) };
      expect(last?.body['service']).toMatchObject(expected);
      expect((await api.admin.get(`/services/${name}`)).body['service']).toMatchObject(expected);
    });

    it('of a service that is deleted are shown in the reply to the deletion, or are 404', async () => {
      const name = await api.make.service();
      const service_url = 'http://localhost:9007';
      const [changed, deleted] = await atOnce(api, [
        () => api.admin.patch(`/services/${name}`, { service_url }),
        () => api.admin.delete(`/services/${name}`),
      ]);
      expect(deleted?.status).toBe(200);
      const isFirst = changed?.status === 200;
      expect(changed?.status).toBe(isFirst ? 200 : 404);
      expect(deleted?.body['service'].service_url).toBe(isFirst ? service_url : 'http://localhost:9000');
    });
  });

  describe('changes of an account by its owner', () => {
    it('find it by the keyword regardless of its current name, and no longer under its old name', async () => {
      const name = await api.make.user();
      const [owner, renamed] = [await api.signIn(name), api.make.name('renamed')];
      const [rename, byKeyword, byName] = await atOnce(api, [
        () => api.admin.patch(`/users/${name}`, { user_name: renamed }),
        () => owner.patch('/users/current', { email: `${renamed}@example.org` }),
        () => owner.patch(`/users/${name}`, { password: 'another good one' }),
      ]);
      expect(rename?.status).toBe(200);
      expect(byKeyword?.status).toBe(200);
      // The old name is found before the rename and not after it.
      const cameFirst =
        byName?.status === 200 && rename !== undefined && revisionOf(byName) < revisionOf(rename);
      expect(byName?.status).toBe(cameFirst ? 200 : 404);
      expect((await api.admin.get(`/users/${renamed}`).expect(200)).body['user'].email).toBe(
        `${renamed}@example.org`,
      );
    });

    it('of the password prevent that a concurrent sign-in with the old one opens a session afterwards', async () => {
      const name = await api.make.user();
      const owner = await api.signIn(name);
      const [changed, signedIn] = await atOnce(api, [
        () => owner.patch('/users/current', { password: 'another good one' }),
        () => api.anonymous.post('/signin', { user_name: name, password: Builders.PASSWORD }),
      ]);
      expect(changed?.status).toBe(200);
      const cookie = signedIn && cookieOf(signedIn);
      if (signedIn?.status !== 401) expect(signedIn?.status).toBe(200);
      const session = await supertest(api.anonymous.url)
        .get('/session')
        .set('Cookie', cookie ?? '');
      expect(session.body.authenticated).toBe(false);
    });

    it('renew an outdated password hash at concurrent sign-ins, all of which succeed', async () => {
      const name = await api.make.user();
      const outdated = await hash(Builders.PASSWORD, 4);
      const unitOfWork = new UnitOfWork(api.dataSource);
      await unitOfWork.run(() =>
        unitOfWork.manager.query('UPDATE users SET password_hash = $2 WHERE name = $1', [
          name,
          outdated.replace('$2b$', '$2y$'),
        ]),
      );
      const replies = await atOnce(
        api,
        [1, 2, 3].map(
          () => () => api.anonymous.post('/signin', { user_name: name, password: Builders.PASSWORD }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    });

    it('to several passwords keep the last one, and one session', async () => {
      const name = await api.make.user();
      const owner = await api.signIn(name);
      const passwords = SIX.map((n) => `password number ${n}`);
      const replies = await atOnce(
        api,
        passwords.map((password) => () => owner.patch('/users/current', { password })),
      );
      expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 200]);
      const revisions = replies.map(revisionOf);
      const last = passwords[revisions.indexOf(Math.max(...revisions))];
      await api.signIn(name, last);
      expect((await owner.get('/session')).body['authenticated']).toBe(true);
    });
  });

  describe('changes of memberships', () => {
    it('are rejected if the group becomes undiscoverable, or precede that change', async () => {
      const group = await api.make.group({ discoverable: true });
      const user = await api.make.user();
      const client = await api.signIn(user);
      const [hidden, joined] = await atOnce(api, [
        () => api.admin.patch(`/groups/${group}`, { discoverable: false }),
        () => client.post(`/register/groups/${group}`),
      ]);
      expect(hidden?.status).toBe(200);
      const isFirst =
        joined?.status === 201 && hidden !== undefined && revisionOf(joined) < revisionOf(hidden);
      expect(joined?.status).toBe(isFirst ? 201 : 404);
      const { group_names } = (await api.admin.get(`/users/${user}/groups`)).body;
      expect(group_names.includes(group)).toBe(isFirst);
    });

    it('create and delete a membership once', async () => {
      const [group_name, user] = [await api.make.group(), await api.make.user()];
      const joined = await atOnce(
        api,
        SIX.map(() => () => api.admin.post(`/users/${user}/groups`, { group_name })),
      );
      expect(sorted(joined.map((reply) => reply.status))).toEqual([201, 409, 409, 409, 409, 409]);
      const left = await atOnce(
        api,
        SIX.map(() => () => api.admin.delete(`/users/${user}/groups/${group_name}`)),
      );
      expect(sorted(left.map((reply) => reply.status))).toEqual([200, 404, 404, 404, 404, 404]);
    });
  });
});
