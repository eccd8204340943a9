import type { PortalAccess } from './portal-client';

interface PortalSettings {
  readonly portalHost: string | undefined;
  readonly portalPort: number;
  readonly portalUser: string;
  readonly portalPassword: string | undefined;
}

/** How the portal of the settings is reached; undefined where none is configured. */
export function portalAccessOf({
  portalHost: host,
  portalPort,
  portalUser: userName,
  portalPassword: password,
}: PortalSettings): PortalAccess | undefined {
  if (host === undefined || password === undefined) return undefined;
  const origin = host.includes('://') ? host : `https://${host}`;
  const isComplete = host.includes('://') || /:\d+$/.test(host);
  return { baseUrl: isComplete ? origin : `${origin}:${portalPort}`, userName, password };
}
