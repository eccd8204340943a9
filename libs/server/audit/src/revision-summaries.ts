import type { DataSource } from 'typeorm';
import { kindOfChange, type RevisionSummary, type UndoingRevision } from './audit-entry';
import { IS_LISTED } from './listing-sql';

/** What a revision is called after, the first one that it has: what belongs to an object follows the object. */
const MAIN_ENTITIES = [
  ['network_node', 'identity_provider'],
  ['service', 'user', 'group'],
  ['pending_user', 'webhook', 'group_terms'],
  ['resource'],
  ['user_rule', 'group_rule'],
  ['membership', 'remote_user', 'terms_acceptance'],
] as const;

/** SQL to sort the changes `c` of a revision. Children are created after, and deleted before, what they are below. */
export const MAIN_ENTRY_FIRST = `CASE ${MAIN_ENTITIES.map(
  (entities, rank) => `WHEN c.entity IN (${entities.map((entity) => `'${entity}'`).join(', ')}) THEN ${rank}`,
).join(' ')} ELSE ${MAIN_ENTITIES.length} END, CASE c.operation WHEN 'delete' THEN -c.id ELSE c.id END`;

/** Assignments of a revision that are compared with the present ones. */
const MAX_COMPARED = 1_000;

/** SQL for the changes of the revision of `input`, in their order. Those of a kind, of all revisions, are never read. */
const CHANGES = `(SELECT * FROM changes WHERE revision BETWEEN input.revision AND input.revision ORDER BY revision, id OFFSET 0)`;

/** Undos of undos that are followed. */
const MAX_UNDOS = 10;

/** Summarizes revisions: what they did, and whether it can be undone or was. */
export class RevisionSummaries {
  constructor(private readonly database: Pick<DataSource, 'query'>) {}

  async of(revisions: readonly number[]): Promise<ReadonlyMap<number, RevisionSummary>> {
    if (revisions.length === 0) return new Map();
    const kinds = await this.kinds(revisions);
    const ofAssignments = revisions.filter((revision) =>
      kinds.get(revision)?.every(({ kind }) => /^(?:user|group)_permission\./.test(kind)),
    );
    const undoable = await this.undoable(ofAssignments);
    const undone = await this.undone(ofAssignments.filter((revision) => !undoable.has(revision)));
    const providers = await this.providers(revisions);
    return new Map(
      revisions.map((revision) => [
        revision,
        {
          kinds: kinds.get(revision) ?? [],
          provider: providers.get(revision) ?? null,
          undoable: undoable.has(revision),
          undoneBy: undone.get(revision) ?? null,
        },
      ]),
    );
  }

  private async kinds(revisions: readonly number[]): Promise<Map<number, { kind: string; count: number }[]>> {
    const rows = await this.database.query<
      { revision: string; entity: string; operation: string; count: number }[]
    >(
      `SELECT revision, entity, operation, count(*)::integer AS count FROM changes c
        WHERE revision = ANY($1::bigint[]) AND ${IS_LISTED}
        GROUP BY revision, entity, operation ORDER BY revision, count DESC, entity, operation`,
      [revisions],
    );
    const kinds = new Map<number, { kind: string; count: number }[]>();
    for (const { revision, entity, operation, count } of rows) {
      const known = kinds.get(Number(revision)) ?? [];
      kinds.set(Number(revision), [...known, { kind: kindOfChange(entity, operation), count }]);
    }
    return kinds;
  }

  /** Revisions of assignments all of which are as the revision left them, of principals and resources that exist. */
  private async undoable(revisions: readonly number[]): Promise<ReadonlySet<number>> {
    if (revisions.length === 0) return new Set();
    const rows = await this.database.query<{ revision: string }[]>(
      `SELECT input.revision FROM unnest($1::bigint[]) AS input (revision)
        WHERE NOT EXISTS (
          SELECT 1 FROM (
            SELECT DISTINCT ON (entity, user_id, group_id, resource_id, name COLLATE "C") * FROM (
              SELECT id, entity, user_id, group_id, resource_id, coalesce(after, before) ->> 'name' AS name,
                after ->> 'access' AS access, after ->> 'scope' AS scope
              FROM ${CHANGES} c WHERE entity IN ('user_rule', 'group_rule')
              ORDER BY revision, id LIMIT ${MAX_COMPARED}) part
            ORDER BY entity, user_id, group_id, resource_id, name COLLATE "C", id DESC) c
          LEFT JOIN user_permissions u ON c.entity = 'user_rule' AND u.user_id = c.user_id
            AND u.resource_id = c.resource_id AND u.name = c.name
          LEFT JOIN group_permissions g ON c.entity = 'group_rule' AND g.group_id = c.group_id
            AND g.resource_id = c.resource_id AND g.name = c.name
          WHERE coalesce(u.access, g.access)::text IS DISTINCT FROM c.access
             OR coalesce(u.scope, g.scope)::text IS DISTINCT FROM c.scope
             OR NOT EXISTS (SELECT 1 FROM resources r WHERE r.id = c.resource_id)
             OR NOT EXISTS (SELECT 1 FROM users WHERE id = c.user_id UNION ALL SELECT 1 FROM groups WHERE id = c.group_id))`,
      [revisions],
    );
    return new Set(rows.map(({ revision }) => Number(revision)));
  }

  /** Revisions that were undone last, and not done again by an undo of the undo. */
  private async undone(revisions: readonly number[]): Promise<ReadonlyMap<number, UndoingRevision>> {
    const undos = new Map<number, UndoingRevision>();
    let asked = revisions;
    for (let round = 0; round < MAX_UNDOS && asked.length > 0; round += 1) {
      const found = await this.undosOf(asked);
      for (const { of, ...undo } of found) undos.set(of, undo);
      asked = found.map(({ revision }) => revision);
    }
    const isUndone = (revision: number): boolean => {
      const undo = undos.get(revision);
      return undo !== undefined && !isUndone(undo.revision);
    };
    return new Map([...undos].filter(([revision]) => isUndone(revision)));
  }

  /** The latest undo of each: it changes the same assignments, by whose resource it is found. */
  private async undosOf(revisions: readonly number[]): Promise<(UndoingRevision & { of: number })[]> {
    const rows = await this.database.query<
      { undone: string; revision: string; begun_at: Date; actor_name: string | null }[]
    >(
      `SELECT f.revision AS undone, u.revision, u.begun_at, u.actor_name FROM unnest($1::bigint[]) AS input (revision)
         CROSS JOIN LATERAL (
           SELECT * FROM ${CHANGES} c WHERE entity IN ('user_rule', 'group_rule') ORDER BY revision, id LIMIT 1) f
         CROSS JOIN LATERAL (
           SELECT r.revision, r.begun_at, r.actor_name FROM (
               SELECT * FROM changes WHERE resource_id = f.resource_id AND id > f.id ORDER BY id DESC OFFSET 0) l
             CROSS JOIN LATERAL (SELECT * FROM revisions WHERE revision = l.revision OFFSET 0) r
            WHERE l.entity = f.entity AND r.actor_role = 'undo:' || f.revision ORDER BY l.id DESC LIMIT 1) u`,
      [revisions],
    );
    return rows.map((row) => ({
      of: Number(row.undone),
      revision: Number(row.revision),
      time: row.begun_at,
      userName: row.actor_name,
    }));
  }

  /** Providers by which unknown users signed in, which added their accounts. */
  private async providers(revisions: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.database.query<{ revision: string; name: string }[]>(
      `SELECT c.revision, c.after ->> 'provider' AS name
         FROM unnest($1::bigint[]) AS input (revision) JOIN revisions r ON r.revision = input.revision CROSS JOIN LATERAL ${CHANGES} c
        WHERE c.entity = 'external_identity' AND c.operation = 'insert' AND r.actor_kind = 'anonymous'`,
      [revisions],
    );
    return new Map(rows.map(({ revision, name }) => [Number(revision), name]));
  }
}
