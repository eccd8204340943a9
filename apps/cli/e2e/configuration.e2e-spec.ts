import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN, type TestApi, startApi } from '../../api/e2e/harness/start-api';
import { BuiltProgram, type RunOptions } from './harness/built-program';

const SECRET = 'a-secret-of-the-environment';
const PLATFORM = `providers:
  maps:
    type: api
    url: http://\${MAPS_HOST}:8080/maps
    configuration: {key: $MAPS_KEY}
groups:
  - name: hydrologists
users:
  - username: ada
    email: ada@example.org
    password: \${ADA_PASSWORD}
permissions:
  - service: maps
    resource: /rivers
    permission: read
    user: ada
    group: hydrologists
  - {service: nowhere, permission: read, group: hydrologists}
`;

describe('configuration files at the command line', () => {
  let api: TestApi;
  let gatehouse: BuiltProgram;
  let folder: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    gatehouse = BuiltProgram.build();
    api = await startApi();
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-configuration-'));
    const body = { token_name: 'configuration', administrator: true };
    const { value } = (await api.admin.post(`/users/${ADMIN.name}/tokens`, body).expect(201)).body;
    environment = {
      GATEHOUSE_URL: api.anonymous.url,
      GATEHOUSE_TOKEN: value,
      MAPS_HOST: 'maps.internal',
      MAPS_KEY: SECRET,
      ADA_PASSWORD: `${SECRET} of ada`,
    };
    writeFileSync(join(folder, 'platform.yml'), PLATFORM);
  });
  afterAll(async () => {
    await api.close();
    gatehouse.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const path = (name: string): string => join(folder, name);
  const config = (args: readonly string[], options: RunOptions = {}) =>
    gatehouse.run(['config', ...args], {
      ...options,
      environment: { ...environment, ...options.environment },
    });

  it('are validated without an instance: each problem has its place, code and remedy', async () => {
    writeFileSync(
      path('wrong.yml'),
      'providers:\n  maps: {type: api, url: "ftp://$MAPS_KEY"}\nusers:\n  - {username: 5}\n',
    );
    const nobody = { GATEHOUSE_URL: '', GATEHOUSE_TOKEN: '' };
    const { code, stdout, stderr } = await config(['validate', path('wrong.yml')], { environment: nobody });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^refused: .*wrong\.yml:2:\d+: providers\.maps\.url: .*\(\w+\) \w/m);
    expect(stderr).toMatch(
      /^skipped: .*wrong\.yml:4:\d+: users\[0\]\.username: .*\(configuration_value_invalid\)/m,
    );
    expect(stderr).not.toContain(SECRET);
    writeFileSync(path('skipped.yml'), 'users:\n  - {username: 5}\n');
    expect(await config(['validate', path('skipped.yml')])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^skipped: /),
    });
    const json = await config(['validate', path('skipped.yml'), '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      valid: true,
      files: 1,
      messages: [{ line: 2, severity: 'skipped' }],
    });
    expect((await config(['validate', path('missing.yml')])).code).toBe(1);
    writeFileSync(
      path('providers.yml'),
      'identity_providers:\n  - {preset: github}\n  - {preset: openid}\n  - {preset: openid, client_secret: "$UNSET"}\n',
    );
    const providers = await config(['validate', path('providers.yml'), '--json']);
    expect(providers.code).toBe(1);
    expect(JSON.parse(providers.stdout)).toMatchObject({
      valid: false,
      messages: [
        { severity: 'warning', error_code: 'configuration_variable_unset', line: 4 },
        { severity: 'refused', path: 'identity_providers[0]', line: 2 },
        { severity: 'refused', path: 'identity_providers[2]', error_code: 'provider_name_taken', line: 4 },
      ],
    });
    expect(await config(['validate', '-'], { input: PLATFORM })).toMatchObject({ code: 0, stdout: '' });
  });

  it('are refused in strict mode by what is skipped otherwise, and each message says so', async () => {
    writeFileSync(
      path('strict.yml'),
      'teams: []\npermissions:\n  - {service: none, permission: 5, user: x}\n',
    );
    for (const command of [['validate'], ['plan'], ['apply', '--yes'], ['drift']]) {
      const { code, stdout, stderr } = await config([...command, path('strict.yml'), '--strict']);
      expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: '' });
      expect(stderr.match(/^(?:refused|skipped|ignored): \S+\.yml:\d/gm)).toEqual([
        expect.stringMatching(/^refused: .*strict\.yml:1$/),
        expect.stringMatching(/^refused: .*strict\.yml:3$/),
      ]);
    }
    for (const command of ['validate', 'plan']) {
      const { code, stdout } = await config([command, path('strict.yml'), '--strict', '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(stdout).messages.map(({ severity }: { severity: string }) => severity)).toEqual([
        'refused',
        'refused',
      ]);
    }
  });

  it('are planned without changing anything, and without showing values of variables', async () => {
    const { code, stdout, stderr } = await config(
      ['plan', path('platform.yml'), '--out', path('plan.json')],
      { columns: 200 },
    );
    expect(code).toBe(2);
    expect(stdout).toContain('create service   maps');
    expect(stdout).toContain('url http://${MAPS_HOST}:8080/maps');
    expect(stdout).toContain('user ada: read-allow-recursive');
    expect(stderr).toMatch(/^skipped: .*platform\.yml:18:\d+: permissions\[1\].*service_not_found/m);
    const saved = readFileSync(path('plan.json'), 'utf8');
    for (const text of [stdout, stderr, saved]) expect(text).not.toMatch(/a-secret|maps\.internal/);
    expect(statSync(path('plan.json')).mode & 0o777).toBe(0o600);
    const [gained, changes] = [stdout.search(/^gained +user ada +read +maps/m), stdout.indexOf('CHANGE')];
    expect(gained).toBeGreaterThan(-1);
    expect(changes).toBeGreaterThan(gained);
    await api.admin.get('/services/maps').expect(404);
  });

  it('are refused by --strict, and with wrong places of the sent text translated', async () => {
    expect((await config(['plan', path('platform.yml'), '--strict', '--json'])).code).toBe(1);
    writeFileSync(path('long.yml'), 'providers:\n  maps: {url: "$MAPS_KEY", configuration: 5, type: api}\n');
    const { code, stderr } = await config(['plan', path('long.yml')]);
    expect(code).toBe(1);
    expect(stderr).toContain(`long.yml:2:43: providers.maps.configuration`);
    expect(stderr).not.toContain(SECRET);
  });

  it('keep files that are no plans from being replaced by one', async () => {
    const { code, stderr } = await config(['plan', path('platform.yml'), '--out', path('platform.yml')]);
    expect(code).toBe(1);
    expect(stderr).toContain('is no saved plan');
    expect(readFileSync(path('platform.yml'), 'utf8')).toBe(PLATFORM);
  });

  it('are not applied by a saved plan if the files or the state differ, which shows the conflicts', async () => {
    writeFileSync(path('platform.yml'), `${PLATFORM}# changed\n`);
    const other = await config(['apply', path('plan.json'), '--yes']);
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('The files are not those of the plan');
    writeFileSync(path('platform.yml'), PLATFORM);
    await api.admin.post('/groups', { group_name: 'hydrologists' }).expect(201);
    const outdated = await config(['apply', '--plan', path('plan.json'), '--yes'], { columns: 200 });
    expect(outdated.code).toBe(1);
    expect(outdated.stderr).toContain('configuration_plan_outdated');
    expect(outdated.stdout).toMatch(/no longer +create group +hydrologists/);
    await api.admin.get('/services/maps').expect(404);
  });

  it('are not applied by a saved plan that was changed by hand', async () => {
    await config(['plan', path('platform.yml'), '--out', path('plan.json')]);
    const saved = readFileSync(path('plan.json'), 'utf8');
    writeFileSync(path('edited.json'), saved.replaceAll('read-allow-recursive', 'read-allow-match'));
    expect(await config(['apply', path('edited.json'), '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The saved plan was changed'),
    });
    writeFileSync(path('edited.json'), '{"gatehouse_plan": 1}');
    expect((await config(['apply', path('edited.json'), '--yes'])).stderr).toContain(
      'is no plan of gatehouse',
    );
    await api.admin.get('/services/maps').expect(404);
  });

  it('are applied by a saved plan, exactly', async () => {
    // Changes of which the files say nothing do not matter.
    await api.make.group();
    const unasked = await config(['apply', path('plan.json')]);
    expect(unasked.code).toBe(1);
    expect(unasked.stderr).toContain('confirm with --yes');
    const applied = await config(['apply', path('plan.json'), '--yes', '--json']);
    expect(applied.code).toBe(0);
    expect(JSON.parse(applied.stdout)).toMatchObject({
      revisions: [expect.any(Number)],
      counts: { create_service: 1 },
    });
    expect((await api.admin.get('/services/maps').expect(200)).body.service.service_url).toBe(
      'http://maps.internal:8080/maps',
    );
    await api.signIn('ada', environment['ADA_PASSWORD']);
    expect(await config(['plan', path('platform.yml')])).toMatchObject({ code: 0, stdout: '' });
    expect((await config(['apply', path('platform.yml'), '--yes'])).stderr).toContain(
      'There is nothing to change.',
    );
  });

  it('belong to their set also if they change nothing, so that other sets keep what they name', async () => {
    const { code, stderr } = await config(['apply', path('platform.yml'), '--set', 'found', '--yes']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('There is nothing to change.')]);
    const { body } = await api.admin.get('/configuration/sets?set=found').expect(200);
    expect(body.sets).toMatchObject([{ name: 'found', owned: { services: 1 } }]);
  });

  it('show drift, and correct it', async () => {
    expect((await config(['drift', path('platform.yml')])).code).toBe(0);
    await api.admin.patch('/services/maps', { service_url: 'http://elsewhere.internal/maps' }).expect(200);
    const { code, stdout } = await config(['drift', path('platform.yml')], { columns: 200 });
    expect(code).toBe(2);
    expect(stdout).toMatch(/change service +maps +url http:\/\/\$\{MAPS_HOST\}:8080\/maps/);
    expect((await config(['apply', path('platform.yml'), '--yes'])).code).toBe(0);
    expect((await config(['drift', path('platform.yml')])).code).toBe(0);
  });

  it('are exported, and their plan is empty', async () => {
    const target = path('export');
    const { code, stderr } = await config(['export', '--to', target]);
    expect(code).toBe(0);
    expect(stderr).toContain('Users with one: ada');
    expect(readdirSync(target).sort()).toEqual(['principals.yml', 'service-maps.yml']);
    expect(await config(['plan', target])).toMatchObject({ code: 0, stdout: '' });
    const again = await config(['export', '--to', target]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
    writeFileSync(join(target, 'notes.txt'), '');
    const replaced = await config(['export', '--to', target, '--replace', '--json']);
    expect(JSON.parse(replaced.stdout)).toMatchObject({
      files: ['principals.yml', 'service-maps.yml'],
      others: ['notes.txt'],
    });
    const lines = (await config(['export'])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ name }) => name)).toEqual(['principals.yml', 'service-maps.yml', undefined]);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('have messages about themselves once, beside those of the instance', async () => {
    writeFileSync(
      path('unset.yml'),
      'groups:\n  - {name: unset, description: "${NOT_SET_ANYWHERE}", create: always}\nwebhooks: [5]\n',
    );
    const plan = await config(['plan', path('unset.yml')]);
    expect(plan.stderr.match(/^warning: \S+\.yml:\d+:\d+/gm)).toEqual([
      `warning: ${path('unset.yml')}:2:32`,
      `warning: ${path('unset.yml')}:3:12`,
    ]);
    const { message_count: count, messages } = JSON.parse(
      (await config(['plan', path('unset.yml'), '--json'])).stdout,
    );
    expect({ count, codes: messages.map((one: { error_code: string }) => one.error_code) }).toEqual({
      count: 2,
      codes: ['configuration_variable_unset', 'configuration_section_at_start'],
    });
  });

  it('are exported with a list of all that has to be set again', async () => {
    const user = await api.make.user();
    const definition = { name: 'campus', preset: 'google', client_id: 'gatehouse' };
    await api.admin.post('/providers', { definition, client_secret: SECRET }).expect(201);
    const webhook = {
      name: 'audit',
      action: 'create_user',
      method: 'POST',
      url: 'https://hooks.example.org/',
    };
    await api.admin.post('/webhooks', webhook).expect(201);
    const { code, stdout, stderr } = await config(['export', '--to', path('secrets')]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^warning: Passwords are not exported\\. Users with one: .*\\b${user}\\b`, 'm'),
    );
    expect(stderr).toMatch(/^warning: Webhooks get new secrets, which their receivers need: audit$/m);
    expect(stderr).toMatch(
      /^warning: Secrets of identity providers are not exported; the files name variables: campus$/m,
    );
    expect(stderr).not.toContain(SECRET);
  });

  it('are applied by a saved plan only with the effect that was shown, unless that is accepted', async () => {
    const group = await api.make.group();
    const [one, two] = [await api.make.user(), await api.make.user()];
    await api.admin.post(`/users/${one}/groups`, { group_name: group }).expect(201);
    writeFileSync(
      path('effect.yml'),
      `permissions:\n  - {service: maps, permission: write, group: ${group}}\n`,
    );
    await config(['plan', path('effect.yml'), '--set', 'effect', '--out', path('effect.json')]);
    await api.admin.post(`/users/${two}/groups`, { group_name: group }).expect(201);
    const differs = await config(['apply', path('effect.json'), '--yes'], { columns: 200 });
    expect([differs.code, differs.stderr]).toEqual([
      1,
      expect.stringContaining('configuration_effect_differs'),
    ]);
    expect(differs.stdout).toMatch(new RegExp(`^membership \\(insert\\) .*${group}`, 'm'));
    const accepted = await config(['apply', path('effect.json'), '--yes', '--accept-effect']);
    expect(accepted.code).toBe(0);
  });

  it('remove what they no longer name, and what lets somebody gain access only if that is allowed', async () => {
    const [group, member] = [await api.make.group(), await api.make.user()];
    await api.admin.post(`/users/${member}/groups`, { group_name: group }).expect(201);
    await api.admin
      .put(`/groups/${group}/services/maps/permissions`, { permission: 'read-allow-recursive' })
      .expect(201);
    const file = (permissions: object[]) =>
      writeFileSync(path('pruned.json'), JSON.stringify({ permissions }));
    const denial = { service: 'maps', resource: '/rivers', permission: 'read-deny-recursive', group };
    file([denial]);
    const set = ['--set', 'pruned', '--prune', 'assignments'];
    expect((await config(['apply', path('pruned.json'), '--yes', ...set])).code).toBe(0);
    file([]);
    expect((await config(['plan', path('pruned.json'), '--set', 'pruned', '--json'])).code).toBe(0);
    const plan = await config(['plan', path('pruned.json'), ...set], { columns: 200 });
    expect([plan.code, plan.stdout]).toEqual([
      2,
      expect.stringMatching(/remove permission .*no longer in the files; somebody may gain access/),
    ]);
    const refused = await config(['apply', path('pruned.json'), '--yes', ...set]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--allow-gain')]);
    const allowed = await config(['apply', path('pruned.json'), '--yes', '--allow-gain', ...set]);
    expect(allowed.code).toBe(0);
    const { body } = await api.admin.get(`/groups/${group}/resources`);
    expect(JSON.stringify(body)).not.toContain('deny');
  });

  it('show what was changed since file sets were applied, without files', async () => {
    await api.admin.patch('/services/maps', { service_url: 'http://elsewhere.internal/maps' }).expect(200);
    const drift = await config(['drift'], { columns: 200 });
    expect([drift.code, drift.stdout]).toEqual([
      2,
      expect.stringMatching(/^default +changed +service maps/m),
    ]);
    const { sets } = JSON.parse((await config(['drift', '--set', 'default', '--json'])).stdout);
    expect(sets).toMatchObject([{ name: 'default', drift_count: expect.any(Number) }]);
    expect((await config(['drift', '--set', 'none'])).code).toBe(1);
    expect((await config(['apply', path('platform.yml'), '--yes'])).code).toBe(0);
  });

  describe('of an instance that is not to be trusted', () => {
    const END = JSON.stringify({ omitted: {} });
    const cases = [
      ['above the folder', { name: '../outside.yml', content: '' }],
      ['with an absolute path', { name: '/tmp/outside.yml', content: '' }],
      ['hidden', { name: '.git/hooks/post-checkout', content: '' }],
      ['of another system', { name: '..\\outside.yml', content: '' }],
      ['with control characters', { name: 'a\nb.yml', content: '' }],
      ['without a name', { content: '' }],
      ['without a content', { name: 'a.yml' }],
      ['behind a link', { name: 'link/a.yml', content: '' }],
    ] as const;

    it.each(cases)('are written nowhere: %s', async (name, file) => {
      const target = path(`untrusted-${name.replaceAll(' ', '-')}`);
      mkdirSync(target);
      mkdirSync(path('outside'), { recursive: true });
      symlinkSync(path('outside'), join(target, 'link'));
      const first = { name: 'first.yml', content: 'x' };
      const server = createServer((_request, response) =>
        response.end(
          [first, file]
            .map((one) => JSON.stringify(one))
            .concat(END)
            .join('\n') + '\n',
        ),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { code, stderr } = await config(['export', '--to', target, '--replace'], {
        environment: { GATEHOUSE_URL: url },
      });
      await new Promise((resolve) => server.close(resolve));
      expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot be used|is a link/)]);
      expect(readdirSync(path('outside'))).toEqual([]);
      expect(readdirSync(folder).filter((each) => /outside\.yml|^\./.test(each))).toEqual([]);
    });

    it('are not written if the export ends early', async () => {
      const server = createServer((_request, response) => response.end('{"name":"a.yml","content":"x"}\n'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { code, stderr } = await config(['export', '--to', path('early')], {
        environment: { GATEHOUSE_URL: url },
      });
      await new Promise((resolve) => server.close(resolve));
      expect([code, stderr]).toEqual([5, expect.stringContaining('ended early')]);
      expect(readdirSync(folder)).not.toContain('early');
    });
  });
});
