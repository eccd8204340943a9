import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidHookFile } from '../src/hooks/hook-file';
import { call } from './support/exchange';
import { cookieOf } from './support/fixture';
import { JobFixture } from './support/job-fixture';

describe('hooks on requests', () => {
  let home: JobFixture;
  beforeAll(async () => {
    home = await JobFixture.open({ SVC_PROXY_BODY_LIMIT: '20000' });
  });
  afterAll(() => home.close());

  const json = { 'Content-Type': 'application/json' };
  const onRequest = (actions: readonly object[], when: object = {}, extra: object = {}) => ({
    on: 'request',
    when,
    do: actions,
    ...extra,
  });
  const received = () => home.jobs.received[0];

  it('set and remove headers, including those that the client sent', async () => {
    const service = await home.service([
      onRequest([
        { set_header: { 'X-Api-Key': 'key of the service', Authorization: 'Bearer ${caller.name}' } },
        { remove_header: ['X-Debug', 'Cookie'] },
      ]),
    ]);
    const ada = await service.member();
    const reply = await service.call('/jobs', {
      caller: ada,
      headers: { 'x-api-key': 'guessed', 'X-Debug': '1' },
    });
    expect(reply.status).toBe(200);
    expect(received()?.headers).toMatchObject({
      'x-api-key': 'key of the service',
      authorization: expect.stringMatching(/^Bearer user-\d+$/),
    });
    expect(received()?.headers).not.toHaveProperty('x-debug');
    expect(received()?.headers).not.toHaveProperty('cookie');
  });

  it.each([
    ['/jobs', '/jobs?f=json&who=a%20b%26c'],
    ['/jobs?', '/jobs?f=json&who=a%20b%26c'],
    ['/jobs?x=%2e&x', '/jobs?x=%2e&x&f=json&who=a%20b%26c'],
  ])('add parameters to %s, and leave the rest of the query unchanged', async (path, forwarded) => {
    const service = await home.service([onRequest([{ add_query: { f: 'json', who: 'a b&c' } }])]);
    const ada = await service.member();
    expect((await service.call(path, { caller: ada })).status).toBe(200);
    expect(received()?.url).toBe(forwarded);
  });

  it.each(['/jobs?f=html', '/jobs?F=html', '/jobs?%66=html'])(
    'add no parameter that the client sent itself, as in %s',
    async (path) => {
      const refusing = await home.service([onRequest([{ add_query: { f: 'json' } }])]);
      const ada = await refusing.member();
      expect((await refusing.call(path, { caller: ada })).status).toBe(500);
      expect(home.jobs.received).toEqual([]);
      const passing = await home.service([
        onRequest([{ add_query: { f: 'json' } }], {}, { on_failure: 'pass' }),
      ]);
      const bob = await passing.member();
      expect((await passing.call(path, { caller: bob })).status).toBe(200);
      expect(received()?.url).toBe(path);
    },
  );

  it('add no parameter that would change the interpretation of the request', async () => {
    const hooks = [
      onRequest([{ add_query: { layers: 'secret.nc/temperature' } }], { query: '.*request=GetMap' }),
    ];
    const { name, id } = await home.fixture.addService(home.jobs.url, 'ncwms', { proxy: { hooks } });
    await home.fixture.addResource(id, 'secret.nc', 'file');
    const user = await home.fixture.addUser();
    const revision = await home.fixture.allow(user, id, 'getmap');
    home.jobs.received.splice(0);
    home.jobs.answer = undefined;
    const reply = await call(home.port, {
      path: `/ows/proxy/${name}?service=WMS&request=GetMap`,
      headers: {
        Cookie: cookieOf(await home.fixture.signIn(user)),
        'X-Access-Revision': String(revision),
      },
    });
    expect(reply.status).toBe(500);
    expect(home.jobs.received).toEqual([]);
  });

  describe('that read the body', () => {
    const hooks = [
      onRequest([{ set_header: { 'X-Owner': '${body.owner.id}' } }], { method: 'POST', path: '/jobs' }),
    ];

    it('extract values from it, and forward the same bytes', async () => {
      const service = await home.service(hooks);
      const ada = await service.member();
      const body = '{ "owner": {"id": 7},  "size": 1.50 }';
      const reply = await service.call('/jobs', { caller: ada, method: 'POST', body, headers: json });
      expect(reply.status).toBe(201);
      expect(received()).toMatchObject({ body, headers: { 'x-owner': '7' } });
    });

    it.each([
      ['none', undefined, {}],
      ['text', '{"owner":{"id":7}}', { 'Content-Type': 'text/plain' }],
      ['no JSON', '{"owner"', json],
      ['one with a member twice', '{"owner":{"id":7},"owner":{"id":8}}', json],
      ['one without the value', '{"owner":7}', json],
      ['one with a line feed in the value', '{"owner":{"id":"a\\r\\nX-Admin: 1"}}', json],
      ['one that is encoded', '{"owner":{"id":7}}', { ...json, 'Content-Encoding': 'gzip' }],
    ])('refuse a request whose body is %s', async (_what, body, headers) => {
      const service = await home.service(hooks);
      const ada = await service.member();
      const sent = { caller: ada, method: 'POST', headers, ...(body === undefined ? {} : { body }) };
      expect((await service.call('/jobs', sent)).status).toBe(500);
      expect(home.jobs.received).toEqual([]);
    });

    it('refuse a body that is too large to be buffered, and read no body of requests that they do not match', async () => {
      const service = await home.service(hooks);
      const ada = await service.member();
      await service.allow(ada.id, service.id, 'write');
      const body = JSON.stringify({ owner: { id: 7 }, text: 'x'.repeat(30_000) });
      const sent = { caller: ada, method: 'POST', body, headers: json };
      expect((await service.call('/jobs', sent)).status).toBe(413);
      expect(home.jobs.received).toEqual([]);
      expect((await service.call('/jobs/upload', sent)).status).toBe(200);
      expect(received()?.body).toBe(body);
    });

    it('do not read the body of a caller without permission', async () => {
      const service = await home.service(hooks);
      const body = 'x'.repeat(30_000);
      expect((await service.call('/jobs', { method: 'POST', body, headers: json })).status).toBe(401);
    });
  });

  it('are updated with their service', async () => {
    const service = await home.service([]);
    const ada = await service.member();
    expect((await service.call('/jobs', { caller: ada })).status).toBe(200);
    expect(received()?.headers).not.toHaveProperty('x-new');
    const hooks = [onRequest([{ set_header: { 'X-New': 'yes' } }])];
    await service.setHooks(hooks);
    expect((await service.call('/jobs', { caller: ada })).status).toBe(200);
    expect(home.jobs.received.at(-1)?.headers).toMatchObject({ 'x-new': 'yes' });
  });
});

describe('hooks from a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooks-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const fileOf = (text: string): string => {
    const path = join(folder, 'hooks.yaml');
    writeFileSync(path, text);
    return path;
  };

  it('run before those of the service itself', async () => {
    const file = fileOf(`
      # the first service
      service-1:
        - on: request
          do:
            - set_header: { X-From: file, X-Also: file }
    `);
    const home = await JobFixture.open({ SVC_PROXY_HOOKS_FILE: file });
    try {
      const service = await home.service([{ on: 'request', do: [{ set_header: { 'X-From': 'service' } }] }]);
      expect(service.name).toBe('service-1');
      const ada = await service.member();
      expect((await service.call('/jobs', { caller: ada })).status).toBe(200);
      expect(home.jobs.received[0]?.headers).toMatchObject({ 'x-from': 'service', 'x-also': 'file' });
      const other = await home.service([]);
      const bob = await other.member();
      expect((await other.call('/jobs', { caller: bob })).status).toBe(200);
      expect(home.jobs.received[0]?.headers).not.toHaveProperty('x-also');
    } finally {
      await home.close();
    }
  });

  it('are what a service waits for whose option says that hooks are required', async () => {
    const home = await JobFixture.open({
      SVC_PROXY_HOOKS_FILE: fileOf('service-1: [{on: request, do: [{remove_header: X-A}]}]\nservice-2: []'),
    });
    try {
      const statuses: number[] = [];
      for (const hooks of [[], [], [{ on: 'request', do: [{ remove_header: 'X-A' }] }]]) {
        const service = await home.service(hooks, 'api', { hooks_required: true });
        statuses.push((await service.call('/jobs', { caller: await service.member() })).status);
      }
      expect(statuses).toEqual([200, 503, 200]);
    } finally {
      await home.close();
    }
  });

  it('that are invalid prevent the proxy from starting, and all errors are reported', async () => {
    const file = fileOf(
      `{"a": [{"on": "never", "do": []}], "b": [{"on": "request", "do": [{"explode": {}}]}]}`,
    );
    await expect(JobFixture.open({ SVC_PROXY_HOOKS_FILE: file })).rejects.toThrow(InvalidHookFile);
  });
});
