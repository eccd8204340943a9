import type { ProxySettings } from './typed-settings';

/**
 * Whether the pages of services have another origin than the API and the console. Only then a browser separates them: no check
 * at the server tells two pages of one origin apart. Reference: configuration#origins.
 */
export function areOriginsSeparate({
  publicUrl,
  proxyPublicUrl,
}: Pick<ProxySettings, 'publicUrl' | 'proxyPublicUrl'>): boolean {
  return new URL(publicUrl).origin !== new URL(proxyPublicUrl).origin;
}
