/**
 * The second class of writes: tables without a trigger that records changes, whose rows may be written without a revision,
 * and the libraries that write them. No decision depends on them, and no record of a change.
 * `docs/adr/0012-messages-after-the-commit.md`.
 */
export const UNRECORDED_TABLES: Readonly<Record<string, readonly string[]>> = {
  sign_in_failures: ['identity'],
  sign_in_addresses: ['identity'],
  session_uses: ['identity'],
  user_devices: ['identity'],
  password_reset_requests: ['identity'],
  counted_requests: ['identity', 'directory'],
  applied_settings: ['directory'],
  one_time_links: ['directory'],
  outbox_messages: ['outbox'],
  scheduled_jobs: ['outbox'],
  webhook_states: ['webhooks'],
  webhook_deliveries: ['webhooks'],
  identity_provider_secrets: ['sign-in'],
  network_node_states: ['network'],
  network_message_ids: ['network'],
  network_link_attempts: ['network'],
  pending_deletions: ['database'],
  row_removals: ['database', 'audit'],
  audit_events: ['audit'],
  audit_event_head: ['audit'],
  audit_anchors: ['audit'],
};
