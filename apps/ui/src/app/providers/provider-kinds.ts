import type { IdentityProvider } from '@gatehouse/ui-data';

/** Fields with the addresses of a provider. */
export const ADDRESS_FIELDS = [
  'issuer',
  'identifier_url',
  'authorization_url',
  'token_url',
  'identity_url',
] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

/** What can be chosen for a new provider: a protocol, or a preset that completes the definition. */
export interface ProviderKind {
  readonly id: string;
  /** A name that is the same in all languages. */
  readonly label: string;
  readonly fixed: { readonly preset: string } | { readonly protocol: string };
  readonly addresses: readonly AddressField[];
  /** Addresses that may be empty: the preset has them, or the provider is used without. */
  readonly optional?: readonly AddressField[];
}

/** Its providers have neither clients nor tokens. */
export const OPENID2 = 'openid2';
const URLS = ['authorization_url', 'token_url', 'identity_url'] as const;

const preset = (id: string, label: string, more: Partial<ProviderKind> = {}): ProviderKind => ({
  id,
  label,
  fixed: { preset: id },
  addresses: [],
  ...more,
});

export const PROVIDER_KINDS: readonly ProviderKind[] = [
  {
    id: 'openid-connect',
    label: 'OpenID Connect',
    fixed: { protocol: 'openid-connect' },
    addresses: ['issuer'],
  },
  {
    id: OPENID2,
    label: 'OpenID 2.0',
    fixed: { protocol: OPENID2 },
    addresses: ['identifier_url'],
    optional: ['identifier_url'],
  },
  { id: 'oauth2', label: 'OAuth 2.0', fixed: { protocol: 'oauth2' }, addresses: URLS },
  preset('github', 'GitHub'),
  preset('google', 'Google'),
  preset('gitlab', 'GitLab', { addresses: ['issuer'], optional: ['issuer'] }),
  preset('keycloak', 'Keycloak', { addresses: ['issuer'] }),
  preset('orcid', 'ORCID'),
  preset('egi', 'EGI Check-in'),
  preset('wso2', 'WSO2', { addresses: URLS }),
];

/** The parts of a definition that this page knows. */
export interface EditableDefinition {
  readonly display_name?: string;
  readonly protocol?: string;
  readonly client_id?: string | null;
  readonly issuer?: string | null;
  readonly identifier_url?: string | null;
  readonly authorization_url?: string | null;
  readonly token_url?: string | null;
  readonly identity_url?: string | null;
  readonly scopes?: readonly string[];
  readonly groups?: { readonly claim: string; readonly mapping: Readonly<Record<string, string>> } | null;
  readonly trust_emails?: boolean;
  readonly accept_tokens?: boolean | null;
  readonly provisioning?: boolean;
}

/** The API describes a definition as an object with any fields. */
export const definitionOf = ({ definition }: IdentityProvider): EditableDefinition =>
  definition as EditableDefinition;

/** Groups by value of a claim, from lines of the form `value = group`; undefined if a line has another form. */
export function mappingFrom(text: string): Record<string, string> | undefined {
  const mapping: Record<string, string> = {};
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    // Values may contain the sign, as those of EGI Check-in do; names of groups do not.
    const at = line.lastIndexOf('=');
    const [value, group] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (at < 0 || value === '' || group === '') return undefined;
    mapping[value] = group;
  }
  return mapping;
}

export function linesOf(mapping: Readonly<Record<string, string>> = {}): string {
  return Object.entries(mapping)
    .map(([value, group]) => `${value} = ${group}`)
    .join('\n');
}
