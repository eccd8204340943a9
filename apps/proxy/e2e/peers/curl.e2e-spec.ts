import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Fixture, cookieOf } from '../support/fixture';
import { type Upstream, startUpstream } from '../support/upstream';
import { fileService } from './file-server';
import { run } from './program';

describe('curl', () => {
  const content = randomBytes(1_500_000);
  let fixture: Fixture;
  let upstream: Upstream;
  let folder: string;
  let file: string;
  let base: string;
  let url: string;
  let secret: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const { port } = await fixture.startProxy();
    base = `http://127.0.0.1:${port}`;
    url = base + (await fixture.publishService(upstream.url));
    secret = `${base}/ows/proxy/${(await fixture.addService(upstream.url)).name}`;
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-curl-'));
    file = join(folder, 'data.nc');
    upstream.received.splice(0);
    upstream.behave(undefined);
  });
  afterEach(() => rm(folder, { recursive: true }));
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const curl = (...args: string[]) =>
    run('curl', '-q', '--silent', '--show-error', '--noproxy', '*', '--max-time', '20', ...args);
  /** Variables that curl writes about a reply, by its names for them. */
  const reported = async (what: string, ...args: string[]) => {
    const { output } = await curl('--output', join(folder, 'reply'), '--write-out', `%{${what}}`, ...args);
    return output.toString();
  };

  it('is allowed and refused like any client, with its cookie', async () => {
    const { name, id } = await fixture.addService(upstream.url);
    const at = `${base}/ows/proxy/${name}`;
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user)).replace('!', '%21');
    expect(await reported('http_code', at)).toBe('401');
    expect(await reported('http_code', '--cookie', cookie, at)).toBe('403');
    const granted = `X-Access-Revision: ${await fixture.allow(user, id)}`;
    expect(await reported('http_code', '--cookie', cookie, '--header', granted, at)).toBe('200');
  });

  it('receives the part that it requests, and the rest of a partial file (--range, --continue-at)', async () => {
    const { behaviour, requests } = fileService(content);
    upstream.behave(behaviour);
    await writeFile(file, content.subarray(0, 400_000));
    expect((await curl('--continue-at', '-', '--output', file, url)).code).toBe(0);
    expect((await readFile(file)).equals(content)).toBe(true);
    const { output } = await curl('--range', '1499990-', url);
    expect(output.equals(content.subarray(1_499_990))).toBe(true);
    expect(requests.map(({ range }) => range)).toEqual(['bytes=400000-', 'bytes=1499990-']);
  });

  it('receives only the headers of a file (--head), and waits for no body', async () => {
    upstream.behave(fileService(content).behaviour);
    const { code, output } = await curl('--head', url);
    expect(code).toBe(0);
    expect(output.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Content-Length: 1500000\r\n/i);
  });

  it('detects that its service failed in the middle of a reply, regardless of the framing', async () => {
    upstream.behave(fileService(content, { breaks: 1 }).behaviour);
    // 18: a part of the file; 56: the connection broke.
    expect([18, 56]).toContain((await curl('--output', file, url)).code);
    upstream.behave((_request, response) => {
      response.write(content.subarray(0, 100_000), () => response.destroy());
    });
    expect([18, 56]).toContain((await curl('--output', file, url)).code);
  });

  it('detects it also where a reply ends with its connection (--http1.0)', async () => {
    upstream.behave((_request, response) => {
      response.write(content.subarray(0, 100_000), () => response.destroy());
    });
    expect([18, 56]).toContain((await curl('--http1.0', '--output', file, url)).code);
  });

  it('sends a file after 100 Continue (Expect: 100-continue), and none where it is refused', async () => {
    await writeFile(file, content);
    const sending = ['--upload-file', file, '--header', 'Expect: 100-continue'];
    expect(await reported('http_code', ...sending, url)).toBe('200');
    expect(upstream.received[0]?.body.equals(content)).toBe(true);
    expect(await reported('http_code},%{size_upload', ...sending, secret)).toBe('401,0');
    expect(upstream.received).toHaveLength(1);
  });

  it('sends content of unknown length in chunks', async () => {
    await writeFile(file, content);
    const chunked = ['--upload-file', file, '--header', 'Transfer-Encoding: chunked'];
    expect(await reported('http_code', ...chunked, url)).toBe('200');
    expect(upstream.received[0]?.body.equals(content)).toBe(true);
  });

  it('receives and sends at a limited rate (--limit-rate)', async () => {
    upstream.behave(fileService(content).behaviour);
    expect((await curl('--limit-rate', '1M', '--output', file, url)).code).toBe(0);
    expect((await readFile(file)).equals(content)).toBe(true);
    upstream.behave(undefined);
    expect(await reported('http_code', '--limit-rate', '1M', '--upload-file', file, url)).toBe('200');
    expect(upstream.received[0]?.body.equals(content)).toBe(true);
  });

  it('receives compressed replies unchanged (--compressed)', async () => {
    upstream.behave(({ headers }, response) => {
      response.setHeader('X-Asked', headers['accept-encoding'] ?? '');
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(content));
    });
    const { output } = await curl('--compressed', url);
    expect(output.equals(content)).toBe(true);
  });

  it('is answered in HTTP/1.1 when it offers a later version (--http2), and the service does not receive the offer', async () => {
    expect(await reported('http_version},%{http_code', '--http2', url)).toBe('1.1,200');
    expect(upstream.received[0]?.headers).not.toHaveProperty('upgrade');
    expect(upstream.received[0]?.headers).not.toHaveProperty('http2-settings');
  });

  it('reaches no resource by paths that it does not normalize (--path-as-is)', async () => {
    for (const rest of ['/../secret', '/%2e%2e/secret', '/a//../b', '/..;/secret'])
      expect(await reported('http_code', '--path-as-is', url + rest)).toBe('400');
    expect(upstream.received).toEqual([]);
  });

  it('cannot use Gatehouse as a proxy to other hosts (--proxy, --proxytunnel)', async () => {
    const through = ['--noproxy', '', '--proxy', base];
    expect(await reported('http_code', ...through, `${upstream.url}/a`)).toBe('400');
    // 56: the tunnel was refused.
    expect((await curl(...through, '--proxytunnel', `${upstream.url}/a`)).code).toBe(56);
    expect(upstream.received).toEqual([]);
  });

  it('that times out (--max-time) aborts its request at the service', async () => {
    const closed = new Promise<void>((resolve) => {
      upstream.behave((_request, response) => {
        response.on('close', resolve);
        response.write('first');
      });
    });
    // 28: time-out.
    expect((await curl('--max-time', '0.3', url)).code).toBe(28);
    await closed;
  });
});
