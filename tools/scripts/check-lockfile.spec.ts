import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function problemsOf(packages: object): Promise<string[]> {
  const script = `import { problemsOf } from './check-lockfile.mjs'; console.log(JSON.stringify(problemsOf(${JSON.stringify({ packages })})));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stdout);
}

it('the lock file check finds optional dependencies that are not locked, resolved as Node does', async () => {
  const problems = await problemsOf({
    '': { optionalDependencies: { root: '1' } },
    'node_modules/root': {
      version: '1.0.0',
      optionalDependencies: { above: '^2', beside: '^2', missing: '^2' },
    },
    'node_modules/above': { version: '2.0.0' },
    'node_modules/root/node_modules/beside': { version: '2.0.0' },
    'node_modules/@scope/deep/node_modules/inner': {
      version: '3.0.0',
      optionalDependencies: { above: '^2', beside: '^2' },
    },
  });
  expect(problems).toEqual([
    'inner@3.0.0 names beside@^2, which is not locked',
    'root@1.0.0 names missing@^2, which is not locked',
  ]);
});

it('the lock file check finds addresses of downloads, but allows links inside the checkout', async () => {
  const problems = await problemsOf({
    'node_modules/bound': { version: '1.0.0', resolved: 'https://registry.example/bound.tgz' },
    'node_modules/linked': { resolved: 'tools/linked', link: true },
  });
  expect(problems).toEqual(['bound@1.0.0 is bound to the address it was downloaded from']);
});

it('the lock file check finds packages that do not support every supported Node, except optional ones', async () => {
  const problems = await problemsOf({
    '': { engines: { node: '^20.19.0 || >=22.13.0' } },
    'node_modules/any': { version: '1.0.0', engines: { node: '>=18' } },
    'node_modules/narrow': { version: '1.0.0', engines: { node: '^20.19.0 || ^22.12.0' } },
    'node_modules/silent': { version: '1.0.0' },
    'node_modules/left-out': { version: '1.0.0', engines: { node: '>=24' }, optional: true },
  });
  expect(problems).toEqual([
    'narrow@1.0.0 needs Node ^20.19.0 || ^22.12.0, and we support ^20.19.0 || >=22.13.0',
  ]);
});

it('the lock file check finds no problem in the lock files of this checkout', async () => {
  await expect(run(process.execPath, ['check-lockfile.mjs'], { cwd: __dirname })).resolves.toMatchObject({
    stderr: '',
  });
});
