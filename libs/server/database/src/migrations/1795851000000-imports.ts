import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports from other software: their reports, and what each source had when it was imported last. `docs/adr/0045-import.md`. */
export class Imports1795851000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE imported_memberships, imported_assignments, imported_objects, imports, import_sources',
    );
  }
}

/**
 * Rows refer to users, groups and resources of both sides without foreign keys: what was deleted here stays known, so that it does not
 * come back. Assignments and memberships are those of identifiers here.
 */
const STATEMENTS = [
  `CREATE TABLE import_sources (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    keeps_ids boolean NOT NULL,
    reserved jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE imports (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_name text NOT NULL,
    address text NOT NULL,
    state text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    detail text,
    report jsonb NOT NULL
  )`,
  `CREATE TABLE imported_objects (
    source_id integer NOT NULL,
    kind varchar(20) NOT NULL,
    id bigint NOT NULL,
    target_id integer NOT NULL,
    value jsonb NOT NULL,
    PRIMARY KEY (source_id, kind, id)
  )`,
  `CREATE TABLE imported_assignments (
    source_id integer NOT NULL,
    principal_kind varchar(5) NOT NULL,
    principal_id integer NOT NULL,
    resource_id integer NOT NULL,
    name varchar NOT NULL,
    access varchar NOT NULL,
    scope varchar NOT NULL,
    PRIMARY KEY (source_id, principal_kind, principal_id, resource_id, name)
  )`,
  `CREATE TABLE imported_memberships (
    source_id integer NOT NULL,
    user_id integer NOT NULL,
    group_id integer NOT NULL,
    PRIMARY KEY (source_id, user_id, group_id)
  )`,
];
