import type { providerSettings } from './provider-settings';
import type { Settings } from './typed-settings';

const NAME = /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/i;

type ProviderValues = Pick<
  Settings,
  keyof typeof providerSettings | 'defaultProvider' | 'defaultProviderAliases' | 'networkProvider'
>;

/** Why the providers of the settings cannot be used. */
export function providerProblems(settings: ProviderValues): string[] {
  const problems: string[] = [];
  const { oidcName, defaultProvider, defaultProviderAliases, networkProvider } = settings;
  const reserved = [defaultProvider, ...defaultProviderAliases, networkProvider].map((name) =>
    name.toLowerCase(),
  );
  if (!NAME.test(oidcName) || oidcName.length > 50 || reserved.includes(oidcName.toLowerCase())) {
    problems.push('SVC_OIDC_NAME must be letters and digits, joined by one of _ . -, and no other provider');
  }
  const together = [
    ['SVC_OIDC_CLIENT_ID', settings.oidcClientId, 'SVC_OIDC_ISSUER', settings.oidcIssuer],
    ['SVC_OIDC_CLIENT_SECRET', settings.oidcClientSecret, 'SVC_OIDC_CLIENT_ID', settings.oidcClientId],
    ['SVC_OIDC_ISSUER', settings.oidcIssuer, 'SVC_OIDC_CLIENT_ID', settings.oidcClientId],
    [
      'SVC_GITHUB_CLIENT_ID',
      settings.githubClientId,
      'SVC_GITHUB_CLIENT_SECRET',
      settings.githubClientSecret,
    ],
    [
      'SVC_GITHUB_CLIENT_SECRET',
      settings.githubClientSecret,
      'SVC_GITHUB_CLIENT_ID',
      settings.githubClientId,
    ],
    ['SVC_WSO2_CLIENT_ID', settings.wso2ClientId, 'SVC_WSO2_HOSTNAME', settings.wso2Hostname],
    ['SVC_WSO2_CLIENT_ID', settings.wso2ClientId, 'SVC_WSO2_CLIENT_SECRET', settings.wso2ClientSecret],
    ['SVC_WSO2_HOSTNAME', settings.wso2Hostname, 'SVC_WSO2_CLIENT_ID', settings.wso2ClientId],
  ] as const;
  for (const [name, value, other, otherValue] of together) {
    if (value !== undefined && otherValue === undefined)
      problems.push(`${other} is missing: ${name} needs it`);
  }
  return problems;
}
