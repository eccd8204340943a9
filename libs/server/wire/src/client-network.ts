import { isIP } from 'node:net';

/** The network of everything that is not an address, so that such values do not get separate counts. */
const UNKNOWN = 'unknown';
/** Bits of an IPv6 address that name a network; a client with one address of it has all. */
const PREFIX = 64;
/** Prefixes, as the first six hextets, whose addresses stand for IPv4 ones: RFC 4291 (2.5.5.2) and RFC 6052 (2.1). */
const EMBEDS_IPV4 = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']);

/**
 * The network that a client counts as, in one spelling: an IPv4 address, also where it is written as an IPv6 one, or the
 * first 64 bits of an IPv6 address as `2001:db8:1:2::/64`. Ports and zones do not count. Reference: sessions#sign-in-limits.
 */
export function networkOf(address: string): string {
  const bare = withoutPort(address.trim()).replace(/%.*$/s, '');
  const version = isIP(bare);
  if (version === 4) return bare;
  return version === 6 ? networkOfHextets(hextetsOf(bare.toLowerCase())) : UNKNOWN;
}

/** Some front ends write the port behind the address: `192.0.2.1:50000`, `[2001:db8::1]:50000`. */
export function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address);
  return bracketed?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(address)?.[1] ?? address;
}

function networkOfHextets(hextets: readonly number[]): string {
  const [high = 0, low = 0] = hextets.slice(6);
  if (EMBEDS_IPV4.has(spelled(hextets.slice(0, 6)))) {
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  const network = hextets.slice(0, PREFIX / 16);
  while (network.at(-1) === 0) network.pop();
  return `${spelled(network)}::/${PREFIX}`;
}

function spelled(hextets: readonly number[]): string {
  return hextets.map((hextet) => hextet.toString(16)).join(':');
}

/** The eight numbers of a well-formed IPv6 address. */
function hextetsOf(address: string): number[] {
  const [before = '', after] = address.split('::');
  const [head, tail] = [numbersIn(before), after === undefined ? [] : numbersIn(after)];
  const zeros = new Array<number>(Math.max(8 - head.length - tail.length, 0)).fill(0);
  return [...head, ...zeros, ...tail];
}

function numbersIn(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((word) => {
    if (!word.includes('.')) return [parseInt(word, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = word.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
