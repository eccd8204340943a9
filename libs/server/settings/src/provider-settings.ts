import { Malformed, formedList, optionalFlag, optionalText, seconds, text } from './kinds';
import { PROVIDER_NAME } from './provider-name';

/** Settings of identity providers. Reference: identity-providers#settings. */
export const providerSettings = {
  oidcIssuer: withUrl(
    optionalText('SVC_OIDC_ISSUER', {
      about:
        'Issuer of an OpenID Connect provider, exactly as its metadata spells it; everything else is discovered.',
    }),
  ),
  oidcClientId: optionalText('SVC_OIDC_CLIENT_ID', {
    about: 'Client id of this service at the provider of `SVC_OIDC_ISSUER`.',
  }),
  oidcClientSecret: optionalText('SVC_OIDC_CLIENT_SECRET', {
    secret: true,
    about: 'Client secret for `SVC_OIDC_CLIENT_ID`; none for a public client.',
  }),
  oidcName: text('SVC_OIDC_NAME', {
    fallback: 'oidc',
    about:
      'Name of the provider of `SVC_OIDC_ISSUER`: in lower case in addresses and in `provider_name`, as written on the sign-in form.',
  }),
  githubClientId: optionalText('SVC_GITHUB_CLIENT_ID', { about: 'Client id of an OAuth app of GitHub.' }),
  githubClientSecret: optionalText('SVC_GITHUB_CLIENT_SECRET', {
    secret: true,
    about: 'Client secret for `SVC_GITHUB_CLIENT_ID`.',
  }),
  githubAcceptTokens: optionalFlag('SVC_GITHUB_ACCEPT_TOKENS', {
    about:
      'Whether tokens of GitHub in requests sign in. Unset or `true`: those that were issued to `SVC_GITHUB_CLIENT_ID`, which GitHub is asked about; `false`: none.',
  }),
  wso2Hostname: withUrl(
    optionalText('SVC_WSO2_HOSTNAME', {
      about: 'Base URL of a WSO2 Identity Server, with the scheme and without a slash at the end.',
    }),
  ),
  wso2ClientId: optionalText('SVC_WSO2_CLIENT_ID', {
    about: 'Client id at the server of `SVC_WSO2_HOSTNAME`.',
  }),
  wso2ClientSecret: optionalText('SVC_WSO2_CLIENT_SECRET', {
    secret: true,
    about: 'Client secret for `SVC_WSO2_CLIENT_ID`.',
  }),
  wso2AcceptTokens: optionalFlag('SVC_WSO2_ACCEPT_TOKENS', {
    about:
      'Whether tokens of the server of `SVC_WSO2_HOSTNAME` in requests sign in. `true`: those of all its clients, since they cannot be told apart; unset or `false`: none.',
  }),
  openidProviders: formedList('SVC_OPENID_PROVIDERS', PROVIDER_NAME, {
    fallback: '',
    about:
      'OpenID 2.0 providers that users can sign in with: `dkrz`, `ipsl`, `ceda`, `llnl` and `smhi` of ESGF, and `openid` for identifiers of any provider.',
  }),
  providersConfigPath: optionalText('SVC_IDENTITY_PROVIDERS_CONFIG_PATH', {
    about:
      'File, or folder of files, with a section `identity_providers`, read when API and proxy start. Its providers are read-only in the API.',
  }),
  providerTimeout: seconds(
    'SVC_IDENTITY_PROVIDERS_TIMEOUT',
    { min: 0.1, max: 60 },
    { fallback: '10', about: 'Seconds within which an identity provider must reply to a request.' },
  ),
} as const;

function withUrl<T extends ReturnType<typeof optionalText>>(setting: T): T {
  return {
    ...setting,
    read: (value: string) => {
      const url = URL.canParse(value) ? new URL(value) : undefined;
      if (!url || !['http:', 'https:'].includes(url.protocol))
        throw new Malformed('must be an http or https URL');
      return value;
    },
  };
}
