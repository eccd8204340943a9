/** The events that webhooks are sent for, and the parameters that their payloads can contain. Reference: webhooks#actions. */
const USER = ['user.name', 'user.id'] as const;
const GROUP = ['group.name', 'group.id'] as const;
const TOKEN = ['token.id', 'token.name', 'token.expires'] as const;
const PERMISSION = [
  'resource.id',
  'resource.type',
  'resource.name',
  'resource.display_name',
  'service.name',
  'service.type',
  'service.public_url',
  'service.sync_type',
  'permission.name',
  'permission.access',
  'permission.scope',
  'permission',
] as const;

/** The parameter whose value is a one-time link, and is never stored. */
export const CALLBACK_URL = 'callback_url';

const PARAMETERS = {
  create_user: [...USER, 'user.email', 'user.kind', CALLBACK_URL],
  delete_user: [...USER, 'user.email', 'user.kind'],
  update_user_status: [...USER, 'user.status', CALLBACK_URL],
  create_user_permission: [...USER, ...PERMISSION],
  delete_user_permission: [...USER, ...PERMISSION],
  create_group_permission: [...GROUP, ...PERMISSION],
  delete_group_permission: [...GROUP, ...PERMISSION],
  token_created: [...USER, ...TOKEN],
  token_revoked: [...USER, ...TOKEN],
} as const;

export type WebhookAction = keyof typeof PARAMETERS;

export const WEBHOOK_ACTIONS = Object.keys(PARAMETERS) as readonly WebhookAction[];

export type ParameterValue = string | number | null;

/** Values of the parameters of an event, by name. */
export type Parameters = Readonly<Record<string, ParameterValue>>;
