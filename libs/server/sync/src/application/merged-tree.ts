import type { DataSource } from 'typeorm';
import { nameKeySql } from '@gatehouse/database';
import type { ChildNode, ProtectedService, Resources } from '@gatehouse/directory';
import { nameKey } from '@gatehouse/names';
import type { Mirror } from '../jobs/mirror-repository';

/** Part of the children of a resource. */
export interface MergedPage {
  /** The registered resource whose children are listed; the service if neither is given. */
  readonly resourceId?: number | undefined;
  /** The resource of the source, for one that is not registered. */
  readonly remoteId?: number | undefined;
  readonly after?: number | undefined;
  readonly afterRemote?: number | undefined;
  readonly limit: number;
}

/** A resource of the source that is not registered. */
export interface RemoteChild {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly type: string;
  readonly isOpen: boolean;
  readonly problem: string | null;
  readonly hasChildren: boolean;
}

export interface MergedChildren {
  readonly registered: readonly (ChildNode & {
    /** Whether the source has it, or may have it below the depth that was read; null if it was never read. */
    readonly matchesRemote: boolean | null;
    readonly remoteId: number | null;
    /** Whether anything is below it, registered or of the source. */
    readonly hasChildren: boolean;
  })[];
  /** In the order of the source. */
  readonly remoteOnly: readonly RemoteChild[];
}

const COLUMNS = `r.id, r.name, r.display_name AS "displayName", r.type, r.is_open AS "isOpen", r.problem,
  (SELECT c.id FROM remote_resources c WHERE c.synchronization_id = r.synchronization_id AND c.parent_id = r.id
    ORDER BY c.synchronization_id, c.parent_id, c.id LIMIT 1) IS NOT NULL AS "hasChildren"`;

/**
 * SQL for the children `c` of a resource that have a key. The columns are compared together, so that their index is used, whatever
 * statistics say about the children of one resource.
 */
const named = (parent: string, key: string): string =>
  `(c.synchronization_id, c.parent_id, c.name_key) >= ($1, ${parent}, ${key})
     AND (c.synchronization_id, c.parent_id, c.name_key) <= ($1, ${parent}, ${key})
   ORDER BY c.synchronization_id, c.parent_id, c.name_key LIMIT 1`;

/** A resource of the mirror that is registered. */
interface Named {
  readonly id: number;
  readonly hasChildren: boolean;
}

/** A place in the mirror: 0 is the service. */
interface Place {
  readonly id: number;
  readonly isOpen: boolean;
}

/** Shows registered resources beside those of the source. */
export class MergedTree {
  constructor(
    private readonly dataSource: DataSource,
    private readonly resources: Resources,
  ) {}

  /** Throws `resource_not_found` for a resource of another service. */
  async children(
    service: ProtectedService,
    mirror: Mirror | undefined,
    page: MergedPage,
  ): Promise<MergedChildren> {
    const { remoteId, after, afterRemote = 0, limit } = page;
    if (remoteId !== undefined) {
      const remoteOnly = mirror ? await this.below(mirror, remoteId, afterRemote, limit) : [];
      return { registered: [], remoteOnly };
    }
    const parent = await this.resources.parentBelow(service, page.resourceId);
    const local = await this.resources.children(parent, { limit, after });
    if (!mirror) {
      return {
        registered: local.map((one) => ({ ...one, matchesRemote: null, remoteId: null })),
        remoteOnly: [],
      };
    }
    const path = (await this.resources.pathUp(parent)).slice(0, -1).map(({ name }) => name);
    const place = await this.find(mirror, path.reverse());
    const named = place
      ? await this.named(
          mirror,
          place.id,
          local.map(({ name }) => name),
        )
      : new Map<string, Named>();
    const isOpen = place ? place.isOpen : await this.isBelowOpen(mirror, path);
    return {
      registered: local.map((one) => {
        const remote = named.get(nameKey(one.name));
        return {
          ...one,
          hasChildren: one.hasChildren || remote?.hasChildren === true,
          matchesRemote: remote !== undefined || isOpen,
          remoteId: remote?.id ?? null,
        };
      }),
      remoteOnly: place ? await this.remoteOnly(mirror, place.id, parent.id, afterRemote, limit) : [],
    };
  }

  /** The resource at a path of names of the mirror; undefined if there is none. */
  private async find({ synchronizationId }: Mirror, path: readonly string[]): Promise<Place | undefined> {
    if (path.length === 0) return { id: 0, isOpen: false };
    const rows = await this.dataSource.query<Place[]>(
      `WITH RECURSIVE branch AS (
         SELECT 0 AS id, false AS is_open, 0 AS level
         UNION ALL SELECT c.id, c.is_open, b.level + 1 FROM branch b CROSS JOIN LATERAL (
           SELECT id, is_open FROM remote_resources c WHERE ${named('b.id', '($2::text[])[b.level + 1]')}) c
         WHERE b.level < cardinality($2::text[])
       ) SELECT id, is_open AS "isOpen" FROM branch WHERE level = cardinality($2::text[])`,
      [synchronizationId, path.map(nameKey)],
    );
    return rows[0];
  }

  /** Whether a path that the mirror does not have is below a resource whose children were not read. */
  private async isBelowOpen(mirror: Mirror, path: readonly string[]): Promise<boolean> {
    for (let length = path.length - 1; length > 0; length -= 1) {
      const place = await this.find(mirror, path.slice(0, length));
      if (place) return place.isOpen;
    }
    return false;
  }

  /** Which of some names the children of a resource of the mirror have, by their keys. */
  private async named(
    { synchronizationId }: Mirror,
    parentId: number,
    names: readonly string[],
  ): Promise<Map<string, Named>> {
    const rows = await this.dataSource.query<(Named & { readonly name: string })[]>(
      `SELECT c.id, w.name, (SELECT h.id FROM remote_resources h WHERE h.synchronization_id = $1 AND h.parent_id = c.id
           ORDER BY h.synchronization_id, h.parent_id, h.id LIMIT 1) IS NOT NULL AS "hasChildren"
       FROM unnest($3::text[]) AS w (name) CROSS JOIN LATERAL (
         SELECT id FROM remote_resources c WHERE ${named('$2', 'w.name')}) c`,
      [synchronizationId, parentId, names.map(nameKey)],
    );
    return new Map(rows.map((row) => [row.name, row]));
  }

  private remoteOnly(
    { synchronizationId }: Mirror,
    parentId: number,
    resourceId: number,
    after: number,
    limit: number,
  ): Promise<RemoteChild[]> {
    return this.dataSource.query<RemoteChild[]>(
      `SELECT ${COLUMNS} FROM remote_resources r
       WHERE r.synchronization_id = $1 AND r.parent_id = $2 AND r.id > $3
         AND NOT EXISTS (SELECT FROM resources l WHERE l.parent_id = $4 AND ${nameKeySql('l.name')} = r.name_key)
       ORDER BY r.synchronization_id, r.parent_id, r.id LIMIT $5`,
      [synchronizationId, parentId, after, resourceId, limit],
    );
  }

  private below(
    { synchronizationId }: Mirror,
    parentId: number,
    after: number,
    limit: number,
  ): Promise<RemoteChild[]> {
    return this.dataSource.query<RemoteChild[]>(
      `SELECT ${COLUMNS} FROM remote_resources r
       WHERE r.synchronization_id = $1 AND r.parent_id = $2 AND r.id > $3
       ORDER BY r.synchronization_id, r.parent_id, r.id LIMIT $4`,
      [synchronizationId, parentId, after, limit],
    );
  }
}
