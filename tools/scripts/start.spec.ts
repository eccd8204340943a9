import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as semver from 'semver';

const run = promisify(execFile);
const { engines } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-spec-'));
  for (const file of ['start.mjs', 'supported-node.mjs'])
    await copyFile(join(__dirname, file), join(folder, file));
  await writeFile(join(folder, 'launch.mjs'), `export const startCheckout = () => console.log('started');`);
});
afterAll(() => rm(folder, { recursive: true }));

/** The output of `npm start` on a version of Node, with a launcher that only prints that it was started. */
async function saidOn(version: string): Promise<string> {
  const script = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    await import('./start.mjs');`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
  }).catch((error) => error);
  return `${stdout}${stderr}`.trim();
}

describe('npm start', () => {
  it.each(['20.19.0', '20.20.2', '22.13.0', '24.11.0', '24.21.0', '25.0.0', '26.10.0'])(
    'starts on Node %s, which package.json names as supported',
    async (version) => {
      expect(semver.satisfies(version, engines.node)).toBe(true);
      expect(await saidOn(version)).toBe('started');
    },
  );

  it.each(['18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.0', '24.10.0'])(
    'refuses Node %s, which package.json does not support, and names the supported versions',
    async (version) => {
      expect(semver.satisfies(version, engines.node)).toBe(false);
      expect(await saidOn(version)).toMatch(
        new RegExp(`^Gatehouse needs Node\\.js 20\\.19, .*; this is ${version}\\.$`),
      );
    },
  );
});
