import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What an anchor of the audit log says about the part that was removed. Anchors of earlier versions say less; they cannot be
 * completed, since what they are about is gone. Reference: audit-log#retention.
 */
export class AuditAnchors1795399200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE audit_anchors
      ADD COLUMN first_position bigint,
      ADD COLUMN removed_number bigint,
      ADD COLUMN last_link_at timestamptz,
      ADD COLUMN reason text CHECK (reason IN ('age', 'number'))`);
    // NOT VALID: rows of earlier versions stay as they are.
    await runner.query(`ALTER TABLE audit_anchors ADD CONSTRAINT audit_anchors_complete
      CHECK (num_nonnulls(first_position, removed_number, last_link_at, reason) = 4) NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE audit_anchors DROP COLUMN first_position, DROP COLUMN removed_number,
      DROP COLUMN last_link_at, DROP COLUMN reason`);
  }
}
