import type { ProviderDefinition } from '@gatehouse/ui-data';
import {
  ADDRESS_FIELDS,
  type EditableDefinition,
  linesOf,
  mappingFrom,
  OPENID2,
  type ProviderKind,
} from './provider-kinds';

/** What the form of a provider contains. */
export interface ProviderValues {
  readonly name: string;
  readonly display_name: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly issuer: string;
  readonly identifier_url: string;
  readonly authorization_url: string;
  readonly token_url: string;
  readonly identity_url: string;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly claim: string;
  /** Lines of the form `value = group`. */
  readonly mapping: string;
  readonly provisioning: boolean;
  readonly trust_emails: boolean;
  /** Null: only tokens that the provider says were issued to this client. */
  readonly accept_tokens: boolean | null;
}

/** The definition of a new provider: what is empty is left to the preset or to the API. */
export function newDefinition(input: ProviderValues, kind: ProviderKind | undefined): ProviderDefinition {
  const values = kind?.id === OPENID2 ? ofOpenId2(input) : input;
  const { name, provisioning, trust_emails, accept_tokens } = values;
  const filled = ['display_name', 'client_id', ...(kind?.addresses ?? [])] as const;
  const texts = filled
    .map((field) => [field, values[field].trim()] as const)
    .filter(([, text]) => text !== '');
  return {
    name: name.trim(),
    ...kind?.fixed,
    ...Object.fromEntries(texts),
    ...(wordsOf(values.scopes).length > 0 ? { scopes: wordsOf(values.scopes) } : {}),
    ...(values.claim.trim() === '' ? {} : { groups: groupsOf(values) }),
    provisioning,
    trust_emails,
    ...(accept_tokens === null ? {} : { accept_tokens }),
  };
}

/** The fields that differ from a definition. One that is emptied is null, which removes it. */
export function changedFields(before: EditableDefinition, input: ProviderValues): ProviderDefinition {
  const values = before.protocol === OPENID2 ? ofOpenId2(input) : input;
  const changes: Record<string, unknown> = {};
  for (const field of ['display_name', 'client_id', ...ADDRESS_FIELDS] as const) {
    const text = values[field].trim();
    if (text !== (before[field] ?? '')) changes[field] = text === '' ? null : text;
  }
  for (const field of ['provisioning', 'trust_emails', 'accept_tokens'] as const)
    if (values[field] !== (before[field] ?? null)) changes[field] = values[field];
  const scopes = wordsOf(values.scopes);
  if (scopes.join(' ') !== (before.scopes ?? []).join(' '))
    changes['scopes'] = scopes.length > 0 ? scopes : null;
  const isSameMapping =
    values.claim.trim() === (before.groups?.claim ?? '') &&
    values.mapping.trim() === linesOf(before.groups?.mapping);
  if (!isSameMapping) changes['groups'] = values.claim.trim() === '' ? null : groupsOf(values);
  return changes;
}

/** Without what such a provider cannot have: where users type any identifier, neither its emails nor its groups are trusted. */
function ofOpenId2(values: ProviderValues): ProviderValues {
  const closed = { ...values, client_id: '', client_secret: '', scopes: '', accept_tokens: false };
  return values.identifier_url.trim() === '' ? { ...closed, trust_emails: false, claim: '' } : closed;
}

function groupsOf({ claim, mapping }: ProviderValues) {
  return { claim: claim.trim(), mapping: mappingFrom(mapping) ?? {} };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
