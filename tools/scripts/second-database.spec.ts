import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
let packages: string;

beforeEach(async () => {
  packages = await mkdtemp(join(tmpdir(), 'second-database-'));
});
afterEach(() => rm(packages, { recursive: true }));

async function install(version: string, ...programs: string[]): Promise<void> {
  await mkdir(join(packages, version, 'bin'), { recursive: true });
  for (const program of programs) await writeFile(join(packages, version, 'bin', program), '');
}

async function evaluate(expression: string): Promise<unknown> {
  const script = `import * as module from './second-database.mjs'; console.log(JSON.stringify(${expression} ?? null));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stdout);
}
const find = (environment = {}) =>
  evaluate(`module.findSecondDatabase(${JSON.stringify(environment)}, ${JSON.stringify(packages)})`);

it('the second database is the oldest supported version that is installed', async () => {
  await install('14', 'initdb', 'postgres');
  await install('17', 'initdb', 'postgres');
  await install('15', 'initdb', 'postgres');
  expect(await find()).toEqual({
    name: 'PostgreSQL 15',
    environment: { SVC_TEST_POSTGRES_BIN: join(packages, '15/bin') },
  });
});

it('the second database is neither a version with only client programs, nor one that is too old', async () => {
  await install('14', 'initdb', 'postgres');
  await install('16', 'psql');
  expect(await find()).toBeNull();
});

it('the second database is the configured server, regardless of what is installed', async () => {
  await install('15', 'initdb', 'postgres');
  const environment = { SVC_TEST_DATABASE_URL: 'postgresql://somewhere/else' };
  expect(await find(environment)).toMatchObject({ environment });
});

it('the second database has patterns that each match existing tests', async () => {
  const patterns = (await evaluate('module.RESTS_ON_DATABASE')) as string[];
  const { stdout } = await run(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--listTests', '--selectProjects', 'unit', 'e2e'],
    {
      cwd: join(__dirname, '../..'),
    },
  );
  const tests = stdout.split('\n');
  expect(patterns.filter((pattern) => !tests.some((test) => new RegExp(pattern).test(test)))).toEqual([]);
});
