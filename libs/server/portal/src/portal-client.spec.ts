import { type RequestListener, createServer } from 'node:http';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { Phoenix, closeServer, listenOnLoopback } from '@gatehouse/testing';
import { PortalClient } from './portal-client';

const CAPABILITIES = '<wps:Capabilities xmlns:wps="http://www.opengis.net/wps/1.0.0" version="1.0.0"/>';

describe.each(['current', 'before2020'] as const)('the client of a portal (%s)', (kind) => {
  let portal: Phoenix;
  let base: string;
  const services: RequestListener = (request, response) => {
    if (request.url?.startsWith('/down')) response.writeHead(503).end();
    else response.end(CAPABILITIES);
  };
  const proxy = createServer(services);
  const http = new OutgoingHttp({ outgoingAllowed: ['0.0.0.0/0'] }, { timeoutMs: 5_000, bodyBytes: 100_000 });
  const service = (name: string) => ({ name, url: `${base}/${name}` });
  const client = (password = portal.password): PortalClient =>
    new PortalClient(http, { baseUrl: portal.url, userName: 'phoenix', password });

  beforeAll(async () => {
    base = `http://127.0.0.1:${await listenOnLoopback(proxy)}`;
  });
  beforeEach(async () => {
    portal = await new Phoenix(kind).start();
  });
  afterEach(() => portal.stop());
  afterAll(async () => {
    await http.close();
    await closeServer(proxy);
  });

  it('replaces what the portal has by the given services', async () => {
    await client().replaceServices([service('old')]);
    await client().replaceServices([service('emu'), service('finch')]);
    expect(portal.services).toEqual(
      ['emu', 'finch'].map((name) => ({
        title: name,
        url: `${base}/${name}`,
        isPublic: true,
        group: 'guest',
      })),
    );
    await client().replaceServices([]);
    expect(portal.services).toEqual([]);
  });

  it.each(['a wrong password', 'short'])('changes nothing if it cannot sign in (%s)', async (password) => {
    await client().replaceServices([service('emu')]);
    await expect(client(password).replaceServices([])).rejects.toMatchObject({
      name: 'ReceiverFailure',
      message: 'the portal has not accepted the password, or the account may not manage services',
    });
    expect(portal.services).toHaveLength(1);
  });

  it('names services that the portal could not read, and has registered the others', async () => {
    await expect(client().replaceServices([service('down'), service('emu')])).rejects.toThrow(
      'the portal has not registered down: it reads their capabilities first',
    );
    expect(portal.services.map(({ title }) => title)).toEqual(['emu']);
  });

  it('fails for a URL that the portal does not accept', async () => {
    await expect(client().replaceServices([{ name: 'emu', url: 'emu' }])).rejects.toThrow(
      'the portal has rejected the form of emu',
    );
  });

  it('says where it failed, without credentials or the text of the page', async () => {
    portal.failsWith = 502;
    await expect(client().replaceServices([])).rejects.toThrow(
      'GET /account/login of the portal: status 502',
    );
    await portal.stop();
    await expect(client().replaceServices([])).rejects.toThrow(
      'GET /account/login of the portal: no connection (ECONNREFUSED)',
    );
    await portal.start();
  });

  it('sends neither password nor cookies to where the portal redirects', async () => {
    const elsewhere: string[] = [];
    const other = createServer((request, response) => {
      elsewhere.push(request.url ?? '');
      response.end();
    });
    const address = `http://127.0.0.1:${await listenOnLoopback(other)}`;
    const hostile = createServer((_, response) => {
      response.writeHead(302, { location: `${address}/services`, 'set-cookie': 'a=b' }).end();
    });
    const baseUrl = `http://127.0.0.1:${await listenOnLoopback(hostile)}`;
    await expect(
      new PortalClient(http, { baseUrl, userName: 'phoenix', password: 'canary' }).replaceServices([]),
    ).rejects.toMatchObject({ name: 'PermanentFailure' });
    expect(elsewhere).toEqual([]);
    await Promise.all([closeServer(hostile), closeServer(other)]);
  });
});
