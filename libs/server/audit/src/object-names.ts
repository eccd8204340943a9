import { sameNameSql } from '@gatehouse/database';
import type { DataSource } from 'typeorm';
import type { AuditObject } from './audit-entry';

export type ObjectIds = Readonly<Record<AuditObject['kind'], number | null>>;

const TABLES = { user: 'users', group: 'groups', resource: 'resources' } as const;
const KINDS = ['user', 'group', 'resource'] as const;

/** The names of the objects of entries; those of deleted objects are read from the change log. */
export class ObjectNames {
  constructor(private readonly database: Pick<DataSource, 'query'>) {}

  /** Names by kind and number: `user 12`. */
  async of(rows: readonly ObjectIds[]): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for (const kind of KINDS) {
      const ids = [...new Set(rows.flatMap((row) => row[kind] ?? []))];
      if (ids.length === 0) continue;
      const found = await this.database.query<{ id: number; name: string | null }[]>(
        `SELECT input.id, coalesce(o.name, (
             SELECT c.before ->> 'name' FROM changes c
              WHERE c.${kind}_id = input.id AND c.entity = '${kind}' AND c.operation = 'delete' LIMIT 1)) AS name
           FROM unnest($1::integer[]) AS input (id) LEFT JOIN ${TABLES[kind]} o ON o.id = input.id`,
        [ids],
      );
      for (const { id, name } of found) if (name !== null) names.set(`${kind} ${id}`, name);
    }
    return names;
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
