import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface State {
  readonly sources: string;
  readonly made: string;
}

let folder: string;

function stateOf(): State {
  const script = `import { stateOf } from './build-state.mjs'; console.log(JSON.stringify(stateOf(${JSON.stringify(folder)}) ?? {}));`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: __dirname, encoding: 'utf8' }));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-build-'));
  for (const path of [
    'package.json',
    'apps/api/src/main.ts',
    'libs/names/src/index.ts',
    'dist/apps/api/src/main.js',
    '.swcrc',
    'docs/openapi.json',
  ])
    write(path, path);
  const sharedGlobals = ['{workspaceRoot}/.swcrc', '{workspaceRoot}/nx.json'];
  write('nx.json', JSON.stringify({ namedInputs: { sharedGlobals } }));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the state of a build', () => {
  it.each([
    'package.json',
    '.swcrc',
    'libs/names/src/other.ts',
    'apps/ui/project.json',
    'docs/openapi.json',
    'tools/scripts/build.mjs',
  ])('has other sources after a change of %s, and the same ones when it is undone', (path) => {
    const before = stateOf();
    const text = existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined;
    write(path, 'something else');
    const after = stateOf();
    expect([after.sources === before.sources, after.made === before.made]).toEqual([false, true]);
    if (text === undefined) rmSync(join(folder, path));
    else write(path, text);
    expect(stateOf()).toEqual(before);
  });

  it.each(['dist/apps/api/src/main.js', 'dist/apps/ui/index.html', 'libs/api-client/src/generated/index.ts'])(
    'is another one after something was written to %s',
    (path) => {
      const before = stateOf();
      write(path, 'something else');
      const after = stateOf();
      expect([after.sources === before.sources, after.made === before.made]).toEqual([true, false]);
    },
  );

  it('is another one where something that was built is missing', () => {
    const before = stateOf();
    rmSync(join(folder, 'dist/apps/api/src/main.js'));
    expect(stateOf().made).not.toBe(before.made);
  });

  it('is not known where a source cannot be read', () => {
    rmSync(join(folder, '.swcrc'));
    expect(stateOf()).toEqual({});
  });

  it.each([
    'node_modules/one/index.js',
    'apps/system-e2e/node_modules/one/index.js',
    'test-output/one.js',
    'data/one',
    'gatehouse.dump',
    'docs/migration.md',
    'dist/build.json',
  ])('does not depend on %s', (path) => {
    const before = stateOf();
    write(path, 'something else');
    expect(stateOf()).toEqual(before);
  });
});
