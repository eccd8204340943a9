import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '@gatehouse/settings';
import { BuiltProgram } from './harness/built-program';

const blocks = [...readFileSync('docs/migration.md', 'utf8').matchAll(/^```sh run\n([^]*?)^```$/gm)].map(
  ([, block = '']) => block,
);
const SECRETS = ['the keeper of the gate', 'a secret of the mail server', 'a secret of the reference'];

describe('gatehouse import settings', () => {
  let gatehouse: BuiltProgram;
  let folder: string;
  beforeAll(() => {
    gatehouse = BuiltProgram.build();
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-import-settings-'));
    mkdirSync(join(folder, 'old'));
    writeFileSync(
      join(folder, 'old/env.local'),
      `export BIRDHOUSE_FQDN=gate.example.org\nexport MAGPIE_SMTP_PASSWORD='${SECRETS[1]}'\nexport MAGPIE_NO_SUCH=1\n`,
    );
    writeFileSync(
      join(folder, 'old/magpie.ini'),
      `[app:magpie_app]\nmagpie.secret = ${SECRETS[2]}\nmagpie.admin_user = keeper\nmagpie.admin_password = ${SECRETS[0]}\n`,
    );
    writeFileSync(
      join(folder, 'old/twitcher.ini'),
      '[app:main]\nuse = egg:pyramid_twitcher\ntwitcher.ows_security = true\n',
    );
    writeFileSync(
      join(folder, 'gatehouse'),
      `#!/bin/sh\nexec '${process.execPath}' '${gatehouse.path}' "$@"\n`,
    );
    chmodSync(join(folder, 'gatehouse'), 0o755);
  });
  afterAll(() => {
    gatehouse.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const files = () => ['env.local', 'magpie.ini', 'twitcher.ini'].map((name) => join(folder, 'old', name));
  const importTo = (path: string, ...options: string[]) =>
    gatehouse.run(['import', 'settings', ...files(), '--to', path, ...options]);

  it('is carried out as docs/migration.md shows it, and the file starts the product', () => {
    expect(blocks.length).toBe(2);
    const environment = {
      PATH: `${folder}:${process.env['PATH']}`,
      HOME: folder,
      NODE_PATH: join(process.cwd(), 'node_modules'),
    };
    const runs = blocks.map((block) => {
      const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', block], {
        cwd: folder,
        env: environment,
        encoding: 'utf8',
      });
      for (const secret of SECRETS) expect(stdout + stderr).not.toContain(secret);
      return status;
    });
    // The first asks for decisions.
    expect(runs).toEqual([2, 0]);
    const settings = loadSettings({ SVC_INI_FILE_PATH: join(folder, 'gatehouse.ini') });
    expect(settings).toMatchObject({
      preset: 'magpie',
      publicUrl: 'https://gate.example.org/magpie',
      adminUser: 'keeper',
      adminPassword: SECRETS[0],
      databaseUrl: 'postgresql://gatehouse@db.example.org/gatehouse',
    });
  });

  it('writes a file that nobody else can read, whatever the mask, and no value anywhere else', async () => {
    const path = join(folder, 'private.ini');
    const { code, stdout, stderr } = await importTo(path);
    expect(code).toBe(2);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const content = readFileSync(path, 'utf8');
    expect(content).toContain(SECRETS[0]);
    for (const secret of SECRETS) expect(stdout + stderr).not.toContain(secret);
    expect(stdout).toContain('MAGPIE_NO_SUCH');
    expect(stdout).toContain('TWITCHER_OWS_SECURITY');
  });

  it('replaces a file only with --force, and then as a whole with the mode of a secret', async () => {
    const path = join(folder, 'existing.ini');
    writeFileSync(path, 'SVC_PORT = 1\n', { mode: 0o644 });
    const refused = await importTo(path);
    expect([refused.code, readFileSync(path, 'utf8')]).toEqual([1, 'SVC_PORT = 1\n']);
    expect(refused.stderr).toContain('--force');
    expect((await importTo(path, '--force')).code).toBe(2);
    expect(readFileSync(path, 'utf8')).not.toContain('SVC_PORT = 1');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('prints the lists as JSON, without values', async () => {
    const { stdout } = await importTo(join(folder, 'json.ini'), '--json');
    const lists = JSON.parse(stdout);
    expect(lists.unknown).toEqual([expect.objectContaining({ name: 'MAGPIE_NO_SUCH', file: 'env.local' })]);
    expect(lists.decisions.map(({ name }: { name: string }) => name)).toContain('SVC_DB_URL');
    expect(lists.translated.map(({ to }: { to: string }) => to)).toContain('SVC_ADMIN_PASSWORD');
    for (const secret of SECRETS) expect(stdout).not.toContain(secret);
  });

  it('says what cannot be read or translated, and writes nothing', async () => {
    const path = join(folder, 'none.ini');
    writeFileSync(join(folder, 'providers.yml'), 'providers: {}\n');
    for (const [file, text] of [
      [join(folder, 'missing.env'), 'cannot be read'],
      [join(folder, 'providers.yml'), 'need no translation'],
    ] as const) {
      const run = await gatehouse.run(['import', 'settings', file, '--to', path]);
      expect([run.code, run.stderr]).toEqual([1, expect.stringContaining(text)]);
    }
    expect(() => statSync(path)).toThrow('ENOENT');
  });
});
