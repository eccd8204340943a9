import type { Access, PermissionName, Scope } from '@gatehouse/access-engine';
import { type UnitOfWork, attachedSql } from '@gatehouse/database';
import type { Principal } from './permission-assignment';

/** Which assignment: there is at most one. */
export interface UndoKey {
  readonly kind: Principal['kind'];
  readonly principalId: number;
  readonly resourceId: number;
  readonly name: PermissionName;
}

/** A change as the log has it. */
export interface LoggedRow {
  readonly id: string;
  readonly entity: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** An assignment as it is, with its last change. */
export interface StoredRow {
  /** Position among the keys, from 1. */
  readonly position: number;
  readonly access: Access | null;
  readonly scope: Scope | null;
  readonly principal_name: string | null;
  readonly resource_exists: boolean;
  readonly revision: string | null;
  readonly actor_name: string | null;
  readonly begun_at: Date | null;
}

interface ChangedRow {
  readonly entity: string;
  readonly operation: string;
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly resource_id: number | null;
}

/** Changes that are compared with the keys of an undo one by one. */
const MAX_CHANGED = 1_000;

const isDeletedResource = ({ entity, operation }: ChangedRow): boolean =>
  entity === 'resource' && operation === 'delete';

/** Which assignments and principals were changed. */
class ChangedKeys {
  private readonly keys: ReadonlySet<string>;

  constructor(rows: readonly ChangedRow[]) {
    this.keys = new Set(
      rows.flatMap(({ entity, user_id: user, group_id: group, resource_id: resource }) => {
        if (entity === 'user_rule' || entity === 'group_rule')
          return [`${entity} ${user ?? group} ${resource}`];
        return entity === 'user' || entity === 'group' ? [`${entity} ${user ?? group}`] : [];
      }),
    );
  }

  /** Whether the assignment or its principal may have been changed. */
  concerns({ kind, principalId, resourceId }: UndoKey): boolean {
    return (
      this.keys.has(`${kind}_rule ${principalId} ${resourceId}`) || this.keys.has(`${kind} ${principalId}`)
    );
  }
}

/** The SQL of the undo of permissions: it compares assignments with the change log, which has no entities. */
export class UndoRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Up to `most` changes of a revision after the one with the id `after`, in order. Session tokens are left out, and so is everything
   * that a job removed for a deletion.
   */
  changesOf(revision: number, after: number, most: number): Promise<LoggedRow[]> {
    return this.unitOfWork.manager.query<LoggedRow[]>(
      `SELECT c.id, c.entity, c.before, c.after FROM revisions v CROSS JOIN LATERAL (
           SELECT id, entity, before, after FROM changes
            WHERE revision BETWEEN v.revision AND v.revision AND id > $3 AND entity <> 'session_token'
            ORDER BY revision, id LIMIT $2) c
        WHERE v.revision = $1 AND NOT starts_with(coalesce(v.actor_role, ''), 'job:delete_rows:') ORDER BY c.id`,
      [revision, most, after],
    );
  }

  /**
   * What was changed after a revision that can concern an undo; undefined if that is too much to tell, or if resources were deleted, with
   * others below them.
   */
  async changedSince(revision: number): Promise<ChangedKeys | undefined> {
    const rows = await this.unitOfWork.manager.query<ChangedRow[]>(
      `SELECT entity, operation, user_id, group_id, resource_id FROM changes WHERE revision > $1
        ORDER BY revision, id LIMIT ${MAX_CHANGED + 1}`,
      [revision],
    );
    const isUnclear = rows.length > MAX_CHANGED || rows.some(isDeletedResource);
    return isUnclear ? undefined : new ChangedKeys(rows);
  }

  /** The assignments of users or of groups, one row for each key. */
  stored(kind: Principal['kind'], keys: readonly UndoKey[]): Promise<StoredRow[]> {
    return this.unitOfWork.manager.query<StoredRow[]>(
      `SELECT input.position::integer, p.access, p.scope, h.name AS principal_name,
         r.id IS NOT NULL AND ${attachedSql('r')} AS resource_exists,
         last.revision, last.actor_name, last.begun_at
       FROM unnest($1::integer[], $2::integer[], $3::text[]) WITH ORDINALITY
         AS input (principal_id, resource_id, name, position)
       LEFT JOIN LATERAL (SELECT c.revision, v.actor_name, v.begun_at FROM (
             SELECT * FROM changes WHERE resource_id = input.resource_id ORDER BY id DESC OFFSET 0) c
           CROSS JOIN LATERAL (SELECT * FROM revisions WHERE revision = c.revision OFFSET 0) v
           WHERE c.${kind}_id = input.principal_id AND c.entity = '${kind}_rule' AND coalesce(c.after, c.before) ->> 'name' = input.name
           ORDER BY c.id DESC LIMIT 1) last ON true
       LEFT JOIN ${kind}s h ON h.id = input.principal_id
       LEFT JOIN resources r ON r.id = input.resource_id
       LEFT JOIN ${kind}_permissions p ON p.${kind}_id = input.principal_id
         AND p.resource_id = input.resource_id AND p.name = input.name
       ORDER BY input.position`,
      [
        keys.map(({ principalId }) => principalId),
        keys.map(({ resourceId }) => resourceId),
        keys.map(({ name }) => name),
      ],
    );
  }
}
