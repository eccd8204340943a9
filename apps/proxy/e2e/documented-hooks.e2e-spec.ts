import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import { call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';

/** The file in the documentation, as a reader copies it. */
function documentedFile(): string {
  const [, text] =
    /^```yaml platform-hooks\.yml\n([^]*?)^```$/m.exec(readFileSync('docs/hooks.md', 'utf8')) ?? [];
  if (text === undefined) throw new Error('docs/hooks.md has no platform-hooks.yml');
  return text;
}

const NAMES = ['public-process', 'owned', 'hidden'];

describe('the documented hooks for Weaver and the STAC API', () => {
  const received: { readonly line: string; readonly headers: IncomingMessage['headers'] }[] = [];
  let reply: { readonly status: number; readonly body: unknown } | undefined;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const { method, url = '', headers } = request;
      received.push({ line: `${method} ${url}`, headers });
      const isBrief = url.includes('detail=false');
      const list = { processes: NAMES.map((id) => (isBrief ? id : { id, title: id })), total: NAMES.length };
      const { status, body } = reply ?? { status: 200, body: url.startsWith('/processes') ? list : {} };
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const ids = { weaver: 0, processes: 0, stac: 0 };
  let folder: string;
  let fixture: Fixture;
  let port: number;
  let newest: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'documented-hooks-'));
    const file = join(folder, 'platform-hooks.yml');
    writeFileSync(file, documentedFile());
    const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    fixture = await Fixture.open();
    ({ port } = await fixture.startProxy({ SVC_PROXY_HOOKS_FILE: file }));
    // As the files of the platform leave them: hooks are required.
    const options = { proxy: { hooks_required: true } };
    ids.weaver = (await fixture.addService(url, 'api', { name: 'weaver', ...options })).id;
    ids.stac = (await fixture.addService(url, 'api', { name: 'stac', ...options })).id;
    ids.processes = await fixture.addResource(ids.weaver, 'processes', 'route');
    const root = await fixture.addResource(ids.stac, 'stac', 'route');
    const open = await fixture.addResource(ids.processes, NAMES[0] ?? '', 'route', ids.weaver);
    await fixture.addResource(ids.processes, 'owned', 'route', ids.weaver);
    await fixture.addResource(ids.processes, 'hidden', 'route', ids.weaver);
    await fixture.publish(open, 'read', 'write');
    newest = await fixture.publish(root, 'read', 'write');
  });
  beforeEach(() => {
    received.splice(0);
    reply = undefined;
  });
  afterAll(async () => {
    await fixture?.close();
    await closeServer(server);
    rmSync(folder, { recursive: true });
  });

  interface Caller {
    readonly id: number;
    readonly cookie: string;
  }

  /** A user who may list, deploy and run processes. */
  const member = async (): Promise<Caller> => {
    const id = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(id));
    newest = await fixture.allow(id, ids.processes, 'read', 'match');
    newest = await fixture.allow(id, ids.weaver, 'write');
    return { id, cookie };
  };
  const send = (
    path: string,
    {
      caller,
      method = 'GET',
      headers = {},
    }: { caller?: Caller; method?: string; headers?: Record<string, string> } = {},
  ) =>
    call(port, {
      path: `/ows/proxy/${path}`,
      method,
      headers: {
        'X-Access-Revision': String(newest),
        ...(caller && { Cookie: caller.cookie }),
        ...headers,
        ...(method === 'POST' && { 'Content-Type': 'application/json' }),
      },
      ...(method === 'POST' && { body: '{}' }),
    });
  const resourcesBelow = async (name: string): Promise<string[]> => {
    const rows = await fixture.database.dataSource.query<{ name: string }[]>(
      `SELECT r.name FROM resources r JOIN resources p ON p.id = r.parent_id WHERE p.name = $1 AND p.type = 'route' ORDER BY r.name`,
      [name],
    );
    return rows.map((row) => row.name);
  };

  describe('on the start of a job', () => {
    const contextOf = async (
      caller: Caller | undefined,
      sent?: string,
      path = 'processes/public-process/jobs',
    ) => {
      const headers: Record<string, string> = sent === undefined ? {} : { 'X-WPS-Output-Context': sent };
      const { status } = await send(`weaver/${path}`, { ...(caller && { caller }), method: 'POST', headers });
      expect(status).toBe(200);
      return received.at(-1)?.headers['x-wps-output-context'];
    };

    it.each([
      'jobs',
      'execution',
      'processes/public-process/execution',
      'processes/a.b:1.0/jobs',
      'providers/finch/processes/x/jobs',
      'providers/finch/processes/x/execution/',
      'Processes/x/JOBS',
    ])('name the folder of the user for %s', async (path) => {
      const ada = await member();
      expect(await contextOf(ada, undefined, path)).toBe(`users/${ada.id}`);
    });

    it('replace the folder of another user, and keep the public one', async () => {
      const ada = await member();
      for (const sent of ['users/1', 'users', '..', 'Public', 'public, users/1'])
        expect([sent, await contextOf(ada, sent)]).toEqual([sent, `users/${ada.id}`]);
      expect(await contextOf(ada, 'public')).toBe('public');
      // Python services take underscores in names of headers for hyphens.
      await send('weaver/jobs', {
        caller: ada,
        method: 'POST',
        headers: { X_WPS_Output_Context: 'users/1' },
      });
      const { headers } = received.at(-1) ?? {};
      expect(Object.entries(headers ?? {}).filter(([name]) => /^x.wps/.test(name))).toEqual([
        ['x-wps-output-context', `users/${ada.id}`],
      ]);
    });

    it('name the public folder for callers who are not signed in, whatever they ask for', async () => {
      expect(await contextOf(undefined)).toBe('public');
      expect(await contextOf(undefined, 'users/1')).toBe('public');
    });
  });

  describe('on the list of processes', () => {
    const listed = async (query: string, caller?: Caller) => {
      const { status, text } = await send(`weaver/processes${query}`, { ...(caller && { caller }) });
      expect(status).toBe(200);
      return JSON.parse(text) as unknown;
    };

    it.each(['', '?detail=true'])('keep those that the caller may read, as objects (%s)', async (query) => {
      const ada = await member();
      const item = (id: string) => ({ id, title: id });
      expect(await listed(query, ada)).toEqual({ processes: [item('public-process')], total: 1 });
      const owned = await fixture.database.dataSource.query<{ id: number }[]>(
        `SELECT id FROM resources WHERE name = 'owned'`,
      );
      newest = await fixture.allow(ada.id, owned[0]?.id ?? 0, 'read');
      expect(await listed(query, ada)).toEqual({
        processes: [item('public-process'), item('owned')],
        total: 2,
      });
      expect(received.at(-1)?.headers.accept).toBe('application/json');
    });

    it('keep the same names in a list without details', async () => {
      const ada = await member();
      expect(await listed('?detail=false', ada)).toEqual({ processes: ['public-process'], total: 1 });
    });

    it('are required: a service whose hooks are missing answers nothing', async () => {
      const { port: bare } = await fixture.startProxy();
      const ada = await member();
      const headers = { Cookie: ada.cookie, 'X-Access-Revision': String(newest) };
      const { status } = await call(bare, { path: '/ows/proxy/weaver/processes', headers });
      expect(status).toBe(503);
      expect(received).toEqual([]);
    });
  });

  describe('on the deployment of a process', () => {
    it.each(['processSummary', 'process'])('let who has deployed it read and run it (%s)', async (field) => {
      const [ada, bob] = [await member(), await member()];
      const name = `new-${field}`;
      reply = { status: 201, body: { [field]: { id: name } } };
      expect((await send('weaver/processes', { caller: ada, method: 'POST' })).status).toBe(201);
      reply = undefined;
      expect((await send(`weaver/processes/${name}`, { caller: ada })).status).toBe(200);
      expect((await send(`weaver/processes/${name}`, { caller: bob })).status).toBe(403);
      expect((await send(`weaver/processes/${name}`)).status).toBe(401);
    });

    it('give nobody the process of another user, and pass the reply', async () => {
      const mallory = await member();
      reply = { status: 201, body: { processSummary: { id: 'hidden' } } };
      expect((await send('weaver/processes', { caller: mallory, method: 'POST' })).status).toBe(201);
      reply = undefined;
      expect((await send('weaver/processes/hidden', { caller: mallory })).status).toBe(403);
    });

    it.each([
      ['a refusal of the service', { status: 409, body: { processSummary: { id: 'refused' } } }],
      ['a reply without a name', { status: 201, body: {} }],
      ['a name that is no name of a resource', { status: 201, body: { processSummary: { id: 'a/b' } } }],
    ])('write nothing for %s, which the client gets', async (_what, sent) => {
      const ada = await member();
      const before = await resourcesBelow('processes');
      reply = sent;
      const { status, text } = await send('weaver/processes', { caller: ada, method: 'POST' });
      expect([status, JSON.parse(text)]).toEqual([sent.status, sent.body]);
      expect(await resourcesBelow('processes')).toEqual(before);
    });
  });

  it('create resources for collections and items of the STAC API', async () => {
    reply = { status: 201, body: { id: 'CMIP6', links: [] } };
    expect((await send('stac/stac/collections', { method: 'POST' })).status).toBe(201);
    expect(await resourcesBelow('stac')).toEqual(['collections']);
    expect(await resourcesBelow('collections')).toEqual(['CMIP6']);
    reply = { status: 201, body: { id: 'item-1' } };
    for (const path of ['stac/stac/collections/CMIP6/items', 'stac/stac/collections/another/items/'])
      expect((await send(path, { method: 'POST' })).status).toBe(201);
    expect(await resourcesBelow('collections')).toEqual(['CMIP6', 'another']);
    expect(await resourcesBelow('items')).toEqual(['item-1', 'item-1']);
  });
});
