import type { Pattern } from '@gatehouse/names';
import { ACCESSES, BECAUSE, PERMISSION_NAMES, SCOPES } from '@gatehouse/access-engine';
import { UNREGISTERED_NAMES as TREATMENTS } from '@gatehouse/proxy-options';
import { RESOURCE_TYPE_NAMES, SERVICE_TYPE_NAMES } from '@gatehouse/service-types';

/** A closed list of values with its own schema in the OpenAPI description, so that generated clients have one type for it. */
export interface Vocabulary {
  /** The values; generated clients derive the names of constants from them. */
  readonly enum: string[];
  /** Name of the schema. */
  readonly enumName: string;
  readonly enumSchema: { readonly description: string; readonly example: string };
}

function vocabulary(
  enumName: string,
  description: string,
  values: readonly string[],
  example = values[0] ?? '',
): Vocabulary {
  return { enum: [...values], enumName, enumSchema: { description, example } };
}

/** The values of a vocabulary as a pattern, for a field that accepts no others. */
export function patternOf({ enumName: name, enum: values }: Vocabulary): Pattern {
  return { name, source: `^(?:${values.join('|')})$`, test: (text) => values.includes(text) };
}

export const PERMISSION_NAME = vocabulary(
  'PermissionName',
  'Name of a permission.',
  PERMISSION_NAMES,
  'read',
);

export const PERMISSION_ACCESS = vocabulary(
  'PermissionAccess',
  'Modifier: whether access is allowed or denied.',
  ACCESSES,
);

export const PERMISSION_SCOPE = vocabulary(
  'PermissionScope',
  'Modifier: only the resource, or also everything below it.',
  SCOPES,
);

/** Reference: permission-rules#explain. */
export const ASSIGNMENT_REASON = vocabulary(
  'AssignmentReason',
  'Why a permission assignment determines the decision or does not.',
  Object.keys(BECAUSE),
);

/** How a body is written in a field of a request. */
export const BODY_ENCODING = vocabulary('BodyEncoding', 'How the text represents the bytes of a body.', [
  'text',
  'base64',
]);

/** What the proxy does with a request. */
export const REQUEST_OUTCOME = vocabulary('RequestOutcome', 'What the proxy does with a request.', [
  'forwarded',
  'refused',
  'answered',
]);

/** How a body is read for a decision. */
export const BODY_KIND = vocabulary('BodyKind', 'How the body of a request is read for a decision.', [
  'none',
  'unread',
  'form',
  'json',
  'xml',
  'other',
  'unreadable',
]);

/** Reference: permission-rules#object-form. */
export const PERMISSION_TYPE = vocabulary('PermissionType', 'Origin of an entry in a list of permissions.', [
  'allowed',
  'applied',
  'direct',
  'inherited',
  'effective',
]);

export const SERVICE_TYPE = vocabulary('ServiceType', 'Type of a service.', SERVICE_TYPE_NAMES, 'api');

export const RESOURCE_TYPE = vocabulary(
  'ResourceType',
  'Type of a resource; `service` is that of services.',
  RESOURCE_TYPE_NAMES,
  'route',
);

export const UNREGISTERED_NAMES = vocabulary(
  'UnregisteredNamesTreatment',
  'How names in requests are treated that are not registered.',
  TREATMENTS,
);

export const USER_STATUS = vocabulary('UserStatus', 'Status of an account.', [
  'OK',
  'WebhookError',
  'Pending',
]);

/** Reference: sessions#service-accounts. */
export const USER_KIND = vocabulary('UserKind', 'Whether an account is that of a person or of a program.', [
  'person',
  'service',
]);

export const USER_LOCALE = vocabulary('UserLocale', 'Language of mails to a user.', ['en', 'fr']);

export const MEMBERSHIP_STATUS = vocabulary('MembershipStatus', 'Status of the memberships to list.', [
  'active',
  'pending',
  'all',
]);

export const ACTOR_KIND = vocabulary('ActorKind', 'Who made a change.', ['user', 'anonymous', 'system']);

export const AUDIT_OBJECT_KIND = vocabulary('AuditObjectKind', 'What an entry of the audit log is about.', [
  'user',
  'group',
  'resource',
]);

export const CHANGED_ENTITY = vocabulary('ChangedEntity', 'Kind of object that a changed row describes.', [
  'user',
  'group',
  'membership',
  'resource',
  'service',
  'user_rule',
  'group_rule',
  'session',
  'session_cutoff',
  'api_token',
  'pending_user',
  'group_terms',
  'terms_acceptance',
  'webhook',
  'network_node',
  'remote_user',
  'network_token',
  'identity_provider',
  'external_identity',
  'claimed_membership',
]);

export const NOTIFICATION_KIND = vocabulary('NotificationKind', 'What is sent.', [
  'mail',
  'webhook',
  'portal',
]);

export const NOTIFICATION_STATE = vocabulary(
  'NotificationState',
  'Waiting for its next attempt, sent, or given up.',
  ['queued', 'sent', 'failed'],
);

export const WEBHOOK_ACTION = vocabulary('WebhookAction', 'The event that a webhook is sent for.', [
  'create_user',
  'delete_user',
  'update_user_status',
  'create_user_permission',
  'delete_user_permission',
  'create_group_permission',
  'delete_group_permission',
  'token_created',
  'token_revoked',
]);

export const WEBHOOK_METHOD = vocabulary('WebhookMethod', 'Method of the request of a webhook.', [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
]);

export const ISSUER_STATE = vocabulary('IssuerState', 'What discovery at an issuer has found.', [
  'usable',
  'other_issuer',
  'unusable',
]);

export const PROVIDER_PROTOCOL = vocabulary('IdentityProviderProtocol', 'Protocol of an identity provider.', [
  'openid-connect',
  'oauth2',
  'openid2',
]);

export const PROVIDER_SOURCE = vocabulary(
  'IdentityProviderSource',
  'Where the definition of an identity provider is: created by the API, in the settings, or in the configuration file.',
  ['api', 'settings', 'file'],
);

export const WEBHOOK_SOURCE = vocabulary(
  'WebhookSource',
  'Whether a webhook was created by the API, or is defined in the configuration file.',
  ['api', 'file'],
);

export const WEBHOOK_STATE = vocabulary(
  'WebhookState',
  'Whether a webhook is sent, or suspended after repeated failures.',
  ['active', 'suspended'],
);

export const SYNCHRONIZATION_MODE = vocabulary(
  'SynchronizationMode',
  'What is done with differences: nothing without a decision, new resources are created, or vanished ones removed as well.',
  ['suggest', 'create', 'mirror'],
);

export const SYNCHRONIZATION_STATE = vocabulary(
  'SynchronizationState',
  'Waiting, reading the service, changing resources, or ended.',
  ['queued', 'reading', 'applying', 'succeeded', 'failed'],
  'succeeded',
);

export const SYNCHRONIZATION_CHANGE_KIND = vocabulary(
  'SynchronizationChangeKind',
  'How a service and the registered resources differ.',
  ['appeared', 'vanished', 'retitled', 'renamed', 'unusable'],
);

export const SYNCHRONIZATION_CHANGE_STATE = vocabulary(
  'SynchronizationChangeState',
  'Waiting for a decision or for the synchronization itself, applied, or rejected.',
  ['open', 'automatic', 'applied', 'rejected'],
);

export const SYNCHRONIZATION_DECISION = vocabulary(
  'SynchronizationDecision',
  'What is decided about changes.',
  ['accept', 'reject'],
);

export const WEBHOOK_DELIVERY_STATE = vocabulary(
  'WebhookDeliveryState',
  'In progress, delivered, or failed after the last retry.',
  ['pending', 'delivered', 'failed'],
);

export const CHANGE_OPERATION = vocabulary('ChangeOperation', 'How a row changed.', [
  'insert',
  'update',
  'delete',
]);

export const PRINCIPAL_KIND = vocabulary('PrincipalKind', 'Kind of principal that can hold permissions.', [
  'user',
  'group',
]);

export const SEARCH_KIND = vocabulary('SearchKind', 'Kind of object that a search finds.', [
  'user',
  'group',
  'service',
  'resource',
]);

export const LINK_OPERATION = vocabulary('LinkOperation', 'What a one-time link does.', [
  'user-registration-confirm-email',
  'user-registration-admin-approve',
  'user-registration-admin-decline',
  'group-accept-terms',
  'user-password-reset',
  'user-email-change',
  'webhook-user-status-error',
]);

export const NODE_CONDITION = vocabulary(
  'NodeCondition',
  'Result of the last check of a node: `ok`, the likely cause of a failure, or `not_checked` before the first check.',
  [
    'not_checked',
    'ok',
    'unreachable',
    'target_not_allowed',
    'wrong_jwks_url',
    'wrong_instance_name',
    'clock_skew',
    'not_registered_there',
    'key_rejected_there',
  ],
);

/** What an application removes of what its file set owns and its files no longer name. Reference: configuration-files#file-sets. */
export const PRUNE = vocabulary(
  'PruneExtent',
  'What is removed of what the set owns and its files no longer name: nothing; permissions and memberships; or also services, resources, users and groups.',
  ['none', 'assignments', 'objects'],
);
