import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Upstream, startUpstream } from '../support/upstream';
import { testExamples } from './tokens/examples';
import { TokenUser } from './tokens/token-user';

describe('with an API token as docs/tokens.md says,', () => {
  let user: TokenUser;
  let upstream: Upstream;

  beforeAll(async () => {
    user = await TokenUser.open();
    upstream = await startUpstream();
    const { id } = await user.fixture.addService(upstream.url, 'thredds', {
      name: 'thredds',
      proxy: { token_basic: true },
    });
    await user.fixture.allow(user.userId, id, 'read');
    const open = await user.fixture.addResource(id, 'public', 'directory');
    await user.begin([{ resource_id: open, names: ['read'] }]);
  });
  afterAll(async () => {
    await user.close();
    await upstream.close();
  });

  testExamples(() => user, {
    curl: { printed: /^$/, sends: 'header' },
    'curl with .netrc': { printed: /^$/, sends: 'password' },
    wget: { printed: /^$/, sends: 'header' },
    'wget with .netrc': { printed: /^$/, sends: 'password' },
  });

  it('the files have been written, and can be read by their owner only', async () => {
    await user.prepare();
    await user.follow('curl');
    for (const file of ['.gatehouse/token', '.gatehouse/header', '.netrc'])
      expect((await stat(join(user.home, file))).mode & 0o077).toBe(0);
    expect(await readFile(join(user.home, '.gatehouse/token'), 'utf8')).toBe(`${user.token}\n`);
    expect(await readFile(join(user.home, 'data.nc'), 'utf8')).toBe('hello');
  });

  it('the service receives no Authorization from any of them', () => {
    expect(upstream.received.length).toBeGreaterThanOrEqual(4);
    expect(upstream.received.filter(({ rawHeaders }) => JSON.stringify(rawHeaders).includes('gth_'))).toEqual(
      [],
    );
    expect(upstream.received.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  it('curl sends the header to no other host to which a reply redirects', async () => {
    const other = await startUpstream();
    upstream.behave((_request, response) =>
      response.writeHead(302, { Location: other.url.replace('127.0.0.1', 'localhost') }).end(),
    );
    await user.follow('curl', { 'curl -f': "curl -f --noproxy '*' --location" });
    upstream.behave(undefined);
    expect(other.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    await other.close();
  });

  it('all of them are refused once the token is revoked', async () => {
    const revision = await user.revoke();
    const after = { headers: { 'X-Access-Revision': String(revision) } };
    expect((await fetch(`${user.proxy}/thredds/fileServer/public/data.nc`, after)).status).toBe(401);
    for (const example of ['curl', 'curl with .netrc', 'wget', 'wget with .netrc'])
      await expect(user.follow(example)).rejects.toThrow(/401/);
  });
});
