import type { ServerResponse } from 'node:http';
import { call } from './support/exchange';
import { type Caller, JobFixture, type ProtectedJobs } from './support/job-fixture';

const BODY_LIMIT = 20_000;

/** A hook on the creation of jobs that runs `actions`. */
const onCreation = (actions: readonly object[], extra: object = {}) => ({
  on: 'response',
  when: { method: 'POST', path: '/jobs' },
  do: actions,
  ...extra,
});
const create = { create_resource: { below: '/jobs', name: '${body.jobID}', type: 'route' } };
const filter = {
  on: 'response',
  when: { method: 'GET', path: '/jobs' },
  do: [{ filter_list: { items: 'jobs', path: '/jobs/${item.id}' } }],
};

describe('a hook that fails', () => {
  let home: JobFixture;
  beforeAll(async () => {
    home = await JobFixture.open({ SVC_PROXY_HOOK_BODY_LIMIT: String(BODY_LIMIT) });
  });
  afterAll(() => home.close());

  const post = (service: ProtectedJobs, caller?: Caller) =>
    service.call('/jobs', { caller, method: 'POST', body: '{}' });
  const answerWith = (body: string | Buffer, headers: Record<string, string> = {}, status = 200) => {
    home.jobs.answer = (_request, response: ServerResponse) =>
      void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  };
  const countOf = async (outcome: string): Promise<number> => {
    const { text } = await call(home.port, { path: '/metrics' });
    const line = new RegExp(
      `^gatehouse_proxy_hooks_total\\{on="response",outcome="${outcome}"\\} (\\d+)$`,
      'm',
    );
    return Number(line.exec(text)?.[1] ?? 0);
  };

  it.each([
    ['a value is missing', '{}'],
    ['a value is an object', '{"jobID":{}}'],
    ['a name has a slash', '{"jobID":"a/b"}'],
    ['a name has a dot segment', '{"jobID":".."}'],
    ['a name is not valid for a resource', '{"jobID":"a<b"}'],
    ['a name is too long', JSON.stringify({ jobID: 'x'.repeat(101) })],
    ['a number has more digits than can be represented', '{"jobID":12345678901234567890}'],
    ['the body is not JSON', '{"jobID":'],
    ['the body is not in UTF-8', Buffer.from('{"jobID":"\xe9"}', 'latin1')],
    ['the body is empty', ''],
  ])('refuses the request and writes nothing where %s', async (_why, body) => {
    const service = await home.service([onCreation([create])]);
    const ada = await service.member();
    answerWith(body);
    const [revision, refused] = [await home.revision(), await countOf('refused')];
    const reply = await post(service, ada);
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain('jobID');
    expect(reply.headers['x-gatehouse-reason']).toBe('reply_hook_failed');
    expect(await service.resources()).toEqual([]);
    expect(await home.revision()).toBe(revision);
    expect(await countOf('refused')).toBe(refused + 1);
  });

  it.each([
    ['another media type', { 'Content-Type': 'text/html' }],
    ['an encoding', { 'Content-Encoding': 'gzip' }],
  ])('refuses the request where the reply has %s', async (_what, headers) => {
    const service = await home.service([onCreation([create])]);
    const ada = await service.member();
    answerWith('{"jobID":"x"}', headers);
    expect((await post(service, ada)).status).toBe(500);
    expect(await service.resources()).toEqual([]);
  });

  it('rolls back its first action when the second fails', async () => {
    const grant = { grant: { to: { group: 'unknown-group' }, permission: 'read' } };
    const service = await home.service([onCreation([create, grant])]);
    const ada = await service.member();
    const revision = await home.revision();
    expect((await post(service, ada)).status).toBe(500);
    expect(await service.resources()).toEqual([]);
    expect(await home.revision()).toBe(revision);
  });

  it('rolls back the hooks before it for the same reply', async () => {
    const broken = onCreation([{ create_resource: { below: '/nowhere', name: 'x', type: 'route' } }]);
    const service = await home.service([onCreation([create]), broken]);
    const ada = await service.member();
    expect((await post(service, ada)).status).toBe(500);
    expect(await service.resources()).toEqual([]);
  });

  it('is skipped without effect where its policy is to pass, while the others run', async () => {
    const broken = onCreation(
      [
        { create_resource: { below: '/jobs', name: 'half-done', type: 'route' } },
        { create_resource: { below: '/nowhere', name: 'x', type: 'route' } },
        { set_header: { 'X-Half': 'done' } },
      ],
      { on_failure: 'pass' },
    );
    const service = await home.service([broken, onCreation([create, { set_header: { 'X-Whole': 'done' } }])]);
    const ada = await service.member();
    const passed = await countOf('passed');
    home.jobs.next = 'whole';
    const reply = await post(service, ada);
    expect(reply.status).toBe(201);
    expect(reply.headers).toMatchObject({ 'x-whole': 'done' });
    expect(reply.headers).not.toHaveProperty('x-half');
    expect(await service.resources()).toEqual([{ name: 'whole', type: 'route', ordering: 1 }]);
    expect(await countOf('passed')).toBe(passed + 1);
  });

  it.each([
    ['is no JSON', 'no JSON at all'],
    ['exceeds the limit', `"${'x'.repeat(10 * BODY_LIMIT)}"`],
  ])('leaves a reply that %s complete if its policy is to continue', async (_what, body) => {
    const service = await home.service([onCreation([create], { on_failure: 'pass' })]);
    const ada = await service.member();
    answerWith(body, { 'Content-Length': String(body.length), ETag: '"as it was"' });
    const reply = await post(service, ada);
    expect(reply.status).toBe(200);
    expect(reply.text).toBe(body);
    expect(reply.headers).toMatchObject({ 'content-length': String(body.length), etag: '"as it was"' });
  });

  it('refuses anonymous callers, who cannot be granted anything, unless its condition limits it to users', async () => {
    const anonymous = await home.fixture.groupId('anonymous');
    const grant = { grant: { to: 'caller', permission: 'read', on: '/jobs' } };
    const forAll = await home.service([onCreation([grant])]);
    await forAll.allowGroup(anonymous, 'write');
    expect((await post(forAll)).status).toBe(500);
    const forUsers = await home.service([
      { ...onCreation([grant]), when: { method: 'POST', path: '/jobs', caller: 'user' } },
    ]);
    await forUsers.allowGroup(anonymous, 'write');
    expect((await post(forUsers)).status).toBe(201);
  });

  it('does not override what an administrator has set', async () => {
    const service = await home.service([
      onCreation([create, { grant: { to: 'caller', permission: 'read', on: '/jobs/${body.jobID}' } }]),
    ]);
    const ada = await service.member();
    const denied = await service.addJob('denied');
    await service.deny(ada.id, denied, 'read');
    home.jobs.next = 'denied';
    expect((await post(service, ada)).status).toBe(500);
    expect((await service.call('/jobs/denied', { caller: ada })).status).toBe(403);
  });

  it.each([
    ['a resource of a type that is not allowed there', { create_resource: { name: 'x', type: 'layer' } }],
    [
      'a permission that the service does not have',
      { grant: { to: 'caller', permission: 'getmap', on: '/jobs' } },
    ],
    [
      'a resource below one that does not exist',
      { create_resource: { below: '/none', name: 'x', type: 'route' } },
    ],
    [
      'a permission assignment on a resource that does not exist',
      { grant: { to: 'caller', permission: 'read', on: '/jobs/none' } },
    ],
  ])('refuses to create %s', async (_what, action) => {
    const service = await home.service([onCreation([action])]);
    const ada = await service.member();
    expect((await post(service, ada)).status).toBe(500);
    expect(await service.resources()).toEqual([]);
  });

  describe('that filters a list', () => {
    it.each([
      ['the list is missing', '{"items":[{"id":"secret"}]}'],
      ['the list is not an array', '{"jobs":{"id":"secret"}}'],
      ['an item has no identifier', '{"jobs":[{"name":"secret"}]}'],
      ['there are two lists, and parsers disagree', '{"jobs":[{"id":"secret"}],"jobs":[]}'],
      [
        'the list is too long',
        JSON.stringify({ jobs: [{ id: 'secret', text: 'x'.repeat(2 * BODY_LIMIT) }] }),
      ],
      ['the reply is not JSON', '<jobs><job>secret</job></jobs>'],
    ])('withholds the reply where %s', async (_why, body) => {
      const service = await home.service([filter]);
      const ada = await service.member();
      answerWith(body);
      const reply = await service.call('/jobs', { caller: ada });
      expect(reply.status).toBe(500);
      expect(reply.text).not.toContain('secret');
    });

    it('withholds the reply to a path or query that is too long to be evaluated', async () => {
      const service = await home.service([
        { ...filter, when: { method: 'GET', path: '/jobs', query: '.*' } },
      ]);
      const ada = await service.member();
      const reply = await service.call(`/jobs?${'x'.repeat(2_000)}`, { caller: ada });
      expect(reply.status).toBe(500);
      expect(home.jobs.received).toEqual([]);
    });
  });

  it('in an unknown format makes the proxy refuse every request to its service', async () => {
    const service = await home.service([{ ...filter, when: { country: 'CA' } }]);
    const ada = await service.member();
    const reply = await service.call('/jobs', { caller: ada });
    expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([503, 'configuration_not_usable']);
    expect(home.jobs.received).toEqual([]);
  });

  it('causes 502 if the service truncates a reply that is read completely', async () => {
    const service = await home.service([onCreation([create])]);
    const ada = await service.member();
    home.jobs.answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
      response.write('{"jobID":"x"', () => setTimeout(() => response.destroy(), 20));
    };
    expect((await post(service, ada)).status).toBe(502);
    expect(await service.resources()).toEqual([]);
  });

  it('cuts its reply off when the service cuts it off during the write', async () => {
    const service = await home.service([
      onCreation([{ create_resource: { below: '/jobs', name: 'held', type: 'route' } }]),
    ]);
    const ada = await service.member();
    home.jobs.answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': '500' });
      response.write('a part', () => response.destroy());
    };
    await expect(post(service, ada)).rejects.toThrow(/aborted|hang up|reset/);
  });
});
