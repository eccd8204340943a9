import { connect } from 'node:net';
import { Fixture } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('a reply to an HTTP/1.0 client, as many front ends are,', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  /** What was received, and how the connection ended. */
  const get = async (target: string, revision: number) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    let end = 'closed';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', (error) => (end = String(Reflect.get(error, 'code'))));
    socket.write(`GET ${target} HTTP/1.0\r\nHost: g\r\nX-Access-Revision: ${revision}\r\n\r\n`);
    await new Promise((resolve) => socket.on('close', resolve));
    return { text, end };
  };
  const reply = (isWhole: boolean) =>
    upstream.behave((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/xml' });
      response.write('<a part/>', () =>
        setTimeout(() => (isWhole ? response.end() : response.destroy()), 50),
      );
    });

  it.each([
    ['unchanged', 'access', '', undefined],
    ['with links rewritten', 'wfs', '?service=WFS&request=GetCapabilities', undefined],
    ['processed by hooks', 'api', '', [{ on: 'response', do: [{ set_header: { 'X-Seen': 'yes' } }] }]],
  ])(
    'of unknown length, %s, ends differently when it is cut off and when it is complete',
    async (...input) => {
      const [, type, query, hooks] = input;
      const extra = hooks === undefined ? {} : { proxy: { hooks } };
      const { name, id } = await fixture.addService(upstream.url, type, extra);
      const permission = { access: 'access', wfs: 'getcapabilities', api: 'read' }[type] ?? '';
      const published = await fixture.publish(id, permission);
      const target = `/ows/proxy/${name}${query}`;
      reply(true);
      const whole = await get(target, published);
      expect(whole.text).toMatch(/^HTTP\/1\.1 200 [^]*<a part\/>$/);
      expect(whole.text.includes('X-Seen')).toBe(hooks !== undefined);
      expect(whole.end).toBe('closed');
      reply(false);
      expect((await get(target, published)).end).toBe('ECONNRESET');
    },
  );
});
