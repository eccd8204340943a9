import { deletionSql, sameNameSql } from '@gatehouse/database';
import type { DataSource } from 'typeorm';
import type { AuditObject } from './audit-entry';

export type ObjectIds = Readonly<Record<AuditObject['kind'], number | null>>;

const TABLES = { user: 'users', group: 'groups', resource: 'resources' } as const;
const KINDS = ['user', 'group', 'resource'] as const;

/** Names by kind and number (`user 12`); of resources also their paths. */
export type Names = ReadonlyMap<string, { readonly name: string; readonly path: string | null }>;

/** The names of the objects of entries; those of deleted objects are read from the change log. */
export class ObjectNames {
  constructor(private readonly database: Pick<DataSource, 'query'>) {}

  async of(rows: readonly ObjectIds[]): Promise<Names> {
    const names = new Map<string, { name: string; path: string | null }>();
    for (const kind of KINDS) {
      const ids = [...new Set(rows.flatMap((row) => row[kind] ?? []))];
      if (ids.length === 0) continue;
      const found = await (kind === 'resource' ? this.ofResources(ids) : this.ofPrincipals(kind, ids));
      for (const { id, name, path } of found)
        if (name !== null) names.set(`${kind} ${id}`, { name, path: path ?? null });
    }
    return names;
  }

  private ofPrincipals(kind: 'user' | 'group', ids: readonly number[]): Promise<NamedRow[]> {
    return this.database.query<NamedRow[]>(
      `SELECT input.id, coalesce(o.name, (SELECT c.before ->> 'name' FROM ${deletionSql(kind, 'input.id')} c)) AS name
         FROM unnest($1::integer[]) AS input (id) LEFT JOIN ${TABLES[kind]} o ON o.id = input.id`,
      [ids],
    );
  }

  /** With the names of what is above them, up to the service. */
  private ofResources(ids: readonly number[]): Promise<NamedRow[]> {
    return this.database.query<NamedRow[]>(
      `WITH RECURSIVE line (id, depth, name, parent_id) AS (
         SELECT input.id, 0, n.name, n.parent_id
           FROM unnest($1::integer[]) AS input (id) CROSS JOIN LATERAL (${resourceSql('input.id')}) n
         UNION ALL
         SELECT line.id, depth + 1, n.name, n.parent_id
           FROM line CROSS JOIN LATERAL (${resourceSql('line.parent_id')}) n WHERE line.parent_id IS NOT NULL)
       SELECT id, max(name) FILTER (WHERE depth = 0) AS name, string_agg(name, '/' ORDER BY depth DESC) AS path
         FROM line GROUP BY id`,
      [ids],
    );
  }

  /** By number, or by name: a name of a resource is that of a service. */
  async find(
    kind: AuditObject['kind'],
    nameOrId: string,
  ): Promise<Pick<AuditObject, 'kind' | 'id'> | undefined> {
    if (/^\d{1,9}$/.test(nameOrId)) return { kind, id: Number(nameOrId) };
    const isRoot = kind === 'resource' ? 'AND parent_id IS NULL' : '';
    const deletedRoot = kind === 'resource' ? `AND before ->> 'type' = 'service'` : '';
    const [row] = await this.database.query<{ id: number }[]>(
      `(SELECT id FROM ${TABLES[kind]} WHERE ${sameNameSql('name', '$1')} ${isRoot} ORDER BY name = $1 DESC LIMIT 1)
       UNION ALL
       (SELECT ${kind}_id FROM changes WHERE entity = '${kind}' AND operation = 'delete'
          AND ${sameNameSql("before ->> 'name'", '$1')} ${deletedRoot} ORDER BY changes.id DESC LIMIT 1)
       LIMIT 1`,
      [nameOrId],
    );
    return row && { kind, id: row.id };
  }
}

interface NamedRow {
  readonly id: number;
  readonly name: string | null;
  readonly path?: string | null;
}

/** SQL for name and parent of a resource, the last ones if it was deleted; no row if it never existed. */
function resourceSql(id: string): string {
  return `SELECT name, parent_id FROM resources WHERE id = ${id}
    UNION ALL
    (SELECT c.before ->> 'name', (c.before ->> 'parent_id')::integer FROM ${deletionSql('resource', id)} c)
    LIMIT 1`;
}
