import { Webhook } from 'standardwebhooks';
import { selfSigned } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';
import { TableEvents } from './harness/table-events';
import { WebhookReceiver } from './harness/webhook-receiver';

const ALLOWED = { SVC_OUTGOING_ALLOWED: '127.0.0.0/8', SVC_WEBHOOKS_TIMEOUT: '1', SVC_OUTBOX_ATTEMPTS: '2' };

/** Tables whose changes show the progress of deliveries. */
const PROGRESS = ['webhook_deliveries', 'webhook_states', 'outbox_messages'];

describe('webhooks', () => {
  let api: TestApi;
  let receiver: WebhookReceiver;
  let events: TableEvents;
  beforeAll(async () => {
    [api, receiver] = await Promise.all([startApi(ALLOWED), new WebhookReceiver().start()]);
    events = await TableEvents.watch(api.database.url, PROGRESS);
  });
  afterAll(async () => {
    await events.close();
    await api.close();
    await receiver.stop();
  });
  afterEach(async () => {
    receiver.answer = (_, response) => void response.writeHead(204).end();
    for (const { webhook_id } of (await api.admin.get('/webhooks')).body.webhooks) {
      await api.admin.delete(`/webhooks/${webhook_id}`).expect(200);
    }
    receiver.received.splice(0);
  });

  async function create(fields: object): Promise<{ id: number; secret: string }> {
    const { body } = await api.admin
      .post('/webhooks')
      .send({ name: 'hook', action: 'create_user', method: 'POST', url: receiver.url(), ...fields })
      .expect(201);
    return { id: body.webhook.webhook_id, secret: body.secret };
  }

  const deliveries = async (id: number, query = ''): Promise<Record<string, unknown>[]> =>
    (await api.admin.get(`/webhooks/${id}/deliveries?${query}`).expect(200)).body.deliveries as never;
  const detail = async (id: number, delivery: unknown) =>
    (await api.admin.get(`/webhooks/${id}/deliveries/${String(delivery)}`).expect(200)).body.delivery;

  /** Repeats failed attempts immediately, until no delivery of a webhook is in progress. */
  function settled(id: number): Promise<Record<string, unknown>[]> {
    return events.until(async () => {
      const all = await deliveries(id);
      if (all.every(({ state }) => state !== 'pending')) return all;
      const [postponed] = await api.dataSource.query<[unknown[], number]>(
        "UPDATE outbox_messages SET due_at = now() WHERE state = 'queued' AND due_at > now() RETURNING id",
      );
      if (postponed.length > 0) await api.dataSource.query("SELECT pg_notify('gatehouse_outbox', '')");
      return undefined;
    });
  }
  const statusOf = async (name: string): Promise<unknown> =>
    (await api.dataSource.query('SELECT status FROM users WHERE name = $1', [name]))[0]?.status;

  describe('in the API', () => {
    const DEFINITION = {
      name: 'audit',
      action: 'delete_user',
      method: 'PUT',
      url: 'https://hooks.example.org/u',
    };

    it('are created, read, changed and deleted by administrators; the secret is shown once', async () => {
      const created = await api.admin.post('/webhooks').send(DEFINITION).expect(201);
      const { webhook, secret } = created.body;
      expect(webhook).toEqual({
        ...DEFINITION,
        webhook_id: expect.any(Number),
        format: null,
        payload: null,
        source: 'api',
        state: 'active',
        failures: 0,
        suspended: null,
        created: expect.stringMatching(/^\d{4}-/),
      });
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const path = `/webhooks/${webhook.webhook_id}`;
      const payload = { b: '{{user.id}}', a: [1, null] };
      const changed = await api.admin.patch(path).send({ format: 'text', payload }).expect(200);
      expect(changed.body.webhook).toEqual({ ...webhook, format: 'text', payload });
      expect(JSON.stringify(changed.body.webhook.payload)).toBe(JSON.stringify(payload));
      await api.admin.patch(path).send({ format: 'text' }).expect(400);
      const list = await api.admin.get('/webhooks').expect(200);
      expect(list.body.webhooks).toEqual([changed.body.webhook]);
      expect((await api.admin.get(path).expect(200)).text).not.toContain('whsec_');
      expect(list.text).not.toContain('whsec_');
      await api.admin.delete(path).expect(200);
      await api.admin.get(path).expect(404);
    });

    it('are recorded in the change log, without secrets', async () => {
      const { id, secret } = await create({});
      await api.admin.post(`/webhooks/${id}/secret`).expect(200);
      const { text } = await api.admin.get('/changes?limit=1000');
      expect(text).toContain('"webhook"');
      expect(text).not.toContain(secret);
      const [stored] = await api.dataSource.query(
        'SELECT encode(secret, $2) AS secret FROM webhook_states WHERE webhook_id = $1',
        [id, 'escape'],
      );
      expect(stored.secret).not.toContain(secret.slice(6, 20));
    });

    it.each([
      ['get', '/webhooks'],
      ['post', '/webhooks'],
      ['get', '/webhooks/1'],
      ['patch', '/webhooks/1'],
      ['delete', '/webhooks/1'],
      ['post', '/webhooks/1/secret'],
      ['post', '/webhooks/1/resume'],
      ['get', '/webhooks/1/deliveries'],
      ['get', '/webhooks/1/deliveries/1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10'],
      ['post', '/webhooks/1/deliveries/1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10/replay'],
    ] as const)('are for administrators only: %s %s', async (method, path) => {
      const user = await api.signIn(await api.make.user());
      expect((await api.anonymous[method](path)).status).toBe(401);
      expect((await user[method](path)).status).toBe(403);
    });

    it.each([
      [{ name: undefined }, 400, 'value_missing'],
      [{ name: '' }, 422, 'value_empty'],
      [{ action: 'create_group' }, 422, 'webhook_value_invalid'],
      [{ method: 'post' }, 422, 'webhook_value_invalid'],
      [{ url: '/u' }, 422, 'webhook_value_invalid'],
      [{ url: 'ftp://hooks.example.org/' }, 422, 'webhook_target_refused'],
      [{ url: 'https://user:secret@hooks.example.org/' }, 422, 'webhook_target_refused'],
      [{ url: 'https://10.0.0.1/' }, 422, 'webhook_target_refused'],
      [{ url: 'https://[::ffff:169.254.169.254]/' }, 422, 'webhook_target_refused'],
      [{ payload: 'a\0b' }, 422, 'webhook_value_invalid'],
      [{ webhook_id: 5 }, 422, 'webhook_field_unknown'],
      [{ secret: 'whsec_mine' }, 422, 'webhook_field_unknown'],
    ])('with %j are refused: %i %s', async (fields, status, code) => {
      const { body } = await api.admin.post('/webhooks').send({ ...DEFINITION, ...fields });
      expect([body.code, body.error_code]).toEqual([status, code]);
      expect(JSON.stringify(body)).not.toContain('secret@');
    });

    it.each([
      ['/webhooks/x', 400],
      ['/webhooks/99999999', 404],
      ['/webhooks/99999999999', 404],
      ['/webhooks/1/deliveries/x', 422],
    ])('answer %s with %i', async (path, status) => {
      expect((await api.admin.get(path)).status).toBe(status);
    });
  });

  it('are signed as the library of Standard Webhooks verifies, under either secret after a replacement', async () => {
    const { id, secret } = await create({ payload: { login: '{{user.name}}', id: '{{user.id}}' } });
    const name = await api.make.user();
    const [first] = await receiver.take(1);
    expect(first).toMatchObject({ method: 'POST', url: '/' });
    expect(first!.headers['content-type']).toBe('application/json');
    expect(new Webhook(secret).verify(first!.body, first!.headers as never)).toMatchObject({ login: name });
    const [delivery] = await settled(id);
    expect(first!.headers['webhook-id']).toBe(delivery?.['delivery_id']);

    const replaced = await api.admin.post(`/webhooks/${id}/secret`).expect(200);
    expect(replaced.body.secret).not.toBe(secret);
    await api.make.user();
    const [second] = await receiver.take(1);
    for (const one of [secret, replaced.body.secret]) {
      expect(new Webhook(one).verify(second!.body, second!.headers as never)).toBeDefined();
    }
    await api.dataSource.query("UPDATE webhook_states SET previous_until = now() - interval '1 second'");
    await api.make.user();
    const [third] = await receiver.take(1);
    expect(() => new Webhook(secret).verify(third!.body, third!.headers as never)).toThrow();
    expect(new Webhook(replaced.body.secret).verify(third!.body, third!.headers as never)).toBeDefined();
  });

  it('are sent for every action, with its parameters', async () => {
    const payload = Object.fromEntries(
      [
        ...['user.name', 'user.id', 'user.email', 'user.status', 'group.name', 'group.id'],
        ...['resource.id', 'resource.type', 'resource.name', 'resource.display_name'],
        ...['service.name', 'service.type', 'service.public_url', 'service.sync_type'],
        ...['permission.name', 'permission.access', 'permission.scope', 'permission'],
      ].map((name) => [name, `{{${name}}}`]),
    );
    const literal = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `{{${name}}}`]));
    for (const action of [
      'create_user',
      'delete_user',
      'update_user_status',
      'create_user_permission',
      'delete_user_permission',
      'create_group_permission',
      'delete_group_permission',
    ]) {
      await create({ name: action, action, payload: { ...payload, action } });
    }
    const got = async (count: number) => (await receiver.take(count)).map(({ body }) => JSON.parse(body));
    const name = await api.make.user();
    const [user] = await api.dataSource.query('SELECT id, email FROM users WHERE name = $1', [name]);
    const forUser = { 'user.name': name, 'user.id': user.id };
    expect(await got(1)).toEqual([
      {
        ...payload,
        ...forUser,
        'user.email': user.email,
        action: 'create_user',
      },
    ]);
    await api.admin.patch(`/users/${name}`).send({ status: 'WebhookError' }).expect(200);
    expect(await got(1)).toEqual([
      { ...payload, ...forUser, 'user.status': 2, action: 'update_user_status' },
    ]);

    const service = (
      await api.admin
        .post('/services')
        .send({
          service_name: 'hooked',
          service_type: 'api',
          service_url: 'http://localhost:1',
          service_sync_type: 'api',
        })
        .expect(201)
    ).body.service;
    const resource = (
      await api.admin
        .post('/resources')
        .send({
          resource_name: 'delta',
          resource_display_name: 'Delta',
          resource_type: 'route',
          parent_id: service.resource_id,
        })
        .expect(201)
    ).body.resource;
    const onResource = {
      'resource.id': resource.resource_id,
      'resource.type': 'route',
      'resource.name': 'delta',
      'resource.display_name': 'Delta',
      'service.name': null,
      'service.type': 'api',
      'service.public_url': null,
      'service.sync_type': null,
    };
    const onService = {
      'resource.id': service.resource_id,
      'resource.type': 'service',
      'resource.name': 'hooked',
      'resource.display_name': 'hooked',
      'service.name': 'hooked',
      'service.type': 'api',
      'service.public_url': 'http://localhost:2002/ows/proxy/hooked',
      'service.sync_type': 'api',
    };
    const permission = (text: string) => {
      const [permissionName, access, scope] = text.split('-');
      return {
        permission: text,
        'permission.name': permissionName,
        'permission.access': access,
        'permission.scope': scope,
      };
    };
    const ofUser = { ...literal('user.email', 'user.status', 'group.name', 'group.id'), ...forUser };
    const path = `/users/${name}/resources/${resource.resource_id}/permissions`;
    await api.admin.post(path).send({ permission: 'read-deny-match' }).expect(201);
    expect(await got(1)).toEqual([
      { ...ofUser, ...onResource, ...permission('read-deny-match'), action: 'create_user_permission' },
    ]);
    // A permission that is replaced is deleted, then created: in this order.
    await api.admin.put(path).send({ permission: 'read' }).expect(200);
    expect(await got(2)).toEqual([
      { ...ofUser, ...onResource, ...permission('read-deny-match'), action: 'delete_user_permission' },
      { ...ofUser, ...onResource, ...permission('read-allow-recursive'), action: 'create_user_permission' },
    ]);
    // The stored value is reported, not the one that the request names.
    await api.admin.delete(`${path}/read-match`).expect(200);
    expect(await got(1)).toEqual([
      { ...ofUser, ...onResource, ...permission('read-allow-recursive'), action: 'delete_user_permission' },
    ]);

    const group = await api.make.group();
    const [{ id: groupId }] = await api.dataSource.query('SELECT id FROM groups WHERE name = $1', [group]);
    const ofGroup = {
      ...literal('user.name', 'user.id', 'user.email', 'user.status'),
      'group.name': group,
      'group.id': groupId,
    };
    await api.admin
      .patch('/permissions')
      .send({
        permissions: [
          { resource_name: 'hooked', resource_type: 'service', group, permission: 'write', action: 'create' },
          {
            resource_name: 'delta',
            resource_type: 'route',
            user: name,
            permission: 'write',
            action: 'create',
          },
        ],
      })
      .expect(200);
    const bulk = await got(2);
    expect(bulk).toContainEqual({
      ...ofGroup,
      ...onService,
      ...permission('write-allow-recursive'),
      action: 'create_group_permission',
    });
    expect(bulk).toContainEqual({
      ...ofUser,
      ...onResource,
      ...permission('write-allow-recursive'),
      action: 'create_user_permission',
    });
    await api.admin.delete(`/groups/${group}/services/hooked/permissions/write`).expect(200);
    expect(await got(1)).toEqual([
      { ...ofGroup, ...onService, ...permission('write-allow-recursive'), action: 'delete_group_permission' },
    ]);
    // What the deletion of the user removes with it is not reported.
    await api.admin.delete(`/users/${name}`).expect(200);
    expect(await got(1)).toEqual([
      { ...payload, ...forUser, 'user.email': user.email, action: 'delete_user' },
    ]);
  });

  it('are not sent for changes of names, memberships and email addresses, nor without a webhook', async () => {
    const callbackLinks = async (): Promise<number> =>
      (
        await api.dataSource.query(
          "SELECT count(*)::int AS count FROM one_time_links WHERE operation = 'webhook-user-status-error'",
        )
      )[0].count;
    const before = await callbackLinks();
    await create({ action: 'update_user_status' });
    const name = await api.make.user();
    await api.admin
      .patch(`/users/${name}`)
      .send({ email: `${name}-2@example.org` })
      .expect(200);
    await api.admin.post(`/users/${name}/groups`).send({ group_name: 'users' }).expect(201);
    const [{ count }] = await api.dataSource.query('SELECT count(*)::int AS count FROM webhook_deliveries');
    expect(count).toBe(0);
    expect(await callbackLinks()).toBe(before);
  });

  it.each([
    [
      'status 500',
      (r: WebhookReceiver) => (r.answer = (_, response) => void response.writeHead(500).end('broken')),
    ],
    [
      'a redirect',
      (r: WebhookReceiver) =>
        (r.answer = (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end()),
    ],
    ['no reply', (r: WebhookReceiver) => (r.answer = () => undefined)],
    [
      'a closed connection',
      (r: WebhookReceiver) => (r.answer = (_, __, request) => void request.socket.destroy()),
    ],
  ])(
    'that fail with %s are retried with the same webhook-id, then the user has status WebhookError',
    async (_, behave) => {
      const { id } = await create({});
      await create({ name: 'status', action: 'update_user_status' });
      behave(receiver);
      const name = await api.make.user();
      await receiver.take(1).then(([first]) => receiver.received.push(first!));
      expect(await statusOf(name)).toBe(1);
      const [delivery] = await settled(id);
      expect(delivery).toMatchObject({ state: 'failed', attempts: 2 });
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set([delivery?.['delivery_id']]),
      );
      expect(receiver.received).toHaveLength(2);
      expect(receiver.received.map(({ url }) => url)).toEqual(['/', '/']);
      // Without a further webhook.
      expect(await statusOf(name)).toBe(2);
      const { log } = await detail(id, delivery?.['delivery_id']);
      expect(log).toHaveLength(2);
      expect(log[1]).toMatchObject({ attempt: 2, error: expect.any(String), request: { method: 'POST' } });
    },
  );

  it('do not change the status of a user that was deleted and created again under the same name', async () => {
    const { id } = await create({});
    receiver.answer = (_, response) => void response.writeHead(500).end();
    const name = await api.make.user();
    await receiver.take(1);
    await api.admin.delete(`/users/${name}`).expect(200);
    await api.admin.delete(`/webhooks/${id}`).expect(200);
    const other = await create({});
    await api.dataSource.query('UPDATE webhook_deliveries SET webhook_id = $1', [other.id]);
    await api.admin
      .post('/users')
      .send({ user_name: name, email: `${name}@example.org`, password: 'a good password' })
      .expect(201);
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await settled(other.id);
    expect(await statusOf(name)).toBe(1);
  });

  it('to a huge, endless or slow reply succeed by its status, with a log of bounded size', async () => {
    const { id } = await create({});
    receiver.answer = (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(50_000)), 1);
      response.on('close', () => clearInterval(timer));
    };
    await api.make.user();
    const [delivery] = await settled(id);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1 });
    const { log } = await detail(id, delivery?.['delivery_id']);
    expect(log[0].response).toMatchObject({ status: 200, body: 'x'.repeat(4096), truncated: true });
  });

  it('about one user keep their order, across webhooks and retries', async () => {
    const { id } = await create({ payload: 'created {{user.id}}', format: 'text' });
    const status = await create({
      action: 'update_user_status',
      payload: 'changed {{user.id}}',
      format: 'text',
    });
    const removed = await create({ action: 'delete_user', payload: 'deleted {{user.id}}', format: 'text' });
    let failures = 0;
    receiver.answer = (_, response) => void response.writeHead(failures++ === 0 ? 503 : 200).end();
    const name = await api.make.user();
    await receiver.take(1);
    await api.admin.patch(`/users/${name}`).send({ status: 'WebhookError' }).expect(200);
    await api.admin.delete(`/users/${name}`).expect(200);
    for (const one of [id, status.id, removed.id]) await settled(one);
    const bodies = receiver.received.map(({ body }) => body.split(' ')[0]);
    expect(bodies).toEqual(['created', 'changed', 'deleted']);
  });

  describe('with a callback', () => {
    const withCallback = { payload: { url: '{{callback_url}}' } };
    const addressIn = ({ body }: { body: string }): string => new URL(JSON.parse(body).url).pathname;

    it.each(['get', 'post', 'head'] as const)('set the status of the user by %s, once', async (method) => {
      await create(withCallback);
      await create(withCallback);
      const name = await api.make.user();
      const [one, two] = await receiver.take(2);
      // One link for the event.
      expect(addressIn(one!)).toBe(addressIn(two!));
      expect(addressIn(one!)).toMatch(/^\/tmp\/[0-9a-f-]{36}$/);
      expect((await api.anonymous[method](addressIn(one!))).status).toBe(200);
      expect(await statusOf(name)).toBe(2);
      expect((await api.anonymous[method](addressIn(one!))).status).toBe(404);
      // Recovery by an administrator: the next event has a new link.
      const status = await create({ ...withCallback, action: 'update_user_status' });
      await api.admin.patch(`/users/${name}`).send({ status: 'OK' }).expect(200);
      const [again] = await receiver.take(1);
      expect(addressIn(again!)).not.toBe(addressIn(one!));
      await settled(status.id);
    });

    it('store and show its address nowhere', async () => {
      const { id } = await create(withCallback);
      receiver.answer = ({ body }, response) =>
        void response.writeHead(500, { location: body.slice(8, -2) }).end(body);
      await api.make.user();
      const [first] = await receiver.take(1);
      const token = addressIn(first!).slice(5);
      const [delivery] = await settled(id);
      const shown = JSON.stringify(await detail(id, delivery?.['delivery_id']));
      expect(shown).toContain('/tmp/<redacted>');
      expect(shown).not.toContain(token);
      for (const table of ['webhook_deliveries', 'outbox_messages', 'one_time_links', 'changes']) {
        const rows = await api.dataSource.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t`);
        expect(rows.length).toBeGreaterThan(0);
        expect(JSON.stringify(rows)).not.toContain(token);
      }
    });
  });

  it('are replayed with their webhook-id once they have finished', async () => {
    const { id } = await create({});
    receiver.answer = (_, response) => void response.writeHead(500).end();
    await api.make.user();
    const [first] = await receiver.take(1);
    const path = `/webhooks/${id}/deliveries/${String(first!.headers['webhook-id'])}`;
    await api.admin.post(`${path}/replay`).expect(409);
    await settled(id);
    receiver.received.splice(0);
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await api.admin.post(`${path}/replay`).expect(202);
    const [again] = await receiver.take(1);
    expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(await settled(id)).toMatchObject([{ state: 'delivered', attempts: 3 }]);
    // A delivery belongs to its webhook.
    const other = await create({});
    await api.admin
      .post(`/webhooks/${other.id}/deliveries/${String(first!.headers['webhook-id'])}/replay`)
      .expect(404);
  });
});

describe('webhooks without allowed targets', () => {
  let api: TestApi;
  let receiver: WebhookReceiver;
  let events: TableEvents;
  beforeAll(async () => {
    [api, receiver] = await Promise.all([startApi(), new WebhookReceiver().start()]);
    events = await TableEvents.watch(api.database.url, PROGRESS);
  });
  afterAll(async () => {
    await events.close();
    await api.close();
    await receiver.stop();
  });

  it('do not reach a name with an address that is not public: the delivery fails immediately', async () => {
    const { port } = new URL(receiver.url());
    const { body } = await api.admin
      .post('/webhooks')
      .send({ name: 'hook', action: 'create_user', method: 'POST', url: `https://localhost:${port}/` })
      .expect(201);
    const name = await api.make.user();
    const path = `/webhooks/${body.webhook.webhook_id}/deliveries`;
    const failed = await events.until<{ delivery_id: string }>(
      async () => (await api.admin.get(`${path}?state=failed`)).body.deliveries[0],
    );
    const { delivery } = (await api.admin.get(`${path}/${failed.delivery_id}`)).body;
    expect(delivery).toMatchObject({ attempts: 1, log: [{ error: expect.stringContaining('not public') }] });
    expect(receiver.connections).toBe(0);
    const [{ status }] = await api.dataSource.query('SELECT status FROM users WHERE name = $1', [name]);
    expect(status).toBe(2);
  });
});

describe('webhooks whose receivers fail', () => {
  let api: TestApi;
  let receiver: WebhookReceiver;
  let events: TableEvents;
  beforeAll(async () => {
    receiver = await new WebhookReceiver().start();
    api = await startApi({
      ...ALLOWED,
      SVC_WEBHOOKS_TIMEOUT: '60',
      SVC_OUTBOX_ATTEMPTS: '1',
      SVC_WEBHOOKS_SUSPEND_AFTER: '2',
    });
    events = await TableEvents.watch(api.database.url, PROGRESS);
  });
  afterEach(async () => {
    for (const { webhook_id } of (await api.admin.get('/webhooks')).body.webhooks) {
      await api.admin.delete(`/webhooks/${webhook_id}`).expect(200);
    }
  });
  afterAll(async () => {
    await events.close();
    await api.close();
    await receiver.stop();
  });
  const create = async (fields: object): Promise<string> => {
    const { body } = await api.admin
      .post('/webhooks')
      .send({ name: 'hook', action: 'create_user', method: 'POST', ...fields })
      .expect(201);
    return `/webhooks/${body.webhook.webhook_id}`;
  };

  it('over TLS are sent to no receiver with a certificate that is not trusted', async () => {
    const untrusted = await new WebhookReceiver(await selfSigned('localhost')).start();
    try {
      const path = `${await create({ url: untrusted.url() })}/deliveries`;
      await api.make.user();
      const { delivery_id } = await events.until<{ delivery_id: string }>(
        async () => (await api.admin.get(`${path}?state=failed`)).body.deliveries[0],
      );
      const { delivery } = (await api.admin.get(`${path}/${delivery_id}`)).body;
      expect(delivery.log[0].error).toMatch(/self-signed certificate/);
      expect(untrusted.connections).toBe(1);
      expect(untrusted.received).toEqual([]);
    } finally {
      await untrusted.stop();
    }
  });

  it('to a receiver that does not reply are four at the same time, and do not delay those to another receiver', async () => {
    const hanging = await new WebhookReceiver().start();
    hanging.answer = () => undefined;
    try {
      await create({ url: hanging.url() });
      await create({ url: receiver.url() });
      for (let count = 0; count < 20; count++) await api.make.user();
      expect(await receiver.take(20)).toHaveLength(20);
      expect(await hanging.take(4)).toHaveLength(4);
      expect([hanging.connections, hanging.received]).toEqual([4, []]);
    } finally {
      await hanging.stop();
    }
  });

  it('are suspended after repeated failures, send nothing until an administrator resumes them, and can be replayed', async () => {
    receiver.answer = (_, response) => void response.writeHead(500).end();
    const path = await create({ url: receiver.url() });
    const read = async () => (await api.admin.get(path).expect(200)).body.webhook;
    const failed = (count: number) =>
      events.until(async () => {
        const { deliveries } = (await api.admin.get(`${path}/deliveries?state=failed`).expect(200)).body;
        return deliveries.length >= count ? deliveries : undefined;
      });
    await api.make.user();
    await failed(1);
    await events.until(async () => ((await read()).failures === 1 ? true : undefined));
    expect(await read()).toMatchObject({ state: 'active', failures: 1, suspended: null });
    await api.make.user();
    await failed(2);
    const suspended = await events.until(async () => {
      const webhook = await read();
      return webhook.failures === 2 ? webhook : undefined;
    });
    expect(suspended).toMatchObject({ state: 'suspended', suspended: expect.any(String) });
    await receiver.take(2);
    const name = await api.make.user();
    const [held] = await failed(3);
    expect(receiver.received).toEqual([]);
    const { delivery } = (await api.admin.get(`${path}/deliveries/${held.delivery_id}`)).body;
    expect(delivery.log[0]).toMatchObject({ request: null, error: 'the webhook is suspended' });
    const [{ status }] = await api.dataSource.query('SELECT status FROM users WHERE name = $1', [name]);
    expect(status).toBe(2);

    receiver.answer = (_, response) => void response.writeHead(200).end();
    const resumed = await api.admin.post(`${path}/resume`).expect(200);
    expect(resumed.body.webhook).toMatchObject({ state: 'active', failures: 0, suspended: null });
    await api.admin.post(`${path}/deliveries/${held.delivery_id}/replay`).expect(202);
    await api.make.user();
    expect(await receiver.take(2)).toHaveLength(2);
  });
});
