import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserTests } from '../src/browser-tests';
import { blocksOf } from '../src/guide';

const PAGE = 'docs/configuration-as-code.md';
const SAMPLE = 'yaml platform/maps.yml';
const HOST = 'maps.internal';
const ROOT = process.cwd();

interface Command {
  readonly text: string;
  /** As the page states it behind the command. */
  readonly code: number;
}

/** The lines of a block, each with the exit code that the page states. */
function commandsOf(block: string): Command[] {
  return block
    .trim()
    .split('\n')
    .map((line) => {
      const [all = '', code] = /\s{3}# exit code (\d+)(?::.*)?$/.exec(line) ?? [];
      return { text: all === '' ? line : line.slice(0, -all.length), code: Number(code ?? 0) };
    });
}

describe('the tutorial of configuration as code', () => {
  const [files, exported, changed, applied, drifted, corrected, reverted, ...others] = blocksOf(
    PAGE,
    'sh run',
  );
  const policy = mkdtempSync(join(tmpdir(), 'gatehouse-policy-'));
  let token = '';
  const tests = BrowserTests.register(() => {
    mkdirSync(join(policy, 'platform'));
    writeFileSync(join(policy, 'platform/maps.yml'), blocksOf(PAGE, SAMPLE).join(''));
    return { settings: { SVC_CONFIG_PATH: join(policy, 'platform'), GEOSERVER_HOST: HOST }, workers: 2 };
  });
  beforeAll(async () => {
    const [created] = await tests.api.createTokens([{ token_name: 'tutorial', administrator: true }]);
    token = created ?? '';
  });
  afterAll(() => rmSync(policy, { recursive: true, force: true }));

  /** Runs a command of the page in the folder of the files; what it prints. */
  async function run({ text, code }: Command): Promise<string> {
    const script = `gatehouse() { '${process.execPath}' '${ROOT}/dist/apps/cli/package/gatehouse.cjs' "$@"; }\n${text}`;
    const child = spawn('sh', ['-c', script], {
      cwd: policy,
      env: {
        PATH: process.env['PATH'],
        HOME: policy,
        GEOSERVER_HOST: HOST,
        GATEHOUSE_URL: tests.system.listenerUrl,
        GATEHOUSE_TOKEN: token,
        GIT_AUTHOR_NAME: 'Ada',
        GIT_AUTHOR_EMAIL: 'ada@example.org',
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'ada@example.org',
      },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ text, status, printed }).toEqual({ text, status: code, printed });
    return printed;
  }

  async function follow(block = ''): Promise<string> {
    expect(block).not.toBe('');
    let printed = '';
    for (const command of commandsOf(block)) printed += await run(command);
    return printed;
  }

  const capabilities = (): Promise<string[]> => tests.api.assignments('groups/anonymous', 'maps');
  const written = (): string => readFileSync(join(policy, 'platform/maps.yml'), 'utf8');

  it('leads from files to a start that has applied them', async () => {
    expect(others).toEqual([]);
    await follow(files);
    const { service } = await tests.api.get('services/maps');
    expect(service).toMatchObject({
      service_url: `http://${HOST}:8080/geoserver`,
      service_type: 'geoserver',
    });
    expect(await capabilities()).toEqual(['getcapabilities-allow-recursive']);
    expect(await tests.api.assignments('users/ada', 'maps')).toEqual(['getmap-allow-recursive']);
    expect((await tests.api.get('users/ada'))['user']).toMatchObject({
      group_names: ['anonymous', 'hydrologists'],
    });
  });

  it('exports the state, and its plans are empty', async () => {
    const before = await tests.api.get('version');
    await follow(exported);
    expect(readFileSync(join(policy, 'exported/service-maps.yml'), 'utf8')).toContain('getcapabilities');
    expect(await tests.api.get('version')).toEqual(before);
  });

  it('plans a change, applies what was planned, and then has nothing left to change', async () => {
    const printed = await follow(changed);
    const [, shown = ''] = /The plan shows `([^`]+)`/.exec(readFileSync(PAGE, 'utf8')) ?? [];
    expect(printed.replaceAll(/\s+/g, ' ')).toContain(shown.replace('group anonymous: ', ''));
    expect(printed).toMatch(/\b\d+ users? loses? access: /);
    expect(await capabilities()).toEqual(['getcapabilities-allow-recursive']);
    await follow(applied);
    expect(await capabilities()).toEqual(['getcapabilities-deny-recursive']);
  });

  it('shows the drift that the console makes, and corrects it', async () => {
    const testUser = await tests.newTestUser();
    await testUser.signInWithoutPage(tests.system.administrator);
    await testUser.open('permissions/groups/anonymous/maps');
    const { page } = testUser;
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'maps' }) })
      .getByRole('gridcell', { name: /^Deny/ })
      .click();
    await page.getByRole('menuitemradio', { name: 'Allow here and below', exact: true }).click();
    await testUser.button('Review').click();
    await testUser.button('Save').click();
    await page
      .getByText(/1 assignment saved as revision \d+/)
      .first()
      .waitFor();
    expect(await capabilities()).toEqual(['getcapabilities-allow-recursive']);
    expect((await tests.api.get('configuration/sets'))['sets']).toMatchObject([
      { name: 'default', drift_count: 1 },
    ]);
    expect((await follow(drifted)).replaceAll(/\s+/g, ' ')).toContain(
      'getcapabilities-allow-recursive becomes getcapabilities-deny-recursive',
    );
    await follow(corrected);
    expect((await tests.api.get('configuration/sets'))['sets']).toMatchObject([{ drift_count: 0 }]);
    expect(await capabilities()).toEqual(['getcapabilities-deny-recursive']);
  });

  it('returns to the previous commit of the files', async () => {
    await follow(reverted);
    expect(written()).toBe(blocksOf(PAGE, SAMPLE).join(''));
    expect(await capabilities()).toEqual(['getcapabilities-allow-recursive']);
  });
});
