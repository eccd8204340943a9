import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'changes-spec-'));
  await mkdir(join(folder, 'below'));
  await writeFile(join(folder, 'below/file'), 'one');
});
afterEach(() => rm(folder, { recursive: true }));

/** The output of a script with `changes` of the folder, and `write` to change a file in it. */
async function saidBy(script: string): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { writeFile } from 'node:fs/promises';
       import { Changes } from './changes.mjs';
       const folder = ${JSON.stringify(folder)};
       const changes = new Changes([folder]);
       const write = (name, text) => writeFile(folder + '/below/' + name, text);
       ${script}
       changes.close();`,
    ],
    { cwd: __dirname },
  );
  return stdout.trim();
}

describe('Changes', () => {
  it('settles after a file below the folder is written', async () => {
    expect(
      await saidBy(
        `const next = changes.next(); await write('file', 'two'); await next; console.log('changed');`,
      ),
    ).toBe('changed');
  });

  it('settles for a new file as well', async () => {
    expect(
      await saidBy(
        `const next = changes.next(); await write('new', 'one'); await next; console.log('changed');`,
      ),
    ).toBe('changed');
  });

  it('ignores what a build writes into a folder `generated`', async () => {
    await mkdir(join(folder, 'below/generated'));
    const script = `
      const settled = changes.next().then(() => 'changed');
      await write('generated/file', 'one');
      const quiet = new Promise((resolve) => setTimeout(resolve, 500, 'ignored'));
      console.log(await Promise.race([settled, quiet]));
      await write('file', 'two');
      console.log(await settled);`;
    expect(await saidBy(script)).toBe('ignored\nchanged');
  });

  it('keeps a change that occurs while no caller waits', async () => {
    const script = `
      const first = changes.next(); await write('file', 'two'); await first;
      await write('file', 'three');
      await new Promise((resolve) => setTimeout(resolve, 50));
      await changes.next(); console.log('changed again');`;
    expect(await saidBy(script)).toBe('changed again');
  });
});
