import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { delimiter } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian installs servers where only the PATH of the administrator leads. */
const PATH = [process.env['PATH'], '/usr/sbin', '/usr/local/sbin'].join(delimiter);
/** The program ends with the process that holds the pipe of its standard input. */
const TETHERED = '"$@" & child=$!; read -r _; kill "$child"; wait "$child"';

interface ServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether there is a further sign that it is ready, for one that closes its port once more while it starts. */
  readonly isReady?: () => boolean;
}

/** A server of the system that a test runs in the foreground, without the environment of the user. */
export class ServerProgram {
  private constructor(
    private readonly process: ChildProcess,
    private readonly messages: string[],
  ) {}

  /**
   * Starts it, and waits until it listens on a port of the loopback interface, and is ready by another sign where it has one.
   * Throws with its messages if it ends.
   */
  static async start(
    [name = '', ...args]: readonly string[],
    port: number,
    { environment = {}, isReady = () => true }: ServerOptions = {},
  ): Promise<ServerProgram> {
    const child = spawn('sh', ['-c', TETHERED, 'sh', name, ...args], {
      env: { PATH, LC_ALL: 'C', ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const program = new ServerProgram(child, []);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => program.messages.push(chunk.toString()));
    for (const end = Date.now() + 20_000; !isReady() || !(await isListening(port)); await sleep(20)) {
      if (Date.now() < end && !program.hasEnded) continue;
      await program.stop();
      throw new Error(`${name} cannot start: ${program.output}`);
    }
    return program;
  }

  /** What it has written so far. */
  get output(): string {
    return this.messages.join('');
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.stdin?.end();
    await exited;
  }

  /** The shell waits for a line also when the program has ended: its messages tell. */
  private get hasEnded(): boolean {
    return /not found|\b(?:emerg|ALERT|fatal|Syntax error)\b|^Error/m.test(this.output);
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
