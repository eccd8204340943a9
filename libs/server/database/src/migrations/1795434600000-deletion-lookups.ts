import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Functions that look for rows of a deleted object, and for deleted resources, read a range of an index: of one value that no row has, the
 * planner takes a scan of the table for cheaper where statistics say that each row has one of few values. ADR 36.
 */
export class DeletionLookups1795434600000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return replaceFunctions(runner, firstOf);
  }

  down(runner: QueryRunner): Promise<void> {
    return replaceFunctions(
      runner,
      (table, column, value) => `EXISTS (SELECT 1 FROM ${table} WHERE ${column} = ${value})`,
    );
  }
}

/** SQL that is true if a table has a row with this value, and null or false otherwise. */
type Lookup = (table: string, column: string, value: string) => string;

const firstOf: Lookup = (table, column, value) =>
  `(SELECT true FROM ${table} WHERE ${column} BETWEEN ${value} AND ${value} ORDER BY ${column} LIMIT 1)`;

interface Noted {
  readonly kind: string;
  readonly tables: readonly string[];
  readonly column: string;
}

const NOTED: readonly Noted[] = [
  {
    kind: 'user',
    tables: [
      'memberships',
      'user_permissions',
      'sessions',
      'sign_in_addresses',
      'user_devices',
      'one_time_links',
      'terms_acceptances',
      'external_identities',
      'remote_users',
    ],
    column: 'user_id',
  },
  {
    kind: 'group',
    tables: ['memberships', 'group_permissions', 'one_time_links', 'group_terms'],
    column: 'group_id',
  },
  { kind: 'network_node', tables: ['remote_users', 'network_message_ids'], column: 'node_id' },
  { kind: 'webhook', tables: ['webhook_deliveries'], column: 'webhook_id' },
];

async function replaceFunctions(runner: QueryRunner, lookup: Lookup): Promise<void> {
  const note = (kind: string, left: readonly string[]) =>
    runner.query(`CREATE OR REPLACE FUNCTION note_deleted_${kind}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF ${left.join(' OR ')} THEN
      PERFORM note_deletion('${kind}', OLD.id, NULL);
    END IF;
    RETURN NULL;
  END $$`);
  for (const { kind, tables, column } of NOTED)
    await note(
      kind,
      tables.map((table) => lookup(table, column, 'OLD.id')),
    );
  await note('resource', [
    lookup('user_permissions', 'resource_id', 'OLD.id'),
    lookup('group_permissions', 'resource_id', 'OLD.id'),
    lookup('resources', 'parent_id', 'OLD.id'),
  ]);
  await runner.query(`CREATE OR REPLACE FUNCTION resource_exists(given integer) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
  BEGIN
    PERFORM 1 FROM resources WHERE id = given;
    IF NOT FOUND THEN RETURN false; END IF;
    IF (${lookup('pending_deletions', 'kind', "'resource'")}) IS NOT TRUE THEN RETURN true; END IF;
    RETURN is_attached(given);
  END $$`);
}
