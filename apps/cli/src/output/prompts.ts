import { Failure, UsageError } from '../failures';
import { standardInput } from '../standard-input';

/** Questions to somebody at a terminal; they and their answers are on standard error. */
export interface Prompts {
  /** A text that is not shown while it is typed. */
  secret(question: string): Promise<string>;
  text(question: string, otherwise?: string): Promise<string>;
  /** No by default. */
  confirm(question: string): Promise<boolean>;
}

export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Prompts that end with the command when it is interrupted. */
export function promptsOf(signal: AbortSignal): Prompts {
  const context = { output: process.stderr, signal };
  return {
    secret: async (message) => {
      const { default: password } = await import('@inquirer/password');
      return answered(signal, password({ message, mask: '*' }, context));
    },
    text: async (message, otherwise) => {
      const { default: input } = await import('@inquirer/input');
      return answered(
        signal,
        input({ message, ...(otherwise === undefined ? {} : { default: otherwise }) }, context),
      );
    },
    confirm: async (message) => {
      const { default: confirm } = await import('@inquirer/confirm');
      return answered(signal, confirm({ message, default: false }, context));
    },
  };
}

async function answered<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // Ctrl-C and the end of the input.
    if (error instanceof Error && error.name === 'ExitPromptError') throw new Failure('Cancelled.', 130);
    throw error;
  }
}

const MAX_SECRET_LENGTH = 8_192;

/** A secret on standard input: its first line. Throws {@link UsageError} if there is none. */
export async function secretFromStdin(option: string): Promise<string> {
  const tooLong = () => new UsageError(`${option}: standard input is too long for a secret.`);
  const content = await standardInput(MAX_SECRET_LENGTH, tooLong);
  const [line = '', ...others] = content.toString('utf8').split(/\r?\n/);
  if (line === '') throw new UsageError(`${option}: standard input is empty.`);
  if (others.some((other) => other !== ''))
    throw new UsageError(`${option}: standard input has more than one line.`);
  return line;
}
