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

  it('brings the file whole', async () => {
    upstream.behave(fileService(content).behaviour);
    expect((await wget()).code).toBe(0);
    expect((await readFile(file)).equals(content)).toBe(true);
  });

  it('that was begun earlier goes on where it ended (wget -c)', async () => {
    await writeFile(file, content.subarray(0, 1_000_000));
    const { behaviour, asked } = fileService(content);
    upstream.behave(behaviour);
    expect((await wget('-c')).code).toBe(0);
    expect((await readFile(file)).equals(content)).toBe(true);
    expect(asked).toEqual([{ method: 'GET', range: 'bytes=1000000-' }]);
  });

  it('brings the file whole although its service dies three times in the middle of it', async () => {
    const { behaviour, asked } = fileService(content, { breaks: 3 });
    upstream.behave(behaviour);
    expect((await wget('-c')).code).toBe(0);
    expect((await readFile(file)).equals(content)).toBe(true);
    const begins = asked.map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]));
    expect(begins).toHaveLength(4);
    expect(begins[0]).toBe(0);
    // Each time some of what had come was kept, and none of it was asked for again.
    expect([...begins].sort((one, other) => one - other)).toEqual(begins);
    expect(begins.at(-1)).toBeGreaterThan(0);
  });

  it('does not go on when the permission was withdrawn meanwhile, and keeps what it had', async () => {
    const begun = content.subarray(0, 1_000_000);
    await writeFile(file, begun);
    const { behaviour, asked } = fileService(content);
    upstream.behave(behaviour);
    await fixture.revoke(user, resource);
    const { code, said } = await wget('-c');
    await fixture.allow(user, resource);
    // 8: the server answered with an error.
    expect([code, said]).toEqual([8, expect.stringContaining('403')]);
    expect(asked).toEqual([]);
    expect((await readFile(file)).equals(begun)).toBe(true);
  });
});
