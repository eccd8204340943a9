import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit log: the change log becomes append-only and hash-chained, one link a revision, and a second chain takes events
 * that change nothing, such as failed sign-ins.
 *
 * INVARIANT: the link of a revision is computed when its transaction commits, by a deferred trigger, so that it covers all of
 * its changes; the lock under which revisions are taken makes the chain a sequence. `libs/server/audit` computes the same
 * hashes again. `docs/reference/audit-log.md`.
 */
export class Audit1795377600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...columns, ...chain, ...events, ...sealing, ...appendOnly]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER seal_revision ON revisions');
    for (const table of ['revisions', 'changes']) {
      await runner.query(`DROP TRIGGER append_only ON ${table}`);
      await runner.query(`DROP TRIGGER append_only_truncate ON ${table}`);
    }
    await runner.query('DROP TABLE audit_event_head, audit_events, audit_anchors, audit_chain');
    await runner.query('DROP FUNCTION append_audit_events(jsonb)');
    await runner.query('DROP FUNCTION seal_revision()');
    await runner.query('DROP FUNCTION seal(bigint)');
    await runner.query('DROP FUNCTION refuse_audit_change()');
    await runner.query('DROP FUNCTION begin_revision(text, integer, text, text, text, text)');
    await runner.query(beginRevision(false));
    await runner.query(recordChange(false));
    await runner.query('DROP INDEX revisions_actor, revisions_begun, changes_entity');
    await runner.query(
      'ALTER TABLE changes DROP COLUMN concealed, DROP COLUMN user_id, DROP COLUMN group_id, DROP COLUMN resource_id',
    );
    await runner.query('ALTER TABLE revisions DROP COLUMN actor_role');
  }
}

/** SQL for the id of the user, group or resource that a changed row is about; null where there is none. */
function idOf(entity: string): string {
  const value = `(CASE WHEN entity = '${entity}' THEN coalesce(after, before) -> 'id'
    ELSE coalesce(after, before) -> '${entity}_id' END)`;
  return `CASE WHEN jsonb_typeof(${value}) = 'number' THEN ${value}::integer END`;
}

/** With `withRole`, the sixth parameter is optional, so that processes of the previous version continue to work. */
function beginRevision(withRole: boolean): string {
  return `CREATE FUNCTION begin_revision(kind text, id integer, name text, address text, request text${withRole ? ', role text DEFAULT NULL' : ''})
  RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    taken bigint;
  BEGIN
    UPDATE access_revision SET value = value + 1 RETURNING value INTO taken;
    INSERT INTO revisions (revision, actor_kind, actor_id, actor_name, address, request_id${withRole ? ', actor_role' : ''})
      VALUES (taken, kind, id, name, address, request${withRole ? ', role' : ''});
    PERFORM set_config('gatehouse.revision', taken::text, true);
    PERFORM pg_notify('gatehouse_revision', taken::text);
    RETURN taken;
  END $$`;
}

/** With `withConcealed`, also the names of the hidden columns that an update has changed, and whom and what the row is about. */
function recordChange(withConcealed: boolean): string {
  const concealed = `
    IF TG_OP = 'UPDATE' AND cardinality(hidden) > 0 THEN
      SELECT array_agg(name ORDER BY name) INTO hidden_changed FROM unnest(hidden) AS name
        WHERE to_jsonb(OLD) -> name IS DISTINCT FROM to_jsonb(NEW) -> name;
    END IF;
    subject := coalesce(new_row, old_row);
    user_ref := CASE WHEN TG_ARGV[0] = 'user' THEN subject -> 'id' ELSE subject -> 'user_id' END;
    group_ref := CASE WHEN TG_ARGV[0] = 'group' THEN subject -> 'id' ELSE subject -> 'group_id' END;
    resource_ref := CASE WHEN TG_ARGV[0] = 'resource' THEN subject -> 'id' ELSE subject -> 'resource_id' END;`;
  const declarations = `
    hidden_changed text[];
    subject jsonb;
    user_ref jsonb;
    group_ref jsonb;
    resource_ref jsonb;`;
  const ids = ['user_ref', 'group_ref', 'resource_ref']
    .map((ref) => `CASE WHEN jsonb_typeof(${ref}) = 'number' THEN ${ref}::integer END`)
    .join(', ');
  return `CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    current bigint := nullif(current_setting('gatehouse.revision', true), '')::bigint;
    hidden text[] := TG_ARGV[1]::text[];
    old_row jsonb;
    new_row jsonb;${withConcealed ? declarations : ''}
  BEGIN
    IF current IS NULL THEN
      RAISE EXCEPTION 'a row of % can only change inside a revision', TG_TABLE_NAME;
    END IF;
    IF TG_OP <> 'INSERT' THEN old_row := to_jsonb(OLD) - hidden; END IF;
    IF TG_OP <> 'DELETE' THEN new_row := to_jsonb(NEW) - hidden; END IF;${withConcealed ? concealed : ''}
    INSERT INTO changes (revision, entity, operation, before, after${withConcealed ? ', concealed, user_id, group_id, resource_id' : ''})
      VALUES (current, TG_ARGV[0], lower(TG_OP), old_row, new_row${withConcealed ? `, hidden_changed, ${ids}` : ''});
    RETURN NULL;
  END $$`;
}

const columns = [
  'ALTER TABLE revisions ADD COLUMN actor_role text',
  // No generated columns: PostgreSQL plans their expressions again for each row that a trigger inserts, which takes twice as
  // long as all the rest.
  `ALTER TABLE changes ADD COLUMN concealed text[], ADD COLUMN user_id integer, ADD COLUMN group_id integer,
    ADD COLUMN resource_id integer`,
  `UPDATE changes SET user_id = ${idOf('user')}, group_id = ${idOf('group')}, resource_id = ${idOf('resource')}`,
  ...['user', 'group', 'resource'].map(
    (entity) => `CREATE INDEX changes_${entity} ON changes (${entity}_id, id) WHERE ${entity}_id IS NOT NULL`,
  ),
  'CREATE INDEX changes_entity ON changes (entity, id)',
  'CREATE INDEX revisions_actor ON revisions (lower(actor_name), revision)',
  'CREATE INDEX revisions_begun ON revisions (begun_at)',
  'DROP FUNCTION begin_revision(text, integer, text, text, text)',
  beginRevision(true),
  recordChange(true),
];

const chain = [
  `CREATE TABLE audit_chain (
    revision bigint PRIMARY KEY REFERENCES revisions (revision),
    hash bytea NOT NULL
  )`,
  // What retention has removed: the hash of the last removed link, on which the first remaining one is based.
  `CREATE TABLE audit_anchors (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    chain text NOT NULL CHECK (chain IN ('changes', 'events')),
    removed_through bigint NOT NULL,
    hash bytea NOT NULL,
    removed_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Timestamps are hashed as seconds since 1970: their text depends on the time zone of the session.
  `CREATE FUNCTION seal(sealed bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    previous bytea;
    header bytea;
    rows bytea;
  BEGIN
    SELECT hash INTO previous FROM audit_chain WHERE revision < sealed ORDER BY revision DESC LIMIT 1;
    SELECT sha256(convert_to(jsonb_build_array(r.revision, extract(epoch FROM r.begun_at)::text, r.actor_kind, r.actor_id,
        r.actor_name, r.actor_role, r.address, r.request_id)::text, 'UTF8'))
      INTO header FROM revisions r WHERE r.revision = sealed;
    SELECT sha256(coalesce(string_agg(sha256(convert_to(jsonb_build_array(
        c.id, c.entity, c.operation, c.before, c.after, c.concealed, c.user_id, c.group_id, c.resource_id)::text, 'UTF8')), ''::bytea ORDER BY c.id), ''::bytea))
      INTO rows FROM changes c WHERE c.revision = sealed;
    INSERT INTO audit_chain (revision, hash)
      VALUES (sealed, sha256(coalesce(previous, decode(repeat('00', 32), 'hex')) || header || rows));
  END $$`,
  `DO $$
  DECLARE
    recorded bigint;
  BEGIN
    FOR recorded IN SELECT revision FROM revisions ORDER BY revision LOOP
      PERFORM seal(recorded);
    END LOOP;
  END $$`,
];

const events = [
  // Identifiers are those of changes, so that a listing of both has one order.
  `CREATE TABLE audit_events (
    id bigint PRIMARY KEY DEFAULT nextval('changes_id_seq'),
    position bigint NOT NULL UNIQUE,
    occurred_at timestamptz NOT NULL,
    kind text NOT NULL,
    actor_kind text NOT NULL,
    actor_id integer,
    actor_name text,
    actor_role text,
    address text,
    request_id text,
    user_id integer,
    resource_id integer,
    occurrences integer NOT NULL DEFAULT 1,
    details jsonb NOT NULL DEFAULT '{}',
    hash bytea NOT NULL
  )`,
  'CREATE INDEX audit_events_kind ON audit_events (kind, id)',
  'CREATE INDEX audit_events_actor ON audit_events (lower(actor_name), id)',
  'CREATE INDEX audit_events_user ON audit_events (user_id, id) WHERE user_id IS NOT NULL',
  'CREATE INDEX audit_events_resource ON audit_events (resource_id, id) WHERE resource_id IS NOT NULL',
  'CREATE INDEX audit_events_occurred ON audit_events (occurred_at)',
  `CREATE TABLE audit_event_head (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    position bigint NOT NULL,
    hash bytea NOT NULL
  )`,
  "INSERT INTO audit_event_head (position, hash) VALUES (0, decode(repeat('00', 32), 'hex'))",
  // The lock of the head makes the chain a sequence; writers of revisions do not wait for it.
  `CREATE FUNCTION append_audit_events(given jsonb) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    head audit_event_head;
    event audit_events;
  BEGIN
    SELECT * INTO head FROM audit_event_head FOR UPDATE;
    FOR event IN
      SELECT (jsonb_populate_record(NULL::audit_events, element)).*
        FROM jsonb_array_elements(given) WITH ORDINALITY AS list (element, place) ORDER BY place
    LOOP
      head.position := head.position + 1;
      event.id := nextval('changes_id_seq');
      head.hash := sha256(head.hash || sha256(convert_to(jsonb_build_array(head.position, event.id,
        extract(epoch FROM event.occurred_at)::text, event.kind, event.actor_kind, event.actor_id, event.actor_name,
        event.actor_role, event.address, event.request_id, event.user_id, event.resource_id, event.occurrences,
        event.details)::text, 'UTF8')));
      event.position := head.position;
      event.hash := head.hash;
      INSERT INTO audit_events SELECT event.*;
    END LOOP;
    UPDATE audit_event_head SET position = head.position, hash = head.hash;
  END $$`,
];

const sealing = [
  `CREATE FUNCTION seal_revision() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM seal(NEW.revision);
    RETURN NULL;
  END $$`,
  `CREATE CONSTRAINT TRIGGER seal_revision AFTER INSERT ON revisions DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION seal_revision()`,
];

/** Only retention deletes, in a transaction that declares it. */
const appendOnly = [
  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' AND current_setting('gatehouse.audit_retention', true) = 'on' THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'rows of % are never changed, and only retention deletes them', TG_TABLE_NAME;
  END $$`,
  ...['revisions', 'changes', 'audit_chain', 'audit_anchors', 'audit_events'].flatMap((table) => [
    `CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
    `CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
  ]),
];
