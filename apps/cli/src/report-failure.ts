import { EXIT, type ExitCode } from './exit-codes';
import { ApiProblem, type Failure, isFailure } from './failures';
import { paintFor } from './output/paint';
import type { Output } from './output/output';
import { printableLines } from './output/printable';

/** What asks for JSON, where the words of the command line could not be read. */
const JSON_OPTION = / (?:--json|(?:--output|-o)[ =]?json) /;

/** Writes why a command failed to standard error, as JSON with `--json`. Returns the exit code. */
export function reportFailure(error: unknown, args: readonly string[], output: Output | undefined): ExitCode {
  if (!isFailure(error)) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return EXIT.failed;
  }
  write(error, args, output);
  return error.exitCode;
}

function write(error: Failure, args: readonly string[], output: Output | undefined): void {
  const { message, hint } = error;
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
