import { open, readFile, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { type ReportedSetting, UnusableFile, settingsText, translateSettings } from '@gatehouse/import';
import type { Context } from '../context';
import { column } from '../declaration/shown';
import { EXIT } from '../exit-codes';
import { Failure } from '../failures';

interface Options {
  readonly files: readonly string[];
  readonly to: string;
  readonly force?: boolean | undefined;
}

const COLUMNS = [
  column('NAME', 'name', { isUnbroken: true }),
  column('SETTING', 'to', { isUnbroken: true }),
  column('FILE', 'file'),
  column('REMARK', 'remark'),
];

const GROUPS = [
  ['translated', 'Translated'],
  ['by_default', 'The same by default'],
  ['decisions', 'Needs a decision'],
  ['without_counterpart', 'Without a counterpart'],
  ['unknown', 'Unknown names'],
] as const;

/** Translates settings of the reference to a new file. Values, secrets among them, are only in that file. */
export async function importSettings(context: Context, { files, to, force = false }: Options): Promise<void> {
  const sources = await Promise.all(
    files.map(async (path) => ({ name: basename(path), content: await contentOf(path) })),
  );
  const found = translated(sources);
  await writePrivate(
    to,
    settingsText(
      found,
      sources.map(({ name }) => name),
    ),
    force,
  );
  const lists = {
    translated: found.translated,
    by_default: found.byDefault,
    decisions: found.decisions,
    without_counterpart: found.withoutCounterpart,
    unknown: found.unknown,
  };
  if (found.decisions.length + found.unknown.length > 0) context.exitCode = EXIT.changes;
  if (context.output.format === 'json') {
    context.output.json({ file: to, ...lists, mounts: found.mounts, notes: found.notes });
    return;
  }
  await showLists(context, lists);
  for (const { source, target } of found.mounts)
    context.output.note(`Mounted by the reference: ${source} at ${target}`);
  for (const note of found.notes) context.output.warn(note);
  context.output.note(`${found.settings.size} settings are in ${to}, which has secrets.`);
}

async function showLists(
  { output }: Context,
  lists: Readonly<Record<(typeof GROUPS)[number][0], readonly ReportedSetting[]>>,
): Promise<void> {
  const rows = GROUPS.flatMap(([key, title]) => lists[key].map((row) => ({ ...row, outcome: title })));
  if (output.format === 'csv') return output.rows(rows, [column('OUTCOME', 'outcome'), ...COLUMNS]);
  for (const [key, title] of GROUPS) {
    if (lists[key].length === 0) continue;
    output.line(`${title}: ${lists[key].length}`);
    await output.rows(
      lists[key].map((row) => ({ ...row })),
      COLUMNS,
    );
    output.line('');
  }
}

function translated(sources: Parameters<typeof translateSettings>[0]): ReturnType<typeof translateSettings> {
  try {
    return translateSettings(sources);
  } catch (error) {
    throw error instanceof UnusableFile ? new Failure(error.message) : error;
  }
}

async function contentOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Failure(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Writes a file that only this account can read; an existing one is replaced as a whole, so that its mode does not matter. */
async function writePrivate(path: string, text: string, replace: boolean): Promise<void> {
  const written = replace ? `${path}.${process.pid}.new` : path;
  try {
    const file = await open(written, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (replace) await rename(written, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && !replace)
      throw new Failure(`${path} exists already.`, EXIT.failed, 'Replace it with --force.');
    if (replace) await rm(written, { force: true });
    throw new Failure(`${path} cannot be written (${code}).`);
  }
}
