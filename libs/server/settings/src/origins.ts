import type { ProxySettings } from './typed-settings';

/**
 * Whether the pages of services have another origin than the API and the console. Only then a browser separates them: no check
 * at the server tells two pages of one origin apart. Reference: deployment#origins.
 */
export function areOriginsSeparate({
  publicUrl,
  proxyPublicUrl,
}: Pick<ProxySettings, 'publicUrl' | 'proxyPublicUrl'>): boolean {
  return new URL(publicUrl).origin !== new URL(proxyPublicUrl).origin;
}

/** What operators are told at the start about the origins; undefined where they are separate. */
export function originWarning(
  settings: Pick<ProxySettings, 'publicUrl' | 'proxyPublicUrl'>,
): string | undefined {
  if (areOriginsSeparate(settings)) return undefined;
  const { origin } = new URL(settings.publicUrl);
  return `SVC_URL and SVC_PROXY_PUBLIC_URL have the same origin ${origin}: pages of services can act as their users in Gatehouse, unless they are sandboxed. Use another host or port for one of them`;
}
