import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN, type TestApi, startApi } from '../../api/e2e/harness/start-api';
import { BuiltProgram } from './harness/built-program';

const PAGE = readFileSync('docs/cli.md', 'utf8');
const blocks = [...PAGE.matchAll(/^```sh run\n([^]*?)^```$/gm)].map(([, block = '']) => block);

describe('docs/cli.md', () => {
  let api: TestApi;
  let gatehouse: BuiltProgram;
  let folder: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    api = await startApi();
    gatehouse = BuiltProgram.build();
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-page-'));
    writeFileSync(
      join(folder, 'gatehouse'),
      `#!/bin/sh\nexec '${process.execPath}' '${gatehouse.path}' "$@"\n`,
    );
    chmodSync(join(folder, 'gatehouse'), 0o755);
    const body = { token_name: 'page', administrator: true };
    const { value } = (await api.admin.post(`/users/${ADMIN.name}/tokens`, body).expect(201)).body;
    environment = {
      PATH: `${folder}:${process.env['PATH']}`,
      GATEHOUSE_CONFIG_DIR: gatehouse.configFolder,
      GATEHOUSE_URL: api.anonymous.url,
      GATEHOUSE_TOKEN: value,
    };
  });
  afterAll(async () => {
    await api.close();
    gatehouse.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has commands that work one after the other', async () => {
    expect(blocks.length).toBe(3);
    for (const block of blocks) {
      const { status, stderr } = await new Promise<{ status: number | null; stderr: string }>((resolve) => {
        // Not `spawnSync`: the API is in this process.
        const child = spawn('sh', ['-e', '-c', block], { env: environment, cwd: folder });
        let stderr = '';
        child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
        child.on('close', (status: number | null) => resolve({ status, stderr }));
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('gatehouse:') });
    }
    await api.admin.get('/users/ada').expect(200);
    await api.admin.get('/users/bob').expect(404);
  });
});
