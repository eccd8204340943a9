import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const running: ChildProcess[] = [];

/** A process that calls `exitWithParent` with a `stop` of the given text, and then waits without end. */
async function supervised(stop: string, environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const script = `
    const { transformFileSync } = require('@swc/core');
    const { code } = transformFileSync('lifetime.ts', { jsc: { parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } });
    const module_ = { exports: {} };
    new Function('exports', code)(module_.exports);
    module_.exports.exitWithParent(async () => { ${stop} });
    setInterval(() => {}, 1000);
    console.log('ready');`;
  const child = spawn(process.execPath, ['-e', script], {
    cwd: join(__dirname),
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.push(child);
  await once(child.stdout, 'data');
  return child;
}

afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')));

it('a supervised process stops in order and ends when its standard input ends', async () => {
  const child = await supervised(`console.log('stopped')`, { SVC_SUPERVISED: '1' });
  child.stdin?.end();
  const [output] = await once(child.stdout ?? child, 'data');
  expect(String(output)).toBe('stopped\n');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

it('a supervised process ends with a failure when stopping fails', async () => {
  const child = await supervised(`throw new Error('in vain')`, { SVC_SUPERVISED: '1' });
  child.stdin?.end();
  expect((await once(child, 'exit'))[0]).toBe(1);
});

it('a supervised process continues without its standard input if it is not supervised', async () => {
  const child = await supervised('', { SVC_SUPERVISED: '' });
  child.stdin?.end();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(child.exitCode).toBeNull();
});
