import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { withoutPort } from './client-network';

/** Addresses whose result is cached: front ends are few, and searching the list costs more than forwarding their headers. */
const MAX_CACHED = 1_000;

/** Which peers' forwarding headers count. Reference: deployment#sources. */
export class TrustedPeers {
  private readonly list = new BlockList();
  private readonly cache = new LRUCache<string, boolean>({ max: MAX_CACHED });

  /** Takes networks (`10.0.0.0/8`) and addresses of a setting; throws on what is neither. */
  constructor(networks: readonly string[], setting = 'SVC_TRUSTED_PROXIES') {
    for (const network of networks) {
      const [address = '', bits, ...others] = network.split('/');
      const version = isIP(address);
      const prefix = bits === undefined ? (version === 4 ? 32 : 128) : Number(bits);
      if (version === 0 || others.length > 0 || bits === '' || !Number.isInteger(prefix)) {
        throw new Error(`${setting}: ${network} is not a network`);
      }
      this.list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
    }
  }

  includes(address: string): boolean {
    let isIncluded = this.cache.get(address);
    if (isIncluded === undefined) {
      const version = isIP(address);
      isIncluded = version !== 0 && this.list.check(address, version === 4 ? 'ipv4' : 'ipv6');
      this.cache.set(address, isIncluded);
    }
    return isIncluded;
  }

  /**
   * The address of the client: the peer, or, behind trusted peers, the last address of `X-Forwarded-For` that is not one
   * of them. An entry that is not an address ends the search: nothing before it can be trusted.
   */
  clientOf(request: IncomingMessage): string {
    let client = peerOf(request);
    const forwarded = request.headers['x-forwarded-for'];
    if (forwarded === undefined || !this.includes(client)) return client;
    const chain = String(forwarded).split(',');
    while (chain.length > 0 && this.includes(client)) {
      const before = plainAddress(withoutPort(chain.pop()?.trim() ?? ''));
      if (isIP(before) === 0) break;
      client = before;
    }
    return client;
  }
}

/** The address at the other end of the connection; an IPv4 one in its own spelling also on an IPv6 socket. */
export function peerOf(request: IncomingMessage): string {
  return plainAddress(request.socket.remoteAddress ?? '');
}

function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
