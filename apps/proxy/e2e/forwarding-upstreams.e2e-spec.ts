import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type RequestListener, createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { type Certificate, selfSigned } from '@gatehouse/testing';
import { call } from './support/exchange';
import { Fixture } from './support/fixture';
import { openWebSocket } from './support/websocket-upstream';

describe('an upstream', () => {
  let fixture: Fixture;
  let folder: string;
  const endings: (() => void)[] = [];

  beforeAll(async () => {
    fixture = await Fixture.open();
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-'));
  });
  afterAll(async () => {
    await fixture.close();
    for (const end of endings) end();
    await rm(folder, { recursive: true });
  });

  const file = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };

  describe('over https', () => {
    let good: Certificate;
    const received: string[] = [];

    beforeAll(async () => {
      good = await selfSigned('localhost');
    });

    beforeEach(() => void received.splice(0));

    const start = async (certificate: Certificate) => {
      const server = createHttpsServer(certificate, (request, response) => {
        received.push(request.url ?? '');
        response.end('secret');
      });
      new WebSocketServer({ server }).on('connection', (connection) => {
        connection.on('message', () => connection.send('secret'));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      endings.push(() => {
        server.closeAllConnections();
        server.close();
      });
      return (server.address() as AddressInfo).port;
    };
    const proxyThatTrusts = async (...certificates: Certificate[]) => {
      const text = `of the tests\n${certificates.map(({ cert }) => cert).join('\n')}`;
      const path = await file(`${certificates.length}-${Math.random()}.pem`, text);
      return (await fixture.startProxy({ SVC_PROXY_UPSTREAM_CA: path })).port;
    };

    it('receives no request when no trusted authority certifies it', async () => {
      const upstream = await start(good);
      const { port } = await fixture.startProxy();
      const path = await fixture.publishService(`https://127.0.0.1:${upstream}`);
      expect((await call(port, { path })).status).toBe(502);
      await expect(openWebSocket(port, path)).rejects.toMatchObject({ status: 502 });
      expect(received).toEqual([]);
    });

    it('receives no request even when the environment of the process disables the verification of Node', async () => {
      const upstream = await start(good);
      const { port } = await fixture.startProxy();
      const path = await fixture.publishService(`https://127.0.0.1:${upstream}`);
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
      try {
        expect((await call(port, { path })).status).toBe(502);
      } finally {
        delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      }
      expect(received).toEqual([]);
    });

    it('is reached when an authority of the deployment certifies it, by address and by name', async () => {
      const upstream = await start(good);
      const port = await proxyThatTrusts(await selfSigned('other'), good);
      for (const host of ['127.0.0.1', 'localhost']) {
        const path = await fixture.publishService(`https://${host}:${upstream}/base`);
        expect(await call(port, { path })).toMatchObject({ status: 200, text: 'secret' });
      }
      expect(received).toEqual(['/base', '/base']);
      const socket = await openWebSocket(port, await fixture.publishService(`https://localhost:${upstream}`));
      socket.send('?');
      expect(String((await once(socket, 'message'))[0])).toBe('secret');
      socket.terminate();
    });

    it('receives no request when its certificate is for another name or has expired', async () => {
      const other = await selfSigned('other.example.org');
      const over = await selfSigned('localhost', new Date(Date.now() - 1000));
      const port = await proxyThatTrusts(other, over);
      for (const certificate of [other, over]) {
        const path = await fixture.publishService(`https://localhost:${await start(certificate)}`);
        expect((await call(port, { path })).status).toBe(502);
      }
      expect(received).toEqual([]);
    });

    it('is reached without certificate verification only if a setting allows it', async () => {
      const { port } = await fixture.startProxy({ SVC_PROXY_UPSTREAM_INSECURE: 'true' });
      const path = await fixture.publishService(`https://127.0.0.1:${await start(good)}`);
      expect((await call(port, { path })).status).toBe(200);
    });

    it('is not reached by a proxy that cannot read its authorities, because that proxy does not start', async () => {
      const startWith = (path: string) => fixture.startProxy({ SVC_PROXY_UPSTREAM_CA: path });
      await expect(startWith(join(folder, 'missing'))).rejects.toThrow('SVC_PROXY_UPSTREAM_CA');
      await expect(startWith(await file('empty.pem', 'nothing'))).rejects.toThrow('SVC_PROXY_UPSTREAM_CA');
      const broken = good.cert.replace(/\n[\w+/]{8}/, '\nAAAAAAAA');
      await expect(startWith(await file('broken.pem', broken))).rejects.toThrow('SVC_PROXY_UPSTREAM_CA');
    });
  });

  describe('at a Unix domain socket', () => {
    const start = async (name: string, listener: RequestListener) => {
      const server = createHttpServer(listener);
      const path = join(folder, name);
      new WebSocketServer({ server }).on('connection', (connection, { url }) => {
        connection.on('message', () => connection.send(url ?? ''));
      });
      server.listen(path);
      await once(server, 'listening');
      endings.push(() => {
        server.closeAllConnections();
        server.close();
      });
      return `http+unix://${encodeURIComponent(path)}`;
    };

    it('is reached through that socket, below the path of its private URL', async () => {
      const url = await start('app.sock', ({ url: path, headers }, response) =>
        response.writeHead(200, { Location: `http://localhost/base/next` }).end(`${path} ${headers.host}`),
      );
      const { port } = await fixture.startProxy();
      const path = await fixture.publishService(`${url}/base/`);
      const reply = await call(port, { path: `${path}/x?y=1` });
      expect(reply.text).toBe('/base/x?y=1 localhost');
      expect(reply.headers.location).toBe(`https://gate.example.org/front${path}/next`);
      const socket = await openWebSocket(port, `${path}/ws`);
      socket.send('?');
      expect(String((await once(socket, 'message'))[0])).toBe('/base/ws');
      socket.terminate();
    });

    it('is distinguished from those at other sockets, and its requests are answered 502 when nothing listens', async () => {
      const [one, two] = [
        await start('one.sock', (_request, response) => response.end('one')),
        await start('two.sock', (_request, response) => response.end('two')),
      ];
      const { port } = await fixture.startProxy();
      const replyOf = async (url: string) => call(port, { path: await fixture.publishService(url) });
      expect((await replyOf(one)).text).toBe('one');
      expect((await replyOf(two)).text).toBe('two');
      expect((await replyOf(`http+unix://${encodeURIComponent(join(folder, 'no.sock'))}`)).status).toBe(502);
    });
  });
});
