import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';

const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'gatehouse');

/** Where `tools/scripts/peers-python.mjs` has installed the generators. */
export const PROGRAMS = join(CACHE, 'clients-python/bin');

/** Where `tools/scripts/clients-go.mjs` has installed oapi-codegen, with Go's module and build caches. */
const GO = join(CACHE, 'clients-go');
export const OAPI_CODEGEN = join(GO, 'oapi-codegen');

/** Tests download nothing. */
export const GO_ENVIRONMENT = {
  GOFLAGS: '-mod=readonly -modcacherw',
  GOTOOLCHAIN: 'local',
  GOPROXY: 'off',
  GOCACHE: join(GO, 'build'),
  GOMODCACHE: join(GO, 'modules'),
};

/** The folder of generated code, which is not committed. */
export const GENERATED = join(process.cwd(), '.cache/clients');

/** How a program is run. */
interface Run {
  readonly input?: string;
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a program has ended. */
interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a program with the generators in its path and without the settings of the user who runs the tests. */
export async function execute(program: string, args: readonly string[], run: Run = {}): Promise<Outcome> {
  const child = spawn(program, args, {
    cwd: run.folder ?? GENERATED,
    env: {
      PATH: `${PROGRAMS}:${process.env['PATH'] ?? ''}`,
      HOME: GENERATED,
      LC_ALL: 'C.UTF-8',
      PYTHONDONTWRITEBYTECODE: '1',
      ...run.environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  child.stdin.end(run.input ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? -1, output: Buffer.concat(output).toString() };
}

/** Runs a program that must succeed; returns its output. */
export async function executed(program: string, args: readonly string[], run: Run = {}): Promise<string> {
  const { code, output } = await execute(program, args, run);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${code}\n${output.slice(-4000)}`);
  return output;
}
