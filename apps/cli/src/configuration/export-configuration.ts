import type { Context } from '../context';
import { causeOf } from '../connection/replies';
import { saveStream } from '../connection/save-stream';
import type { Row } from '../declaration/shown';
import { Failure, NotReachable, UsageError } from '../failures';
import { counted } from './counted';
import { ExportFolder } from './export-folder';
import { REPLY_SECONDS } from './plan-configuration';

interface Values {
  readonly to?: string | undefined;
  readonly replace?: boolean | undefined;
  readonly for_magpie?: boolean | undefined;
}

/** Bytes of one exported file; a service with a million assignments has fewer. */
const MAX_LINE = 256 * 1024 * 1024;

/** Writes the state of the instance as files into a folder, or as it arrives to standard output. Throws a {@link Failure}. */
export async function exportConfiguration(
  context: Context,
  { to, replace = false, for_magpie: forMagpie = false }: Values,
): Promise<void> {
  const { output, signal } = context;
  context.replySeconds = REPLY_SECONDS;
  if (forMagpie && to === undefined) throw new UsageError('--for-magpie needs a folder (--to).');
  const folder = to === undefined ? undefined : await ExportFolder.open(to, replace);
  try {
    const api = await context.api();
    const response = await api.stream('/configuration/export');
    if (!folder) return void (await saveStream(response, undefined, signal));
    let omitted: Row | undefined;
    const unknown: string[] = [];
    for await (const line of linesOf(response, signal)) {
      if (omitted) throw new Failure('The export of the API goes on behind its end.');
      const { name, content, omitted: end } = objectIn(line);
      if (typeof end === 'object' && end !== null) omitted = end as Row;
      else await folder.add(name, forMagpie ? await forMagpieOf(content, unknown) : content);
    }
    if (!omitted) throw new NotReachable('The export has ended early; nothing was written.');
    const { files, others } = await folder.finish();
    if (unknown.length > 0)
      output.warn(`Of a type that Magpie does not have, and left out: ${unknown.join(', ')}`);
    if (output.format === 'json') return output.json({ folder: to, files, omitted, others });
    output.note(`${counted(files.length, 'file')} in ${to}.`);
    explain(context, omitted, others);
    if (forMagpie)
      output.warn(
        'Magpie does not read memberships, resources without permissions, nor users and groups that no permission names.',
      );
  } finally {
    await folder?.discard();
  }
}

/** The file as Magpie reads it; what Magpie cannot have is added to `unknown`. */
async function forMagpieOf(content: unknown, unknown: string[]): Promise<unknown> {
  if (typeof content !== 'string') return content;
  const { magpieFile } = await import('./magpie-files');
  const { text, services } = magpieFile(content);
  unknown.push(...services);
  return text;
}

/** Names in one message; with `--json`, all of them are in the result. */
const MAX_NAMES = 10;

function explain({ output }: Context, omitted: Row, others: readonly string[]): void {
  const names = (key: string): string => {
    const list = omitted[key];
    return Array.isArray(list) ? namesText(list) : '';
  };
  if (names('passwords') !== '')
    output.warn(`Passwords are not exported. Users with one: ${names('passwords')}`);
  if (names('webhook_secrets') !== '')
    output.warn(`Webhooks get new secrets, which their receivers need: ${names('webhook_secrets')}`);
  if (names('identity_provider_secrets') !== '')
    output.warn(
      `Secrets of identity providers are not exported; the files name variables: ${names('identity_provider_secrets')}`,
    );
  if (names('variables') !== '')
    output.warn(`Texts that look like variables, which would be replaced: ${names('variables')}`);
  if (others.length > 0) output.warn(`Not of this export, and still there: ${namesText(others)}`);
}

function namesText(names: readonly unknown[]): string {
  const more = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`and ${more} more (--json lists all)`] : [])].join(
    ', ',
  );
}

function objectIn(line: string): Row {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  } catch {
    // Reported below, like other values that are no objects.
  }
  throw new NotReachable('The API has answered with something else than an export.');
}

async function* linesOf(response: Response, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw new NotReachable(`The export has ended early; nothing was written: ${causeOf(error)}.`);
    });
    if (done) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new Failure('A file of the export is too large.');
    for (const line of lines) if (line !== '') yield line;
  }
  if (rest !== '') throw new NotReachable('The export has ended early; nothing was written.');
}
