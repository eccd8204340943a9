import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

describe('the check of the build context', () => {
  async function missing(checkout: string): Promise<string[]> {
    const script = `import { missingInContext } from './check-containers.mjs'; console.log(JSON.stringify(missingInContext(${JSON.stringify(checkout)})));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
    return JSON.parse(stdout);
  }

  async function checkout(ignored: string): Promise<string> {
    await mkdir(join(folder, 'docker'));
    await mkdir(join(folder, 'apps/one'), { recursive: true });
    await writeFile(join(folder, 'docker/Dockerfile.dockerignore'), ignored);
    for (const name of ['.nxignore', 'package.json', 'README.md', 'tsconfig.base.json'])
      await writeFile(join(folder, name), '');
    await writeFile(
      join(folder, 'nx.json'),
      '{ "namedInputs": { "shared": ["{workspaceRoot}/.swcrc", "{workspaceRoot}/*"] } }',
    );
    await writeFile(join(folder, '.swcrc'), '{}');
    await writeFile(join(folder, 'apps/one/tsconfig.json'), '{ "extends": "../../tsconfig.base.json" }');
    return folder;
  }

  it('reports files that Nx, its inputs and TypeScript read, and that are left out', async () => {
    const found = await missing(await checkout('*\n!apps\n!nx.json\n'));
    expect(found.map((line) => /reads (\S+),/.exec(line)?.[1])).toEqual([
      '.nxignore',
      '.swcrc',
      'package.json',
      'tsconfig.base.json',
    ]);
  });

  it('follows the order of the patterns', async () => {
    const ignored = '*\n!.*\n!*.json\n.swcrc\n';
    expect(await missing(await checkout(ignored))).toEqual([expect.stringContaining('reads .swcrc,')]);
  });

  it('finds nothing missing in this repository', async () => {
    expect(await missing(join(__dirname, '../..'))).toEqual([]);
  });
});
