import type { DataSource } from 'typeorm';
import { crossesNetwork, parseDatabaseUrl } from '@gatehouse/database-url';
import { alterationOf, quoted } from '../sessions/session-settings';
import { examineSchema } from '../schema/migrate';
import { type AppliedMigrations, migrationNames } from '../schema/migration-table';
import { DatabaseUnsuitable } from '../unavailable';
import { UNRECORDED_TABLES } from '../unrecorded-tables';

/** What is found at the start, for the log and for `npm run db:check`. */
export interface DatabaseFacts {
  /** Version of the server, such as `15.12`. */
  readonly version: string;
  readonly encoding: string;
  readonly schema: string;
  readonly role: string;
  /** How many migrations the start of the API would apply. */
  readonly pending: number;
  /** Connections that the server admits for this role and database, beside those that others have. */
  readonly available: number;
  /** What works, and should not stay so. */
  readonly warnings: readonly string[];
}

/** Whether a process changes the schema, as the API does, or waits until that is done. */
export type ProcessKind = 'api' | 'proxy';

interface Row {
  readonly version: string;
  readonly number: number;
  readonly encoding: string;
  readonly schema: string | null;
  readonly role: string;
  /** The role of the sign-in, which has settings; `role` has privileges. */
  readonly login: string;
  readonly database: string;
  readonly mayCreate: boolean | null;
  readonly isEncrypted: boolean | null;
}

const OLDEST_SERVER = 150_000;

/**
 * What the server and the database are, before anything is written.
 *
 * @param dataSource on connections that keep their sessions
 * @param url of the data source
 * @throws DatabaseUnsuitable, ConflictingNames
 */
export async function examineDatabase(
  dataSource: DataSource,
  url: string,
  process: ProcessKind,
): Promise<DatabaseFacts> {
  const [row] = await dataSource.query<[Row]>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
       current_setting('server_version_num')::int AS number, current_setting('server_encoding') AS encoding,
       current_schema()::text AS schema, current_user::text AS role,
       session_user::text AS login, current_database()::text AS database,
       has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate",
       (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS "isEncrypted"`,
  );
  const { version, number, encoding, schema, role } = row;
  if (number < OLDEST_SERVER)
    throw new DatabaseUnsuitable(`PostgreSQL ${version} is too old`, 'Use PostgreSQL 15 or newer.');
  if (encoding !== 'UTF8')
    throw new DatabaseUnsuitable(
      `the encoding of the database is ${encoding}`,
      "Create a database with ENCODING 'UTF8' TEMPLATE template0, and restore a dump of this one into it.",
    );
  if (schema === null)
    throw new DatabaseUnsuitable(
      'no schema of the search path exists, or may be used by the role',
      `Create one: CREATE SCHEMA "gatehouse" AUTHORIZATION ${quoted(role)}; ${alterationOf(row)} SET search_path = gatehouse;`,
    );
  const { applied } = await examineSchema(dataSource);
  if (!applied) await rejectForeignTables(dataSource, schema);
  const pending = migrationNames(dataSource).filter((name) => !applied?.names.includes(name)).length;
  await rejectMissingPrivileges(dataSource, { row: { ...row, schema }, process, pending, applied });
  return {
    version,
    encoding,
    schema,
    role,
    pending,
    available: await availableConnections(dataSource),
    warnings: tlsWarnings(url, row.isEncrypted === true),
  };
}

/** Tables that the schema of the product has beside those of its entities. */
const OTHER_TABLES = ['access_revision', 'revisions', 'changes', 'audit_chain', 'gatehouse_schema'];

function tablesOf(dataSource: DataSource): string[] {
  const names = dataSource.entityMetadatas.map(({ tableName }) => tableName);
  return [...new Set([...names, ...OTHER_TABLES, ...Object.keys(UNRECORDED_TABLES)])].sort();
}

async function rejectForeignTables(dataSource: DataSource, schema: string): Promise<void> {
  const foreign = await dataSource.query<{ name: string }[]>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1) ORDER BY relname`,
    [tablesOf(dataSource)],
  );
  if (foreign.length === 0) return;
  throw new DatabaseUnsuitable(
    `the schema ${schema} has tables of another application: ${foreign.map(({ name }) => name).join(', ')}`,
    'Use a database of its own, or a schema: CREATE SCHEMA …, and ALTER ROLE … IN DATABASE … SET search_path.',
  );
}

interface Privileges {
  readonly row: Row & { readonly schema: string };
  readonly process: ProcessKind;
  readonly pending: number;
  readonly applied: AppliedMigrations | undefined;
}

/** The proxy may be another role, which neither owns the tables nor writes most of them. */
async function rejectMissingPrivileges(
  dataSource: DataSource,
  { row: { schema, role, mayCreate }, process, pending, applied }: Privileges,
): Promise<void> {
  if (process === 'api' && pending > 0 && !mayCreate)
    throw new DatabaseUnsuitable(
      `the role may not create tables in the schema ${schema}`,
      `Grant it: GRANT CREATE ON SCHEMA ${quoted(schema)} TO ${quoted(role)};`,
    );
  if (!applied) return;
  const tables = await dataSource.query<{ name: string; owner: string; isOwn: boolean; mayUse: boolean }[]>(
    `SELECT relname AS name, pg_get_userbyid(relowner) AS owner, pg_has_role(relowner, 'USAGE') AS "isOwn",
       has_table_privilege(oid, 'SELECT') AND ($2 OR (has_table_privilege(oid, 'INSERT')
         AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))) AS "mayUse"
     FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname = ANY ($1) ORDER BY relname`,
    [tablesOf(dataSource), process === 'proxy'],
  );
  const named = (some: typeof tables): string => some.map(({ name }) => name).join(', ');
  const unusable = tables.filter(({ mayUse }) => !mayUse);
  if (unusable.length > 0)
    throw new DatabaseUnsuitable(
      `the role may not use the tables ${named(unusable)}`,
      `Use the role that owns them, or grant it: GRANT ALL ON ALL TABLES IN SCHEMA ${quoted(schema)} TO ${quoted(role)};`,
    );
  const foreign = tables.filter(({ isOwn }) => !isOwn);
  if (process === 'api' && pending > 0 && foreign.length > 0)
    throw new DatabaseUnsuitable(
      `the schema has to be changed, and another role owns the tables ${named(foreign)}`,
      `Use the role that owns them, or grant it: GRANT ${quoted(foreign[0]?.owner ?? '')} TO ${quoted(role)};`,
    );
}

/** What the limits of server, database and role leave, beside connections of other applications. */
async function availableConnections(dataSource: DataSource): Promise<number> {
  const [row] = await dataSource.query<[{ available: number }]>(
    `WITH others AS MATERIALIZED (
       SELECT datname, usename FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
         AND NOT (datname = current_database() AND application_name LIKE 'gatehouse%'))
     SELECT least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true), '0')::int - (SELECT count(*) FROM others),
       (SELECT CASE WHEN datconnlimit >= 0 THEN datconnlimit - (SELECT count(*) FROM others WHERE datname = current_database()) END
        FROM pg_database WHERE datname = current_database()),
       (SELECT CASE WHEN rolconnlimit >= 0 THEN rolconnlimit - (SELECT count(*) FROM others WHERE usename = current_user) END
        FROM pg_roles WHERE rolname = current_user))::int AS available`,
  );
  return row.available;
}

function tlsWarnings(url: string, isEncrypted: boolean): readonly string[] {
  const address = parseDatabaseUrl(url);
  if (!crossesNetwork(address)) return [];
  if (!isEncrypted)
    return ['connections to the database cross a network without TLS: set sslmode=verify-full in its URL'];
  return address.tls === 'unverified'
    ? ['the certificate of the database is not verified: set sslmode=verify-full in its URL']
    : [];
}
