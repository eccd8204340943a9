import { execFileSync } from 'node:child_process';

/** The batches of files; the text of those in `replacing` replaces a module. */
function batchesOf(files: readonly string[], replacing: readonly string[] = []): string[][] {
  const script = `import { batchesOf } from './test-batches.mjs';
    const replacing = new Set(${JSON.stringify(replacing)});
    const textOf = (file) => (replacing.has(file) ? "jest.mock('node:fs')" : 'jest.fn()');
    console.log(JSON.stringify(batchesOf(${JSON.stringify(files)}, textOf)));`;
  return JSON.parse(run(script)) as string[][];
}

function run(script: string): string {
  const args = ['--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { cwd: __dirname, encoding: 'utf8' });
}

const names = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}file-${String(index).padStart(2, '0')}.spec.ts`);

describe('batches of test files', () => {
  const files = [...names('apps/api/e2e/', 43), ...names('apps/proxy/e2e/', 4), ...names('libs/dto/src/', 3)];

  it('contain every file once, at most twenty files, and only files that load the same program', () => {
    const batches = batchesOf(files);
    expect(batches.flat().sort()).toEqual([...files].sort());
    expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(20);
    const programs = batches.map((batch) => new Set(batch.map((file) => file.split('/', 2).join('/'))));
    expect(programs.map(({ size }) => size)).toEqual(programs.map(() => 1));
  });

  it('contain only one file if it replaces modules or the clock', () => {
    const [first = ''] = files;
    expect(batchesOf(files, [first])).toContainEqual([first]);
  });

  it('run the tests of each file below its path', () => {
    const program = run(`import { programOf } from './test-batches.mjs';
      process.stdout.write(programOf(['apps/a.spec.ts', 'libs/b.spec.ts']));`);
    const steps: string[] = [];
    const describeFile = (title: string, body: () => unknown): void => {
      steps.push(title);
      expect(body()).toBeUndefined();
    };
    new Function('describe', 'require', program)(describeFile, (path: string) => steps.push(path));
    expect(steps).toEqual([
      'apps/a.spec.ts',
      '../../apps/a.spec.ts',
      'libs/b.spec.ts',
      '../../libs/b.spec.ts',
    ]);
  });
});
