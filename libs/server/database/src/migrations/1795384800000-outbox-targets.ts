import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Targets of messages, by which one process limits the messages that it sends to one recipient at the same time. */
export class OutboxTargets1795384800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox_messages ADD target text NOT NULL DEFAULT '';
      CREATE INDEX outbox_messages_target ON outbox_messages (kind, target, sequence) WHERE state = 'queued';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX outbox_messages_target;
      ALTER TABLE outbox_messages DROP target;
    `);
  }
}
