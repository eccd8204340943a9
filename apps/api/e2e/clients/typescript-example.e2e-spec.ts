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

describe.each(PAGES)('the examples in TypeScript of %s', (page, count) => {
  it.each(['nodenext', 'esnext'])('compile as ES modules with the module setting %s', (module) => {
    mkdirSync(FOLDER, { recursive: true });
    const guide = readFileSync(page, 'utf8');
    const examples = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text]) => text);
    expect(examples).toHaveLength(count);
    const options = {
      noEmit: true,
      strict: true,
      module,
      ...(module === 'esnext' ? { moduleResolution: 'bundler' } : {}),
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      types: ['node'],
    };
    for (const [name, text] of Object.entries({
      'package.json': '{"type": "module"}',
      'tsconfig.json': JSON.stringify({ compilerOptions: options, files: ['example.ts'] }),
      'example.ts': ['declare const password: string;', ...examples].join('\n'),
    })) {
      writeFileSync(join(FOLDER, name), text);
    }
    const run = (program: string, ...args: string[]) =>
      spawnSync(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
        cwd: FOLDER,
        encoding: 'utf8',
      });
    const generated = run(
      'openapi-typescript/bin/cli.js',
      join(ROOT, 'docs/openapi.json'),
      '-o',
      'gatehouse.d.ts',
    );
    expect([generated.status, generated.error]).toEqual([0, undefined]);
    const compiled = run('typescript/bin/tsc', '-p', 'tsconfig.json');
    expect([compiled.status, compiled.stdout]).toEqual([0, '']);
  });
});
