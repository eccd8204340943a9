import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks of the IANA registry of special-purpose addresses, including the few of them that are globally reachable
 * in principle, and multicast. No webhook receiver or identity provider has an address in one of them.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers (CGNAT); also metadata of Alibaba Cloud, 100.100.100.200
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // not in the registry: the platform address of Azure, reachable from inside only
  '169.254.0.0/16', // link-local; also metadata of most clouds, 169.254.169.254
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; also metadata of Oracle Cloud, 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and limited broadcast
] as const;

/** The unicast addresses that are assigned at all; everything else in IPv6 is special or reserved. */
const UNICAST_IPV6 = '2000::/3';

/** IPv6 networks inside it that are special. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which contains any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
] as const;

/** Prefixes of 96 bits whose addresses are IPv4 addresses in another form: IPv4-mapped, and NAT64. */
const EMBEDDING = ['::ffff:0:0/96', '64:ff9b::/96'].map((network) => listOf([network]));

const specialIpv4 = listOf(SPECIAL_IPV4);
const unicastIpv6 = listOf([UNICAST_IPV6]);
const specialIpv6 = listOf(SPECIAL_IPV6);

/** Whether an IP address is an ordinary public one. False for what is not an address. */
export function isPublicAddress(address: string): boolean {
  const canonical = embeddedIpv4(address) ?? address;
  const version = isIP(canonical);
  if (version === 4) return !specialIpv4.check(canonical, 'ipv4');
  return version === 6 && unicastIpv6.check(canonical, 'ipv6') && !specialIpv6.check(canonical, 'ipv6');
}

/** The IPv4 address in an IPv4-mapped or NAT64 address, to which a connection goes in the end. */
export function embeddedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6 || !EMBEDDING.some((list) => list.check(address, 'ipv6'))) return undefined;
  // A URL has one spelling of an address: the last 32 bits are its last two groups.
  const groups = new URL(`http://[${withoutZone(address)}]`).hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** A list of networks and addresses; throws on what is neither. */
export function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Scoped addresses (`fe80::1%eth0`) are link-local; their zone is irrelevant. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}
