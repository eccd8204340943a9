import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'install-spec-'));
  await mkdir(join(folder, 'node_modules'));
  await lock('package-lock.json', { '': {}, 'node_modules/one': { version: '1.0.0' } });
});
afterEach(() => rm(folder, { recursive: true }));

const lock = (path: string, packages: object) => writeFile(join(folder, path), JSON.stringify({ packages }));
const installed = (packages: object) => lock('node_modules/.package-lock.json', packages);

async function isInstalled(): Promise<boolean> {
  const script = `import { isInstalled } from './install.mjs'; console.log(isInstalled(${JSON.stringify(folder)}));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stdout);
}

it('an installation is complete with every package of the lock file, however they were installed', async () => {
  await installed({ 'node_modules/one': { version: '1.0.0' }, 'node_modules/more': { version: '2.0.0' } });
  expect(await isInstalled()).toBe(true);
});

it('an installation is incomplete if npm has not finished', async () => {
  expect(await isInstalled()).toBe(false);
});

it('an installation is incomplete if a package is missing or of another version', async () => {
  await installed({});
  expect(await isInstalled()).toBe(false);
  await installed({ 'node_modules/one': { version: '1.0.1' } });
  expect(await isInstalled()).toBe(false);
});

it('an installation is complete without packages for other platforms', async () => {
  await lock('package-lock.json', {
    '': {},
    'node_modules/for-another': { version: '1.0.0', optional: true },
  });
  await installed({});
  expect(await isInstalled()).toBe(true);
});

it('an installation leaves standard output to the program that is run after it', async () => {
  await writeFile(join(folder, 'npm-cli.js'), "console.log('added 1 package');");
  const script = `import { installPackages } from './install.mjs'; installPackages(${JSON.stringify(folder)});`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: __dirname,
    env: { ...process.env, npm_execpath: join(folder, 'npm-cli.js') },
  });
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: 'added 1 package\n' });
});
