import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-containers-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function problems(dockerfile: string, compose: string): Promise<string[]> {
  await writeFile(join(folder, 'Dockerfile'), dockerfile);
  await writeFile(join(folder, 'compose.yaml'), compose);
  const script = `import { problemsOf } from './check-containers.mjs'; console.log(JSON.stringify(problemsOf(${JSON.stringify(folder)})));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stdout);
}

it('the container check finds no problems in correct files', async () => {
  const compose = `name: one\n\nservices:\n  one:\n    image: one:1.0.0\n`;
  expect(await problems('FROM node:20.20.2\nCMD ["node"]\n', compose)).toEqual([]);
});

it('the container check reports problems of a Dockerfile, with their lines', async () => {
  const compose = `name: one\n\nservices:\n  one:\n    image: one:1.0.0\n`;
  expect(await problems('FROM node:20.20.2\nRUNN true\nUSER\n', compose)).toEqual([
    expect.stringContaining('Dockerfile:2 '),
    expect.stringContaining('Dockerfile:3 '),
  ]);
});

it('the container check reports problems of a compose file, including warnings', async () => {
  const compose = `name: one\n\nservices:\n  one:\n    image: one\n    ports:\n      - '80:80'\n`;
  const found = await problems('FROM node:20.20.2\nCMD ["node"]\n', compose);
  expect(found.map((problem) => /\((.+)\)$/.exec(problem)?.[1]).sort()).toEqual([
    'no-unbound-port-interfaces',
    'service-image-require-explicit-tag',
  ]);
});
