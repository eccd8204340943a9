import { Client } from 'pg';
import { loadSnapshot } from '@gatehouse/access';
import { closeConnection, connectionOptions, createDataSource } from '@gatehouse/database';
import {
  CAUSES,
  type Cause,
  DatabaseSource,
  type Difference,
  type DumpSource,
  NO_RECORD,
  Resolver,
  type ResolverSession,
  SourceFailure,
  type ResolverNames,
  type SourceUser,
  TemporaryTables,
  type Verification,
  readImportRecord,
  sampleOf,
  stagedName,
  verifyImport as verify,
} from '@gatehouse/import';
import { InvalidConfiguration, loadDecisionSettings } from '@gatehouse/settings';
import type { Context } from '../context';
import { EXIT } from '../exit-codes';
import { Failure } from '../failures';
import { progressOf } from '../output/progress';
import { sourceOf } from './import-source';
import { databaseOf, explaining } from './settings';
import { withSettingsFile } from './settings-file';

export interface VerifyOptions {
  /** Address of a database. */
  readonly from: string | undefined;
  /** Instead: path of a dump. */
  readonly dump: string | undefined;
  readonly password: string | undefined;
  /** Name of the source, where several were imported. */
  readonly source: string | undefined;
  /** Number of users, besides those who are always in a sample; undefined for all. */
  readonly sample: number | undefined;
  readonly seed: number;
  readonly adminGroup: string | undefined;
  readonly anonymousUser: string | undefined;
  readonly maxExamples: number;
  readonly settingsFile: string | undefined;
}

/** What the resolver works on. */
interface OpenedTables {
  readonly name: string;
  readonly session: ResolverSession;
  readonly tableOf: ConstructorParameters<typeof Resolver>[1];
  close(): Promise<void>;
}

/**
 * Compares the effective permissions of a database of the reference with those here, and shows the result. The exit code is 2 if there
 * are differences that nothing explains.
 */
export async function verifyImport(context: Context, options: VerifyOptions): Promise<void> {
  await explaining(async () => {
    const source = await sourceOf(options);
    const environment = withSettingsFile(context.environment, options.settingsFile);
    const access = databaseOf(environment);
    const here = namesOf(environment);
    const names: ResolverNames = {
      administrators: options.adminGroup ?? here.administrators,
      anonymousGroup: options.anonymousUser ?? here.anonymousGroup,
      anonymousUser: options.anonymousUser ?? here.anonymousUser,
    };
    const url = access.directUrl ?? access.url;
    const target = new Client({ ...connectionOptions(url), application_name: 'gatehouse cli' });
    target.on('error', () => undefined);
    await target.connect();
    let tables: OpenedTables | undefined;
    try {
      tables = await opened(context, source, url);
      const { snapshot } = await loadSnapshot(target, {
        adminGroup: here.administrators,
        anonymousGroup: here.anonymousGroup,
        anonymousUser: here.anonymousUser,
      });
      const record = await recordOf(context, sessionOf(target), options.source);
      const resolver = new Resolver(tables.session, tables.tableOf, names);
      const all = await resolver.users();
      checkNames(all, names);
      const users =
        options.sample === undefined
          ? all
          : sampleOf(all, {
              size: options.sample,
              seed: options.seed,
              denyingGroups: await resolver.denyingGroups(),
            });
      const progress = await progressOf(context.output, users.length, 'users');
      const verification = await verify({
        resolver,
        snapshot,
        record,
        names: here,
        users,
        maxExamples: options.maxExamples,
        progress: (count) => progress.done(count),
        signal: context.signal,
      }).finally(() => progress.end());
      const unanswered = await resolver.unreachable();
      show(context, options, {
        verification,
        users: all.length,
        unanswered: unanswered.length,
        source: tables.name,
      });
    } finally {
      await tables?.close();
      await closeConnection(target);
    }
  }).catch((error: unknown) => {
    throw error instanceof SourceFailure
      ? new Failure(error.message, error.isUnreachable ? EXIT.notReachable : EXIT.failed, error.remedy)
      : error;
  });
}

/** A database is read where it is; the rows of a dump are staged in the database of Gatehouse for the time of the command. */
async function opened(
  { output, signal }: Context,
  source: DatabaseSource | DumpSource,
  targetUrl: string,
): Promise<OpenedTables> {
  if (source instanceof DatabaseSource) {
    const tables = await source.open();
    return { ...tables, session: sessionOf(tables.client) };
  }
  const dataSource = createDataSource({ url: targetUrl, poolSize: 1, keepsConnections: true });
  await dataSource.initialize();
  try {
    const staged = await source.stage(new TemporaryTables(dataSource), (table, rows) => {
      signal.throwIfAborted();
      output.trace(`${table}: ${rows} rows`);
    });
    await dataSource.query('BEGIN');
    return {
      name: staged.name,
      session: { query: (sql, parameters = []) => dataSource.query(sql, [...parameters]) },
      tableOf: (table) => `pg_temp.${stagedName(table)}`,
      close: () => dataSource.destroy(),
    };
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

function sessionOf(client: Client): ResolverSession {
  return {
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await client.query(sql, [...parameters])).rows as Row[],
  };
}

function namesOf(environment: Context['environment']): ResolverNames {
  try {
    const { adminGroup, anonymousUser } = loadDecisionSettings(environment);
    return { administrators: adminGroup, anonymousGroup: anonymousUser, anonymousUser };
  } catch (error) {
    throw error instanceof InvalidConfiguration ? new Failure(error.message) : error;
  }
}

async function recordOf(context: Context, session: ResolverSession, source: string | undefined) {
  const record = await readImportRecord(session, source).catch((error: Error) => {
    throw new Failure(error.message, EXIT.failed, 'Name one of them with --source.');
  });
  if (!record) context.output.warn('No import is recorded here: objects are compared by their identifiers.');
  return record ?? NO_RECORD;
}

/** With a wrong name, nobody would be an administrator in the source, or callers who are not signed in would not be compared. */
function checkNames(users: readonly SourceUser[], names: ResolverNames): void {
  if (!users.some(({ isAnonymous }) => isAnonymous))
    throw new Failure(
      `The source has no user ${names.anonymousUser}, who stands for callers who are not signed in.`,
      EXIT.failed,
      'Name it as MAGPIE_ANONYMOUS_USER does, with --source-anonymous-user.',
    );
  if (!users.some(({ isAdministrator }) => isAdministrator))
    throw new Failure(
      `The source has no members of the group ${names.administrators}.`,
      EXIT.failed,
      'Name the group as MAGPIE_ADMIN_GROUP does, with --source-admin-group.',
    );
}

interface Result {
  readonly verification: Verification;
  /** Users of the source. */
  readonly users: number;
  readonly unanswered: number;
  readonly source: string;
}

function show(context: Context, options: VerifyOptions, result: Result): void {
  const { output } = context;
  const { verification, source } = result;
  const { answers, answersBelow, users, resources, unexplained, usersNotHere } = verification;
  const explained = Object.entries(verification.explained);
  if (unexplained.count > 0) context.exitCode = EXIT.changes;
  if (output.format === 'json')
    return output.json({
      source,
      users_of_source: result.users,
      sample: options.sample === undefined ? null : { size: options.sample, seed: options.seed },
      users,
      users_not_here: usersNotHere,
      resources,
      resources_without_answers: result.unanswered,
      answers,
      answers_below: answersBelow,
      explained: explained.map(([cause, { count, examples }]) => ({
        cause,
        count,
        examples: examples.map(wireOf),
      })),
      unexplained: { count: unexplained.count, examples: unexplained.examples.map(wireOf) },
    });
  output.line(
    `${answers} answers about ${users} users and ${resources} resources were compared, and ${answersBelow} about what is not registered below them.`,
  );
  for (const [cause, count] of Object.entries(usersNotHere))
    output.line(`users that are not here: ${count} (${cause})`);
  for (const [cause, { count, examples }] of explained) {
    output.line(
      `explained by ${cause}: ${count}${CAUSES[cause as Cause] === 'changing' ? '' : ', none of which allows more'}`,
    );
    for (const example of examples.slice(0, 1)) showDifference(context, example);
  }
  if (unexplained.count === 0) return output.note('There are no unexplained differences.');
  output.line(`unexplained: ${unexplained.count}`);
  for (const example of unexplained.examples) showDifference(context, example);
  output.note('What each cause means is in docs/reference/import-verification.md.');
}

function showDifference({ output }: Context, difference: Difference): void {
  const { user, resource, permission, target, source, here, facts } = difference;
  const place = target === 'resource' ? resource : `${resource}/*`;
  output.line(`  ${user}: ${permission} on ${place}`);
  output.line(
    `    source: ${source.access ?? 'nothing'} (${source.reason}) ${source.assignment ?? ''}`.trimEnd(),
  );
  output.line(`    here: ${here.access ?? 'nothing'} (${here.reason}) ${here.assignment ?? ''}`.trimEnd());
  for (const { text, cause } of facts) output.line(`    ${text}${cause === null ? '' : ` (${cause})`}`);
  if (facts.length === 0) output.line('    the assignments are the same, and the answers differ');
}

function wireOf({ user, resource, resourceId, permission, target, source, here, facts }: Difference): object {
  return { user, resource, resource_id: resourceId, permission, target, source, here, facts };
}
