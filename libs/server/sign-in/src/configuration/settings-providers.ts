import type { Settings } from '@gatehouse/settings';
import type { RawDefinition } from './presets';

/** The definitions that settings contain: a provider is configured once it has a client id. Reference: identity-providers#settings. */
export function providersOfSettings(settings: ProviderSettings): readonly RawDefinition[] {
  const {
    oidcName,
    oidcIssuer,
    oidcClientId,
    oidcClientSecret,
    githubClientId,
    githubClientSecret,
    githubAcceptTokens,
    wso2Hostname,
    wso2ClientId,
    wso2ClientSecret,
    wso2AcceptTokens,
    openidProviders,
  } = settings;
  const input: (RawDefinition | undefined)[] = [
    oidcClientId === undefined
      ? undefined
      : {
          name: oidcName.toLowerCase(),
          display_name: oidcName,
          protocol: 'openid-connect',
          issuer: oidcIssuer,
          client_id: oidcClientId,
          client_secret: oidcClientSecret,
        },
    githubClientId === undefined
      ? undefined
      : {
          name: 'github',
          preset: 'github',
          client_id: githubClientId,
          client_secret: githubClientSecret,
          accept_tokens: githubAcceptTokens,
        },
    wso2ClientId === undefined
      ? undefined
      : {
          name: 'wso2',
          preset: 'wso2',
          client_id: wso2ClientId,
          client_secret: wso2ClientSecret,
          authorization_url: `${wso2Hostname}/oauth2/authorize`,
          token_url: `${wso2Hostname}/oauth2/token`,
          identity_url: `${wso2Hostname}/oauth2/userinfo`,
          accept_tokens: wso2AcceptTokens,
        },
    ...openidProviders.map((name) => ({ name, preset: name })),
  ];
  return input.filter((one) => one !== undefined);
}

/** The settings of identity providers. */
export type ProviderSettings = Pick<
  Settings,
  | 'oidcName'
  | 'oidcIssuer'
  | 'oidcClientId'
  | 'oidcClientSecret'
  | 'githubClientId'
  | 'githubClientSecret'
  | 'githubAcceptTokens'
  | 'wso2Hostname'
  | 'wso2ClientId'
  | 'wso2ClientSecret'
  | 'wso2AcceptTokens'
  | 'openidProviders'
>;
