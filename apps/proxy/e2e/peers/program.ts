import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Outcome {
  /** The exit code of the program; 0: success. */
  readonly code: number;
  readonly output: Buffer;
  /** Its error output. */
  readonly stderr: string;
}

/** Runs a program of the system without the user’s settings; fails where it is not installed. */
export async function run(program: string, ...args: readonly string[]): Promise<Outcome> {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  const errors: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? -1, output: Buffer.concat(output), stderr: errors.join('') };
}
