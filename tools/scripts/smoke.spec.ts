import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function versionOf(dockerfile: string): Promise<string> {
  const script = `import { nodeVersionOf } from './smoke.mjs'; console.log(nodeVersionOf(${JSON.stringify(dockerfile)}));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return stdout.trim();
}

describe('the smoke test', () => {
  it('runs on the Node with which the Dockerfile begins', async () => {
    expect(await versionOf('# Images.\nFROM node:24.21.0-bookworm-slim AS node\nFROM node AS build\n')).toBe(
      '24.21.0',
    );
  });

  it('fails for a Dockerfile that leaves the version open', async () => {
    await expect(versionOf('FROM node:24-bookworm-slim\n')).rejects.toThrow('exact version of Node');
  });
});
