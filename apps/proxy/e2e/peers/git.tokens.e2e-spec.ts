import { type GitServer, startGitServer } from './servers/git';
import { testExamples } from './tokens/examples';
import { TokenUser } from './tokens/token-user';

describe('with an API token as docs/tokens.md says, repositories are cloned by', () => {
  let user: TokenUser;
  let server: GitServer;

  beforeAll(async () => {
    user = await TokenUser.open();
    server = await startGitServer('public/model.git', 'secret/model.git');
    const { fixture, userId } = user;
    const { id } = await fixture.addService(server.url, 'api', {
      name: 'code',
      proxy: { token_basic: true },
    });
    for (const name of ['read', 'write'] as const) await fixture.allow(userId, id, name);
    const open = await fixture.addResource(id, 'public', 'route');
    const repository = await fixture.addResource(open, 'model.git', 'route', id);
    const reading = await fixture.addResource(repository, 'git-upload-pack', 'route', id);
    await user.begin([
      { resource_id: open, names: ['read'] },
      { resource_id: reading, names: ['write'] },
    ]);
  });
  beforeEach(() => user.remove('model'));
  afterAll(async () => {
    await user.close();
    await server.stop();
  });

  testExamples(() => user, {
    git: { printed: /^/, sends: 'header' },
    'git with .netrc': { printed: /^/, sends: 'password' },
  });

  it('git, which is refused to push where the token only allows to read', async () => {
    await user.prepare();
    await user.remove('.netrc');
    await user.follow('git');
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    const git = (...args: readonly string[]) => user.run('git', ['-C', 'model', ...author, ...args]);
    expect((await git('log', '--format=%s')).output.toString()).toBe('the first commit\n');
    expect((await git('commit', '--allow-empty', '--message', 'another one')).code).toBe(0);
    const { code, stderr } = await git('push', 'origin', 'HEAD');
    expect([code, stderr]).not.toEqual([0, expect.anything()]);
    expect(stderr).toMatch(/403/);
  });

  it('git, whose credentials do not reach the server', () => {
    expect(server.requests.length).toBeGreaterThanOrEqual(4);
    expect(server.requests.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    expect(server.requests.filter(({ path }) => path.startsWith('/secret'))).toEqual([]);
  });
});
