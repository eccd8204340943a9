import type { Settings } from './typed-settings';

export type PortalValues = Partial<Pick<Settings, 'portalHost' | 'portalPassword' | 'portalPush'>>;

/** Contradictions between the settings of the workflow portal. Reference: notifications#workflow-portal. */
export function portalProblems({ portalHost, portalPassword, portalPush }: PortalValues): string[] {
  if (portalHost !== undefined)
    return portalPassword === undefined
      ? ['SVC_PORTAL_PASSWORD is missing: SVC_PORTAL_HOST requires it']
      : [];
  return portalPush === true ? ['SVC_PORTAL_HOST is missing: SVC_PORTAL_PUSH has no effect without it'] : [];
}
