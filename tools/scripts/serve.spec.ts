import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Miniature, NOBODY } from './fixtures/miniature';

const RUNNING = 'is running. Ctrl-C stops it.';
const isRoot = process.geteuid?.() === 0;
/** The account that runs the programs, and the one to whom the checkout belongs. */
const [me, owner] = [isRoot ? 'nobody' : userInfo().username, userInfo().username];
const give = (path: string): Promise<void> => (isRoot ? chown(path, NOBODY, NOBODY) : Promise.resolve());

let checkout: Miniature;
let elsewhere: string;
let environment: Record<string, string>;

beforeAll(async () => {
  checkout = await Miniature.make();
  elsewhere = await mkdtemp(join(tmpdir(), 'serve-spec-'));
  await give(elsewhere);
  environment = {
    SVC_DATA_DIR: join(elsewhere, 'data'),
    STAND_IN_EVENTS: join(elsewhere, 'events'),
    XDG_CACHE_HOME: join(elsewhere, 'cache'),
  };
});
afterEach(async () => {
  await checkout.settle();
  await setMode(checkout.folder, 0o200);
});
afterAll(async () => {
  await checkout.remove();
  await rm(elsewhere, { recursive: true });
});

/** Adds the right of its owner to write to all of a folder, or removes it. */
async function setMode(folder: string, write: 0 | 0o200): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => !one.isSymbolicLink()).map((one) => join(one.parentPath, one.name));
  for (const path of [folder, ...paths]) {
    const { mode } = await stat(path);
    await chmod(path, (mode & 0o555) | write);
  }
}

/** What is in the checkout, with times and sizes. */
async function stateOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names
      .filter((name) => !name.startsWith('node_modules/'))
      .map(async (name) => {
        const { ino, size, mtimeMs, ctimeMs } = await stat(join(folder, name));
        return `${name} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
      }),
  );
}

const markOf = async () => ({
  ...{ commit: 'abc1234', time: '2026-11-26T21:00:07.000Z' },
  version: JSON.parse(await readFile(join(checkout.folder, 'package.json'), 'utf8')).version as string,
});
const mark = async (changes: object = {}): Promise<void> =>
  writeFile(join(checkout.folder, 'dist/build.json'), JSON.stringify({ ...(await markOf()), ...changes }));

describe.each(['serve', 'start'] as const)('npm run %s in a checkout that cannot be written', (program) => {
  beforeEach(async () => {
    await mark();
    await setMode(checkout.folder, 0);
  });

  it(`starts what is built, names the build, and writes nothing there (${program})`, async () => {
    const before = await stateOf(checkout.folder);
    const start = checkout.startAll(program, environment);
    await start.until(RUNNING);
    const { version } = await markOf();
    expect(start.output()).toContain(
      `Starting the build of version ${version} (abc1234) from 2026-11-26 21:00 UTC.\n`,
    );
    expect(start.output()).not.toMatch(/Installing|Building/);
    await checkout.settle();
    expect(await stateOf(checkout.folder)).toEqual(before);
    expect(await readdir(elsewhere)).toEqual(['cache', 'data', 'events']);
  });

  it(`demands a data folder, and starts nothing without it (${program})`, async () => {
    const start = checkout.startAll(program);
    expect((await start.end()).code).toBe(1);
    expect(start.output().trim().split('\n')).toEqual([
      `SVC_DATA_DIR must be set to a folder of this account: the default is in ${checkout.folder}, to which nothing is written.`,
    ]);
  });

  it(`refuses what is not built completely, and says who builds it (${program})`, async () => {
    await setMode(checkout.folder, 0o200);
    for (const [prepared, reason] of [
      [
        () => rm(join(checkout.folder, 'dist/build.json')),
        `There is no complete build in ${checkout.folder}.`,
      ],
      [() => mark({ version: '5.9.0' }), /^The build is of version 5\.9\.0, and .* has \d+\.\d+\.\d+\./],
    ] as const) {
      await prepared();
      await setMode(checkout.folder, 0);
      const start = checkout.startAll(program, environment);
      expect((await start.end()).code).toBe(1);
      const [line = '', ...others] = start.output().trim().split('\n');
      expect(others).toEqual([]);
      expect(line).toMatch(reason);
      expect(line).toContain(`Run \`npm run build\` in ${checkout.folder} as ${owner}, who may write there.`);
      await setMode(checkout.folder, 0o200);
    }
  });
});

describe('a file of another account', () => {
  /** Only root can have a file that others cannot write, in a folder that is theirs; other accounts use one of the system. */
  const foreignFolder = (path: string) => (isRoot ? mkdir(path) : symlink('/usr/share', path));
  const sentence = (path: string, area: string): string =>
    `${path} belongs to root, and this account, ${me}, cannot use it. ` +
    `Give it to this account (sudo chown -R ${me} ${area}), or start Gatehouse as root.`;

  it('is named by npm start with its owner and a remedy, where an installation or a build would write', async () => {
    await give(checkout.folder);
    await foreignFolder(join(checkout.folder, '.cache'));
    const start = checkout.startAll('start', environment);
    expect((await start.end()).code).toBe(1);
    // For `nobody`, the packages of the tests are of another account as well.
    const first = join(checkout.folder, isRoot ? 'node_modules' : '.cache');
    expect(start.output().trim().split('\n')).toEqual([
      `${sentence(first, checkout.folder)} \`npm run serve\` starts what is built, without writing.`,
    ]);
    await rm(join(checkout.folder, '.cache'), { recursive: true });
  });

  it('is named with its owner and a remedy, where it is the data folder', async () => {
    const folder = join(elsewhere, "ada's data");
    await foreignFolder(folder);
    await mark();
    const start = checkout.startAll('serve', { SVC_DATA_DIR: folder });
    expect((await start.end()).code).toBe(1);
    expect(start.output().trim().split('\n').slice(1)).toEqual([
      'The settings cannot be used:',
      `  - SVC_DATA_DIR names a folder that cannot be created or written (EACCES): ${folder}. ` +
        sentence(folder, `'${elsewhere}/ada'\\''s data'`),
    ]);
    await rm(folder, { recursive: true });
  });

  it('is not to be given away where it is above the data folder', async () => {
    const parent = isRoot ? join(elsewhere, 'lib') : '/usr/share';
    const closed = join(elsewhere, 'closed');
    if (isRoot) await mkdir(parent);
    await mkdir(closed, { mode: 0o600 });
    await mark();
    const start = async (folder: string): Promise<string> => {
      const child = checkout.startAll('serve', { SVC_DATA_DIR: folder });
      expect((await child.end()).code).toBe(1);
      return child.output().trim().split('\n').at(-1) ?? '';
    };
    for (const folder of [join(parent, 'gatehouse'), join(parent, 'gatehouse/data')])
      expect(await start(folder)).toBe(
        `  - SVC_DATA_DIR names a folder that cannot be created or written (EACCES): ${folder}. ` +
          `${folder} does not exist, and this account, ${me}, cannot create it in ${parent}, which belongs to root. ` +
          `Create it (sudo install -d -m 700 -o ${me} ${folder}), or start Gatehouse as root.`,
      );
    const owned = `${closed} belongs to ${owner}, and this account, ${me}, cannot enter it. `;
    expect(await start(join(closed, 'data'))).toContain(
      `${owned}Use a folder elsewhere, or start Gatehouse as ${owner}.`,
    );
  });

  it('is named with its owner and a remedy, where it is in the data folder', async () => {
    const dataDir = join(elsewhere, 'other');
    const file = join(dataDir, 'secrets.json');
    await mkdir(dataDir);
    await give(dataDir);
    await writeFile(file, '{}', { mode: 0o000 });
    await mark();
    const start = checkout.startAll('serve', { ...environment, SVC_DATA_DIR: dataDir });
    expect((await start.end()).code).toBe(1);
    expect(start.output().trim().split('\n').slice(2)).toEqual([
      isRoot
        ? sentence(file, dataDir)
        : expect.stringContaining(`${file} cannot be used by its owner, ${me}`),
    ]);
  });
});
