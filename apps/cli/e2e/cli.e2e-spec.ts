import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { ADMIN, type TestApi, startApi } from '../../api/e2e/harness/start-api';
import { BuiltProgram } from './harness/built-program';
import { undeclaredOutput } from './harness/json-output';

describe('the command line', () => {
  let api: TestApi;
  let gatehouse: BuiltProgram;
  const url = (): string => api.anonymous.url.replace('[::1]', '127.0.0.1');

  beforeAll(async () => {
    gatehouse = BuiltProgram.build();
    // Signing in at the address that clients use.
    api = await startApi();
  });

  afterAll(async () => {
    await api.close();
    gatehouse.remove();
  });

  async function login(...options: string[]): Promise<void> {
    const args = ['login', url(), '--user', ADMIN.name, '--password-stdin', '--json', ...options];
    const { code, stderr } = await gatehouse.run(args, { input: `${ADMIN.password}\n` });
    if (code !== 0) throw new Error(stderr);
  }

  describe('without an account', () => {
    it('ends with 3 and says how to sign in', async () => {
      const { code, stdout, stderr } = await gatehouse.run(['users', 'list', '--url', url()]);
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toContain(`Sign in: gatehouse login ${url()}`);
    });

    it('ends with 3 for a wrong password, and keeps nothing', async () => {
      const args = ['login', url(), '--user', ADMIN.name, '--password-stdin'];
      const { code, stderr } = await gatehouse.run(args, { input: 'wrong' });
      expect(code).toBe(3);
      expect(stderr).toContain('invalid_credentials');
      expect(() => gatehouse.profiles).toThrow();
    });

    it('ends with 5 where nothing listens', async () => {
      const environment = { GATEHOUSE_URL: 'http://127.0.0.1:9', GATEHOUSE_TOKEN: 'gth_x' };
      const { code, stderr } = await gatehouse.run(['whoami'], { environment });
      expect(code).toBe(5);
      expect(stderr).toContain('http://127.0.0.1:9 cannot be reached');
    });

    it('refuses to send a token in clear text to another machine', async () => {
      const environment = { GATEHOUSE_URL: 'http://gate.example.org', GATEHOUSE_TOKEN: 'gth_x' };
      const { code, stderr } = await gatehouse.run(['whoami'], { environment });
      expect(code).toBe(1);
      expect(stderr).toContain('clear text');
    });

    it('suggests what a misspelt name may mean', async () => {
      for (const words of [
        ['usres', 'list'],
        ['help', 'usres', 'list'],
      ])
        expect(await gatehouse.run(words)).toEqual({
          code: 1,
          stdout: '',
          stderr: "gatehouse: There is no command 'usres'. Did you mean users?\nHelp: gatehouse --help\n",
        });
    });

    it('says which argument is wrong, and what is expected', async () => {
      const json = await gatehouse.run(['completion', 'ksh', '--json']);
      expect([json.code, JSON.parse(json.stderr)]).toMatchObject([
        1,
        { error: { error_code: null, detail: "<shell>: 'ksh' is none of bash, zsh, fish." } },
      ]);
      expect(await gatehouse.run(['users', 'show'])).toEqual({
        code: 1,
        stdout: '',
        stderr: 'gatehouse: <user_name> is missing.\nHelp: gatehouse users show --help\n',
      });
    });

    it('reports errors as JSON with --json', async () => {
      const { stderr } = await gatehouse.run(['users', 'list', '--json', '--url', url()]);
      expect(JSON.parse(stderr)).toMatchObject({
        error: { error_code: null, detail: `Not signed in to ${url()}.` },
      });
    });
  });

  describe('signed in as an administrator', () => {
    beforeAll(() => login('--administrator'));

    it('keeps the token where only the user can read it', () => {
      expect(statSync(join(gatehouse.configFolder, 'profiles.json')).mode & 0o777).toBe(0o600);
      expect(statSync(gatehouse.configFolder).mode & 0o777).toBe(0o700);
      expect(gatehouse.profiles.profiles['default']).toMatchObject({
        url: url(),
        user_name: ADMIN.name,
        administrator: true,
      });
    });

    it('refuses a token that others can read', async () => {
      const path = join(gatehouse.configFolder, 'profiles.json');
      chmodSync(path, 0o644);
      const { code, stderr } = await gatehouse.run(['whoami']);
      chmodSync(path, 0o600);
      expect(code).toBe(1);
      expect(stderr).toContain('can be read by other accounts');
    });

    it('does not send the token to another instance', async () => {
      const { code, stderr } = await gatehouse.run(['whoami', '--url', 'http://127.0.0.1:9']);
      expect(code).toBe(3);
      expect(stderr).toContain('Not signed in to http://127.0.0.1:9');
    });

    it('says who it is', async () => {
      expect(await gatehouse.json(['whoami'])).toMatchObject({
        user: { user_name: ADMIN.name },
        token: { administrator: true },
      });
      expect(await gatehouse.json(['profiles', 'list'])).toMatchObject({
        profiles: [{ name: 'default', current: true, user_name: ADMIN.name }],
      });
      expect(await gatehouse.json(['profiles', 'use', 'default'])).toEqual({ current: 'default' });
    });

    it('creates, shows, changes and deletes a user', async () => {
      const name = api.make.name('cli');
      const create = ['users', 'create', name, '--email', `${name}@example.org`, '--password-stdin'];
      expect(await gatehouse.run(create, { input: 'a password of the command line' })).toEqual({
        code: 0,
        stdout: '',
        stderr: `The user ${name} is created.\n`,
      });
      await api.signIn(name, 'a password of the command line');
      const changed = await gatehouse.run(['users', 'change', name, '--language', 'fr']);
      expect(changed.code).toBe(0);
      expect(await gatehouse.json(['users', 'show', name])).toMatchObject({
        user: { user_name: name, locale: 'fr' },
      });
      const asked = await gatehouse.run(['users', 'delete', name]);
      expect(asked.code).toBe(1);
      expect(asked.stderr).toContain('confirm with --yes');
      await gatehouse.json(['users', 'delete', name, '--yes']);
      const gone = await gatehouse.run(['users', 'show', name]);
      expect(gone.code).toBe(1);
      expect(gone.stderr).toContain('user_not_found');
    });

    it('creates the users of a file, or reports each wrong record and sends nothing', async () => {
      const [one, two] = [api.make.name('cli'), api.make.name('cli')];
      const rows = [
        `${one},${one}@example.org,a password of a file`,
        `${two},${two}@example.org,a password of a file`,
      ];
      const wrong = await gatehouse.run(['users', 'create', '--file', '-', '--file-format', 'csv'], {
        input: `user_name,email,passwd\n${rows[0]}\n`,
      });
      expect(wrong.code).toBe(1);
      expect(wrong.stderr).toContain('record 1: there is no field passwd');
      await api.admin.get(`/users/${one}`).expect(404);
      const done = await gatehouse.run(['users', 'create', '--file', '-', '--file-format', 'csv'], {
        input: `user_name,email,password\n${rows.join('\n')}\n`,
      });
      expect(done).toMatchObject({ code: 0, stderr: 'users create: 2 of 2 records done.\n' });
      const again = await gatehouse.run(['users', 'create', '--file', '-', '--json'], {
        input: JSON.stringify([
          { user_name: one, email: 'x@example.org', password: 'a password of a file' },
          { user_name: 'never-sent', email: 'y@example.org', password: 'a password of a file' },
        ]),
      });
      expect(again.code).toBe(1);
      expect(JSON.parse(again.stdout)).toMatchObject({ done: [], failed: [{ record: 1 }], not_sent: 1 });
      await api.admin.get('/users/never-sent').expect(404);
    });

    it('reads lists to their end', async () => {
      const { users } = (await gatehouse.json(['users', 'list'])) as { users: { user_name: string }[] };
      const { user_names: names } = (await api.admin.get('/users')).body;
      expect(users.map(({ user_name }) => user_name)).toEqual(names);
    });

    it('finds resources by their paths, sets permissions and explains them', async () => {
      const service = await api.make.service({ service_type: 'api' });
      const [user, group] = [await api.make.user(), await api.make.group()];
      const create = (...args: string[]) =>
        gatehouse.run(['resources', 'create', ...args, '--type', 'route', '--json']);
      expect((await create(service, 'rivers')).code).toBe(0);
      expect((await create(`${service}/rivers`, 'delta')).code).toBe(0);
      expect(await gatehouse.json(['users', 'join', user, group])).toEqual({
        user_name: user,
        group_name: group,
      });
      const set = await gatehouse.run(['permissions', 'set', 'read', `${service}/rivers`, '--group', group]);
      expect(set).toMatchObject({
        code: 0,
        stderr: `read on ${service}/rivers is allowed to the group ${group}.\n`,
      });
      const explained = await gatehouse.run(['explain', 'read', `${service}/rivers/delta`, '--user', user], {
        columns: 200,
      });
      expect(explained.stdout).toContain(`read is allowed, because of group ${group}.`);
      expect(
        await gatehouse.json([
          ...['who-can', 'read', `${service}/rivers/delta`, '--kind', 'group', '--name', group],
        ]),
      ).toMatchObject({
        entries: [{ group_name: group, access: 'allow' }],
      });
      const { permissions } = await gatehouse.json(['what-can', user]);
      expect(permissions).toMatchObject([
        { path: `${service}/rivers`, name: 'read', access: 'allow', scope: 'recursive' },
      ]);
      const checked = await gatehouse.json(['check-request', `GET ${service}/rivers/delta`, '--user', user]);
      expect(checked['evaluation']).toMatchObject({ outcome: 'forwarded' });
      expect(
        (await gatehouse.run(['check-request', `POST ${service}/rivers/delta`, '--user', user])).code,
      ).toBe(2);
      const remove = ['permissions', 'remove', 'read', `${service}/rivers`, '--group', group, '--yes'];
      expect(await gatehouse.json(remove)).toMatchObject({ changed: 1 });
      const ofUser = ['read', `${service}/rivers`, '--user', user];
      expect(await gatehouse.json(['explain', ...ofUser])).toMatchObject({ access: 'deny' });
      expect(await gatehouse.json(['permissions', 'preview', ...ofUser])).toMatchObject({
        entries: [
          { user_name: user, path: `${service}/rivers` },
          { user_name: user, path: `${service}/rivers/delta` },
        ],
      });
      expect(await gatehouse.json(['permissions', 'list', service, '--user', user])).toMatchObject({
        permissions: [],
      });
      expect(await gatehouse.json(['resources', 'tree', service])).toMatchObject({
        resources: [{ path: `${service}/rivers` }, { path: `${service}/rivers/delta` }],
      });
      const missing = await gatehouse.run(['explain', 'read', `${service}/lakes`, '--user', user]);
      expect(missing.stderr).toContain("'lakes' is not registered");
    });

    it('carries out all permissions of a file in one revision, or none of them', async () => {
      const service = await api.make.service({ service_type: 'api' });
      const group = await api.make.group();
      const id = await api.make.serviceId(service);
      const good = { permission_name: 'read', resource_id: service, group_name: group };
      const bad = { permission_name: 'nonsense', resource_id: service, group_name: group };
      const run = (records: object[]) =>
        gatehouse.run(['permissions', 'set', '--file', '-', '--json'], { input: JSON.stringify(records) });
      expect((await run([good, bad])).code).toBe(1);
      const permissions = async () =>
        (await api.admin.get(`/groups/${group}/resources/${id}/permissions`)).body.permissions;
      const refused = JSON.parse((await run([good, bad])).stderr).error.detail;
      expect(refused).toBe('record 2: permission_name must be the name of a permission.');
      const misspelt = await gatehouse.run(['permissions', 'set', 'raed', service, '--group', group]);
      expect(misspelt.stderr).toContain('gatehouse: permission_name must be the name of a permission.');
      expect(await permissions()).toEqual([]);
      expect((await run([good, { ...good, permission_name: 'write', access: 'deny' }])).code).toBe(0);
      expect(await permissions()).toMatchObject([{ name: 'read' }, { name: 'write', access: 'deny' }]);
    });

    it('tests a policy, and explains what is not as expected', async () => {
      const service = await api.make.service({ service_type: 'api' });
      const [user, group] = [await api.make.user(), await api.make.group()];
      await api.admin.post(`/users/${user}/groups`, { group_name: group }).expect(201);
      await gatehouse.json(['permissions', 'set', 'read', service, '--group', group]);
      const path = join(gatehouse.configFolder, 'policy.yml');
      const write = (expectations: object[]) => writeFileSync(path, JSON.stringify({ expectations }));
      const met = [
        { user, permission: 'read', on: service, expected: 'allowed', because: `group ${group}` },
        { group, permission: 'write', on: service, expected: 'denied' },
        { everyone: true, permission: 'read', on: service, expected: 'denied' },
        { user, request: `GET /ows/proxy/${service}/a`, expected: 'allowed' },
        { everyone: true, request: `GET ${service}/a`, expected: 'denied' },
      ];
      write(met);
      const passed = await gatehouse.run(['policy', 'test', path]);
      expect(passed).toEqual({ code: 0, stdout: '5 of 5 expectations are met.\n', stderr: '' });
      write([
        ...met,
        { user, permission: 'write', on: service, expected: 'allowed' },
        { user, permission: 'read', on: 'nowhere', expected: 'denied' },
      ]);
      const failed = await gatehouse.run(['policy', 'test', path]);
      expect(failed.code).toBe(1);
      expect(failed.stdout).toContain(`not met write on ${service} is allowed to user ${user}`);
      expect(failed.stdout).toContain('5 of 7 expectations are met.');
      const tap = await gatehouse.run(['policy', 'test', path, '--report', 'tap']);
      expect(
        tap.stdout
          .split('\n')
          .filter((line) => /^(?:ok|not ok) /.test(line))
          .map((line) => line.split(' - ')[0]),
      ).toEqual([...['ok 1', 'ok 2', 'ok 3', 'ok 4', 'ok 5', 'not ok 6', 'not ok 7']]);
      expect((await gatehouse.run(['policy', 'test', path, '--report', 'junit'])).stdout).toContain(
        'tests="7" failures="2"',
      );
      write([{ user, group, permission: 'read', on: service, expected: 'yes' }]);
      expect((await gatehouse.run(['policy', 'test', path])).stderr).toContain(
        'exactly one of user, group and everyone',
      );
    });

    it('tests a policy by files over the instance, and lists the assignments that decide nothing', async () => {
      const service = await api.make.service({ service_type: 'api' });
      const [user, group] = [await api.make.user(), await api.make.group()];
      await api.admin.post(`/users/${user}/groups`, { group_name: group }).expect(201);
      await gatehouse.run(['permissions', 'set', 'read', service, '--group', group]);
      await gatehouse.run(['resources', 'create', service, 'delta', '--type', 'route']);
      await gatehouse.run(['permissions', 'set', 'write', `${service}/delta`, '--user', user]);
      const [path, files, saved] = ['policy.yml', 'files.yml', 'export.jsonl'].map((name) =>
        join(gatehouse.configFolder, name),
      ) as [string, string, string];
      const expectations = [
        { user, permission: 'read', on: `${service}/delta`, expected: 'allowed', because: `group ${group}` },
        { user, request: `GET /ows/proxy/${service}/delta`, expected: 'allowed', because: `group ${group}` },
        { everyone: true, request: `GET ${service}/delta`, expected: 'denied' },
      ];
      writeFileSync(path, JSON.stringify({ expectations }));
      const undecided = {
        holder: `user ${user}`,
        permission: 'write-allow-recursive',
        on: `${service}/delta`,
        at: null,
      };
      const live = await gatehouse.json(['policy', 'test', path, '--coverage']);
      expect(live).toMatchObject({
        failed: 0,
        coverage: { assignments: 2, decided: 1, undecided: [undecided] },
      });
      const over = await gatehouse.json(['policy', 'test', path, '--on-instance', '--coverage']);
      expect(over['results']).toEqual(live['results']);
      expect(JSON.stringify(over['coverage'])).toContain(`"holder":"user ${user}"`);
      writeFileSync(files, JSON.stringify({ permissions: [{ service, permission: 'read-deny', user }] }));
      const later = await gatehouse.run(['policy', 'test', path, '--on-instance', '--files', files]);
      expect(later.code).toBe(1);
      expect(later.stdout).toContain(
        `user ${user}: read-deny-recursive on ${service}: this assignment decides`,
      );
      expect(later.stdout).toContain('1 of 3 expectations are met.');
      const { current, profiles } = gatehouse.profiles;
      const exported = await fetch(`${url()}/configuration/export`, {
        headers: { Authorization: `Bearer ${String(profiles[current]?.['token'])}` },
      });
      const text = await exported.text();
      writeFileSync(saved, text);
      // Without an instance.
      const alone = { environment: { GATEHOUSE_CONFIG_DIR: join(gatehouse.configFolder, 'empty') } };
      expect((await gatehouse.run(['policy', 'test', path, '--on', saved], alone)).code).toBe(0);
      const missing = join(gatehouse.configFolder, 'missing.ini');
      const unread = await gatehouse.run(['policy', 'test', path, '--on', saved, '--settings', missing]);
      expect(unread.stderr).toContain(`The settings file ${missing} cannot be read (ENOENT).`);
      const saveIn = join(gatehouse.configFolder, 'exported');
      expect((await gatehouse.run(['config', 'export', '--to', saveIn])).code).toBe(0);
      expect((await gatehouse.run(['policy', 'test', path, '--on', saveIn], alone)).code).toBe(0);
      // In memory, there is somebody who is in the group alone.
      const request = `GET ${service}/delta`;
      writeFileSync(path, JSON.stringify({ expectations: [{ group, request, expected: 'allowed' }] }));
      expect((await gatehouse.run(['policy', 'test', path, '--on', saved], alone)).code).toBe(0);
      // The instance decides about it by its export; what has decided is found among its own assignments.
      const asked = await gatehouse.json(['policy', 'test', path, '--coverage']);
      expect(asked).toMatchObject({
        passed: 1,
        results: [{ actual: 'allowed', reason: `group ${group}` }],
        coverage: { assignments: 2, decided: 1, undecided: [undecided] },
      });
      writeFileSync(saved, text.slice(0, text.lastIndexOf('{"omitted"')));
      const cut = await gatehouse.run(['policy', 'test', path, '--on', saved], alone);
      expect(cut).toMatchObject({ code: 1, stderr: expect.stringContaining('no complete export') });
    });

    it('does not take a segment that a URL would lose for a name', async () => {
      const { code, stderr } = await gatehouse.run(['users', 'delete', '..', '--yes']);
      expect(code).toBe(1);
      expect(stderr).toContain("'..' is not a name");
    });

    it('shows control characters instead of carrying them out', async () => {
      const group = await api.make.group({ description: 'red \u001b[31m and \u202e back' });
      const { stdout } = await gatehouse.run(['groups', 'show', group]);
      expect(stdout).toContain('red \\u001b[31m and \\u202e back');
    });

    it('prints CSV with the names of fields', async () => {
      await api.make.service();
      const { stdout } = await gatehouse.run(['services', 'list', '--output', 'csv']);
      expect(stdout.split('\n')[0]).toBe('service_name,service_type,service_url,public_url,resource_id');
    });

    it('ends a batch at Ctrl-C, and says what was done', async () => {
      const records = Array.from({ length: 500 }, () => ({ group_name: api.make.name('batch') }));
      const child = gatehouse.start(['groups', 'create', '--file', '-', '--json', '--verbose']);
      const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
      child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
      child.stdin.end(JSON.stringify(records));
      while (!Buffer.concat(stderr).includes('POST /groups: 201')) await once(child.stderr, 'data');
      child.kill('SIGINT');
      const [code] = await once(child, 'close');
      expect(code).toBe(130);
      const { done, failed, not_sent } = JSON.parse(Buffer.concat(stdout).toString());
      expect(done.length + failed.length + not_sent).toBe(500);
      expect(not_sent).toBeGreaterThan(0);
      const { group_names: names } = (await api.admin.get('/groups')).body;
      const created = records.filter(({ group_name }) => names.includes(group_name)).length;
      // What was under way may have been carried out, and is reported as that.
      expect([done.length, done.length + failed.length]).toContain(created);
    });

    it('wraps tables into narrow terminals, and shows the same in wide ones', async () => {
      await api.make.service();
      const narrow = await gatehouse.run(['services', 'list'], { columns: 80 });
      const wide = await gatehouse.run(['services', 'list'], { columns: 200 });
      expect(Math.max(...narrow.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
      expect(wide.stdout.split('\n').length).toBeLessThan(narrow.stdout.split('\n').length);
      const rows = (text: string): number =>
        text.split('\n').filter((line) => /^service\d/.test(line)).length;
      expect(rows(narrow.stdout)).toBe(rows(wide.stdout));
      expect(narrow.stdout).not.toContain('\u001b');
    });

    it('prints errors in the language of the terminal', async () => {
      const { stderr } = await gatehouse.run(['users', 'show', 'nobody'], {
        environment: { LC_ALL: 'fr_FR.UTF-8' },
      });
      const { detail } = (await api.admin.get('/users/nobody').set('Accept-Language', 'fr')).body;
      expect(stderr).toContain(detail);
    });

    it('names the request of a failure with --verbose', async () => {
      const { stderr } = await gatehouse.run(['users', 'show', 'nobody', '--verbose']);
      expect(stderr).toMatch(/Request id: [0-9a-f-]{36}/);
    });

    it('creates a token with a restriction after the password, and revokes it', async () => {
      const service = await api.make.service({ service_type: 'api' });
      const restriction = JSON.stringify([{ service_name: service, permission_names: ['read'] }]);
      const create = [
        'tokens',
        'create',
        api.make.name('notebook'),
        '--restriction',
        restriction,
        '--own-password-stdin',
      ];
      const { code, stdout } = await gatehouse.run(create, { input: ADMIN.password });
      expect(code).toBe(0);
      expect(stdout).toMatch(/^gth_[0-9A-Za-z]{49}\n$/);
      const [, , , ...others] = create;
      const second = ['tokens', 'create', api.make.name('notebook'), ...others];
      const shown = await gatehouse.json(second, { input: ADMIN.password });
      expect(shown['value']).toMatch(/^gth_/);
      const environment = { GATEHOUSE_TOKEN: stdout.trim(), GATEHOUSE_URL: url() };
      const { token } = (await gatehouse.json(['whoami'], { environment })) as {
        token: { token_id: string };
      };
      const listing = await gatehouse.run(['users', 'list'], { environment });
      expect(listing.code).toBe(4);
      expect(listing.stderr).toContain('token_restricted');
      const { token_id } = token;
      expect(await gatehouse.json(['tokens', 'show', token_id])).toMatchObject({ token: { token_id } });
      const change = ['tokens', 'change', token_id, '--own-password-stdin'];
      const nothing = await gatehouse.run(change, { input: ADMIN.password });
      expect([nothing.code, nothing.stderr]).toEqual([
        1,
        expect.stringContaining('Nothing is to be changed'),
      ]);
      const renamed = api.make.name('notebook');
      const reply = await gatehouse.json([...change, '--name', renamed], { input: ADMIN.password });
      expect(reply).toMatchObject({ token: { token_id, token_name: renamed } });
      const { tokens } = await gatehouse.json(['tokens', 'list']);
      expect(tokens).toContainEqual(expect.objectContaining({ token_name: renamed }));
      await gatehouse.json(['tokens', 'revoke', token_id, '--yes']);
      expect((await gatehouse.run(['whoami'], { environment })).code).toBe(3);
    });

    it('shows the audit log, and follows changes without a gap', async () => {
      const user = await api.make.user();
      const { stdout } = await gatehouse.run(['audit', 'tail', '-n', '5', '--json']);
      const kinds = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).kind);
      expect(kinds).toContain('user.created');
      const follow = ['changes', 'follow', '--json', '--after', '0'];
      const follower = gatehouse.start(follow);
      const seen: number[] = [];
      let printed = '';
      let rest = '';
      const lines = (chunk: Buffer): void => {
        const [...complete] = (rest + chunk.toString()).split('\n');
        rest = complete.pop() ?? '';
        printed += complete.map((line) => `${line}\n`).join('');
        seen.push(...complete.map((line) => JSON.parse(line).revision));
      };
      follower.stdout.on('data', lines);
      while (seen.length === 0) await once(follower.stdout, 'data');
      const reply = await api.admin.delete(`/users/${user}`).expect(200);
      const revision = Number(reply.headers['x-access-revision']);
      while (!seen.includes(revision)) await once(follower.stdout, 'data');
      follower.kill('SIGINT');
      const [code] = await once(follower, 'exit');
      expect(code).toBe(130);
      expect(seen).toEqual(seen.map((_, index) => index + (seen[0] ?? 0)));
      expect(await undeclaredOutput(follow, printed)).toBeUndefined();
    });

    it('ends quietly when its reader does', async () => {
      const child = gatehouse.start(['users', 'list']);
      child.stdout.destroy();
      const stderr: Buffer[] = [];
      child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
      const [code] = await once(child, 'exit');
      expect({ code, stderr: Buffer.concat(stderr).toString() }).toEqual({ code: 0, stderr: '' });
    });

    it('completes commands, options and names', async () => {
      const complete = async (...words: string[]) =>
        (await gatehouse.run(['__complete', ...words])).stdout.split('\n').map((line) => line.split('\t')[0]);
      expect(await complete('us')).toContain('users');
      expect(await complete('users', 'cr')).toContain('create');
      expect(await complete('users', 'list', '--ou')).toContain('--output');
      expect(await complete('users', 'list', '--output', '')).toEqual(
        expect.arrayContaining(['table', 'csv', 'json']),
      );
      expect(await complete('users', 'show', ADMIN.name.slice(0, 3))).toContain(ADMIN.name);
    });

    it('exports the audit log into a new file, and replaces none', async () => {
      const [line = ''] = (await gatehouse.run(['audit', 'export', '--json'])).stdout.split('\n');
      expect(JSON.parse(line)).toHaveProperty('kind');
      const path = join(gatehouse.configFolder, 'export.csv');
      const run = () => gatehouse.run(['audit', 'export', '--format', 'csv', '--to-file', path]);
      expect((await run()).code).toBe(0);
      expect(readFileSync(path, 'utf8').split('\n').length).toBeGreaterThan(5);
      writeFileSync(path, 'kept');
      expect((await run()).code).toBe(1);
      expect(readFileSync(path, 'utf8')).toBe('kept');
    });

    it('signs out: the token is refused from then on', async () => {
      const token = String(gatehouse.profiles.profiles['default']?.['token']);
      expect(await gatehouse.json(['logout'])).toEqual({ profile: 'default', revoked: true });
      expect(gatehouse.profiles.profiles).toEqual({});
      await api.anonymous.get('/users').set('Authorization', `Bearer ${token}`).expect(401);
    });
  });

  describe('signed in without the rights of an administrator', () => {
    beforeAll(() => login());

    it('ends with 4, and says what would give them', async () => {
      const { code, stderr } = await gatehouse.run(['users', 'list']);
      expect(code).toBe(4);
      expect(stderr).toContain('gatehouse login --administrator');
    });

    it('uses the password with --sign-in', async () => {
      const args = ['users', 'list', '--sign-in', '--own-password-stdin', '--json'];
      const { code, stdout } = await gatehouse.run(args, { input: ADMIN.password });
      expect(code).toBe(0);
      expect(JSON.parse(stdout).users.length).toBeGreaterThan(0);
    });
  });
});
