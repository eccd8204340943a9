import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How services are kept in step with the real ones: options, jobs, mirrors and suggestions. `docs/adr/0042-synchronization.md`. */
export class Synchronization1795470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE synchronization_credentials, synchronized_resources, synchronization_differences, remote_resources,
        service_mirrors, synchronizations`,
    );
    await runner.query('ALTER TABLE services DROP COLUMN synchronization');
  }
}

/** Rows refer to services and resources without foreign keys: a deletion of an object must not remove 100,000 rows at once. */
const STATEMENTS = [
  'ALTER TABLE services ADD COLUMN synchronization jsonb',
  `CREATE TABLE synchronizations (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id integer NOT NULL,
    sync_type text NOT NULL,
    mode varchar(7) NOT NULL,
    state varchar(9) NOT NULL DEFAULT 'queued',
    requested_by text,
    requested_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    finished_at timestamptz,
    lease bigint,
    lease_until timestamptz,
    progress jsonb NOT NULL DEFAULT '{}',
    result jsonb,
    failure jsonb
  )`,
  // One job of a service at a time, over all processes.
  `CREATE UNIQUE INDEX synchronizations_active ON synchronizations (service_id)
    WHERE state IN ('queued', 'reading', 'applying')`,
  'CREATE INDEX synchronizations_service ON synchronizations (service_id, id)',
  'CREATE INDEX synchronizations_age ON synchronizations (finished_at)',
  `CREATE TABLE service_mirrors (
    service_id integer PRIMARY KEY,
    synchronization_id integer NOT NULL,
    last_sync timestamptz NOT NULL
  )`,
  `CREATE TABLE remote_resources (
    synchronization_id integer NOT NULL,
    id integer NOT NULL,
    parent_id integer NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    display_name varchar(100) NOT NULL,
    type varchar(30) NOT NULL,
    is_open boolean NOT NULL,
    problem varchar(30),
    PRIMARY KEY (synchronization_id, id)
  )`,
  'CREATE INDEX remote_resources_children ON remote_resources (synchronization_id, parent_id, id)',
  'CREATE INDEX remote_resources_names ON remote_resources (synchronization_id, parent_id, name_key)',
  `CREATE TABLE synchronization_differences (
    synchronization_id integer NOT NULL,
    id integer NOT NULL,
    kind varchar(8) NOT NULL,
    path text[] NOT NULL,
    type varchar(30) NOT NULL,
    display_name varchar(100) NOT NULL,
    resource_id integer,
    below integer NOT NULL DEFAULT 0,
    new_name text,
    problem varchar(30),
    state varchar(9) NOT NULL DEFAULT 'open',
    decided_by text,
    decided_at timestamptz,
    PRIMARY KEY (synchronization_id, id)
  )`,
  'CREATE INDEX synchronization_differences_state ON synchronization_differences (synchronization_id, state, id)',
  `CREATE TABLE synchronized_resources (
    resource_id integer PRIMARY KEY,
    service_id integer NOT NULL
  )`,
  'CREATE INDEX synchronized_resources_service ON synchronized_resources (service_id, resource_id)',
  `CREATE TABLE synchronization_credentials (
    service_id integer PRIMARY KEY,
    origin text NOT NULL,
    secret bytea NOT NULL
  )`,
];
