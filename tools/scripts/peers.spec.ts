import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
const PYTHON = ['pywps', 'owslib', 'pydap', 'netcdf4', 'xarray', 'siphon', 'pystac'];
/** Of the separate Python environment, which also contains the Go toolchain. */
const GENERATORS = ['openapi-python-client', 'oapi-codegen', 'schemathesis'];
/** Of a Python environment of its own. */
const PYGEOAPI = ['pygeoapi'];
const FRONT_ENDS = ['haproxy', 'apache2', 'caddy'];
const SERVERS = ['mapserver', 'qgis', 'qgis-client'];
const DATABASES = ['localedef', 'pgbouncer'];
const PROGRAMS = [
  'nginx',
  'curl',
  'wget',
  'git',
  'gdal',
  ...DATABASES,
  'tinyproxy',
  'prlimit',
  'script',
  'mount',
  ...FRONT_ENDS,
  ...SERVERS,
];
const missing = (path: string, servers: string[] = []) =>
  evaluate(
    `module.missingPeers(${JSON.stringify({ PATH: path, XDG_CACHE_HOME: folder })}, ${JSON.stringify(servers)})`,
  );
const tests = async (without: string[]): Promise<string[]> => {
  const environment = (await evaluate(`module.withoutPeers(${JSON.stringify(without)})`)) as object;
  const { stdout } = await run(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--listTests', '--selectProjects', 'e2e'],
    { cwd: root, env: { ...process.env, ...environment } },
  );
  return stdout.trim().split('\n');
};

it('peers are missing where no folder has them as a program', async () => {
  await writeFile(join(folder, 'nginx'), '', { mode: 0o755 });
  await writeFile(join(folder, 'curl'), '', { mode: 0o644 });
  const others = [
    'curl',
    'wget',
    'git',
    'gdal',
    ...DATABASES,
    'tinyproxy',
    'prlimit',
    'script',
    'mount',
    ...FRONT_ENDS,
    ...SERVERS,
    ...PYTHON,
    ...PYGEOAPI,
    ...GENERATORS,
  ];
  expect(await missing(folder)).toEqual(others);
  expect(await missing('', [folder])).toEqual(others);
  expect(await missing('')).toEqual([...PROGRAMS, ...PYTHON, ...PYGEOAPI, ...GENERATORS]);
});

it('peers are missing where one of the programs that they need is missing', async () => {
  await writeFile(join(folder, 'mapserv'), '', { mode: 0o755 });
  expect(await missing(folder)).toContain('mapserver');
  await writeFile(join(folder, 'spawn-fcgi'), '', { mode: 0o755 });
  expect(await missing(folder)).not.toContain('mapserver');
  expect(await missing(folder)).toContain('qgis');
});

it('a peer with a module of Python is missing until a Python of the system imports it', async () => {
  const python = join(folder, 'python3');
  await writeFile(python, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect(await missing(folder)).toContain('qgis-client');
  await writeFile(python, `#!/bin/sh\n[ "$*" = '-B -c import qgis.core' ]\n`, { mode: 0o755 });
  expect(await missing(folder)).not.toContain('qgis-client');
});

async function stamp(environment: string, ...lists: (string | Buffer)[]): Promise<void> {
  const [path, digest] = [join(folder, 'gatehouse', environment), createHash('sha256')];
  for (const list of lists) digest.update(list);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, digest.digest('hex'));
}

it('peers in Python are missing until their environment has the packages of the current list', async () => {
  const list = await readFile(join(root, 'apps/proxy/e2e/peers/python/requirements.txt'));
  await stamp('peers-python/requirements.sha256', list);
  expect(await missing('')).toEqual([...PROGRAMS, ...PYGEOAPI, ...GENERATORS]);
  await stamp('peers-python/requirements.sha256', list, '# another\n');
  expect(await missing('')).toEqual([...PROGRAMS, ...PYTHON, ...PYGEOAPI, ...GENERATORS]);
});

it('pygeoapi is missing until its own environment has the packages of its list', async () => {
  const list = await readFile(join(root, 'apps/api/e2e/peers/python/pygeoapi-requirements.txt'));
  await stamp('peers-pygeoapi/requirements.sha256', list);
  expect(await missing('')).toEqual([...PROGRAMS, ...PYTHON, ...GENERATORS]);
});

it('peers that generate clients are missing until their environment and their modules are as listed', async () => {
  const clients = join(root, 'apps/api/e2e/clients');
  const list = await readFile(join(clients, 'python/requirements.txt'));
  const modules = await Promise.all(['go.mod', 'go.sum'].map((name) => readFile(join(clients, 'go', name))));
  const others = [...PROGRAMS, ...PYTHON, ...PYGEOAPI];
  await stamp('clients-go/versions.sha256', ...modules, list);
  expect(await missing('')).toEqual([...others, ...GENERATORS]);
  await stamp('clients-python/requirements.sha256', list);
  expect(await missing('')).toEqual(others);
  await stamp('clients-go/versions.sha256', ...modules, list, '# another\n');
  expect(await missing('')).toEqual([...others, 'oapi-codegen']);
});

it('a peer that mounts a file system is missing where the system does not allow that', async () => {
  for (const name of ['mount', 'unshare']) await writeFile(join(folder, name), '', { mode: 0o755 });
  const canMount = await run('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', tmpdir()]).then(
    () => true,
    () => false,
  );
  expect(((await missing(folder)) as string[]).includes('mount')).toBe(!canMount);
  expect(await evaluate(`module.installable(['nginx', 'mount'])`)).toEqual(['nginx']);
});

it('peers are all required where CI runs, and not elsewhere', async () => {
  const required = (environment: object) =>
    evaluate(`module.arePeersRequired(${JSON.stringify(environment)})`);
  expect(await Promise.all([{ CI: 'true' }, { CI: '1' }].map(required))).toEqual([true, true]);
  const elsewhere = [{}, { CI: '' }, { CI: 'false' }, { CI: '0' }];
  expect(await Promise.all(elsewhere.map(required))).toEqual([false, false, false, false]);
});

it('peers are exactly the programs that the tests with real programs need', async () => {
  const names = (await tests([])).flatMap(
    (test) => /\/e2e\/peers\/([\w.-]+)\.e2e-spec\.ts$/.exec(test)?.[1] ?? [],
  );
  const long = await readdir(join(root, 'apps/proxy/e2e/peers'));
  names.push(...long.flatMap((file) => /^([\w.-]+)\.long-spec\.ts$/.exec(file)?.[1] ?? []));
  // Those of other long series are named where they are started.
  const programs = await readFile(join(root, 'apps/system-e2e/src/front-end-programs.ts'), 'utf8');
  const started = [...programs.matchAll(/^ {2}name: '([\w-]+)',$/gm)].map(([, name = '']) => name);
  const parts = new Set([...names.flatMap((name) => name.split('.')), ...started]);
  const peers = [...PROGRAMS, ...PYTHON, ...PYGEOAPI, ...GENERATORS];
  expect(peers.filter((peer) => !parts.has(peer))).toEqual([]);
  expect(names.filter((name) => !peers.includes(name.split('.')[0] ?? ''))).toEqual([]);
}, 300_000);

it('missing peers skip their own tests, and no others', async () => {
  const all = await tests([]);
  const left = await tests(['nginx', 'qgis']);
  expect(all.filter((test) => !left.includes(test)).map((test) => test.slice(root.length + 1))).toEqual(
    all
      .map((test) => test.slice(root.length + 1))
      .filter((test) => /\/peers\/(?:.*\.)?(?:nginx|qgis)\./.test(test)),
  );
  expect(left.length).toBeLessThan(all.length);
}, 300_000);

it('peers are reported as missing, with the tests that did not run', async () => {
  expect(await evaluate(`module.noticeOf(['nginx', 'wget'])`)).toBe(
    'There is no nginx and no wget here: untested are the documented configuration of nginx, downloads that are resumed. ' +
      'Install what is missing, and run again.',
  );
});
