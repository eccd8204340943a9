import type { Client } from 'pg';
import {
  type AccessSnapshot,
  type DeletedOwners,
  type Entity,
  SnapshotBuilder,
  type SpecialNames,
} from '@gatehouse/access-engine';
import { TYPE_CATALOGUE } from '@gatehouse/service-types';
import { type DetailColumns, RowDetails } from './row-details';
import { type Columns, isUnknownAssignment, toRow } from './rows';
import { inSlices } from './slices';

/** A snapshot with the mark of the revision it shows (see `readChanges`). */
export interface LoadedSnapshot {
  readonly snapshot: AccessSnapshot;
  readonly mark: string | null;
  /** Identifier of the last change of the log that it shows. */
  readonly lastChange: number;
  /** Number of rows that were read. */
  readonly rows: number;
  /** If requested, at the same revision. */
  readonly details?: RowDetails | undefined;
}

const TABLES: readonly (readonly [entity: Entity, columns: string, table: string])[] = [
  ['user', 'id, name', 'users'],
  ['group', 'id, name', 'groups'],
  ['membership', 'user_id, group_id', 'memberships'],
  ['resource', 'id, name, type, parent_id, root_service_id, ordering', 'resources'],
  ['service', 'resource_id, type, url, configuration, proxy', 'services'],
  ['user_rule', 'user_id, resource_id, name, access, scope', 'user_permissions'],
  ['group_rule', 'group_id, resource_id, name, access, scope', 'group_permissions'],
];

/** Rows of one round trip: large enough to make round trips insignificant, small enough not to block the event loop. */
const CHUNK = 2_000;

/**
 * Reads everything that decisions need in one consistent transaction, through cursors, so that a large store is never in
 * memory twice. Throws `InconsistentRowsError` when the rows do not fit together. Reference: data#revisions.
 */
export async function loadSnapshot(
  client: Client,
  names: SpecialNames,
  detailColumns?: DetailColumns,
): Promise<LoadedSnapshot> {
  const details = detailColumns && new RowDetails(detailColumns);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const { rows } = await client.query<{ value: string; mark: string | null; last_change: string | null }>(
      `SELECT a.value, extract(epoch FROM r.begun_at)::text AS mark, (SELECT max(id) FROM changes) AS last_change
         FROM access_revision a LEFT JOIN revisions r ON r.revision = a.value`,
    );
    let count = 0;
    const builder = new SnapshotBuilder(names, TYPE_CATALOGUE);
    builder.setDeletedOwners(await deletedOwners(client));
    for (const [entity, columns, table] of TABLES) {
      const more = detailColumns?.[entity] ?? [];
      const query = `SELECT ${[columns, ...more.map(({ column }) => column)].join(', ')} FROM ${table}`;
      for await (const chunk of chunksOf(client, query)) {
        add(builder, entity, chunk);
        count += chunk.length;
        if (more.length > 0) for (const row of chunk) details?.put(entity, row);
      }
    }
    const snapshot = await inSlices(builder.finishInSteps(Number(rows[0]?.value)));
    const lastChange = Number(rows[0]?.last_change ?? 0);
    return { snapshot, mark: rows[0]?.mark ?? null, lastChange, rows: count, details };
  } finally {
    await client.query('ROLLBACK');
  }
}

/** The deleted objects that have rows left. */
async function deletedOwners(client: Client): Promise<DeletedOwners> {
  const { rows } = await client.query<{ kind: string; ids: number[] }>(
    "SELECT kind, array_agg(id) AS ids FROM pending_deletions WHERE kind IN ('user', 'group', 'resource') GROUP BY kind",
  );
  const idsOf = (kind: string) => new Set(rows.find((row) => row.kind === kind)?.ids);
  return { users: idsOf('user'), groups: idsOf('group'), resources: idsOf('resource') };
}

async function* chunksOf(client: Client, query: string): AsyncGenerator<Columns[], void, undefined> {
  await client.query(`DECLARE snapshot_rows NO SCROLL CURSOR FOR ${query}`);
  let chunk: Columns[];
  do {
    chunk = (await client.query<Columns>(`FETCH FORWARD ${CHUNK} FROM snapshot_rows`)).rows;
    yield chunk;
  } while (chunk.length === CHUNK);
  await client.query('CLOSE snapshot_rows');
}

function add(builder: SnapshotBuilder, entity: Entity, chunk: readonly Columns[]): void {
  switch (entity) {
    case 'user':
      builder.addUsers(chunk.map((columns) => toRow('user', columns)));
      break;
    case 'group':
      builder.addGroups(chunk.map((columns) => toRow('group', columns)));
      break;
    case 'membership':
      builder.addMemberships(chunk.map((columns) => toRow('membership', columns)));
      break;
    case 'resource':
      builder.addResources(chunk.map((columns) => toRow('resource', columns)));
      break;
    case 'service':
      builder.addServices(chunk.map((columns) => toRow('service', columns)));
      break;
    case 'user_rule':
      builder.addUserAssignments(assignments('user_rule', chunk));
      break;
    case 'group_rule':
      builder.addGroupAssignments(assignments('group_rule', chunk));
      break;
  }
}

function assignments(entity: 'user_rule' | 'group_rule', chunk: readonly Columns[]) {
  return chunk
    .filter((columns) => !isUnknownAssignment(entity, columns))
    .map((columns) => toRow(entity, columns));
}
