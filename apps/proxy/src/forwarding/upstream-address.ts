/** Where a service really is. */
export interface UpstreamAddress {
  readonly origin: string;
  /** Host with port, as the upstream is called by. */
  readonly host: string;
  /** Path of the private URL without trailing slash; empty at the root. */
  readonly path: string;
}

const MAX_REMEMBERED = 10_000;
const remembered = new Map<string, UpstreamAddress | undefined>();

/** Reads a private URL; undefined when it is none that can be forwarded to. */
export function upstreamAddress(privateUrl: string | null): UpstreamAddress | undefined {
  if (privateUrl === null) return undefined;
  if (remembered.has(privateUrl)) return remembered.get(privateUrl);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const address = read(privateUrl);
  remembered.set(privateUrl, address);
  return address;
}

function read(privateUrl: string): UpstreamAddress | undefined {
  if (!URL.canParse(privateUrl)) return undefined;
  const { protocol, origin, host, pathname } = new URL(privateUrl);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return { origin, host, path: pathname.replace(/\/+$/, '') };
}
