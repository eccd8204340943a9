import { LRUCache } from 'lru-cache';

/** The private address of a service. */
export interface UpstreamAddress {
  /** The key by which connections are shared. */
  readonly key: string;
  readonly origin: string;
  /** Value of the `Host` header for the upstream. */
  readonly host: string;
  /** Path of the private URL without trailing slash; empty at the root. */
  readonly path: string;
  /** The path as configured, with its trailing slash if it has one; a slash at the root. */
  readonly ownPath: string;
  /** Path of the Unix domain socket of the upstream, if it has no port. */
  readonly socketPath?: string;
}

/** Addresses by private URL. */
const addresses = new LRUCache<string, UpstreamAddress | 'unusable'>({ max: 10_000 });

/**
 * Parses a private URL; undefined if it cannot be forwarded to. `http+unix://%2Frun%2Fapp.sock/base` is the path
 * `/base` of the upstream at the socket `/run/app.sock`; its host is `localhost`.
 */
export function upstreamAddress(privateUrl: string | null): UpstreamAddress | undefined {
  if (privateUrl === null) return undefined;
  let address = addresses.get(privateUrl);
  if (address === undefined) {
    address = read(privateUrl) ?? 'unusable';
    addresses.set(privateUrl, address);
  }
  return address === 'unusable' ? undefined : address;
}

/** The default is `http`: the API accepts both spellings. */
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const UNIX = /^http\+unix:\/\/(%2F[^/?#]*)(\/[^?#]*)?$/i;

function read(privateUrl: string): UpstreamAddress | undefined {
  const [, socket, below = ''] = UNIX.exec(privateUrl) ?? [];
  if (socket !== undefined) return readSocket(socket, below);
  const url = SCHEME.test(privateUrl) ? privateUrl : `http://${privateUrl}`;
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin, host, pathname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return { key: origin, origin, host, path: withoutTrailingSlashes(pathname), ownPath: pathname };
}

function readSocket(encoded: string, below: string): UpstreamAddress | undefined {
  let socketPath: string;
  try {
    socketPath = decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
  if (socketPath.includes('\0')) return undefined;
  const { pathname } = new URL(`http://localhost${below}`);
  return {
    key: `unix:${socketPath}`,
    origin: 'http://localhost',
    host: 'localhost',
    path: withoutTrailingSlashes(pathname),
    ownPath: pathname,
    socketPath,
  };
}

/**
 * The path of a request at the upstream; `rest` is what follows the name of the service. A lone slash counts as empty, so
 * that the private URL is requested as configured. Reference: enforcement#forwarding.
 */
export function pathBelow({ path, ownPath }: UpstreamAddress, rest: string): string {
  return rest === '' || rest === '/' ? ownPath : path + rest;
}

/** An address without trailing slashes. */
export function withoutTrailingSlashes(address: string): string {
  let end = address.length;
  while (end > 0 && address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}
