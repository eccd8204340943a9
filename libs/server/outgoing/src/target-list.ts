import { isIP, type BlockList } from 'node:net';
import { embeddedIpv4, listOf } from './special-addresses';

/** Hosts, domains and networks, as a setting lists them. */
export class TargetList {
  private readonly networks: BlockList;
  private readonly hosts = new Set<string>();
  private readonly domains: string[] = [];

  /** Takes networks (`10.0.0.0/8`), addresses, host names, and domains with all their hosts (`*.example.org`). */
  constructor(items: readonly string[]) {
    this.networks = listOf(items.filter(isNetwork));
    for (const item of items.filter((one) => !isNetwork(one))) {
      const host = plainHost(item);
      if (host.startsWith('*.')) this.domains.push(host.slice(1));
      else this.hosts.add(host);
    }
  }

  hasHost(hostname: string): boolean {
    const host = plainHost(hostname);
    return this.hosts.has(host) || this.domains.some((domain) => host.endsWith(domain));
  }

  hasAddress(address: string): boolean {
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

/** Host names are compared without case, and without the dot of the root. */
export function plainHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

function isNetwork(item: string): boolean {
  return isIP(item.split('/')[0] ?? '') !== 0;
}
