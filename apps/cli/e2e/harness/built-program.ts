import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undeclaredOutput } from './json-output';

const ROOT = process.cwd();
let isBuilt = false;

/** How a run of the program has ended. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input; nothing by default. */
  readonly input?: string;
  /** Characters in a line of the output. */
  readonly columns?: number;
}

/** The built program of the command line, run as a process, with a configuration folder of its own. */
export class BuiltProgram {
  private constructor(
    /** Of the built package. */
    readonly folder: string,
    readonly configFolder: string,
  ) {}

  /** Builds what has changed, once for all files of a batch. */
  static build(): BuiltProgram {
    if (!isBuilt)
      execFileSync(process.execPath, ['tools/scripts/gatehouse.mjs', '--version'], {
        cwd: ROOT,
        stdio: 'pipe',
      });
    isBuilt = true;
    return new BuiltProgram(
      join(ROOT, 'dist/apps/cli/package'),
      mkdtempSync(join(tmpdir(), 'gatehouse-cli-')),
    );
  }

  get path(): string {
    return join(this.folder, 'gatehouse.cjs');
  }

  /** What is kept of sign-ins. */
  get profiles(): { readonly current: string; readonly profiles: Record<string, Record<string, unknown>> } {
    return JSON.parse(readFileSync(join(this.configFolder, 'profiles.json'), 'utf8'));
  }

  start(args: readonly string[], { environment = {}, columns }: RunOptions = {}) {
    const { PATH = '', HOME = '' } = process.env;
    return spawn(process.execPath, [this.path, ...args], {
      // Found from there: packages with compiled parts.
      cwd: ROOT,
      env: {
        PATH,
        HOME,
        NODE_PATH: join(ROOT, 'node_modules'),
        GATEHOUSE_CONFIG_DIR: this.configFolder,
        ...(columns === undefined ? {} : { COLUMNS: String(columns) }),
        ...environment,
      },
      stdio: 'pipe',
    });
  }

  /** Runs it to its end. Throws for JSON of another form than the command declares. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const run = await this.ended(args, options);
    const difference = await undeclaredOutput(args, run.stdout);
    if (difference !== undefined) throw new Error(`gatehouse ${args.join(' ')} does not print ${difference}`);
    return run;
  }

  private ended(args: readonly string[], options: RunOptions): Promise<Run> {
    const child = this.start(args, options);
    child.stdin.on('error', () => undefined).end(options.input ?? '');
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    return new Promise((resolve, reject) =>
      child.on('error', reject).on('close', (code) =>
        resolve({
          code,
          stdout: Buffer.concat(stdout).toString(),
          stderr: Buffer.concat(stderr).toString(),
        }),
      ),
    );
  }

  /** The JSON of a successful run. */
  async json(args: readonly string[], options: RunOptions = {}): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options);
    if (code !== 0) throw new Error(`gatehouse ${args.join(' ')}: ${code} ${stderr}`);
    return JSON.parse(stdout);
  }

  remove(): void {
    rmSync(this.configFolder, { recursive: true, force: true });
  }
}
