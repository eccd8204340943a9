import type { ProviderConfiguration } from './definition';
import type { IdentityProvider } from './identity-provider';
import { OAuth2Provider } from './oauth2/oauth2-provider';
import { OpenIdConnectProvider } from './openid-connect/openid-connect-provider';
import { ProviderHttp, type Sender } from './provider-http';

/** The provider of a definition. Opens nothing: what it needs is requested at its first use. */
export function createProvider(configuration: ProviderConfiguration, sender: Sender): IdentityProvider {
  const http = new ProviderHttp(sender);
  return configuration.definition.kind === 'openid-connect'
    ? new OpenIdConnectProvider(configuration, http)
    : new OAuth2Provider(configuration, http);
}
