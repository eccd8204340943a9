import type { Api } from '../connection/api';
import type { Context } from '../context';
import type { Command } from '../declaration/command';
import type { Row } from '../declaration/shown';
import { EXIT, type ExitCode } from '../exit-codes';
import { ApiProblem, Failure } from '../failures';
import { progressOf } from '../output/progress';
import { apiOf, sendOne } from '../send-command';
import { readRecords } from './records';

/** A record that failed, by its number from 1. */
interface Failed {
  readonly record: number;
  readonly error_code: string | null;
  readonly detail: string;
}

/** What became of the records of a batch. */
interface Outcome {
  readonly done: readonly Row[];
  readonly failed: readonly Failed[];
  readonly not_sent: number;
}

/** The outcome, and how the program ends because of the failure that has ended the batch. */
interface Ended {
  readonly outcome: Outcome;
  readonly exitCode: ExitCode;
}

/**
 * Sends one request for each record of the file that `--file` names, in their order. The first failure ends it, unless
 * `--keep-going`; what was done by then remains done, and is reported.
 */
export async function runBatch(command: Command, values: Row, context: Context): Promise<void> {
  const { file = '-', file_format: format } = context.globals;
  const records = await readRecords(command, file, format);
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const complete = records.map((record) => ({ ...Object.fromEntries(given), ...record }));
  if (command.confirms) await context.confirm(`${command.summary} ${count(records.length)} Continue?`);
  if (command.allAtOnce) {
    const reply = await command.allAtOnce(context, complete);
    if (context.output.format === 'json') return context.output.json(reply);
    return context.output.note(
      `${command.name}: ${reply['changed']} of ${complete.length} records have changed something.`,
    );
  }
  const api = await apiOf(command, context);
  report(command, await sendAll(command, complete, api, context), context);
}

function count(records: number): string {
  return `There ${records === 1 ? 'is 1 record' : `are ${records} records`}.`;
}

async function sendAll(
  command: Command,
  records: readonly Row[],
  api: Api,
  context: Context,
): Promise<Ended> {
  const progress = await progressOf(context.output, records.length, 'records');
  const done: Row[] = [];
  const failed: Failed[] = [];
  let exitCode: ExitCode = EXIT.failed;
  let sent = 0;
  try {
    for (const record of records) {
      if (context.signal.aborted) break;
      try {
        done.push(await sendOne(command, record, api));
      } catch (error) {
        if (context.signal.aborted) {
          sent += 1;
          failed.push({
            record: sent,
            error_code: null,
            detail: 'interrupted; it may have been carried out',
          });
          break;
        }
        if (!(error instanceof Failure)) throw error;
        failed.push({ record: sent + 1, ...described(error) });
        exitCode = error.exitCode;
        // Without an API no other record can succeed.
        if (!context.globals.keep_going || !(error instanceof ApiProblem)) {
          sent += 1;
          break;
        }
      }
      sent += 1;
      progress.done(sent);
    }
  } finally {
    progress.end();
  }
  const outcome = { done, failed, not_sent: records.length - sent };
  return { outcome, exitCode: context.signal.aborted ? EXIT.interrupted : exitCode };
}

function described(error: Failure): Omit<Failed, 'record'> {
  const isProblem = error instanceof ApiProblem;
  return { error_code: isProblem ? error.facts.code : null, detail: error.message };
}

/** Throws a {@link Failure} unless all records were carried out. */
function report(command: Command, { outcome, exitCode }: Ended, { output }: Context): void {
  const { done, failed, not_sent: rest } = outcome;
  const total = done.length + failed.length + rest;
  if (output.format === 'json') output.json(outcome);
  else
    for (const { record, detail, error_code: code } of failed)
      output.warn(`record ${record}: ${detail}${code ? ` (${code})` : ''}`);
  const done_ = `${command.name}: ${done.length} of ${total} records done`;
  if (failed.length === 0 && rest === 0) return output.note(`${done_}.`);
  const parts = [`${failed.length} failed`, ...(rest > 0 ? [`${rest} not sent`] : [])];
  const message = `${done_}, ${parts.join(', ')}.`;
  throw new Failure(message, exitCode);
}
