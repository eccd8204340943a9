/** The origin of sessions that the token of a remote user has opened. */
export function originOf(remoteUserId: number): string {
  return `network-token:${remoteUserId}`;
}
