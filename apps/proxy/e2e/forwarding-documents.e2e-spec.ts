import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { call } from './support/exchange';
import { Fixture } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const MEGABYTE = 1024 * 1024;

describe('a document of an OGC service', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let path: string;
  let publicUrl: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    path = await publish('wps');
    publicUrl = `https://gate.example.org/front${path}`;
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const publish = async (type: string) => {
    const service = await fixture.addService(`${upstream.url}/base`, type);
    await fixture.publish(
      service.id,
      'getcapabilities',
      'describeprocess',
      'describefeaturetype',
      'getfeature',
    );
    await fixture.publishService(upstream.url);
    return `/ows/proxy/${service.name}`;
  };
  const CAPABILITIES = '?service=WPS&request=GetCapabilities';
  /** `{}` is replaced by the private address. */
  const reply = (text: string, headers: Record<string, string> = {}, status = 200) => {
    const body = text.replaceAll('{}', `${upstream.url}/base`);
    upstream.behave((incoming, response) => {
      received = incoming.headers;
      const length = String(Buffer.byteLength(body));
      response.writeHead(status, {
        'Content-Type': 'text/xml; charset=utf-8',
        'Content-Length': length,
        ...headers,
      });
      response.end(incoming.method === 'HEAD' ? undefined : body);
    });
  };
  let received: IncomingMessage['headers'] = {};

  it('has its private addresses replaced by the public one, and nothing else is changed', async () => {
    reply('<Capabilities href="{}?service=WPS">{} {}/x {}outputs {}.zip é \n</Capabilities>', {
      ETag: '"1"',
      'Accept-Ranges': 'bytes',
      'Content-MD5': 'x',
      'X-Own': 'yes',
    });
    const { text, headers } = await call(port, { path: path + CAPABILITIES });
    const privateUrl = `${upstream.url}/base`;
    expect(text).toBe(
      `<Capabilities href="${publicUrl}?service=WPS">${publicUrl} ${publicUrl}/x ${privateUrl}outputs ${privateUrl}.zip é \n</Capabilities>`,
    );
    expect(headers).toMatchObject({ etag: 'W/"1"', 'x-own': 'yes', 'transfer-encoding': 'chunked' });
    expect(headers).not.toHaveProperty('content-length');
    expect(headers).not.toHaveProperty('accept-ranges');
    expect(headers).not.toHaveProperty('content-md5');
  });

  it.each(['wps', 'wfs', 'ncwms', 'geoserverwps', 'geoserverwfs', 'geoserverwms', 'geoserver'])(
    'is rewritten for services of type %s, from which uncompressed replies are requested',
    async (type) => {
      const protocol = type.slice(-3) === 'ver' ? 'wps' : type.slice(-3);
      const at = await publish(type);
      reply('<Capabilities>{}</Capabilities>');
      const { text, status } = await call(port, {
        path: `${at}?service=${protocol}&request=GetCapabilities`,
        headers: { 'Accept-Encoding': 'gzip, br' },
      });
      expect([status, text]).toEqual([
        200,
        `<Capabilities>https://gate.example.org/front${at}</Capabilities>`,
      ]);
      expect(received['accept-encoding']).toBe('identity');
    },
  );

  it.each([
    'application/xml',
    'application/vnd.ogc.se_xml',
    'application/vnd.ogc.wms_xml',
    'application/gml+xml; version=3.2',
    'TEXT/XML',
  ])('is recognised by the media type %s', async (type) => {
    reply('<Capabilities>{}</Capabilities>', { 'Content-Type': type });
    expect((await call(port, { path: path + CAPABILITIES })).text).toBe(
      `<Capabilities>${publicUrl}</Capabilities>`,
    );
  });

  it.each(['text/html', 'application/json', 'image/png', 'text/xmlish', ''])(
    'is not recognised by the media type %s',
    async (type) => {
      reply('<Capabilities>{}</Capabilities>', { 'Content-Type': type });
      expect((await call(port, { path: path + CAPABILITIES })).text).toBe(
        `<Capabilities>${upstream.url}/base</Capabilities>`,
      );
    },
  );

  it('is rewritten in error reports as well', async () => {
    reply('<ExceptionReport>{}</ExceptionReport>', {}, 400);
    const { status, text } = await call(port, { path: path + CAPABILITIES });
    expect([status, text]).toEqual([400, `<ExceptionReport>${publicUrl}</ExceptionReport>`]);
  });

  it('is forwarded unchanged if it is compressed without a request for compression, or partial', async () => {
    const packed = gzipSync(`<Capabilities>${upstream.url}/base</Capabilities>`);
    upstream.behave((_incoming, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/xml', 'Content-Encoding': 'gzip', ETag: '"1"' })
        .end(packed),
    );
    const sent = request({ port, path: path + CAPABILITIES, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    expect(gunzipSync(Buffer.concat(chunks)).toString()).toContain(upstream.url);
    expect(response.headers.etag).toBe('"1"');
    reply(
      '<Capabilities>{}</Capabilities>',
      { 'Content-Range': 'bytes 0-9/100', 'Accept-Ranges': 'bytes' },
      206,
    );
    const part = await call(port, { path: path + CAPABILITIES, headers: { Range: 'bytes=0-9' } });
    expect(part).toMatchObject({ status: 206, text: `<Capabilities>${upstream.url}/base</Capabilities>` });
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 0-9/100', 'accept-ranges': 'bytes' });
  });

  it('that contains data is forwarded unchanged, compressed if the client accepts it, like the replies of all other types', async () => {
    const features = await publish('wfs');
    reply('<Capabilities>{}</Capabilities>');
    const data = `${features}?service=WFS&request=GetFeature&typeNames=a`;
    const headers = { 'Accept-Encoding': 'gzip' };
    expect((await call(port, { path: data, headers })).text).toBe(
      `<Capabilities>${upstream.url}/base</Capabilities>`,
    );
    expect(received['accept-encoding']).toBe('gzip');
    const other = await fixture.publishService(`${upstream.url}/base`);
    expect((await call(port, { path: other + CAPABILITIES, headers })).text).toBe(
      `<Capabilities>${upstream.url}/base</Capabilities>`,
    );
    expect(received['accept-encoding']).toBe('gzip');
  });

  it.each([
    ['GML', '<wfs:FeatureCollection xmlns:wfs="w">{}</wfs:FeatureCollection>'],
    [
      'a document whose first element is far from its start',
      `<!--${' '.repeat(20_000)}--><Capabilities>{}</Capabilities>`,
    ],
    ['what is not a document', 'plain text {}'],
  ])('is not recognised in %s', async (_, text) => {
    reply(text);
    const { text: got } = await call(port, { path: path + CAPABILITIES });
    expect(got).toBe(text.replaceAll('{}', `${upstream.url}/base`));
  });

  it('is rewritten as well when its request was forwarded without being read', async () => {
    const service = await fixture.addService(`${upstream.url}/base`, 'wps');
    await fixture.publish(service.id, 'getcapabilities', 'describeprocess', 'execute');
    await fixture.publishService(upstream.url);
    reply('<?xml version="1.0"?><wps:ExecuteResponse statusLocation="{}/1"/>');
    const { status, text } = await call(port, {
      method: 'POST',
      path: `/ows/proxy/${service.name}?whatever=1`,
      headers: { 'Content-Type': 'application/octet-stream' },
      body: 'anything',
    });
    const at = `https://gate.example.org/front/ows/proxy/${service.name}`;
    expect([status, text]).toEqual([
      200,
      `<?xml version="1.0"?><wps:ExecuteResponse statusLocation="${at}/1"/>`,
    ]);
  });

  it('has the same headers for HEAD as for GET', async () => {
    reply('', { 'Content-Length': '1000', ETag: '"1"' });
    const { headers } = await call(port, { method: 'HEAD', path: path + CAPABILITIES });
    expect(headers.etag).toBe('W/"1"');
    expect(headers).not.toHaveProperty('content-length');
  });

  it('is streamed, regardless of its size: only a possible start of an address is held back', async () => {
    const filler = randomBytes(MEGABYTE).toString('base64');
    let written = 0;
    upstream.behave((_incoming, response) => {
      response.writeHead(200, { 'Content-Type': 'text/xml' });
      response.write('<?xml version="1.0"?>\n<wps:Capabilities>');
      const write = (): void => {
        while (written < 64) {
          written++;
          if (!response.write(`${filler}<Capabilities>${upstream.url}/base</Capabilities>`)) {
            response.once('drain', write);
            return;
          }
        }
        response.end();
      };
      write();
    });
    const sent = request({ port, path: path + CAPABILITIES, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await new Promise((resolve) => setTimeout(resolve, 300));
    // What sockets can buffer, less than the whole.
    expect(written).toBeLessThan(48);
    let size = 0;
    for await (const chunk of response) size += (chunk as Buffer).length;
    expect(size).toBe(
      '<?xml version="1.0"?>\n<wps:Capabilities>'.length +
        64 * (filler.length + `<Capabilities>${publicUrl}</Capabilities>`.length),
    );
  });
});
