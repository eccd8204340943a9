import { SourceFailure } from './source-failure';
import { SOURCE_TABLES, type SourceTableName } from './source-tables';

/** A schema of the reference. Its migrations have two branches since 5.0.0, so that a database states two revisions. */
interface KnownSchema {
  readonly releases: string;
  /** All that its table `alembic_version` has, sorted. */
  readonly revisions: readonly string[];
  /** Tables that it does not have: nothing is staged of them. */
  readonly without: readonly SourceTableName[];
}

const USER_NAMES_WITHOUT_CASE = '91af68bcdc67';
const NETWORK_TABLES = '2cfe144538e8';

/** Newest first. The releases of a row have the same tables and columns. */
const KNOWN_SCHEMAS: readonly KnownSchema[] = [
  { releases: '5.0.0 to 5.1.0', revisions: [NETWORK_TABLES, USER_NAMES_WITHOUT_CASE], without: [] },
  {
    releases: '3.38.0 to 4.3.1',
    revisions: [USER_NAMES_WITHOUT_CASE],
    without: ['network_nodes', 'network_tokens', 'network_remote_users'],
  },
];

/** The table of the reference's migrations. */
export const REVISION_TABLE = 'alembic_version';

export interface SourceSchema {
  /** The revisions, sorted, with commas between them. */
  readonly revision: string;
  /** The tables that it has. */
  readonly tables: readonly (typeof SOURCE_TABLES)[number][];
}

/**
 * The schema that a database of the reference says to have.
 *
 * @param found the rows of its table `alembic_version`
 * @throws SourceFailure if it is none of those that are known
 */
export function schemaOf(found: readonly string[]): SourceSchema {
  const revision = [...found].sort().join(',');
  const known = KNOWN_SCHEMAS.find(({ revisions }) => revisions.join(',') === revision);
  if (!known)
    throw new SourceFailure(
      `The schema of the source has the revision ${shown(found)}, which is not known. Known are ${KNOWN_SCHEMAS.map(described).join(', and ')}.`,
      'Start one of these releases of Magpie on a copy of the database, which brings an older schema up to date, and import the copy.',
    );
  return {
    revision,
    tables: SOURCE_TABLES.filter(({ name }) => !known.without.includes(name)),
  };
}

function described({ releases, revisions }: KnownSchema): string {
  return `${revisions.join(' with ')} (Magpie ${releases})`;
}

/** What another database has written there is not repeated as it is. */
function shown(found: readonly string[]): string {
  if (found.length === 0) return '(none)';
  return found
    .map((revision) => (/^[0-9a-z_]{1,32}$/i.test(revision) ? revision : '(unreadable)'))
    .join(', ');
}
