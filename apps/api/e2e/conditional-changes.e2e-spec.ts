import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from './harness/client';
import { ADMIN, type TestApi, startApi } from './harness/start-api';

interface ChangedField {
  readonly field: string;
  readonly current: string | null;
  readonly concealed: boolean;
  readonly revision: number;
  readonly changed_by: string | null;
  readonly changed_at: string | null;
}

/** A change of one field of an object. */
interface Operation {
  readonly method: 'PATCH' | 'POST';
  readonly path: string;
  /** Where the object is read. */
  readonly read: string;
  readonly field: string;
  /** Bodies that give the field a value of two administrators, and one that changes another field, if there is one. */
  readonly theirs: object;
  readonly mine: object;
  readonly unrelated?: object;
  /** The value in the reply to `mine`. Undefined for secrets. */
  readonly current: unknown;
}

const NODE = {
  base_url: 'https://other.example.org',
  jwks_url: 'https://other.example.org/jwks',
  token_url: 'https://other.example.org/token',
  authorization_url: 'https://other.example.org/authorize',
  redirect_uris: ['https://other.example.org/link'],
};

/** Reference: data#conditional-changes. */
describe('a change with If-Match', () => {
  let folder: string;
  let api: TestApi;
  let ada: Client;
  let adaName: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'conditional-changes-'));
    api = await startApi({
      SVC_OUTGOING_ALLOWED: '127.0.0.1',
      SVC_NETWORK_ENABLED: 'true',
      SVC_NETWORK_INSTANCE_NAME: 'node-a',
      SVC_NETWORK_PEM_FILES: join(folder, 'key.pem'),
      SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'true',
    });
    adaName = await api.make.user({ group_name: 'administrators' });
    ada = await api.signIn(adaName);
  });
  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true });
  });

  const send = ({ method, path }: Operation, body: object, ifMatch?: number | string, client = api.admin) => {
    const request = client.method(method, path).send(body);
    if (ifMatch === undefined) return request;
    return request.set('If-Match', typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch);
  };
  const revisionOf = async ({ read }: Operation, client = api.admin): Promise<number> =>
    Number((await client.get(read).expect(200)).headers['x-access-revision']);
  const newest = async (): Promise<number> =>
    Number((await api.dataSource.query('SELECT value FROM access_revision'))[0].value);
  const fieldsOf = (reply: { body: unknown }): ChangedField[] =>
    (reply.body as { changed_fields: ChangedField[] }).changed_fields;

  /** Operations on a new object each. */
  const OPERATIONS: Readonly<Record<string, () => Promise<Operation>>> = {
    'the email address of a user': async () => {
      const path = `/users/${await api.make.user()}`;
      return {
        ...patch(path),
        ...text('email', (value) => `${value}@example.org`),
        unrelated: { locale: 'fr' },
      };
    },
    'the password of a user': async () => ({
      ...patch(`/users/${await api.make.user()}`),
      field: 'password',
      theirs: { password: 'their good password' },
      mine: { password: 'my very good password' },
      unrelated: { locale: 'fr' },
      current: undefined,
    }),
    'the description of a group': async () => ({
      ...patch(`/groups/${await api.make.group()}`),
      ...text('description'),
      unrelated: { discoverable: true },
    }),
    'the terms of a group': async () => {
      const path = `/groups/${await api.make.group({ terms: 'first' })}/terms`;
      return { method: 'POST', path, read: path, ...text('terms') };
    },
    'the URL of a service': async () => ({
      ...patch(`/services/${await api.make.service()}`),
      ...text('service_url', (value) => `http://localhost:9000/${value}`),
      unrelated: { proxy: { max_concurrency: 20 } },
    }),
    'the configuration of a service': async () => {
      const name = await api.make.service({ service_type: 'thredds', configuration: { skip_prefix: 'a' } });
      return {
        ...patch(`/services/${name}`),
        field: 'configuration',
        theirs: { configuration: { skip_prefix: 'theirs' } },
        mine: { configuration: { skip_prefix: 'mine' } },
        unrelated: { service_url: 'http://localhost:9001' },
        current: expect.stringContaining('"skip_prefix":"theirs"'),
      };
    },
    'the name of a resource': async () => {
      const id = await api.make.resource(
        await api.make.serviceId(await api.make.service({ service_type: 'api' })),
      );
      return { ...patch(`/resources/${id}`), ...text('resource_name') };
    },
    'the issuer of an identity provider': async () => {
      const name = api.make.name('provider');
      const definition = {
        name,
        protocol: 'openid-connect',
        issuer: 'http://127.0.0.1:9/first',
        client_id: 'client',
      };
      await api.admin.post('/providers', { definition }).expect(201);
      const of = (value: string) => ({ definition: { issuer: `http://127.0.0.1:9/${value}` } });
      return {
        ...patch(`/providers/${name}`),
        field: 'definition.issuer',
        theirs: of('theirs'),
        mine: of('mine'),
        unrelated: { definition: { display_name: 'Lab' } },
        current: 'http://127.0.0.1:9/theirs',
      };
    },
    'the secret of an identity provider': async () => {
      const name = api.make.name('provider');
      const definition = {
        name,
        protocol: 'openid-connect',
        issuer: 'http://127.0.0.1:9/',
        client_id: 'client',
      };
      await api.admin.post('/providers', { definition, client_secret: 'first' }).expect(201);
      return {
        ...patch(`/providers/${name}`),
        field: 'client_secret',
        theirs: { client_secret: 'canary of theirs' },
        mine: { client_secret: 'canary of mine' },
        unrelated: { definition: { display_name: 'Lab' } },
        current: undefined,
      };
    },
    'the address of a node': async () => {
      const name = api.make.name('node');
      await api.admin.post('/network/nodes', { name, ...NODE }).expect(201);
      return {
        ...patch(`/network/nodes/${name}`),
        ...text('base_url', (value) => `https://${value}.example.org`),
        unrelated: { redirect_uris: ['https://elsewhere.example.org/link'] },
      };
    },
    'the local user of a remote user': async () => {
      const node = api.make.name('node');
      await api.admin.post('/network/nodes', { name: node, ...NODE }).expect(201);
      const [remote, theirs, mine] = [api.make.name('remote'), await api.make.user(), await api.make.user()];
      await api.admin
        .post('/network/remote_users', { remote_user_name: remote, node_name: node })
        .expect(201);
      return {
        ...patch(`/network/nodes/${node}/remote_users/${remote}`),
        field: 'user_name',
        theirs: { user_name: theirs },
        mine: { user_name: mine },
        current: expect.stringMatching(/^\d+$/),
      };
    },
    'the URL of a webhook': async () => {
      const webhook = {
        name: 'hook',
        action: 'create_user',
        method: 'POST',
        url: 'http://127.0.0.1:9/first',
      };
      const { body } = await api.admin.post('/webhooks', webhook).expect(201);
      return {
        ...patch(`/webhooks/${body.webhook.webhook_id}`),
        ...text('url', (value) => `http://127.0.0.1:9/${value}`),
        unrelated: { name: 'renamed' },
      };
    },
  };

  function patch(path: string): Pick<Operation, 'method' | 'path' | 'read'> {
    return { method: 'PATCH', path, read: path };
  }

  function text(
    field: string,
    valueOf = (value: string) => value,
  ): Pick<Operation, 'field' | 'theirs' | 'mine' | 'current'> {
    const [theirs, mine] = [valueOf(api.make.name('theirs')), valueOf(api.make.name('mine'))];
    return { field, theirs: { [field]: theirs }, mine: { [field]: mine }, current: theirs };
  }

  describe.each(Object.entries(OPERATIONS))('of %s', (_name, make) => {
    let operation: Operation;
    beforeEach(async () => {
      operation = await make();
    });

    it('is applied if nobody has changed the object since it was read', async () => {
      const reply = await send(operation, operation.mine, await revisionOf(operation));
      expect([200, 201]).toContain(reply.status);
    });

    it('is refused, with the current value, who and when, if somebody has changed the field since', async () => {
      const read = await revisionOf(operation);
      const before = Date.now();
      const theirs = await send(operation, operation.theirs, undefined, ada);
      expect([200, 201]).toContain(theirs.status);
      const revision = Number(theirs.headers['x-access-revision']);
      const stored = (await api.admin.get(operation.read)).body;
      const refused = await send(operation, operation.mine, read);
      expect([refused.status, refused.body['error_code']]).toEqual([412, 'changed_meanwhile']);
      expect(refused.headers).not.toHaveProperty('x-access-revision');
      const [conflict, ...others] = fieldsOf(refused);
      expect(others).toEqual([]);
      const { current } = operation;
      expect(conflict).toEqual({
        field: operation.field,
        current: current ?? null,
        concealed: current === undefined,
        revision,
        changed_by: adaName,
        changed_at: expect.any(String),
      });
      expect(Date.parse(conflict?.changed_at ?? '')).toBeGreaterThanOrEqual(before - 1_000);
      expect(JSON.stringify(refused.body)).not.toMatch(/canary|good password/);
      expect(await newest()).toBe(revision);
      expect((await api.admin.get(operation.read)).body).toEqual(stored);
      // Who has seen the other value may replace it.
      const insisting = await send(operation, operation.mine, conflict?.revision);
      expect([200, 201]).toContain(insisting.status);
    });

    it('is applied after changes of other fields and of other objects', async () => {
      const read = await revisionOf(operation);
      await send(await make(), operation.field === 'email' ? { locale: 'fr' } : (await make()).theirs);
      if (operation.unrelated)
        expect((await send(operation, operation.unrelated, undefined, ada)).status).toBe(200);
      const reply = await send(operation, operation.mine, read);
      expect([200, 201]).toContain(reply.status);
    });

    it('wins a race with another one of the same revision, or loses it', async () => {
      const read = await revisionOf(operation);
      const replies = await Promise.all([
        send(operation, operation.mine, read),
        send(operation, operation.theirs, read, ada),
      ]);
      const statuses = replies.map(({ status }) => (status === 412 ? 'lost' : status < 300 ? 'won' : status));
      expect(statuses.sort()).toEqual(['lost', 'won']);
    });

    it('is refused with a revision that is not committed yet', async () => {
      const ahead = (await newest()) + 1;
      const refused = await send(operation, operation.mine, ahead);
      expect([refused.status, refused.body['error_code']]).toEqual([400, 'malformed_if_match']);
      expect(await newest()).toBe(ahead - 1);
    });

    it('without a revision, or without the header, replaces what others have saved, as before', async () => {
      await send(operation, operation.theirs, undefined, ada);
      const reply = await send(operation, operation.mine, '*');
      expect([200, 201]).toContain(reply.status);
      const again = await send(operation, operation.theirs);
      expect([200, 201]).toContain(again.status);
    });
  });

  it.each(['abc', '57', 'W/"57"', '"-1"', '""'])('is refused with the header %s', async (header) => {
    const operation = await OPERATIONS['the description of a group']?.();
    if (!operation) throw new Error('no operation');
    const refused = await send(operation, operation.mine, header);
    expect([refused.status, refused.body['error_code']]).toEqual([400, 'malformed_if_match']);
  });

  it('lists exactly the conflicting fields of several, of which none is changed', async () => {
    const name = await api.make.group({ description: 'first' });
    const operation = { ...patch(`/groups/${name}`), ...text('description') };
    const read = await revisionOf(operation);
    await send(operation, { description: 'theirs' }, undefined, ada);
    const mine = { description: 'mine', discoverable: true };
    const refused = await send(operation, mine, read).expect(412);
    expect(fieldsOf(refused).map(({ field }) => field)).toEqual(['description']);
    expect((await api.admin.get(operation.path)).body.group).toMatchObject({
      description: 'theirs',
      discoverable: false,
    });
  });

  it('is applied if others have changed the field and restored it', async () => {
    const operation = {
      ...patch(`/groups/${await api.make.group({ description: 'first' })}`),
      ...text('description'),
    };
    const read = await revisionOf(operation);
    await send(operation, { description: 'second' }, undefined, ada).expect(200);
    await send(operation, { description: 'first' }, undefined, ada).expect(200);
    await send(operation, operation.mine, read).expect(200);
  });

  it('is refused for the name of a service that its resource was given', async () => {
    const name = await api.make.service();
    const operation = { ...patch(`/services/${name}`), ...text('service_name') };
    const read = await revisionOf(operation);
    const id = await api.make.serviceId(name);
    const renamed = api.make.name('renamed');
    await ada.method('PATCH', `/resources/${id}`).send({ resource_name: renamed }).expect(200);
    const refused = await send({ ...operation, path: `/services/${renamed}` }, operation.mine, read).expect(
      412,
    );
    expect(fieldsOf(refused)).toMatchObject([
      { field: 'service_name', current: renamed, changed_by: adaName },
    ]);
  });

  it('is refused for an object that was deleted and created again under its name', async () => {
    const operation = { ...patch(`/groups/${await api.make.group()}`), ...text('description') };
    const read = await revisionOf(operation);
    await ada.delete(operation.path).expect(200);
    await ada
      .post('/groups', { group_name: operation.path.slice('/groups/'.length), description: 'new' })
      .expect(201);
    const refused = await send(operation, operation.mine, read).expect(412);
    expect(fieldsOf(refused)).toMatchObject([{ field: 'description', current: 'new' }]);
  });

  it('is refused for every field that it changes if the change log no longer contains the revision', async () => {
    const operation = {
      ...patch(`/groups/${await api.make.group({ description: 'first' })}`),
      ...text('description'),
    };
    const read = await revisionOf(operation);
    await api.make.group();
    await api.dataSource.transaction(async (manager) => {
      await manager.query("SELECT set_config('gatehouse.audit_retention', 'on', true)");
      await manager.query('DELETE FROM audit_chain WHERE revision <= $1', [read + 1]);
      await manager.query('DELETE FROM changes WHERE revision <= $1', [read + 1]);
      await manager.query('DELETE FROM revisions WHERE revision <= $1', [read + 1]);
    });
    await api.make.group();
    const refused = await send(operation, operation.mine, read).expect(412);
    const [revision] = [await newest()];
    expect(fieldsOf(refused)).toEqual([
      {
        field: 'description',
        current: 'first',
        concealed: false,
        revision,
        changed_by: null,
        changed_at: null,
      },
    ]);
  });

  it('tells users without administration rights not who has changed their account, except themselves', async () => {
    const name = await api.make.user();
    const own = await api.signIn(name);
    const operation = { ...patch(`/users/${name}`), ...text('locale') };
    const read = await revisionOf(operation, own);
    await send(operation, { locale: 'fr' }).expect(200);
    await send(operation, { locale: 'en', email: `${name}@example.com` }).expect(200);
    const mine = { email: `${name}@example.net`, current_password: 'a good password' };
    const refused = await send(operation, mine, read, own).expect(412);
    expect(fieldsOf(refused)).toMatchObject([{ field: 'email', changed_by: null }]);
    expect(JSON.stringify(refused.body)).not.toContain(ADMIN.name);
    const again = await revisionOf(operation, own);
    await send(operation, { locale: 'fr' }, undefined, own).expect(200);
    await send(operation, { locale: 'en' }, undefined, ada).expect(200);
    await send(operation, { locale: 'fr' }, undefined, own).expect(200);
    await send(operation, { locale: 'en' }, again, own).expect(412);
  });
});

describe('the reply to a read', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('states a revision that it shows, for signed-in callers', async () => {
    const name = await api.make.group();
    for (const description of ['one', 'two', 'three']) {
      const written = await api.admin.patch(`/groups/${name}`, { description }).expect(200);
      const read = await api.admin.get(`/groups/${name}`).expect(200);
      expect(read.body.group.description).toBe(description);
      expect(read.headers['x-access-revision']).toBe(written.headers['x-access-revision']);
    }
    expect((await api.anonymous.get('/version')).headers).not.toHaveProperty('x-access-revision');
  });
});
