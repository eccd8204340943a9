import type { Command } from '../declaration/command';
import { ACCOUNT_COMMANDS } from './account';
import { AUDIT_COMMANDS, CHANGE_COMMANDS } from './audit';
import { COMPLETION_COMMANDS } from './completion';
import { CONFIGURATION_COMMANDS } from './configuration';
import { DECISION_COMMANDS } from './decisions';
import { DOCTOR_COMMANDS } from './doctor';
import { GROUP_COMMANDS } from './groups';
import { IMPORT_COMMANDS } from './import';
import { NODE_COMMANDS } from './nodes';
import { OPERATION_COMMANDS } from './operation';
import { PERMISSION_COMMANDS } from './permissions';
import { POLICY_COMMANDS } from './policy';
import { PROVIDER_COMMANDS } from './providers';
import { RESOURCE_COMMANDS } from './resources';
import { SERVICE_COMMANDS } from './services';
import { SERVICE_ACCOUNT_COMMANDS } from './service-accounts';
import { SESSION_COMMANDS } from './sessions';
import { SYNC_COMMANDS } from './sync';
import { TOKEN_COMMANDS } from './tokens';
import { TOOL_COMMANDS } from './tools';
import { USER_COMMANDS } from './users';
import { WEBHOOK_COMMANDS } from './webhooks';

/** Words with which the names of several commands begin, in the order of help. */
export const GROUPS: readonly { readonly name: string; readonly summary: string }[] = [
  { name: 'profiles', summary: 'The instances for which there is a token.' },
  { name: 'users', summary: 'Users and their memberships.' },
  { name: 'groups', summary: 'Groups, their members and terms.' },
  { name: 'services', summary: 'Services behind the proxy.' },
  { name: 'resources', summary: 'Resources of services.' },
  { name: 'sync', summary: 'Keeping services in step with the real ones.' },
  { name: 'permissions', summary: 'Permissions of users and groups on resources.' },
  { name: 'tokens', summary: 'API tokens.' },
  { name: 'service-accounts', summary: 'Users for programs.' },
  { name: 'sessions', summary: 'Sessions of users.' },
  { name: 'providers', summary: 'Identity providers.' },
  { name: 'nodes', summary: 'Other instances of the network.' },
  { name: 'webhooks', summary: 'Webhooks and their deliveries.' },
  { name: 'config', summary: 'Configuration files: check, plan, apply, export.' },
  { name: 'policy', summary: 'Tests of the access policy.' },
  { name: 'audit', summary: 'The audit log.' },
  { name: 'changes', summary: 'The change log.' },
  { name: 'db', summary: 'The database of the settings.' },
  { name: 'keys', summary: 'Keys of network mode.' },
  { name: 'mail', summary: 'Mails and their delivery.' },
  { name: 'import', summary: 'Moving over from Magpie and Twitcher.' },
];

/** All commands, in the order of the reference. */
export const COMMANDS: readonly Command[] = [
  ...ACCOUNT_COMMANDS,
  ...USER_COMMANDS,
  ...GROUP_COMMANDS,
  ...SERVICE_COMMANDS,
  ...RESOURCE_COMMANDS,
  ...SYNC_COMMANDS,
  ...PERMISSION_COMMANDS,
  ...TOKEN_COMMANDS,
  ...SERVICE_ACCOUNT_COMMANDS,
  ...SESSION_COMMANDS,
  ...PROVIDER_COMMANDS,
  ...NODE_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...DECISION_COMMANDS,
  ...CONFIGURATION_COMMANDS,
  ...POLICY_COMMANDS,
  ...AUDIT_COMMANDS,
  ...CHANGE_COMMANDS,
  ...DOCTOR_COMMANDS,
  ...IMPORT_COMMANDS,
  ...OPERATION_COMMANDS,
  ...TOOL_COMMANDS,
  ...COMPLETION_COMMANDS,
];
