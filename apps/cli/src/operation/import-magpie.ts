import { readFile } from 'node:fs/promises';
import { UnitOfWork, createDataSource, openDatabase } from '@gatehouse/database';
import { parseDatabaseUrl, placeOf } from '@gatehouse/database-url';
import {
  type Decision,
  DecisionsInvalid,
  type ImportOptions,
  type ImportParts,
  ImportInterrupted,
  ImportRefused,
  type ImportReport,
  ImportSession,
  type Source,
  SourceFailure,
  type SourceNames,
  type StagedSource,
  TargetUnprepared,
  TemporaryTables,
  allConflicts,
  idMap,
  readDecisions,
  reasonToMend,
  runImport,
} from '@gatehouse/import';
import type { Context } from '../context';
import { EXIT } from '../exit-codes';
import { Failure, UsageError } from '../failures';
import { isInteractive } from '../output/prompts';
import { ImportBars } from './import-progress';
import { sourceOf } from './import-source';
import { ResultFile } from './result-file';
import { databaseOf, explaining, settingsOf } from './settings';
import { withSettingsFile } from './settings-file';
import { changesOf, refusedOf, showImportReport, wireOfConflict, wireOfReport } from './show-import';

interface Values {
  readonly from?: string | undefined;
  readonly dump?: string | undefined;
  readonly password?: string | undefined;
  readonly source?: string | undefined;
  readonly source_admin_user?: string | undefined;
  readonly source_admin_group?: string | undefined;
  readonly source_anonymous_user?: string | undefined;
  readonly source_users_group?: string | undefined;
  readonly source_network_prefix?: string | undefined;
  readonly source_network_group?: string | undefined;
  readonly decisions?: string | undefined;
  readonly conflicts?: string | undefined;
  readonly map?: string | undefined;
  readonly dry_run?: boolean | undefined;
  readonly settings?: string | undefined;
}

type Database = ReturnType<typeof createDataSource>;

/**
 * Imports a database or a dump of the reference, after its report was shown and confirmed. An import that was interrupted continues when
 * it is called again. Throws a {@link Failure}.
 */
export async function importMagpie(context: Context, values: Values): Promise<void> {
  await translated(async () => {
    const source = await sourceOf(values);
    const decisions = await decisionsOf(values.decisions);
    if (!values.dry_run && !context.globals.yes && !isInteractive())
      throw new UsageError(
        'Nobody can be asked whether to import: confirm with --yes, or report with --dry-run.',
      );
    const environment = withSettingsFile(context.environment, values.settings);
    const settings = settingsOf(environment);
    const access = databaseOf(environment);
    const files = {
      conflicts: await ResultFile.create(values.conflicts),
      map: await ResultFile.create(values.map),
    };
    let dataSource: Database | undefined;
    try {
      dataSource = await opened(access);
      const parts = {
        unitOfWork: new UnitOfWork(dataSource),
        settings,
        registrationSeconds: settings.registrationExpire,
      };
      const options = { ...optionsOf(values), decisions };
      const staged = await stage(context, source, dataSource);
      const place = placeOf(parseDatabaseUrl(access.directUrl ?? access.url));
      await reportAndApply(context, values, { parts, staged, options, files, place });
    } finally {
      await dataSource?.destroy();
      await files.conflicts.remove();
      await files.map.remove();
    }
  });
}

interface Work {
  readonly parts: ImportParts;
  readonly staged: StagedSource;
  readonly options: ImportOptions;
  readonly files: { readonly conflicts: ResultFile; readonly map: ResultFile };
  /** Of the database that is imported into. */
  readonly place: string;
}

async function reportAndApply(context: Context, { dry_run: isDry }: Values, work: Work): Promise<void> {
  const { parts, staged, options, files, place } = work;
  const { output, signal } = context;
  const { report, completes } = await runImport(parts, staged, { ...options, isDry: true });
  const session = new ImportSession(parts.unitOfWork);
  await files.conflicts.writeAll(allConflicts(session), (conflict) =>
    JSON.stringify(wireOfConflict(conflict)),
  );
  if (output.format !== 'json') await showImportReport(output, report);
  const changes = changesOf(report);
  const isRefused = refusedOf(report) > 0;
  const isNothing = changes === 0 && completes !== true;
  if (isDry || isRefused || isNothing) {
    await files.map.remove();
    if (output.format === 'json')
      output.json({ report: wireOfReport(report), applied: false, import_id: null, revisions: 0 });
    if (isDry && (changes > 0 || report.conflicts.length > 0)) context.exitCode = EXIT.changes;
    if (isRefused) return rejectUndecided(output, isDry === true, report);
    return output.note(isNothing ? 'There is nothing to import.' : 'Nothing was changed: this is a report.');
  }
  if (changes > 0) await context.confirm(`Import this into ${place} (${changes} changes)?`);
  const bars = new ImportBars(output);
  const applied = await runImport(parts, staged, {
    ...options,
    progress: (progress) => bars.show(progress),
    removed: (rows) => {
      signal.throwIfAborted();
      bars.count('rows of deleted objects removed', rows);
    },
    beforeStep: () => signal.throwIfAborted(),
  }).finally(() => bars.end());
  await writeMap(work, session, applied.report, output);
  if (output.format === 'json')
    return output.json({
      report: wireOfReport(applied.report),
      applied: true,
      import_id: applied.id ?? null,
      revisions: applied.revisions,
    });
  output.note(`Imported in ${applied.revisions} revisions. Compare the decisions: gatehouse import verify`);
}

/** A report may be read by somebody who decides then. */
function rejectUndecided(output: Context['output'], isDry: boolean, report: ImportReport): void {
  const count = refusedOf(report);
  const open = count === 1 ? '1 conflict has to be decided' : `${count} conflicts have to be decided`;
  const hint =
    'Decide in a file for --decisions: docs/reference/import.md. The report names the alternatives, --conflicts writes all conflicts to a file.';
  if (isDry) return output.note(`Nothing was changed: this is a report. ${open}.\n${hint}`);
  throw new Failure(`Nothing was imported: ${open}.`, EXIT.failed, hint);
}

async function writeMap(
  { files }: Work,
  session: ImportSession,
  { keepsIds }: ImportReport,
  output: Context['output'],
): Promise<void> {
  if (files.map.isWanted)
    await files.map.writeAll(
      idMap(session),
      ({ kind, id, target }) => `${kind},${id},${target}`,
      'kind,source_id,id',
    );
  else if (!keepsIds)
    output.note('Identifiers differ from those of the source: --map writes them to a file.');
}

async function decisionsOf(path: string | undefined): Promise<readonly Decision[]> {
  if (path === undefined) return [];
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--decisions: ${path} cannot be read (${error.code}).`);
  });
  return readDecisions(text, path);
}

function optionsOf(values: Values): Pick<ImportOptions, 'source' | 'names'> {
  const names: { [Name in keyof SourceNames]: string | undefined } = {
    administrator: values.source_admin_user,
    administrators: values.source_admin_group,
    anonymous: values.source_anonymous_user,
    users: values.source_users_group,
    networkPrefix: values.source_network_prefix,
    networkGroup: values.source_network_group,
  };
  const given = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
  return { names: given, ...(values.source === undefined ? {} : { source: values.source }) };
}

/** The only connection of the import, which has the temporary tables. */
async function opened(access: ReturnType<typeof databaseOf>): Promise<Database> {
  const url = access.directUrl ?? access.url;
  const applicationName = 'gatehouse import';
  const { dataSource: examined, facts } = await openDatabase({
    ...access,
    process: 'proxy',
    poolSize: 1,
    applicationName,
  });
  await examined.destroy();
  if (facts.pending > 0)
    throw new Failure(
      'The schema of the database is not that of this version.',
      EXIT.failed,
      'Bring it up to date: gatehouse db migrate',
    );
  const { connectMillis } = access;
  return createDataSource({
    url,
    poolSize: 1,
    keepsConnections: true,
    connectMillis,
    applicationName,
  }).initialize();
}

async function stage(
  { output, signal }: Context,
  source: Source,
  dataSource: Database,
): Promise<StagedSource> {
  const bars = new ImportBars(output);
  const staged = await source
    .stage(new TemporaryTables(dataSource), (table, rows) => {
      signal.throwIfAborted();
      bars.count(`rows of ${table}`, rows);
    })
    .finally(() => bars.end());
  const total = Object.values(staged.rows).reduce((sum, rows) => sum + rows, 0);
  output.note(`Read ${total} rows of ${staged.name} (schema ${staged.revision}).`);
  return staged;
}

/** Failures of the libraries as those of the command. */
async function translated(work: () => Promise<void>): Promise<void> {
  try {
    await explaining(work);
  } catch (error) {
    if (error instanceof SourceFailure)
      throw new Failure(error.message, error.isUnreachable ? EXIT.notReachable : EXIT.failed, error.remedy);
    if (error instanceof TargetUnprepared)
      throw new Failure(
        error.message,
        EXIT.failed,
        'Create the users and groups that every instance has: gatehouse register_defaults',
      );
    if (error instanceof DecisionsInvalid) throw new UsageError(error.message);
    if (error instanceof ImportRefused) throw new Failure(`${capitalized(error.message)}.`);
    if (error instanceof ImportInterrupted) {
      if (error.cause instanceof Failure && error.cause.exitCode === EXIT.interrupted)
        throw new Failure(
          'Interrupted. What was imported remains.',
          EXIT.interrupted,
          'The same command continues.',
        );
      throw new Failure(`${capitalized(error.message)}.`, EXIT.failed, 'The same command continues.');
    }
    const reason = reasonToMend(error);
    if (reason !== undefined)
      throw new Failure(`${capitalized(reason)}.`, EXIT.failed, 'The same command continues.');
    throw error;
  }
}

function capitalized(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
