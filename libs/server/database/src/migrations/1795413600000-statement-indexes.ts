import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type Indexes, replaceIndexes } from '../concurrent-indexes';

const INDEXES: Indexes = {
  users_status: 'users (status, name COLLATE "C")',
  groups_discoverable: 'groups (name COLLATE "C") WHERE discoverable',
  claimed_memberships_provider: 'claimed_memberships (provider, user_id)',
  network_tokens_age: 'network_tokens (created_at)',
  // By code point, for origins that begin with the same text. Most sessions have none.
  sessions_origin_text: 'sessions (origin COLLATE "C") WHERE origin IS NOT NULL',
  webhook_deliveries_state: 'webhook_deliveries (webhook_id, state, sequence)',
  outbox_messages_kind: 'outbox_messages (kind, state, sequence)',
  outbox_messages_age: 'outbox_messages (finished_at)',
};

const FORMER: Indexes = {
  sessions_origin: 'sessions (origin)',
  webhook_deliveries_webhook: 'webhook_deliveries (webhook_id, sequence)',
  outbox_messages_finished: 'outbox_messages (state, finished_at)',
};

/** Indexes by which no statement has to scan a table that grows. They are built while everybody reads and writes. */
export class StatementIndexes1795413600000 implements MigrationInterface {
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, FORMER, INDEXES);
  }

  down(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, INDEXES, FORMER);
  }
}
