import { tokenCheckUrl } from './oauth2/token-check';
import type { ListedProvider } from './provider-registry';

/**
 * What an operator should know at start about the opaque tokens of a provider that does not report for which client they were
 * issued. Undefined if there is nothing to say, or if only the metadata of the issuer tells. Reference: identity-providers#opaque-tokens.
 */
export function tokenNotice({ definition, hasSecret }: Omit<ListedProvider, 'source'>): string | undefined {
  const { kind, acceptsTokens, tokenCheck } = definition;
  const configuration = { definition, clientSecret: hasSecret ? '' : undefined };
  if (acceptsTokens === false || tokenCheckUrl(configuration) !== undefined) return undefined;
  const isDiscovered = kind === 'openid-connect' && tokenCheck === 'introspection' && hasSecret;
  if (isDiscovered) return undefined;
  return acceptsTokens === true
    ? 'opaque tokens that were issued to any of its clients sign in (accept_tokens)'
    : 'opaque tokens are refused: it does not report for which client they were issued; accept_tokens: true accepts those of all its clients';
}
