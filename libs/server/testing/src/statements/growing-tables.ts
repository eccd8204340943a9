/**
 * The tables that grow as long as an instance is used, each with how many rows there are for one of it: no statement may scan them.
 * All others are as small as what administrators configure. `plans.spec.ts` compares this list with the schema.
 */
export const GROWING_TABLES: Readonly<Record<string, number>> = {
  resources: 1,
  user_permissions: 2,
  group_permissions: 2,
  memberships: 2,
  sessions: 2,
  session_tokens: 2,
  session_uses: 1,
  revisions: 1,
  changes: 1,
  audit_chain: 1,
  audit_events: 2,
  audit_anchors: 100,
  users: 5,
  groups: 5,
  sign_in_failures: 5,
  sign_in_addresses: 5,
  user_devices: 5,
  counted_requests: 5,
  pending_users: 5,
  one_time_links: 5,
  terms_acceptances: 5,
  group_terms: 5,
  outbox_messages: 5,
  webhook_deliveries: 5,
  remote_users: 5,
  network_tokens: 5,
  network_message_ids: 5,
  external_identities: 5,
  claimed_memberships: 5,
};

/** Tables with as many rows as administrators make, those of the last minutes, or one. */
export const SMALL_TABLES: readonly string[] = [
  'access_revision',
  'applied_settings',
  'audit_event_head',
  'identity_provider_secrets',
  'identity_providers',
  'migrations',
  'network_link_attempts',
  'network_node_states',
  'network_nodes',
  'password_reset_requests',
  'scheduled_jobs',
  'services',
  'webhook_states',
  'webhooks',
];
