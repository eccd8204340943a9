import { removedLinksSql } from '../apply/remove-objects';
import { NONE } from '../prepare/assignments';
import type { ImportSession } from '../session';
import { type ImportCounts, IMPORTED_KINDS, type ImportedKind } from './import-report';

type Counted = Readonly<Record<'source' | 'create' | 'change' | 'remove' | 'unchanged', string>>;

const objects = (
  kind: string,
  wanted: string,
  condition: string,
  source: string,
  removed: string,
): Counted => ({
  source,
  create: `SELECT count(*) FROM ${wanted} w WHERE w.mapped IS NULL AND w.target_id IS NOT NULL AND ${condition}`,
  change: `SELECT count(*) FROM import_changes c WHERE c.kind = '${kind}' AND c.merged <> c.here`,
  remove: removed,
  unchanged: `SELECT count(*) FROM ${wanted} w WHERE w.mapped IS NOT NULL AND w.target_id IS NOT NULL AND ${condition}`,
});

const assignments = (holder: 'user' | 'group'): Counted => {
  const of = (condition: string): string =>
    `SELECT count(*) FROM import_assignments a WHERE a.principal_kind = '${holder}' AND ${condition}`;
  return {
    source: `SELECT count(*) FROM staged_${holder}s_resources_permissions`,
    create: of(`a.result <> ${NONE} AND a.present = ${NONE}`),
    change: of(`a.result <> a.present AND a.result <> ${NONE} AND a.present <> ${NONE}`),
    remove: of(`a.result = ${NONE} AND a.present <> ${NONE}`),
    unchanged: `SELECT (SELECT count(*) FROM wanted_assignments w WHERE w.principal_kind = '${holder}')
      - (SELECT count(*) FROM import_assignments a WHERE a.principal_kind = '${holder}' AND a.result <> a.present AND a.wanted <> ${NONE})`,
  };
};

const linked = (kind: string, wanted: string, staged: string, isNew: string): Counted => ({
  source: `SELECT count(*) FROM staged_${staged}`,
  create: `SELECT count(*) FROM ${wanted} w WHERE ${isNew}`,
  change: 'SELECT 0',
  remove: `SELECT count(*) FROM (${removedLinksSql(kind)}) removed`,
  unchanged: `SELECT count(*) FROM ${wanted} w WHERE w.mapped IS NOT NULL`,
});

/** Tokens of remote users that were imported, with what they were then, and are now here. */
const tokens = (condition: string): string =>
  `SELECT count(*) FROM wanted_remote_users w CROSS JOIN import_names n
     JOIN imported_objects o ON o.source_id = n.source_id AND o.kind = 'remote_user' AND o.id = w.id
     LEFT JOIN network_tokens t ON t.remote_user_id = o.target_id
   WHERE w.mapped IS NOT NULL AND ${condition}`;
const LAST_TOKEN = "o.value ->> 'token'";
const TOKEN_CHANGED = `w.token IS DISTINCT FROM ${LAST_TOKEN} AND encode(t.token_hash, 'hex') IS NOT DISTINCT FROM ${LAST_TOKEN}`;

const COUNTED: Readonly<Record<ImportedKind, Counted>> = {
  user: objects(
    'user',
    'wanted_users',
    'true',
    'SELECT count(*) FROM staged_users',
    'SELECT count(*) FROM import_removed_users',
  ),
  group: objects(
    'group',
    'wanted_groups',
    'true',
    'SELECT count(*) FROM staged_groups',
    'SELECT count(*) FROM import_removed_groups WHERE NOT is_kept',
  ),
  membership: {
    source: 'SELECT count(*) FROM staged_users_groups',
    create: "SELECT count(*) FROM import_memberships WHERE op = 'add'",
    change: 'SELECT 0',
    remove: "SELECT count(*) FROM import_memberships WHERE op = 'remove'",
    unchanged:
      "SELECT (SELECT count(*) FROM wanted_memberships) - (SELECT count(*) FROM import_memberships WHERE op = 'add')",
  },
  service: objects(
    'service',
    'wanted_resources',
    'w.level = 0',
    'SELECT count(*) FROM staged_services',
    "SELECT count(*) FROM import_removed_resources WHERE kind = 'service' AND NOT is_kept",
  ),
  resource: objects(
    'resource',
    'wanted_resources',
    'w.level > 0',
    "SELECT count(*) FROM staged_resources WHERE resource_type <> 'service'",
    "SELECT count(*) FROM import_removed_resources WHERE kind = 'resource' AND NOT is_kept",
  ),
  user_permission: assignments('user'),
  group_permission: assignments('group'),
  external_identity: linked('external_identity', 'wanted_identities', 'external_identities', 'w.is_new'),
  pending_user: linked(
    'pending_user',
    'wanted_pending_users',
    'users_pending',
    'w.mapped IS NULL AND NOT w.is_skipped',
  ),
  node: linked('node', 'wanted_nodes', 'network_nodes', 'w.mapped IS NULL AND NOT w.is_skipped'),
  remote_user: linked(
    'remote_user',
    'wanted_remote_users',
    'network_remote_users',
    'w.mapped IS NULL AND NOT w.is_skipped',
  ),
  network_token: {
    source: 'SELECT count(*) FROM staged_network_tokens',
    create:
      'SELECT count(*) FROM wanted_remote_users w WHERE w.mapped IS NULL AND NOT w.is_skipped AND w.token IS NOT NULL',
    change: tokens(`${TOKEN_CHANGED} AND w.token IS NOT NULL`),
    remove: tokens(`${TOKEN_CHANGED} AND w.token IS NULL`),
    unchanged: tokens(`w.token IS NOT NULL AND NOT (${TOKEN_CHANGED})`),
  },
};

/** How many objects of each kind there are, and what becomes of them. */
export async function countAll(session: ImportSession): Promise<ImportCounts[]> {
  const counts: ImportCounts[] = [];
  for (const kind of IMPORTED_KINDS) {
    const { source, create, change, remove, unchanged } = COUNTED[kind];
    const [row] = await session.query<Record<string, string>>(
      `SELECT (${source}) AS source, (${create}) AS create, (${change}) AS change, (${remove}) AS remove, (${unchanged}) AS unchanged`,
    );
    const number = (column: string): number => Number(row?.[column] ?? 0);
    const [all, created, changed] = [number('source'), number('create'), number('change')];
    const same = Math.max(0, number('unchanged') - (kind.endsWith('permission') ? 0 : changed));
    counts.push({
      kind,
      source: all,
      create: created,
      change: changed,
      remove: number('remove'),
      unchanged: same,
      skip: Math.max(0, all - created - changed - same),
    });
  }
  return counts;
}
