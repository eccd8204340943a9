import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sets of configuration files, what they state, and what of it they own. `docs/adr/0044-file-sets.md`. */
export class ConfigurationSets1795780000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(REMOVALS)) await runner.query(`DROP TRIGGER end_ownership ON ${table}`);
    await runner.query('DROP FUNCTION end_ownership');
    await runner.query(
      'DROP TABLE configured_memberships, configured_assignments, configured_objects, configuration_sets',
    );
  }
}

/** SQL for the rows that state what was removed from a table, by a range of the primary key for each. */
const statedOf = (table: string, condition: string) =>
  `UPDATE ${table} SET state = 'ended' WHERE ctid = ANY (ARRAY(
     SELECT c.ctid FROM deleted d CROSS JOIN LATERAL (
       SELECT ctid FROM ${table} WHERE ${condition} AND state = 'owned' OFFSET 0) c))`;

const assignmentsOf = (kind: string) =>
  statedOf(
    'configured_assignments',
    `principal_kind = '${kind}' AND principal_id = d.${kind}_id AND resource_id = d.resource_id AND name = d.name`,
  );

/** What a removal from a table does. A branch is planned when it is reached first, and knows the columns of its table. */
const REMOVALS = {
  user_permissions: assignmentsOf('user'),
  group_permissions: assignmentsOf('group'),
  memberships: statedOf('configured_memberships', 'user_id = d.user_id AND group_id = d.group_id'),
};

/**
 * Rows refer to users, groups and resources without foreign keys, as their identifiers are never used again. An assignment or
 * membership has no identifier: a trigger ends its ownership when it is removed, so that nobody owns one that is created again.
 */
const STATEMENTS = [
  `CREATE TABLE configuration_sets (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    applied_at timestamptz NOT NULL DEFAULT now(),
    revision bigint NOT NULL
  )`,
  `CREATE TABLE configured_objects (
    kind varchar(8) NOT NULL,
    object_id integer NOT NULL,
    set_id integer NOT NULL,
    state varchar(5) NOT NULL,
    is_stated boolean NOT NULL DEFAULT true,
    value jsonb NOT NULL,
    fields jsonb NOT NULL,
    label jsonb NOT NULL,
    PRIMARY KEY (kind, object_id, set_id)
  )`,
  'CREATE INDEX configured_objects_set ON configured_objects (set_id, kind, object_id)',
  `CREATE TABLE configured_assignments (
    principal_kind varchar(5) NOT NULL,
    principal_id integer NOT NULL,
    resource_id integer NOT NULL,
    name varchar NOT NULL,
    set_id integer NOT NULL,
    access varchar NOT NULL,
    scope varchar NOT NULL,
    state varchar(5) NOT NULL,
    is_stated boolean NOT NULL DEFAULT true,
    PRIMARY KEY (principal_kind, principal_id, resource_id, name, set_id)
  )`,
  `CREATE INDEX configured_assignments_set ON configured_assignments (set_id, principal_kind, principal_id, resource_id, name)`,
  `CREATE TABLE configured_memberships (
    user_id integer NOT NULL,
    group_id integer NOT NULL,
    set_id integer NOT NULL,
    state varchar(5) NOT NULL,
    is_stated boolean NOT NULL DEFAULT true,
    PRIMARY KEY (user_id, group_id, set_id)
  )`,
  'CREATE INDEX configured_memberships_set ON configured_memberships (set_id, user_id, group_id)',
  `CREATE FUNCTION end_ownership() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${Object.entries(REMOVALS)
      .map(([table, statement]) => `IF TG_TABLE_NAME = '${table}' THEN ${statement}; END IF;`)
      .join('\n    ')}
    RETURN NULL;
  END $$`,
  ...Object.keys(REMOVALS).map(
    (table) => `CREATE TRIGGER end_ownership AFTER DELETE ON ${table} REFERENCING OLD TABLE AS deleted
      FOR EACH STATEMENT EXECUTE FUNCTION end_ownership()`,
  ),
];
