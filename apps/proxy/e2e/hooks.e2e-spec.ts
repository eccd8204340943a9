import { type ServerResponse, request } from 'node:http';
import { call } from './support/exchange';
import { JobFixture, type ProtectedJobs } from './support/job-fixture';

const creation = {
  on: 'response',
  when: { method: ['POST'], path: '/jobs', status: '2xx' },
  do: [
    { create_resource: { below: '/jobs', name: '${body.jobID}', type: 'route' } },
    { grant: { to: 'caller', permission: 'read-allow-recursive' } },
  ],
};
const filter = {
  on: 'response',
  when: { method: 'GET', path: '/jobs' },
  do: [{ filter_list: { items: 'jobs', path: '/jobs/${item.id}', counts: ['total'] } }],
};

describe('hooks on replies', () => {
  let home: JobFixture;
  beforeAll(async () => {
    home = await JobFixture.open();
  });
  afterAll(() => home.close());

  const post = (service: ProtectedJobs, caller: Awaited<ReturnType<ProtectedJobs['member']>>) =>
    service.call('/jobs', {
      caller,
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    });

  describe('that create resources', () => {
    it('grant what was created to its creator, immediately and to no one else', async () => {
      const service = await home.service([creation]);
      const [ada, bob] = [await service.member(), await service.member()];
      home.jobs.next = 'job-7';
      const created = await post(service, ada);
      expect(created).toMatchObject({ status: 201, text: '{"jobID":"job-7","status":"accepted"}' });
      expect((await service.call('/jobs/job-7', { caller: ada })).status).toBe(200);
      expect((await service.call('/jobs/job-7/results', { caller: ada })).status).toBe(200);
      expect((await service.call('/jobs/job-7', { caller: bob })).status).toBe(403);
      expect((await service.call('/jobs/job-7')).status).toBe(401);
    });

    it('write one revision with the caller as its actor, and the reply names the revision', async () => {
      const service = await home.service([creation]);
      const ada = await service.member();
      const before = await home.revision();
      const created = await service.call('/jobs', {
        caller: ada,
        method: 'POST',
        headers: { 'X-Request-Id': 'request-of-ada' },
      });
      const revision = Number(created.headers['x-access-revision']);
      expect(revision).toBe(before + 1);
      const who = {
        actor_kind: 'user',
        actor_id: ada.id,
        actor_name: expect.stringMatching(/^user-/),
        address: '127.0.0.1',
        request_id: 'request-of-ada',
      };
      expect(await home.changesOf(revision)).toMatchObject([
        { ...who, entity: 'resource', operation: 'insert', after: { name: home.jobs.next, type: 'route' } },
        { ...who, entity: 'user_rule', operation: 'insert', after: { user_id: ada.id, name: 'read' } },
      ]);
    });

    it('are reported to webhooks like any other permission, in the same transaction', async () => {
      const service = await home.service([creation]);
      const ada = await service.member();
      await home.addWebhook('create_user_permission');
      home.jobs.next = 'job-reported';
      await post(service, ada);
      expect(await home.webhookMessages()).toEqual([
        {
          state: 'pending',
          userId: ada.id,
          name: 'job-reported',
          permission: 'read-allow-recursive',
          key: `user ${ada.id} at https://hooks.example.org`,
        },
      ]);
      await home.removeWebhooks();
    });

    it('create one resource for twenty replies that name the same one, for the first caller', async () => {
      const service = await home.service([creation]);
      const callers = await Promise.all(Array.from({ length: 4 }, () => service.member()));
      home.jobs.next = 'shared';
      const before = await home.revision();
      const created = await Promise.all(
        Array.from({ length: 20 }, (_, index) => post(service, callers[index % 4]!)),
      );
      expect(created.map(({ status }) => status)).toEqual(Array(20).fill(201));
      expect(await service.resources()).toEqual([{ name: 'shared', type: 'route', ordering: 1 }]);
      // What exists already is not a change, and without a change there is no revision.
      expect(await home.revision()).toBe(before + 1);
      const readers = await Promise.all(callers.map((caller) => service.call('/jobs/shared', { caller })));
      expect(readers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    });

    it('grant no one a resource that belonged to another user', async () => {
      const service = await home.service([creation]);
      await service.addJob('old');
      const mallory = await service.member();
      home.jobs.next = 'old';
      const created = await post(service, mallory);
      expect(created.status).toBe(201);
      expect((await service.call('/jobs/old', { caller: mallory })).status).toBe(403);
    });

    it('name resources by values of the path and the query, without a body', async () => {
      const service = await home.service([
        {
          on: 'response',
          when: { method: 'PUT', path: '/jobs/(?<id>[^/]+)', query: 'as=(?<as>\\w+)' },
          do: [
            { create_resource: { below: '/jobs', name: '${path.id}-${query.as}', type: 'route' } },
            {
              grant: {
                to: { group: 'anonymous' },
                permission: 'read-match',
                on: '/jobs/${path.id}-${query.as}',
              },
            },
          ],
        },
      ]);
      const ada = await service.member();
      await service.allow(ada.id, service.id, 'write');
      home.jobs.answer = (_request, response) => void response.writeHead(204).end();
      const put = () => service.call('/jobs/a%31?as=b', { caller: ada, method: 'PUT', body: 'x' });
      expect((await put()).status).toBe(204);
      expect(await service.resources()).toMatchObject([{ name: 'a1-b' }]);
      home.jobs.answer = undefined;
      expect((await service.call('/jobs/a1-b')).status).toBe(200);
      // All of them exist now.
      home.jobs.answer = (_request, response) => void response.writeHead(204).end();
      const before = await home.revision();
      const again = await put();
      expect(again.status).toBe(204);
      expect(again.headers).not.toHaveProperty('x-access-revision');
      expect(await home.revision()).toBe(before);
    });

    it('have no effect on replies and requests that they do not match', async () => {
      const service = await home.service([creation]);
      const ada = await service.member();
      home.jobs.answer = (_request, response) =>
        void response.writeHead(409, { 'Content-Type': 'application/json' }).end('{"jobID":"x"}');
      expect(await post(service, ada)).toMatchObject({ status: 409, text: '{"jobID":"x"}' });
      home.jobs.answer = undefined;
      expect((await service.call('/jobs', { caller: ada })).status).toBe(200);
      expect(await service.resources()).toEqual([]);
    });

    it('have no effect for refused requests', async () => {
      const service = await home.service([creation]);
      expect((await service.call('/jobs', { method: 'POST' })).status).toBe(401);
      expect(home.jobs.received).toEqual([]);
      expect(await service.resources()).toEqual([]);
    });

    it('run even when the client does not wait for the reply', async () => {
      const service = await home.service([creation]);
      const ada = await service.member();
      home.jobs.next = 'left-alone';
      const arrived = new Promise<ServerResponse>((resolve) => {
        home.jobs.answer = (_request, response) => resolve(response);
      });
      const sent = request({
        port: home.port,
        method: 'POST',
        path: `/ows/proxy/${service.name}/jobs`,
        headers: { Cookie: ada.cookie, 'X-Access-Revision': String(await home.revision()) },
        agent: false,
      });
      sent.on('error', () => undefined).end();
      const answer = await arrived;
      await new Promise((resolve) => sent.once('close', resolve).destroy());
      // By the reply on a later connection, the proxy has processed the end of this one.
      await call(home.port, { path: '/health' });
      answer.writeHead(201, { 'Content-Type': 'application/json' }).end('{"jobID":"left-alone"}');
      const deadline = Date.now() + 10_000;
      while ((await service.resources()).length === 0 && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(await service.resources()).toMatchObject([{ name: 'left-alone' }]);
    });
  });

  describe('that filter lists', () => {
    it('leave the caller what it may request, as it was written', async () => {
      const service = await home.service([filter]);
      const ada = await service.member();
      home.jobs.jobs.push('one', 'two', 'three');
      await service.addJob('one');
      const two = await service.addJob('two');
      await service.addJob('three');
      await service.allow(ada.id, two, 'read', 'match');
      const reply = await service.call('/jobs', { caller: ada });
      expect(reply.status).toBe(200);
      expect(reply.text).toBe(
        '{ "total": 1, "jobs": [{ "id": "two", "size": 12345678901234567890, "links": ["/jobs/two"] }], "next": null }',
      );
      expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(reply.text)));
    });

    it('keep the reply out of shared caches, and remove validators of the whole list', async () => {
      const service = await home.service([filter]);
      const ada = await service.member();
      const reply = await service.call('/jobs', {
        caller: ada,
        headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': '"all"', Range: 'bytes=0-10' },
      });
      expect(reply.text).toBe('{ "total": 0, "jobs": [], "next": null }');
      expect(reply.headers['cache-control']).toBe('private, max-age=60');
      expect(reply.headers).not.toHaveProperty('etag');
      expect(reply.headers).not.toHaveProperty('last-modified');
      expect(home.jobs.received[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
      expect(home.jobs.received[0]?.headers).not.toHaveProperty('if-none-match');
      expect(home.jobs.received[0]?.headers).not.toHaveProperty('range');
    });

    it('reveal nothing of the whole list to HEAD', async () => {
      const service = await home.service([filter]);
      const ada = await service.member();
      home.jobs.jobs.push('secret');
      const reply = await service.call('/jobs', { caller: ada, method: 'HEAD' });
      expect(reply.status).toBe(200);
      expect(reply.headers).not.toHaveProperty('content-length');
      expect(reply.headers).not.toHaveProperty('etag');
      expect(reply.headers['cache-control']).toBe('private, max-age=60');
    });

    it.each(['/jobs/', '/JOBS', '/%6aobs', '/jobs?x=1', '//jobs'])('are not bypassed by %s', async (path) => {
      const service = await home.service([filter]);
      const ada = await service.member();
      home.jobs.answer = (_request, response) =>
        void response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end('{"jobs":[{"id":"secret"}]}');
      const reply = await service.call(path, { caller: ada });
      expect(reply).toMatchObject({ status: 200, text: '{"jobs":[]}' });
    });

    it('decide by the same rules for all callers, signed in or anonymous', async () => {
      const service = await home.service([
        { ...filter, do: [{ filter_list: { items: '', path: '/jobs/${item.id}' } }] },
      ]);
      const [ada, root] = [await service.member(), await service.member()];
      const hidden = await service.addJob('hidden');
      const open = await service.addJob('open');
      await service.allow(ada.id, hidden, 'read');
      const anonymous = await home.fixture.groupId('anonymous');
      for (const id of [service.jobsId, open]) await service.allowGroup(anonymous, 'read', id);
      const admins = await home.fixture.groupId('administrators');
      await home.fixture.join(root.id, admins);
      await service.allow(ada.id, hidden, 'write');
      const list = '[{"id":"hidden"}, {"id":"open"}, {"id":"../open"}]';
      home.jobs.answer = (_request, response) =>
        void response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(list);
      expect((await service.call('/jobs')).text).toBe('[{"id":"open"}]');
      expect((await service.call('/jobs', { caller: ada })).text).toBe('[{"id":"hidden"},{"id":"open"}]');
      expect((await service.call('/jobs', { caller: root })).text).toBe('[{"id":"hidden"},{"id":"open"}]');
    });

    it('do not read replies that they do not match', async () => {
      const service = await home.service([filter]);
      const ada = await service.member();
      await service.allow(ada.id, service.id, 'read');
      const reply = await service.call('/jobs/one', { caller: ada, headers: { 'Accept-Encoding': 'gzip' } });
      expect(reply.status).toBe(200);
      expect(reply.headers['content-encoding']).toBe('gzip');
    });
  });

  describe('that change headers', () => {
    it('set and remove them, on replies of any kind and length', async () => {
      const service = await home.service([
        {
          on: 'response',
          when: { status: 'any' },
          do: [
            { set_header: { 'X-Frame-Options': 'DENY', 'X-Caller': '${caller.name}/${caller.id}' } },
            { remove_header: ['Server', 'set-cookie'] },
          ],
        },
      ]);
      const ada = await service.member();
      const bytes = Buffer.alloc(3_000_000, 'x');
      home.jobs.answer = (_request, response) =>
        void response
          .writeHead(404, { Server: 'old', 'Set-Cookie': ['a=b', 'c=d'], 'X-Frame-Options': 'ALLOWALL' })
          .end(bytes);
      const reply = await service.call('/jobs', { caller: ada });
      expect(reply.status).toBe(404);
      expect(reply.text.length).toBe(bytes.length);
      expect(reply.headers['x-frame-options']).toBe('DENY');
      expect(reply.headers['x-caller']).toMatch(new RegExp(`^user-\\d+/${ada.id}$`));
      expect(reply.headers).not.toHaveProperty('server');
      expect(reply.headers).not.toHaveProperty('set-cookie');
    });

    it('set values taken from the body, and leave the body unchanged', async () => {
      const service = await home.service([
        {
          on: 'response',
          when: { method: 'POST', path: '/jobs' },
          do: [{ set_header: { Location: '/ows/proxy/x/jobs/${body.jobID}' } }],
        },
      ]);
      const ada = await service.member();
      home.jobs.next = 'job-9';
      const reply = await post(service, ada);
      expect(reply).toMatchObject({ status: 201, text: '{"jobID":"job-9","status":"accepted"}' });
      expect(reply.headers['location']).toBe('/ows/proxy/x/jobs/job-9');
    });
  });
});
