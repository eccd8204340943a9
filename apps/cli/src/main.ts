import { Context } from './context';
import { EXIT, type ExitCode } from './exit-codes';
import { Failure } from './failures';
import { withoutHelpCommand } from './help-command';
import { reportFailure } from './report-failure';
import { CommanderError, type Invocation, createParser } from './program';
import { COMPLETE, MANUAL } from './reference/completion-script';
import { VERSION } from './version';

/** A reader that has seen enough, such as `head`, is no error. */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    throw error;
  });

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // The second one does not wait for what is going on.
    if (interruption.signal.aborted) process.exit(EXIT.interrupted);
    interruption.abort(new Failure('Interrupted.', EXIT.interrupted));
  });

async function main(words: readonly string[]): Promise<ExitCode> {
  const args = withoutHelpCommand(words);
  if (args[0] === COMPLETE) {
    const { completions } = await import('./reference/complete');
    const lines = await completions(args.slice(1), interruption.signal, VERSION);
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
    return EXIT.done;
  }
  if (args[0] === MANUAL) {
    const { writeManualPages } = await import('./reference/write-manual-pages');
    await writeManualPages(args[1] ?? '.', VERSION);
    return EXIT.done;
  }
  let context: Context | undefined;
  try {
    const run = async ({ command, values, globals }: Invocation): Promise<void> => {
      context = new Context(globals, interruption.signal, process.env, VERSION);
      const { execute } = await import('./execute');
      try {
        await execute(command, values, context);
      } finally {
        await context.close();
      }
    };
    const parser = createParser(VERSION, run, args);
    await parser.parseAsync([...args], { from: 'user' });
    return (context?.exitCode ?? EXIT.done) as ExitCode;
  } catch (error) {
    // Help that was not asked for is on standard error already, written by the parser.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.failed;
    return reportFailure(error, args, context?.output);
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    // Standard output may be a pipe that is still being written; the process ends when it is.
    process.exitCode = code;
    process.stdin.unref?.();
  },
  (error: unknown) => {
    throw error;
  },
);
