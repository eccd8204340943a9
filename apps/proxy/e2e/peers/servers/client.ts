import { join } from 'node:path';
import { run } from '../program';
import { PROGRAMS, PYTHON } from './python';

/** Runs one of the Python programs, and returns its output. Fails with its error output. */
export async function runClient(program: string, ...args: readonly string[]): Promise<unknown> {
  const { code, output, stderr } = await run(PYTHON, join(PROGRAMS, program), ...args);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}\n${stderr.slice(-1500)}`);
  return JSON.parse(output.toString());
}
