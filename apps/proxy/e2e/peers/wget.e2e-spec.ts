import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fixture, cookieOf } from '../support/fixture';
import { type Upstream, startUpstream } from '../support/upstream';
import { fileService } from './file-server';
import { run } from './program';

const SIZE = 4 * 1024 * 1024;

describe('a download with wget', () => {
  const content = randomBytes(SIZE);
  let fixture: Fixture;
  let upstream: Upstream;
  let folder: string;
  let file: string;
  let user: number;
  let resource: number;
  let cookie: string;
  let url: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const { port } = await fixture.startProxy();
    const service = await fixture.addService(upstream.url);
    resource = service.id;
    user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    await fixture.allow(user, resource);
    url = `http://127.0.0.1:${port}/ows/proxy/${service.name}/data.nc`;
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-wget-'));
    file = join(folder, 'data.nc');
  });
  afterEach(() => rm(folder, { recursive: true }));
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const wget = (...args: string[]) =>
    run(
      'wget',
      ...['--no-config', '--no-verbose', '--no-proxy', '--waitretry=0', '--tries=5', '-O', file],
      ...['--header', `Cookie: ${cookie}`, '--header', 'Cache-Control: no-cache', ...args, url],
    );

  it('retrieves the complete file', async () => {
    upstream.behave(fileService(content).behaviour);
    expect((await wget()).code).toBe(0);
    expect((await readFile(file)).equals(content)).toBe(true);
  });

  it('is resumed where it ended (wget -c)', async () => {
    await writeFile(file, content.subarray(0, 1_000_000));
    const { behaviour, requests } = fileService(content);
    upstream.behave(behaviour);
    expect((await wget('-c')).code).toBe(0);
    expect((await readFile(file)).equals(content)).toBe(true);
    expect(requests).toEqual([{ method: 'GET', range: 'bytes=1000000-' }]);
  });

  it('retrieves the complete file although its service fails three times during the transfer', async () => {
    const { behaviour, requests } = fileService(content, { breaks: 3 });
    upstream.behave(behaviour);
    expect((await wget('-c')).code).toBe(0);
    expect((await readFile(file)).equals(content)).toBe(true);
    const begins = requests.map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]));
    expect(begins).toHaveLength(4);
    expect(begins[0]).toBe(0);
    // Each attempt kept some of what had arrived, and none of it was requested again.
    expect([...begins].sort((one, other) => one - other)).toEqual(begins);
    expect(begins.at(-1)).toBeGreaterThan(0);
  });

  it('is not resumed when the permission was revoked meanwhile, and keeps the partial file', async () => {
    const begun = content.subarray(0, 1_000_000);
    await writeFile(file, begun);
    const { behaviour, requests } = fileService(content);
    upstream.behave(behaviour);
    await fixture.revoke(user, resource);
    const { code, stderr } = await wget('-c');
    await fixture.allow(user, resource);
    // 8: the server answered with an error.
    expect([code, stderr]).toEqual([8, expect.stringContaining('403')]);
    expect(requests).toEqual([]);
    expect((await readFile(file)).equals(begun)).toBe(true);
  });
});
