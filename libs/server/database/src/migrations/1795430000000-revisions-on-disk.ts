import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A revision is on the disk of the server when it is acknowledged, whatever a role, a database or a server sets for
 * `synchronous_commit`; and none is taken where triggers, which record its changes, do not fire.
 */
export class RevisionsOnDisk1795430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIn(runner, /\nBEGIN\n|\n {2}BEGIN\n/, (begin) => `${begin}${GUARD}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIn(runner, GUARD, () => '');
  }
}

const GUARD = `    IF current_setting('session_replication_role') <> 'origin' THEN
      RAISE EXCEPTION 'triggers, which record changes, do not fire: session_replication_role is %',
        current_setting('session_replication_role') USING ERRCODE = 'read_only_sql_transaction';
    END IF;
    IF current_setting('synchronous_commit') = 'off' THEN
      PERFORM set_config('synchronous_commit', 'local', true);
    END IF;
`;

/** Changes the function by which every revision begins, as it is stored. */
async function replaceIn(
  runner: QueryRunner,
  part: RegExp | string,
  replacement: (found: string) => string,
): Promise<void> {
  const [{ source }] = await runner.query(
    "SELECT pg_get_functiondef('begin_revision(text, integer, text, text, text, text)'::regprocedure) AS source",
  );
  await runner.query(source.replace(part, replacement));
}
