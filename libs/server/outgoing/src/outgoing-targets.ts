import { isIP, type BlockList } from 'node:net';
import { embeddedIpv4, isPublicAddress, listOf } from './special-addresses';

/** A forbidden target of requests. The message states the reason, without parts of the URL that may be secret. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

/**
 * Which targets requests may be sent to whose URLs users or peers give: public addresses over https, and what a setting
 * allows besides. Reference: webhooks#targets.
 */
export class OutgoingTargets {
  private readonly networks: BlockList;
  private readonly hosts = new Set<string>();
  private readonly domains: string[] = [];

  /** Takes networks (`10.0.0.0/8`), addresses, host names, and domains with all their hosts (`*.example.org`). */
  constructor(allowed: readonly string[]) {
    this.networks = listOf(allowed.filter(isNetwork));
    for (const item of allowed.filter((one) => !isNetwork(one))) {
      const host = plainHost(item);
      if (host.startsWith('*.')) this.domains.push(host.slice(1));
      else this.hosts.add(host);
    }
  }

  /** Checks what can be checked without a connection. Throws {@link TargetRefused}. */
  check(text: string): URL {
    if (!URL.canParse(text)) throw new TargetRefused('the URL cannot be read');
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new TargetRefused('the scheme must be https or http');
    }
    if (url.username !== '' || url.password !== '') {
      throw new TargetRefused('the URL must not contain credentials');
    }
    const address = addressIn(url.hostname);
    if (address !== undefined) this.checkAddresses(url, [address]);
    return url;
  }

  /** Checks the addresses that the host of a URL has; all of them must be allowed. Throws {@link TargetRefused}. */
  checkAddresses(url: Pick<URL, 'protocol' | 'hostname'>, addresses: readonly string[]): void {
    if (this.isAllowedHost(url.hostname)) return;
    if (addresses.length === 0) throw new TargetRefused('the host has no address');
    const others = addresses.filter((address) => !this.isAllowedAddress(address));
    if (others.some((address) => !isPublicAddress(address))) {
      throw new TargetRefused('the host has an address that is not public, and not in SVC_OUTGOING_ALLOWED');
    }
    if (others.length > 0 && url.protocol !== 'https:') {
      throw new TargetRefused('the scheme must be https: the target is not in SVC_OUTGOING_ALLOWED');
    }
  }

  private isAllowedHost(hostname: string): boolean {
    const host = plainHost(hostname);
    return this.hosts.has(host) || this.domains.some((domain) => host.endsWith(domain));
  }

  private isAllowedAddress(address: string): boolean {
    const canonical = embeddedIpv4(address) ?? address;
    const version = isIP(canonical);
    return version !== 0 && this.networks.check(canonical, version === 4 ? 'ipv4' : 'ipv6');
  }
}

/** The address that the host of a URL is; undefined for a name. */
export function addressIn(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? undefined : host;
}

function isNetwork(item: string): boolean {
  return isIP(item.split('/')[0] ?? '') !== 0;
}

/** Host names are compared without case, and without the dot of the root. */
function plainHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
