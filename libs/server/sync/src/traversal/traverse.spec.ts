import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { finished } from '@gatehouse/request-body';
import { serviceTypeOf } from '@gatehouse/service-types';
import { SourceClient } from '../documents/source-client';
import { MAX_XML_BYTES, type SyncLimits } from '../limits';
import { sourceOf } from '../sources/catalogue';
import { SourceServer, catalog, dataset, reference } from '../testing/source-server.fixture';
import { type Traversal, traverse } from './traverse';

const LIMITS: SyncLimits = {
  resources: 1_000,
  documents: 100,
  bytes: 64 * 1024 * 1024,
  readingMs: 20_000,
  requestMs: 1_000,
};
const REQUEST = { timeoutMs: LIMITS.requestMs, bodyBytes: MAX_XML_BYTES };

describe('the traversal of a source', () => {
  let server: SourceServer;
  let foreign: SourceServer;
  const trusted = new OutgoingHttp({ outgoingAllowed: ['0.0.0.0/0', '::/0'] }, REQUEST);
  const guarded = new OutgoingHttp({ outgoingAllowed: [] }, REQUEST);
  const open = new OutgoingHttp({ outgoingAllowed: ['127.0.0.1'] }, REQUEST);
  const patient = new OutgoingHttp({ outgoingAllowed: ['127.0.0.1'] }, { ...REQUEST, timeoutMs: 60_000 });

  beforeAll(async () => {
    [server, foreign] = await Promise.all([new SourceServer().start(), new SourceServer().start()]);
  });
  beforeEach(() => {
    for (const one of [server, foreign]) {
      one.documents.clear();
      one.received.splice(0);
    }
  });
  afterAll(async () => {
    await Promise.all([
      server.stop(),
      foreign.stop(),
      trusted.close(),
      guarded.close(),
      open.close(),
      patient.close(),
    ]);
  });

  const set = (path: string, content: string | RequestListener): void => {
    server.documents.set(path, typeof content === 'string' ? catalog(content) : content);
  };

  async function read(
    options: {
      depth?: number;
      limits?: Partial<SyncLimits>;
      url?: string;
      allowed?: boolean;
      patient?: boolean;
    } = {},
  ): Promise<Traversal> {
    const url = options.url ?? `${server.url}/thredds`;
    const limits = { ...LIMITS, ...options.limits };
    const type = serviceTypeOf('thredds');
    const source = sourceOf('thredds');
    if (!type || !source) throw new Error('no type');
    const http = { trusted: options.patient ? patient : trusted, guarded: options.allowed ? open : guarded };
    return traverse({
      source,
      subject: { url, type, configuration: {} },
      depth: options.depth ?? 5,
      client: new SourceClient(url, 'Bearer hidden', http, limits.requestMs),
      limits,
      run: async (steps) => finished(steps),
      signal: new AbortController().signal,
    });
  }

  const paths = ({ tree }: Traversal): string[] => {
    const of = (id: number): string => {
      const node = tree.nodes[id - 1];
      return node ? `${of(node.parentId)}/${node.name}` : '';
    };
    return tree.nodes.map(({ id, isOpen }) => of(id) + (isOpen ? ' …' : ''));
  };
  const failure = async (options?: Parameters<typeof read>[0]): Promise<unknown> =>
    read(options).then(
      () => 'nothing',
      (error: unknown) => (error as { code?: string }).code ?? error,
    );

  it('follows catalogs to a depth, and marks what it did not read', async () => {
    set('/thredds/catalog.xml', reference('/thredds/catalog/a/catalog.xml', 'A') + dataset('r', 'top.nc'));
    set('/thredds/catalog/a/catalog.xml', reference('b/catalog.xml', 'B') + dataset('x', 'a/x.nc'));
    set('/thredds/catalog/a/b/catalog.xml', dataset('y', 'a/b/y.nc') + dataset('z', 'a/b/c/z.nc'));
    const all = await read();
    expect(paths(all)).toEqual(['/a', '/top.nc', '/a/b', '/a/x.nc', '/a/b/y.nc', '/a/b/c', '/a/b/c/z.nc']);
    expect([all.isComplete, all.progress.documents]).toEqual([true, 3]);
    expect(all.tree.nodes.map(({ title }) => title)).toEqual(['A', 'r', 'B', 'x', 'y', undefined, 'z']);
    expect(paths(await read({ depth: 2 }))).toEqual(['/a', '/top.nc', '/a/b …', '/a/x.nc']);
    expect(paths(await read({ depth: 1 }))).toEqual(['/a …', '/top.nc']);
    expect(server.received.every(({ authorization }) => authorization === 'Bearer hidden')).toBe(true);
  });

  it('leaves out a document that does not exist, and is not complete then', async () => {
    set('/thredds/catalog.xml', reference('/thredds/catalog/a/catalog.xml', 'A') + dataset('r', 'top.nc'));
    const found = await read();
    expect([found.isComplete, found.skipped, paths(found)]).toEqual([
      false,
      [`${server.url}/thredds/catalog/a/catalog.xml`],
      ['/a …', '/top.nc'],
    ]);
  });

  it('follows a chain of catalogs that leads no deeper as often as it has levels, and is not complete then', async () => {
    const chained = (n: number): void =>
      set(`/thredds/catalog/a/c${n}.xml`, (_, response) => {
        chained(n + 1);
        response.writeHead(200, { 'content-type': 'application/xml' });
        response.end(catalog(reference(`c${n + 1}.xml`, 'next') + dataset('x', `a/${n}.nc`)));
      });
    chained(1);
    set('/thredds/catalog.xml', reference('/thredds/catalog/a/c1.xml', 'A') + dataset('r', 'top.nc'));
    const found = await read({ depth: 3 });
    expect([found.isComplete, found.progress.documents, found.skipped]).toEqual([
      false,
      4,
      [`${server.url}/thredds/catalog/a/c4.xml`],
    ]);
  });

  it('does not follow links to addresses that outgoing requests may not reach', async () => {
    set('/thredds/catalog.xml', reference('http://169.254.169.254/thredds/catalog/a/catalog.xml', 'A'));
    const found = await read();
    expect([found.isComplete, found.skipped]).toEqual([
      false,
      ['http://169.254.169.254/thredds/catalog/a/catalog.xml'],
    ]);
  });

  it('sends credentials to the origin of the service alone, and not again to what leads back to it', async () => {
    set('/thredds/catalog.xml', reference(`${foreign.url}/thredds/catalog/f/catalog.xml`, 'F'));
    foreign.documents.set(
      '/thredds/catalog/f/catalog.xml',
      catalog(reference(`${server.url}/thredds/catalog/back/catalog.xml`, 'Back')),
    );
    set('/thredds/catalog/back/catalog.xml', dataset('x', 'back/x.nc'));
    expect(paths(await read({ allowed: true }))).toEqual(['/f', '/back', '/back/x.nc']);
    expect(foreign.received.map(({ authorization }) => authorization)).toEqual([undefined]);
    expect(server.received.map(({ authorization }) => authorization)).toEqual(['Bearer hidden', undefined]);
  });

  describe('fails and has no result, if the source', () => {
    const redirect =
      (location: string): RequestListener =>
      (_, response) =>
        void response.writeHead(302, { location }).end();
    const xml = { 'content-type': 'application/xml' };

    it('is away', async () => {
      const gone = createServer();
      await new Promise<void>((resolve) => void gone.listen(0, '127.0.0.1', resolve));
      const { port } = gone.address() as { port: number };
      await new Promise((resolve) => void gone.close(resolve));
      expect(await failure({ url: `http://127.0.0.1:${port}/thredds` })).toBe('source_unreachable');
    });

    it.each([404, 401, 500, 503])('replies with status %d', async (status) => {
      set('/thredds/catalog.xml', (_, response) => void response.writeHead(status).end('<catalog/>'));
      expect(await failure()).toBe('source_refused');
    });

    it('fails in the midst of it', async () => {
      set('/thredds/catalog.xml', reference('/thredds/catalog/a/catalog.xml', 'A'));
      set('/thredds/catalog/a/catalog.xml', (_, response) => void response.writeHead(500).end());
      expect(await failure()).toBe('source_refused');
    });

    it('does not reply', async () => {
      set('/thredds/catalog.xml', () => undefined);
      expect(await failure({ limits: { requestMs: 1_000 } })).toBe('source_too_slow');
    });

    it('does not end its reply', async () => {
      set('/thredds/catalog.xml', (_, response) => void response.writeHead(200, xml).write(catalog('')));
      expect(await failure()).toBe('source_truncated');
    });

    it('ends its reply too early', async () => {
      const text = catalog(dataset('x', 'x.nc'));
      set('/thredds/catalog.xml', (_, response) => {
        response.writeHead(200, { ...xml, 'content-length': text.length + 10 });
        response.write(text, () => response.destroy());
      });
      expect(await failure()).toBe('source_truncated');
    });

    it('takes longer than all documents together may', async () => {
      set(
        '/thredds/catalog.xml',
        Array.from({ length: 50 }, (_, n) => reference(`${n}/catalog.xml`, `${n}`)).join(''),
      );
      for (let n = 0; n < 50; n += 1)
        set(`/thredds/${n}/catalog.xml`, (_, response) => {
          setTimeout(() => response.writeHead(200, xml).end(catalog('')), 100);
        });
      expect(await failure({ limits: { readingMs: 500 } })).toBe('source_too_slow');
    });

    it('redirects to the address of metadata of a cloud, or to any other private one', async () => {
      for (const target of [
        'http://169.254.169.254/latest/meta-data/',
        foreign.url,
        'http://[::1]/',
        'http://0/',
      ]) {
        set('/thredds/catalog.xml', redirect(target));
        expect([target, await failure()]).toEqual([target, 'source_target_refused']);
      }
      expect(foreign.received).toEqual([]);
    });

    it('redirects without end, or to nowhere', async () => {
      set('/thredds/catalog.xml', redirect('/thredds/catalog.xml'));
      expect(await failure()).toBe('source_redirects');
      set('/thredds/catalog.xml', redirect('http://[/'));
      expect(await failure()).toBe('source_redirects');
      set('/thredds/catalog.xml', redirect('file:///etc/passwd'));
      expect(await failure()).toBe('source_target_refused');
    });

    it('compresses what was asked for uncompressed', async () => {
      const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20));
      set(
        '/thredds/catalog.xml',
        (_, response) => void response.writeHead(200, { ...xml, 'content-encoding': 'gzip' }).end(bomb),
      );
      expect(await failure()).toBe('source_compressed');
    });

    it('lies about its encoding', async () => {
      const latin = Buffer.from(catalog('<dataset name="é" urlPath="x.nc"/>'), 'latin1');
      set('/thredds/catalog.xml', (_, response) => void response.writeHead(200, xml).end(latin));
      expect(await failure()).toBe('source_unreadable');
      const contradicting = catalog('').replace('UTF-8', 'ISO-8859-1');
      set(
        '/thredds/catalog.xml',
        (_, response) =>
          void response
            .writeHead(200, { 'content-type': 'application/xml; charset=utf-8' })
            .end(contradicting),
      );
      expect(await failure()).toBe('source_unreadable');
    });

    it('declares entities, is nested without end, or is not XML', async () => {
      const bad = [
        '<!DOCTYPE catalog [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><catalog>&b;</catalog>',
        '<!DOCTYPE catalog [<!ENTITY a SYSTEM "file:///etc/passwd">]><catalog>&a;</catalog>',
        `<catalog>${'<dataset>'.repeat(1_000)}`,
        '{"workspaces":""}',
        '',
      ];
      for (const text of bad) {
        set('/thredds/catalog.xml', (_, response) => void response.writeHead(200, xml).end(text));
        expect([text.slice(0, 40), await failure()]).toEqual([text.slice(0, 40), 'source_unreadable']);
      }
    });

    it('has more parts in one document than are read', async () => {
      set('/thredds/catalog.xml', '<dataset/>'.repeat(500_001));
      expect(await failure()).toBe('source_too_large');
      await expect(read()).rejects.toThrow('it has more elements than are read (500000)');
    });

    it('is something else', async () => {
      set('/thredds/catalog.xml', (_, response) => void response.writeHead(200, xml).end('<html/>'));
      expect(await failure()).toBe('source_unexpected');
    });

    it('leads to itself', async () => {
      set('/thredds/catalog.xml', reference('/thredds/catalog/a/catalog.xml', 'A'));
      set('/thredds/catalog/a/catalog.xml', reference('/thredds/catalog.xml', 'Top'));
      expect(await failure()).toBe('source_cyclic');
    });

    it('has catalogs without end', async () => {
      set('/thredds/catalog.xml', reference('0/catalog.xml', '0'));
      let count = 0;
      const endless: RequestListener = ({ url = '' }, response) => {
        count += 1;
        const inner = [0, 1].map((n) => `${url.slice(0, -'catalog.xml'.length)}${n}/catalog.xml`);
        for (const path of inner) set(path, endless);
        response.writeHead(200, xml).end(catalog(inner.map((path) => reference(path, path)).join('')));
      };
      set('/thredds/0/catalog.xml', endless);
      expect(await failure({ depth: 10 })).toBe('source_too_many_documents');
      expect(count).toBeLessThanOrEqual(LIMITS.documents);
    });

    it('sends a document without end', async () => {
      let sent = 0;
      set('/thredds/catalog.xml', (_, response) => {
        response.writeHead(200, xml);
        const part = Buffer.alloc(1024 * 1024, 0x20);
        const send = (): void => {
          sent += part.length;
          if (response.write(part)) setImmediate(send);
          else response.once('drain', send);
        };
        send();
      });
      expect(await failure({ patient: true, limits: { readingMs: 120_000 } })).toBe('source_too_large');
      // It is cut, and not received to the end.
      expect(sent).toBeLessThan(3 * MAX_XML_BYTES);
    });

    it('has ten times as many documents as are read', async () => {
      const references = Array.from({ length: 10 * LIMITS.documents }, (_, n) =>
        reference(`c${n}/catalog.xml`, `${n}`),
      );
      set('/thredds/catalog.xml', references.join('\n'));
      expect(await failure()).toBe('source_too_many_documents');
      expect(server.received.length).toBeLessThanOrEqual(1);
    });

    it('has more resources, or more bytes, than are read', async () => {
      const many = Array.from({ length: 1_001 }, (_, n) => dataset(`f${n}`, `f${n}.nc`)).join('\n');
      set('/thredds/catalog.xml', many);
      expect(await failure()).toBe('source_too_many_resources');
      expect(await failure({ limits: { resources: 1_001 } })).toBe('nothing');
      expect(await failure({ limits: { resources: 1_001, bytes: 10_000 } })).toBe('source_too_large');
    });
  });
});
