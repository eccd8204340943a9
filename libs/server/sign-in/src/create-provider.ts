import type { ProviderConfiguration } from './definition';
import type { IdentityProvider } from './identity-provider';
import { OAuth2Provider } from './oauth2/oauth2-provider';
import type { AssertionNonces } from './openid2/assertion-nonces';
import { OpenId2Provider } from './openid2/openid2-provider';
import { OpenIdConnectProvider } from './openid-connect/openid-connect-provider';
import { ProviderHttp, type Sender } from './provider-http';

/** The provider of a definition. Opens nothing: what it needs is requested at its first use. */
export function createProvider(
  configuration: ProviderConfiguration,
  sender: Sender,
  nonces: AssertionNonces,
): IdentityProvider {
  const http = new ProviderHttp(sender);
  switch (configuration.definition.kind) {
    case 'openid-connect':
      return new OpenIdConnectProvider(configuration, http);
    case 'oauth2':
      return new OAuth2Provider(configuration, http);
    case 'openid2':
      return new OpenId2Provider(configuration, http, nonces);
  }
}
