export const ORIGIN_PREFIX = 'network-token:';

/** The origin of sessions that the token of a remote user has opened. */
export function originOf(remoteUserId: number): string {
  return `${ORIGIN_PREFIX}${remoteUserId}`;
}
