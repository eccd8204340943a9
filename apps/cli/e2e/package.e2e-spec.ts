import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuiltProgram } from './harness/built-program';

/** Loads nothing, and prints the files that were loaded when the process ends. */
const REPORT = `
process.on('exit', () => {
  const loaded = Object.keys(require('module')._cache);
  require('fs').writeSync(3, JSON.stringify(loaded));
});`;

describe('the package of the command line', () => {
  let gatehouse: BuiltProgram;
  let folder: string;

  beforeAll(() => {
    gatehouse = BuiltProgram.build();
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-package-'));
  });
  afterAll(() => {
    gatehouse.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is installed from its tarball with its manual pages, without a registry and without links to the workspace', async () => {
    const environment = {
      ...process.env,
      npm_config_cache: join(folder, 'cache'),
      npm_config_update_notifier: 'false',
    };
    const npm = (...args: string[]) =>
      execFileSync('npm', [...args, '--offline'], {
        cwd: folder,
        env: environment,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const tarball = npm('pack', gatehouse.folder, '--silent').trim();
    npm('install', '--global', '--prefix', folder, '--omit=optional', join(folder, tarball));
    expect(readdirSync(join(folder, 'lib/node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'gatehouse-cli',
    ]);
    expect(readdirSync(join(folder, 'lib/node_modules/gatehouse-cli'))).not.toContain('node_modules');
    const pages = readdirSync(join(folder, 'share/man/man1'));
    expect(pages).toEqual(readdirSync(join(gatehouse.folder, 'man')));
    expect(pages).toContain('gatehouse-users.1');
    const program = join(folder, 'bin/gatehouse');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const run = (...args: string[]) => spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    expect(run('--version').stdout).toBe(`${version}\n`);
    expect(run('mail', 'preview').stdout).toContain('password_reset');
    const help = run('users', 'create', '--help').stdout;
    expect(help).toContain('<name>');
    expect(run('help', 'users', 'create').stdout).toBe(help);
    expect(help).not.toContain('help [command]');
    expect(run('completion', 'bash').stdout).toContain('complete -F');
  });

  it.each([['--help'], ['users', '--help'], ['users', 'create', '--help'], ['--version']])(
    'loads no library of the server for %s',
    (...args) => {
      const report = join(folder, 'report.cjs');
      writeFileSync(report, REPORT);
      const { status, output } = spawnSync(process.execPath, ['--require', report, gatehouse.path, ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      });
      expect(status).toBe(0);
      const loaded: string[] = JSON.parse(output[3] ?? '');
      expect(
        loaded.filter((file) => /(?:operation|configuration|policy)\.cjs|node_modules/.test(file)),
      ).toEqual([]);
    },
  );

  it('has no library of the server in what it loads for help, and none of databases in what reads configuration files and decides by them', () => {
    const modules: Record<string, readonly string[]> = JSON.parse(
      readFileSync(join(gatehouse.folder, '../modules.json'), 'utf8'),
    );
    const found = (file: string, pattern: RegExp) =>
      modules[file]?.filter((name) => pattern.test(name)).length;
    const servers = /^libs\/server\/|node_modules\/(?:@nestjs|typeorm|pg|express)\//;
    const databases = /node_modules\/(?:@nestjs|typeorm|pg|express)\//;
    expect(modules['main.cjs']?.length).toBeGreaterThan(100);
    expect(found('main.cjs', servers)).toBe(0);
    expect(found('configuration.cjs', /^libs\/server\/desired-state\//)).toBeGreaterThan(10);
    expect(found('configuration.cjs', databases)).toBe(0);
    expect(found('policy.cjs', /^libs\/server\/enforcement\//)).toBeGreaterThan(10);
    expect(found('policy.cjs', databases)).toBe(0);
    // What the comparison finds where it is.
    expect(found('operation.cjs', databases)).toBeGreaterThan(100);
  });

  it.each(['bash', 'zsh', 'fish'].filter((shell) => spawnSync(shell, ['--version']).status === 0))(
    'has a completion script that %s accepts',
    (shell) => {
      const script = execFileSync(process.execPath, [gatehouse.path, 'completion', shell], {
        encoding: 'utf8',
      });
      // fish reads no script from the socket that standard input would be.
      const path = join(gatehouse.configFolder, `completion.${shell}`);
      writeFileSync(path, script);
      expect(spawnSync(shell, ['-n', path], { encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      });
      if (shell === 'zsh') expect(firstOfZsh(script)).toMatchObject({ stdout: 'csv\n', stderr: '' });
    },
  );

  /** What zsh offers at the first completion, which loads the script. */
  function firstOfZsh(script: string) {
    writeFileSync(join(folder, '_gatehouse'), script);
    const typed = `fpath=('${folder}' $fpath); compdef() { }; _describe() { print -l $found }
      gatehouse() { '${process.execPath}' '${gatehouse.path}' "$@" }
      words=(gatehouse users list --output c); CURRENT=5; autoload -Uz _gatehouse; _gatehouse`;
    return spawnSync('zsh', ['-f', '-c', typed], { encoding: 'utf8' });
  }
});
