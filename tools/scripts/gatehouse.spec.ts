import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SOURCES = {
  '.swcrc': '{}',
  'nx.json': '{}',
  'package.json': '{}',
  'package-lock.json': '{}',
  'tsconfig.base.json': '{}',
  'apps/cli/build.mjs': '',
  'apps/cli/project.json': '{}',
  'apps/cli/sources.mjs': '',
  'apps/cli/src/main.ts': 'import "@gatehouse/names";',
  'libs/names/src/index.ts': 'export const NAME = 1;',
  'libs/server/mail/src/templates/layout.hbs': 'Hello',
};
const MODULES = {
  'main.cjs': ['apps/cli/src/main.ts', 'libs/names/src/index.ts', 'node_modules/commander/index.js'],
};
let folder: string;

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};
const script = async (text: string, cwd = __dirname) =>
  (await run(process.execPath, ['--input-type=module', '-e', text], { cwd })).stdout.trim();

/** A build of the sources, which began after they were written, or before. */
function build(began: 'after' | 'before' = 'after'): Promise<string> {
  return script(
    `import { noteSources } from '../../apps/cli/sources.mjs';
     noteSources('${folder}/', '${folder}/dist/package', ${JSON.stringify(MODULES)}, Date.now() ${began === 'after' ? '+' : '-'} 60_000);`,
  );
}
const isUpToDate = () =>
  script(
    `import { isUpToDate } from '../../apps/cli/sources.mjs';
     console.log(isUpToDate('${folder}/', '${folder}/dist/package'));`,
  );

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-spec-'));
  for (const [path, text] of Object.entries(SOURCES)) await write(path, text);
  for (const name of ['gatehouse.cjs', 'main.cjs', 'package.json']) await write(`dist/package/${name}`, '');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the build of the command line', () => {
  it('is up to date until a source of it changes, and again when the source is as before', async () => {
    expect(await isUpToDate()).toBe('false');
    await build();
    expect(await isUpToDate()).toBe('true');
    for (const [path, text] of Object.entries(SOURCES)) {
      await write(path, `${text} `);
      expect([path, await isUpToDate()]).toEqual([path, 'false']);
      await write(path, text);
    }
    expect(await isUpToDate()).toBe('true');
  });

  it('is not up to date when a source has been removed, or a module was added beside one', async () => {
    await build();
    await write('libs/names/src/index.spec.ts', '');
    await write('libs/names/README.md', '');
    expect(await isUpToDate()).toBe('true');
    await write('libs/names/src/other.ts', '');
    expect(await isUpToDate()).toBe('false');
    await rm(join(folder, 'libs/names/src/other.ts'));
    expect(await isUpToDate()).toBe('true');
    await write('libs/server/mail/src/templates/fr/layout.hbs', 'Bonjour');
    expect(await isUpToDate()).toBe('false');
    await rm(join(folder, 'libs/server/mail/src/templates/fr/layout.hbs'));
    await rm(join(folder, 'libs/names/src/index.ts'));
    expect(await isUpToDate()).toBe('false');
  });

  it('is not up to date without one of its files', async () => {
    await build();
    await rm(join(folder, 'dist/package/main.cjs'));
    expect(await isUpToDate()).toBe('false');
  });

  it('does not count as up to date if a source has changed while it was made', async () => {
    await build('before');
    expect(await isUpToDate()).toBe('false');
  });
});

describe('builds of one checkout', () => {
  const LOCKED = `import { appendFileSync } from 'node:fs';
     import { withBuildLock } from './build-lock.mjs';
     withBuildLock(() => {
       appendFileSync(LOG, 'begin ');
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
       appendFileSync(LOG, 'end ');
     }, LOCK);`;
  const locked = () =>
    script(
      LOCKED.replaceAll('LOG', `'${join(folder, 'log')}'`).replaceAll('LOCK', `'${join(folder, 'lock')}'`),
    );
  const log = () => readFile(join(folder, 'log'), 'utf8');

  it('are made one after the other, by whatever processes', async () => {
    await Promise.all([locked(), locked(), locked(), locked()]);
    expect(await log()).toBe('begin end '.repeat(4));
    await expect(readFile(join(folder, 'lock'))).rejects.toThrow('ENOENT');
  });

  it('are not prevented by a process that has ended in the middle of one', async () => {
    const { pid } = JSON.parse(await script('console.log(JSON.stringify({ pid: process.pid }))')) as {
      pid: number;
    };
    await write('lock', String(pid));
    await locked();
    expect(await log()).toBe('begin end ');
  });

  it('are released when one fails', async () => {
    const failing = LOCKED.replace("appendFileSync(LOG, 'begin ');", "throw new Error('no');")
      .replaceAll('LOG', `'${join(folder, 'log')}'`)
      .replaceAll('LOCK', `'${join(folder, 'lock')}'`);
    await expect(script(failing)).rejects.toThrow('no');
    await locked();
    expect(await log()).toBe('begin end ');
  });
});
