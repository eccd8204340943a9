import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN, type TestApi, startApi } from '../../../api/e2e/harness/start-api';
import { BuiltProgram } from '../harness/built-program';
import { Terminal } from '../harness/terminal';

const ENTER = '\r';
const CTRL_C = '\u0003';
/** Escape sequences that change colour or weight. */
const COLOUR = /\u001b\[[1-9][0-9;]*m/;

describe('the command line at a terminal', () => {
  let api: TestApi;
  let gatehouse: BuiltProgram;
  let folder: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    gatehouse = BuiltProgram.build();
    api = await startApi();
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-terminal-'));
    const body = { token_name: 'terminal', administrator: true };
    const { value } = (await api.admin.post(`/users/${ADMIN.name}/tokens`, body).expect(201)).body;
    environment = { GATEHOUSE_URL: api.anonymous.url, GATEHOUSE_TOKEN: value };
  });
  afterAll(async () => {
    await api.close();
    gatehouse.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (
    args: readonly string[],
    options: { columns?: number; environment?: Record<string, string> } = {},
  ) => new Terminal(gatehouse, args, { ...options, environment: { ...environment, ...options.environment } });

  it('asks for a password, of which it shows nothing but its length', async () => {
    const terminal = at(['login', api.anonymous.url.replace('[::1]', '127.0.0.1'), '--user', ADMIN.name]);
    await terminal.until(/Password of chief:/);
    terminal.type(ADMIN.password);
    await terminal.until(/\*{8}/);
    terminal.type(ENTER);
    expect([await terminal.ended, terminal.text]).toEqual([0, expect.stringContaining('Signed in')]);
    for (let length = 3; length < ADMIN.password.length; length += 3)
      expect(terminal.received).not.toContain(ADMIN.password.slice(0, length));
  });

  it('asks for what an option says is on standard input, and does not show it', async () => {
    const secret = 'a secret of the provider';
    const definition = '{"name": "terminal", "protocol": "openid-connect", "issuer": "nowhere"}';
    const args = ['providers', 'create', '--definition', definition, '--client-secret-stdin'];
    const terminal = at(args);
    await terminal.until(/Client secret:/);
    terminal.type(secret);
    await terminal.until(/\*{8}/);
    terminal.type(ENTER);
    expect([await terminal.ended, terminal.text]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^gatehouse: .*\(\w+\)$/m),
    ]);
    expect(terminal.received).not.toContain(secret.slice(0, 3));
  });

  it('asks before it deletes: nothing happens unless the answer is yes', async () => {
    const group = await api.make.group();
    const no = at(['groups', 'delete', group]);
    await no.until(/\(y\/N\)/);
    no.type(ENTER);
    expect([await no.ended, no.text]).toEqual([1, expect.stringContaining('nothing was changed')]);
    await api.admin.get(`/groups/${group}`).expect(200);
    const yes = at(['groups', 'delete', group]);
    await yes.until(/\(y\/N\)/);
    yes.type(`y${ENTER}`);
    expect(await yes.ended).toBe(0);
    await api.admin.get(`/groups/${group}`).expect(404);
  });

  it('ends at a question when it is interrupted, and changes nothing', async () => {
    const group = await api.make.group();
    const terminal = at(['groups', 'delete', group]);
    await terminal.until(/\(y\/N\)/);
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(130);
    await api.admin.get(`/groups/${group}`).expect(200);
  });

  it('shows the plan of configuration files, and applies it after the answer', async () => {
    const path = join(folder, 'maps.yml');
    writeFileSync(path, 'providers:\n  terminal-maps: {type: api, url: "http://maps.internal"}\n');
    const terminal = at(['config', 'apply', path]);
    await terminal.until(/Apply 1 change to .*\(y\/N\)/);
    expect(terminal.text).toMatch(/create service +terminal-maps/);
    await api.admin.get('/services/terminal-maps').expect(404);
    terminal.type(`y${ENTER}`);
    expect([await terminal.ended, terminal.text]).toEqual([
      0,
      expect.stringMatching(/Applied 1 change as revision \d+/),
    ]);
    await api.admin.get('/services/terminal-maps').expect(200);
  });

  it('shows the progress of a batch, and says what was done when it is interrupted', async () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `terminal-${index}`);
    const path = join(folder, 'groups.json');
    writeFileSync(path, JSON.stringify(names.map((group_name) => ({ group_name }))));
    const terminal = at(['groups', 'create', '--file', path]);
    await terminal.until(/[1-9]\d*\/3000 records/);
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(130);
    const [, done] = /groups create: (\d+) of 3000 records done, .*not sent/.exec(terminal.text) ?? [];
    const { group_names: stored } = (await api.admin.get('/groups')).body;
    const created = stored.filter((name: string) => name.startsWith('terminal-')).length;
    expect(Number(done)).toBeGreaterThan(0);
    // The request that was interrupted may have been carried out.
    expect([Number(done), Number(done) + 1]).toContain(created);
    // The cursor is shown again.
    expect(terminal.received.lastIndexOf('\u001b[?25h')).toBeGreaterThan(
      terminal.received.lastIndexOf('\u001b[?25l'),
    );
  });

  it.each([80, 200])(
    'shows tables whose lines fit %i columns, and all of their contents',
    async (columns) => {
      const description = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
      const group = api.make.name('wide');
      await api.admin.post('/groups', { group_name: group, description }).expect(201);
      const terminal = at(['groups', 'show', group], { columns });
      expect(await terminal.ended).toBe(0);
      const list = at(['audit', 'tail', '-n', '5'], { columns });
      expect(await list.ended).toBe(0);
      for (const line of list.text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
      expect(terminal.text).toContain('word29');
    },
  );

  it('shows the control characters of stored texts, in data for programs, too', async () => {
    const group = await api.make.group({ description: 'red \u001b[31m, \u009b32m and \u202e back' });
    for (const format of ['table', 'csv', 'json']) {
      const terminal = at(['groups', 'show', group, '--output', format], {
        columns: 200,
        environment: { NO_COLOR: '1' },
      });
      expect(await terminal.ended).toBe(0);
      expect(terminal.received).toContain('red \\u001b[31m, \\u009b32m and \\u202e back');
    }
  });

  it('has colours at a terminal, and none with NO_COLOR', async () => {
    const plain = at(['groups', 'list'], { environment: { NO_COLOR: '1' } });
    const coloured = at(['groups', 'list']);
    expect([await plain.ended, await coloured.ended]).toEqual([0, 0]);
    expect(coloured.received).toMatch(COLOUR);
    expect(plain.received).not.toMatch(COLOUR);
    const question = at(['groups', 'delete', 'users'], { environment: { NO_COLOR: '1' } });
    await question.until(/\(y\/N\)/);
    question.type(ENTER);
    await question.ended;
    expect(question.received).not.toMatch(COLOUR);
  });

  it('has the texts of errors in the language of the terminal', async () => {
    const terminal = at(['users', 'show', 'nobody-here'], { environment: { LANG: 'fr_CA.UTF-8' } });
    expect([await terminal.ended, terminal.text]).toEqual([
      1,
      expect.stringMatching(/introuvable.*\(user_not_found\)/),
    ]);
  });
});
