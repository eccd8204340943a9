import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function evaluate(name: string, dockerfile: string): Promise<string> {
  const script = `import { ${name} as read } from './smoke.mjs'; console.log(JSON.stringify(read(${JSON.stringify(dockerfile)})));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stdout);
}
const versionOf = (dockerfile: string) => evaluate('nodeVersionOf', dockerfile);

describe('the smoke test', () => {
  it('runs on the Node with which the Dockerfile begins', async () => {
    expect(await versionOf('# Images.\nFROM node:24.21.0-bookworm-slim AS node\nFROM node AS build\n')).toBe(
      '24.21.0',
    );
  });

  it('carries out both health checks of the Dockerfile', async () => {
    const dockerfile = readFileSync(join(__dirname, '../../docker/Dockerfile'), 'utf8');
    const checks = (await evaluate('healthChecksOf', dockerfile)) as unknown as string[][];
    expect(checks.map(([program, option]) => `${program} ${option}`)).toEqual(['node -e', 'node -e']);
  });

  it('fails for a Dockerfile that leaves the version open', async () => {
    await expect(versionOf('FROM node:24-bookworm-slim\n')).rejects.toThrow('exact version of Node');
  });
});
