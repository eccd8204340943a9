import { HAS_ENDED, type UnitOfWork, UserStatus } from '@gatehouse/database';

/** Counts that only the database has. */
export interface StoredCounts {
  readonly sessions: number;
  readonly pending_registrations: number;
  readonly registrations_to_approve: number;
  readonly users_with_webhook_error: number;
  readonly suspended_webhooks: number;
  readonly failed_notifications: number;
  readonly nodes_with_problem: number;
}

/** The SQL of the overview: one statement over the tables of several domains, so that its counts are of one moment. */
export class OverviewRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async counts(): Promise<StoredCounts> {
    const [row] = await this.unitOfWork.manager.query<StoredCounts[]>(
      `SELECT (SELECT count(*)::integer FROM sessions s WHERE expires_at > now()
           AND (NOT EXISTS (SELECT 1 FROM session_cutoffs) AND NOT EXISTS (
             SELECT 1 FROM pending_deletions WHERE kind IN ('user', 'network_node')) OR NOT ${HAS_ENDED})) AS sessions,
         (SELECT count(*)::integer FROM pending_users WHERE expires_at > now()) AS pending_registrations,
         (SELECT count(*)::integer FROM pending_users WHERE expires_at > now() AND state = 'awaiting_approval')
           AS registrations_to_approve,
         (SELECT count(*)::integer FROM users WHERE status = $1) AS users_with_webhook_error,
         (SELECT count(*)::integer FROM webhook_states WHERE suspended_at IS NOT NULL) AS suspended_webhooks,
         (SELECT count(*)::integer FROM outbox_messages WHERE state = 'failed') AS failed_notifications,
         (SELECT count(*)::integer FROM network_node_states WHERE condition <> 'ok') AS nodes_with_problem`,
      [UserStatus.WebhookError],
    );
    if (!row) throw new Error('the query of counts returned no row');
    return row;
  }
}
