import { type UnitOfWork, nameKeySql } from '@gatehouse/database';

export const SEARCH_KINDS = ['user', 'group', 'service', 'resource'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Something that was found, by identifier; services and resources by that of the resource. */
export interface SearchHit {
  readonly kind: SearchKind;
  readonly id: number;
  readonly name: string;
  readonly email?: string;
}

/** The best matches of one kind. */
export interface SearchHits {
  readonly hits: readonly SearchHit[];
  /** Whether there can be more: the search has more matches, or timed out. */
  readonly truncated: boolean;
}

/** Milliseconds that the search of one kind may take. */
const TIMEOUT_MS = 1_000;

/** Matches of one column and way of matching, of which the best are returned. */
const MAX_MATCHES = 500;

/** SQLSTATE of a statement that was cancelled because of its timeout. */
const CANCELED = '57014';

/** Searches of one process at the same time; further ones wait. */
const MAX_CONCURRENT = 2;

/** How many matches to find, and of services and resources, of which service; by default, of all. */
export interface SearchRange {
  readonly limit: number;
  /** The resource identifier of the service. */
  readonly serviceId?: number | undefined;
  /** Of resources, only those below a resource or service whose name ends with this, ignoring case. */
  readonly parentName?: string | undefined;
}

interface Table {
  readonly from: string;
  readonly condition: string;
  /** Columns to compare ignoring case, each with the condition under which it has a separate value. */
  readonly columns: readonly (readonly [column: string, condition: string])[];
  readonly email: string;
  /** The column that must have the resource identifier of the service. */
  readonly ofService?: string;
}

const RESOURCE_COLUMNS = [
  ['name', 'true'],
  ['display_name', 'display_name <> name'],
] as const;

const TABLES: Readonly<Record<SearchKind, Table>> = {
  user: {
    from: 'users',
    condition: 'true',
    columns: [
      ['name', 'true'],
      ['email', 'true'],
    ],
    email: 'email',
  },
  group: { from: 'groups', condition: 'true', columns: [['name', 'true']], email: 'NULL' },
  service: {
    from: 'resources',
    condition: 'parent_id IS NULL',
    columns: RESOURCE_COLUMNS,
    email: 'NULL',
    ofService: 'id',
  },
  resource: {
    from: 'resources',
    condition: 'parent_id IS NOT NULL',
    columns: RESOURCE_COLUMNS,
    email: 'NULL',
    ofService: 'root_service_id',
  },
};

/**
 * Finds users, groups, services and resources by a part of a name, display name or email address, ignoring case: exact
 * matches first, then those that begin with the text, then others, shorter names first. With trigram indexes where there
 * are any. Reference: console-api#search.
 */
export class DirectorySearch {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Up to `limit` matches of a kind. */
  async find(kind: SearchKind, text: string, range: SearchRange): Promise<SearchHits> {
    while (this.running >= MAX_CONCURRENT) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      return await this.query(kind, text, range);
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async query(
    kind: SearchKind,
    text: string,
    { limit, serviceId, parentName }: SearchRange,
  ): Promise<SearchHits> {
    const part = escaped(text);
    const parameters: unknown[] = [text, `${part}%`, `%${part}%`, limit + 1];
    const conditions: string[] = [];
    const { ofService } = TABLES[kind];
    if (serviceId !== undefined && ofService)
      conditions.push(`${ofService} = $${parameters.push(serviceId)}`);
    if (parentName !== undefined && kind === 'resource')
      conditions.push(isBelow(parameters.push(`%${escaped(parentName)}`)));
    try {
      const rows = await this.unitOfWork.manager.transaction(async (manager) => {
        await manager.query(`SET LOCAL statement_timeout = ${TIMEOUT_MS}`);
        return manager.query<{ id: number; name: string; email: string | null }[]>(
          statementFor(TABLES[kind], conditions),
          parameters,
        );
      });
      const hits = rows.slice(0, limit).map(({ id, name, email }) => ({
        kind,
        id,
        name,
        ...(email === null ? {} : { email }),
      }));
      return { hits, truncated: rows.length > limit };
    } catch (error) {
      if ((error as { code?: unknown }).code === CANCELED) return { hits: [], truncated: true };
      throw error;
    }
  }
}

/** For LIKE, whose escape character is the backslash. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Ways of matching, the best first, each with the parameter that it compares with. */
const MATCHES = [
  ['=', '$1'],
  ['LIKE', '$2'],
  ['LIKE', '$3'],
] as const;

/** Display names are in any language, and nothing is decided by them: their case is that of the database. */
const displayNameKeySql = (expression: string): string => `lower(${expression})`;

/**
 * A branch for each column and way of matching, each of which ends as soon as it has enough rows: a
 * text that matches most rows is found in few of them.
 */
function statementFor({ from, condition, columns, email }: Table, conditions: readonly string[]): string {
  const all = [condition, ...conditions].join(' AND ');
  const branches = columns.flatMap(([column, own]) => {
    const key = column === 'display_name' ? displayNameKeySql : nameKeySql;
    return MATCHES.map(
      ([operator, text], rank) =>
        `(SELECT id, name, ${email} AS email, ${rank} AS rank FROM ${from}
          WHERE ${all} AND ${own} AND ${key(column)} ${operator} ${key(text)} LIMIT ${MAX_MATCHES})`,
    );
  });
  return `SELECT id, name, email FROM (
      SELECT DISTINCT ON (id) id, name, email, rank FROM (${branches.join(' UNION ALL ')}) matches ORDER BY id, rank
    ) best ORDER BY rank, length(name), name COLLATE "C", id LIMIT $4`;
}

function isBelow(parameter: number): string {
  return `EXISTS (SELECT 1 FROM resources above
    WHERE above.id = resources.parent_id AND ${nameKeySql('above.name')} LIKE ${nameKeySql(`$${parameter}`)})`;
}
