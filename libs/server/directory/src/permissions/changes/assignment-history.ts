import type { PermissionName } from '@gatehouse/access-engine';
import type { UnitOfWork } from '@gatehouse/database';
import type { Principal } from '../permission-assignment';

/** What identifies an assignment. */
export interface AssignmentKey {
  readonly principal: Principal;
  readonly resourceId: number;
  readonly name: PermissionName;
}

/** An assignment with the revision in which it was last set or removed. */
export interface LastChange {
  readonly key: AssignmentKey;
  readonly revision: number;
}

interface Row {
  readonly principal_id: number;
  readonly resource_id: number;
  readonly name: string;
  readonly revision: string;
}

/** When permission assignments changed, from the change log. */
export class AssignmentHistory {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async newestRevision(): Promise<number> {
    const [row] = await this.unitOfWork.manager.query<{ value: string }[]>(
      'SELECT value FROM access_revision',
    );
    return Number(row?.value);
  }

  /**
   * The assignments that were set or removed after a revision, each with the last such revision. If the log does not go back
   * that far, all of them.
   */
  async changedSince(revision: number, keys: readonly AssignmentKey[]): Promise<LastChange[]> {
    const [log] = await this.unitOfWork.manager.query<{ newest: string; reaches: boolean }[]>(
      `SELECT value AS newest, value <= $1 OR EXISTS (SELECT 1 FROM revisions WHERE revision = $1::bigint + 1) AS reaches
       FROM access_revision`,
      [revision],
    );
    if (!log?.reaches) return keys.map((key) => ({ key, revision: Number(log?.newest) }));
    const changed: LastChange[] = [];
    for (const kind of ['user', 'group'] as const) {
      const ofKind = keys.filter(({ principal }) => principal.kind === kind);
      if (ofKind.length === 0) continue;
      const last = new Map(
        (await this.lastChanges(kind, revision, ofKind)).map((row) => [
          `${row.principal_id} ${row.resource_id} ${row.name}`,
          Number(row.revision),
        ]),
      );
      for (const key of ofKind) {
        const at = last.get(`${key.principal.id} ${key.resourceId} ${key.name}`);
        if (at !== undefined) changed.push({ key, revision: at });
      }
    }
    return changed;
  }

  private lastChanges(
    kind: Principal['kind'],
    revision: number,
    keys: readonly AssignmentKey[],
  ): Promise<Row[]> {
    return this.unitOfWork.manager.query<Row[]>(
      `SELECT c.principal_id, c.resource_id, c.name, max(c.revision) AS revision FROM (
         SELECT revision, (coalesce(after, before) ->> '${kind}_id')::integer AS principal_id,
           (coalesce(after, before) ->> 'resource_id')::integer AS resource_id, coalesce(after, before) ->> 'name' AS name
         FROM changes WHERE revision > $1 AND entity = '${kind}_rule') c
       JOIN unnest($2::integer[], $3::integer[], $4::text[]) AS touched (principal_id, resource_id, name)
         USING (principal_id, resource_id, name)
       GROUP BY 1, 2, 3`,
      [
        revision,
        keys.map(({ principal }) => principal.id),
        keys.map(({ resourceId }) => resourceId),
        keys.map(({ name }) => name),
      ],
    );
  }
}
