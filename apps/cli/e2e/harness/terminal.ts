import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import type { BuiltProgram } from './built-program';

interface TerminalOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly columns?: number;
}

/** The program at a pseudo-terminal, which `script` provides. Standard output and standard error are both on it. */
export class Terminal {
  /** All that the terminal has received, escape sequences included. */
  received = '';
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly waiting = new Set<() => void>();

  constructor(
    gatehouse: BuiltProgram,
    args: readonly string[],
    { environment, columns = 80 }: TerminalOptions,
  ) {
    const { PATH = '', HOME = '' } = process.env;
    const words = [process.execPath, gatehouse.path, ...args].map(
      (word) => `'${word.replaceAll("'", "'\\''")}'`,
    );
    const command = `stty rows 24 columns ${columns}; exec ${words.join(' ')}`;
    this.child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
      env: {
        PATH,
        HOME,
        SHELL: '/bin/sh',
        TERM: 'xterm-256color',
        GATEHOUSE_CONFIG_DIR: gatehouse.configFolder,
        ...environment,
      },
    });
    this.child.stdin.on('error', () => undefined);
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.received += chunk.toString();
      for (const look of this.waiting) look();
    });
    this.ended = new Promise((resolve, reject) =>
      this.child.on('error', reject).on('close', (code) => {
        resolve(code);
        for (const look of this.waiting) look();
      }),
    );
  }

  /** What was shown, without escape sequences. */
  get text(): string {
    return stripVTControlCharacters(this.received).replaceAll('\r\n', '\n');
  }

  /** Waits for a text on the terminal. Fails if the program ends without it. */
  async until(pattern: RegExp): Promise<void> {
    if (pattern.test(this.text)) return;
    let look: () => void = () => undefined;
    const found = new Promise<void>((resolve) => {
      look = () => {
        if (pattern.test(this.text)) resolve();
      };
      this.waiting.add(look);
    });
    const hasEnded = await Promise.race([found.then(() => false), this.ended.then(() => true)]);
    this.waiting.delete(look);
    if (hasEnded && !pattern.test(this.text)) throw new Error(`ended without ${pattern}: ${this.text}`);
  }

  type(text: string): void {
    this.child.stdin.write(text);
  }
}
