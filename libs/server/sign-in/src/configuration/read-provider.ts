import { listText, problem } from '@gatehouse/problems';
import {
  type FieldNames,
  type GroupMapping,
  type ProviderConfiguration,
  type ProviderDefinition,
  TOKEN_CHECKS,
  isChosenByUsers,
} from '../definition';
import type { ProviderKind } from '../identity-provider';
import { isTemplate } from '../openid2/identifiers';
import { FieldValues, invalid, missing } from './field-values';
import { type RawDefinition, PRESETS, PRESET_NAMES } from './presets';

const NAME = /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/;
const MAX_NAME_LENGTH = 50;
/** Identifiers have 255 characters at most, a name in them 100. */
const MAX_TEMPLATE_LENGTH = 160;

const KINDS = ['openid-connect', 'oauth2', 'openid2'] as const satisfies readonly ProviderKind[];

/** Fields of a definition. Reference: identity-providers#definition. */
const PROVIDER_FIELDS = [
  'name',
  'preset',
  'protocol',
  'display_name',
  'client_id',
  'client_secret',
  'issuer',
  'identifier_url',
  'authorization_url',
  'token_url',
  'identity_url',
  'emails_url',
  'introspection_url',
  'token_check',
  'scopes',
  'audiences',
  'fields',
  'groups',
  'trust_emails',
  'accept_tokens',
  'provisioning',
] as const;

const FIELD_NAMES = ['subject', 'user_name', 'email', 'email_verified', 'display_name'] as const;

/** Throws `Problem` for a URL that no request may be sent to. */
export type UrlCheck = (url: string) => void;

/**
 * Reads a definition, from settings, a file or a request. Throws `provider_field_unknown`, `value_missing`,
 * `provider_value_invalid`, or the error of the check of URLs.
 */
export function readProvider(input: RawDefinition, checkUrl: UrlCheck): ProviderConfiguration {
  rejectUnknownFields(Object.keys(input));
  const preset = new FieldValues(input).oneOf('preset', PRESET_NAMES);
  const values = new FieldValues(withPreset(input, preset === undefined ? {} : PRESETS[preset]));
  const name = values.required('name');
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) {
    throw invalid(
      'name',
      `lower-case letters and digits, joined by one of _ . -, at most ${MAX_NAME_LENGTH}`,
    );
  }
  const kind = values.oneOf('protocol', KINDS);
  if (kind === undefined) throw missing('protocol');
  const clientId = kind === 'openid2' ? '' : values.required('client_id');
  const definition: ProviderDefinition = {
    name,
    displayName: values.text('display_name', 100) ?? name,
    kind,
    clientId,
    scopes: scopesOf(values, kind),
    issuer: values.url('issuer'),
    identifierUrl: kind === 'openid2' ? templateOf(values) : undefined,
    authorizationUrl: values.url('authorization_url'),
    tokenUrl: values.url('token_url'),
    identityUrl: values.url('identity_url'),
    emailsUrl: values.url('emails_url'),
    introspectionUrl: values.url('introspection_url'),
    tokenCheck: values.oneOf('token_check', TOKEN_CHECKS) ?? 'introspection',
    audiences: values.list('audiences') ?? [clientId],
    fields: fieldsOf(values, kind),
    trustsEmails: values.flag('trust_emails', false),
    acceptsTokens: values.optionalFlag('accept_tokens') ?? (kind === 'openid2' ? false : undefined),
    provisions: values.flag('provisioning', true),
    groupMapping: groupsOf(values),
  };
  checkUrls(definition, checkUrl);
  if (kind === 'openid2') checkOpenId2(definition);
  return { definition, clientSecret: values.text('client_secret') };
}

function templateOf(values: FieldValues): string | undefined {
  const template = values.text('identifier_url', MAX_TEMPLATE_LENGTH);
  if (template !== undefined && !isTemplate(template)) {
    throw invalid('identifier_url', 'an http or https URL with {username} once in its path');
  }
  return template;
}

/** Where users choose the provider, anyone can be one, and its email addresses and groups cannot be trusted. */
function checkOpenId2(definition: ProviderDefinition): void {
  if (definition.acceptsTokens) throw invalid('accept_tokens', 'false: OpenID 2.0 has no tokens');
  if (!isChosenByUsers(definition)) return;
  if (definition.trustsEmails) throw invalid('trust_emails', 'false without identifier_url');
  if (definition.groupMapping) throw invalid('groups', 'absent without identifier_url');
}

/** Throws `provider_field_unknown`. */
function rejectUnknownFields(names: readonly string[]): void {
  const unknown = names.find((name) => !PROVIDER_FIELDS.some((field) => field === name));
  if (unknown === undefined) return;
  throw problem(
    'provider_field_unknown',
    { fields: PROVIDER_FIELDS.join(', ') },
    {
      param: {
        name: unknown.slice(0, 200),
        value: null,
        compare: listText(PROVIDER_FIELDS),
        conditions: { is_in: false },
      },
    },
  );
}

/** Fields that are null count as absent; those of `fields` are completed individually. */
function withPreset(input: RawDefinition, preset: RawDefinition): RawDefinition {
  const present = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  const fields = {
    ...(preset['fields'] as object | undefined),
    ...(present['fields'] as object | undefined),
  };
  const isObject = present['fields'] === undefined || typeof present['fields'] === 'object';
  // A URL of one's own is that of an introspection endpoint, unless the definition says otherwise.
  const check = present['introspection_url'] === undefined ? {} : { token_check: undefined };
  return { ...preset, ...check, ...present, ...(isObject ? { fields } : {}) };
}

function scopesOf(values: FieldValues, kind: ProviderKind): readonly string[] {
  const input = values.list('scopes');
  if (kind !== 'openid-connect') return input ?? [];
  const scopes = input ?? ['profile', 'email'];
  return scopes.includes('openid') ? scopes : ['openid', ...scopes];
}

function fieldsOf(values: FieldValues, kind: ProviderKind): FieldNames {
  const input = values.texts('fields', FIELD_NAMES);
  // The subject, or the claimed identifier, is what identifies a user, and cannot be another claim.
  if (kind !== 'oauth2' && (input['subject'] ?? 'sub') !== 'sub')
    throw invalid('fields', 'sub as the subject');
  return {
    subject: input['subject'] ?? 'sub',
    userName: input['user_name'] ?? 'preferred_username',
    email: input['email'] ?? 'email',
    emailVerified: input['email_verified'] ?? 'email_verified',
    displayName: input['display_name'] ?? 'name',
  };
}

function groupsOf(values: FieldValues): GroupMapping | undefined {
  const groups = values.object('groups');
  return groups && { claim: groups.text('claim') ?? 'groups', groups: groups.texts('mapping') };
}

function checkUrls(definition: ProviderDefinition, checkUrl: UrlCheck): void {
  const {
    kind,
    issuer,
    identifierUrl,
    authorizationUrl,
    tokenUrl,
    identityUrl,
    emailsUrl,
    introspectionUrl,
  } = definition;
  if (kind === 'openid-connect' && issuer === undefined) throw missing('issuer');
  if (kind === 'oauth2') {
    for (const [field, url] of Object.entries({
      authorization_url: authorizationUrl,
      token_url: tokenUrl,
      identity_url: identityUrl,
    })) {
      if (url === undefined) throw missing(field);
    }
  }
  const example = identifierUrl?.replace('{username}', 'x');
  for (const url of [issuer, example, tokenUrl, identityUrl, emailsUrl, introspectionUrl]) {
    if (url !== undefined) checkUrl(url);
  }
}
