import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = process.cwd();
const FOLDER = join(ROOT, '.cache/clients/typescript');

/** Pages with the number of their examples, which are parts of one program. */
const PAGES = [
  ['docs/clients.md', 2],
  ['docs/tokens.md', 1],
] as const;

function run(program: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, error } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules', program), ...args],
    {
      cwd: FOLDER,
      encoding: 'utf8',
    },
  );
  if (error) throw error;
  return { status, output: stdout };
}

function examplesOf(page: string): string[] {
  const matches = readFileSync(join(ROOT, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g);
  return [...matches].map(([, text]) => text ?? '');
}

describe('the examples in TypeScript of the guides', () => {
  const programs = PAGES.map((_page, index) => `example-${index}.ts`);

  beforeAll(() => {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'package.json'), '{"type": "module"}');
    PAGES.forEach(([page], index) =>
      writeFileSync(
        join(FOLDER, `example-${index}.ts`),
        ['declare const password: string;', ...examplesOf(page)].join('\n'),
      ),
    );
    const description = join(ROOT, 'docs/openapi.json');
    const { status } = run('openapi-typescript/bin/cli.js', description, '-o', 'gatehouse.d.ts');
    expect(status).toBe(0);
  });

  it.each(PAGES)('are in %s', (page, count) => {
    expect(examplesOf(page)).toHaveLength(count);
  });

  it.each([
    { module: 'nodenext' },
    // The types of the client are checked in the other setting.
    { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true },
  ])('compile as ES modules with the module setting $module', (setting) => {
    const options = {
      noEmit: true,
      strict: true,
      ...setting,
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      types: ['node'],
    };
    writeFileSync(
      join(FOLDER, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: programs }),
    );
    expect(run('typescript/bin/tsc', '-p', 'tsconfig.json')).toEqual({ status: 0, output: '' });
  });
});
