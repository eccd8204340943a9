import type { PermissionName } from '@gatehouse/access-engine';
import { type UnitOfWork, deletionSql, newestRevision } from '@gatehouse/database';
import type { Principal } from '../permission-assignment';

/** What identifies an assignment. */
interface AssignmentKey {
  readonly principal: Principal;
  readonly resourceId: number;
  readonly name: PermissionName;
}

/** An assignment with the revision from which on its changes count. */
export interface BasedKey extends AssignmentKey {
  readonly since: number;
}

/** An assignment with the revision in which it was last set or removed. */
export interface LastChange<Key extends AssignmentKey = AssignmentKey> {
  readonly key: Key;
  readonly revision: number;
  /** The user who did it; undefined for the system, and if the log does not go back that far. */
  readonly by?: string;
  readonly at?: Date;
}

interface Row {
  /** Position among the keys, from 1. */
  readonly position: number;
  readonly revision: string;
  readonly actor_name: string | null;
  readonly begun_at: Date;
}

/** When permission assignments changed, from the change log. */
export class AssignmentHistory {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  newestRevision(): Promise<number> {
    return newestRevision(this.unitOfWork.manager);
  }

  /**
   * The assignments that were set or removed after the revision of their key, each with its last change. Where the log does not
   * go back that far, or has not reached the revision, the assignment is among them.
   */
  async changedSince<Key extends BasedKey>(keys: readonly Key[]): Promise<LastChange<Key>[]> {
    const [log] = await this.unitOfWork.manager.query<{ newest: string; oldest: string | null }[]>(
      'SELECT value AS newest, (SELECT min(revision) FROM revisions) AS oldest FROM access_revision',
    );
    const newest = Number(log?.newest);
    const oldest = log?.oldest ?? null;
    const isCovered = ({ since }: Key): boolean =>
      since === newest || (oldest !== null && since >= Number(oldest) - 1 && since < newest);
    const changed: LastChange<Key>[] = keys
      .filter((key) => !isCovered(key))
      .map((key) => ({ key, revision: newest }));
    for (const kind of ['user', 'group'] as const) {
      const ofKind = keys.filter((key) => key.principal.kind === kind && isCovered(key));
      if (ofKind.length > 0) changed.push(...(await this.lastChanges(kind, ofKind)));
    }
    return changed;
  }

  private async lastChanges<Key extends BasedKey>(
    kind: Principal['kind'],
    keys: readonly Key[],
  ): Promise<LastChange<Key>[]> {
    const rows = await this.unitOfWork.manager.query<Row[]>(
      // For each assignment by the index on its resource: a large import may have followed.
      `SELECT touched.position::integer, last.revision, r.actor_name, r.begun_at
       FROM unnest($1::integer[], $2::integer[], $3::text[], $4::bigint[]) WITH ORDINALITY
         AS touched (principal_id, resource_id, name, since, position)
       CROSS JOIN LATERAL (
         SELECT max(c.revision) AS revision FROM (
           SELECT * FROM changes WHERE resource_id = touched.resource_id AND id > coalesce((
             SELECT id FROM changes WHERE revision <= touched.since ORDER BY revision DESC, id DESC LIMIT 1), 0)
           ORDER BY id DESC OFFSET 0) c
         WHERE c.entity = '${kind}_rule' AND c.${kind}_id = touched.principal_id
           AND coalesce(c.after, c.before) ->> 'name' = touched.name) last
       JOIN revisions r ON r.revision = last.revision ORDER BY touched.position`,
      [
        keys.map(({ principal }) => principal.id),
        keys.map(({ resourceId }) => resourceId),
        keys.map(({ name }) => name),
        keys.map(({ since }) => since),
      ],
    );
    return rows.flatMap(({ position, revision, actor_name: by, begun_at: at }) => {
      const key = keys[position - 1];
      return key ? [{ key, revision: Number(revision), ...(by !== null && { by }), at: new Date(at) }] : [];
    });
  }

  /** The revision in which a resource was deleted, unless it was deleted with one above it or the log no longer contains it. */
  async deletionsOf(resourceIds: readonly number[]): Promise<Map<number, Omit<LastChange, 'key'>>> {
    const rows = await this.unitOfWork.manager.query<(Omit<Row, 'position'> & { resource_id: number })[]>(
      `SELECT c.resource_id, c.revision, r.actor_name, r.begun_at FROM unnest($1::integer[]) AS input (id)
       CROSS JOIN LATERAL ${deletionSql('resource', 'input.id')} c JOIN revisions r USING (revision)`,
      [resourceIds],
    );
    return new Map(
      rows.map(({ resource_id, revision, actor_name: by, begun_at: at }) => [
        resource_id,
        { revision: Number(revision), ...(by !== null && { by }), at: new Date(at) },
      ]),
    );
  }
}
