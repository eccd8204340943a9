import { CommanderError } from 'commander';
import { COMMANDS } from './commands/catalogue';
import { EXIT, type ExitCode } from './exit-codes';
import { ApiProblem, type Failure, isFailure } from './failures';
import { paintFor } from './output/paint';
import type { Output } from './output/output';
import { printableLines } from './output/printable';

/** What asks for JSON, where the words of the command line could not be read. */
const JSON_OPTION = / (?:--json|(?:--output|-o)[ =]?json) /;

/** Writes why a command failed to standard error, as JSON with `--json`. Returns the exit code. */
export function reportFailure(error: unknown, args: readonly string[], output: Output | undefined): ExitCode {
  if (error instanceof CommanderError) {
    // Help that was not asked for is on standard error already, written by the parser.
    if (error.code === 'commander.help') return EXIT.failed;
    write(error.message.replace(/^error: /, ''), helpOf(args), args, output, null);
    return EXIT.failed;
  }
  if (!isFailure(error)) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return EXIT.failed;
  }
  write(error.message, error.hint, args, output, error);
  return error.exitCode;
}

/** Of the command or group that the words name, as far as they name one. */
function helpOf(args: readonly string[]): string {
  const named = args.reduce((before, word) => {
    const name = `${before} ${word}`.trim();
    const isKnown = COMMANDS.some((command) => command.name === name || command.name.startsWith(`${name} `));
    return isKnown ? name : before;
  }, '');
  return `Help: ${['gatehouse', named, '--help'].filter(Boolean).join(' ')}`;
}

function write(
  message: string,
  hint: string | undefined,
  args: readonly string[],
  output: Output | undefined,
  error: Failure | null,
): void {
  const isJson = output ? output.format === 'json' : JSON_OPTION.test(` ${args.join(' ')} `);
  const problem = error instanceof ApiProblem ? error.facts : undefined;
  if (isJson) {
    const shown = {
      error_code: problem?.code ?? null,
      status: problem?.status ?? null,
      detail: message,
      request_id: problem?.requestId ?? null,
    };
    process.stderr.write(`${JSON.stringify({ error: shown })}\n`);
    return;
  }
  const paint = output?.paintErrors ?? paintFor(process.stderr, process.env);
  const lines = [`${printableLines(message)}${problem ? ` (${printableLines(problem.code)})` : ''}`];
  if (hint !== undefined) lines.push(printableLines(hint));
  if (problem?.requestId !== undefined && output?.options.isVerbose)
    lines.push(`Request id: ${printableLines(problem.requestId)}`);
  process.stderr.write(`${paint('red', 'gatehouse:')} ${lines.join('\n')}\n`);
}
