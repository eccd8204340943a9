import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(__dirname, '../..');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peers-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function evaluate(expression: string): Promise<unknown> {
  const script = `import * as module from './peers.mjs'; console.log(JSON.stringify(${expression}));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stdout);
}
const missing = (path: string, servers: string[] = []) =>
  evaluate(`module.missingPeers(${JSON.stringify({ PATH: path })}, ${JSON.stringify(servers)})`);
const tests = async (without: string[]): Promise<string[]> => {
  const environment = (await evaluate(`module.withoutPeers(${JSON.stringify(without)})`)) as object;
  const { stdout } = await run(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--listTests', '--selectProjects', 'e2e'],
    { cwd: root, env: { ...process.env, ...environment } },
  );
  return stdout.trim().split('\n');
};

it('are missing where no folder has them as a program', async () => {
  await writeFile(join(folder, 'nginx'), '', { mode: 0o755 });
  await writeFile(join(folder, 'curl'), '', { mode: 0o644 });
  expect(await missing(folder)).toEqual(['curl', 'wget', 'prlimit']);
  expect(await missing('', [folder])).toEqual(['curl', 'wget', 'prlimit']);
  expect(await missing('')).toEqual(['nginx', 'curl', 'wget', 'prlimit']);
});

it('are what the tests beside real programs need, each of them and no other', async () => {
  const all = (await tests([])).flatMap((test) => /\/e2e\/peers\/(\w+)\./.exec(test)?.[1] ?? []);
  expect([...new Set(all)].sort()).toEqual(['curl', 'nginx', 'prlimit', 'wget']);
});

it('take their own tests along when they are missing, and no others', async () => {
  const all = await tests([]);
  const left = await tests(['nginx', 'wget']);
  expect(all.filter((test) => !left.includes(test)).map((test) => test.slice(root.length + 1))).toEqual(
    all.map((test) => test.slice(root.length + 1)).filter((test) => /\/peers\/(?:nginx|wget)\./.test(test)),
  );
  expect(left.length).toBeLessThan(all.length);
});

it('are said to be missing, with what was not tested', async () => {
  expect(await evaluate(`module.noticeOf(['nginx', 'wget'])`)).toBe(
    'There is no nginx and no wget here: untested are the documented configuration of nginx, downloads that are resumed. ' +
      'Install what is missing, and run again.',
  );
});
