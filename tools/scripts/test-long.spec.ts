import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(__dirname, '../..');

interface Series {
  readonly name: string;
  readonly files: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

async function evaluate<T>(expression: string): Promise<T> {
  const script = `import * as module from './test-long.mjs'; console.log(JSON.stringify(${expression}));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stdout) as T;
}

describe('the long test series', () => {
  it('are of test files that exist, each pattern of one', async () => {
    const { stdout } = await run(
      process.execPath,
      ['node_modules/jest/bin/jest.js', '--listTests', '--selectProjects', 'unit', 'e2e', 'long', 'browser'],
      { cwd: root, env: { ...process.env, SVC_TEST_WITHOUT: '', SVC_TEST_LONG: '1' } },
    );
    const files = stdout.trim().split('\n');
    const patterns = (await evaluate<readonly Series[]>('module.SERIES')).flatMap((one) => one.files);
    for (const pattern of patterns)
      expect([pattern, files.filter((file) => new RegExp(pattern).test(file)).length]).toEqual([pattern, 1]);
  });

  it('set their lengths by variables that CONTRIBUTING.md documents', async () => {
    const documented = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    for (const { name, environment } of await evaluate<readonly Series[]>('module.SERIES')) {
      expect(documented).toContain(`\`${name}\``);
      for (const [variable, value] of Object.entries(environment))
        expect(documented).toContain(`${variable}=${value}`);
    }
  });

  it('are selected by name; an unknown one is refused with the names that there are', async () => {
    const chosen = await evaluate<readonly Series[]>("module.seriesOf(['fuzz'])");
    expect(chosen.map(({ name }) => name)).toEqual(['fuzz']);
    await expect(
      run(process.execPath, [join(__dirname, 'test-long.mjs'), 'other'], { cwd: root }),
    ).rejects.toMatchObject({
      stderr:
        'There is no series other. There are names, peers, fuzz, policies, resolver, removals, kills, proxy-kills, api-kills, accessibility, configuration-kills, configuration-starts, configurations, imports, import-kills, sync-kills, front-ends, token-clients, environments, plans.\n',
    });
  });
});
