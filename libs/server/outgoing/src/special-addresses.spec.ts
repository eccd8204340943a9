import * as fc from 'fast-check';
import { embeddedIpv4, isPublicAddress } from './special-addresses';

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890 and its updates), and multicast (RFC 5771). */
const REGISTRY_IPV4 = [
  '0.0.0.0/8',
  '0.0.0.0/32',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.0.0/29',
  '192.0.0.8/32',
  '192.0.0.9/32',
  '192.0.0.10/32',
  '192.0.0.170/32',
  '192.0.0.171/32',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.88.99.2/32',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
];

/** IANA IPv6 Special-Purpose Address Registry without the two prefixes that contain IPv4 addresses, and multicast (RFC 4291). */
const REGISTRY_IPV6 = [
  '::1/128',
  '::/128',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001::/32',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:30::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
];

/** Further forms of addresses that must not be reached. */
const OTHERS = [
  '169.254.169.254', // metadata of AWS, Google Cloud, Azure, DigitalOcean and others
  '100.100.100.200', // metadata of Alibaba Cloud
  '192.0.0.192', // metadata of Oracle Cloud
  '168.63.129.16', // platform of Azure
  'fd00:ec2::254', // metadata of AWS
  'fec0::1', // site-local, RFC 3879
  '::127.0.0.1', // IPv4-compatible, RFC 4291
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:10.0.0.1',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::', // NAT64 of 0.0.0.0
  '2002:7f00:1::', // 6to4 of 127.0.0.1
  '2001:0:4136:e378:8000:63bf:3fff:fdd2', // Teredo
  'fe80::1%lo',
  '',
  'localhost',
  '127.1',
  '0x7f000001',
  '2130706433',
];

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
];

/** First and last address of a network, calculated without the code under test. */
function boundsOf(network: string): [first: bigint, last: bigint, bits: number] {
  const [address = '', prefix = ''] = network.split('/');
  const bits = address.includes(':') ? 128 : 32;
  const size = 1n << BigInt(bits - Number(prefix));
  const first = bits === 32 ? ipv4Number(address) : ipv6Number(address);
  return [first, first + size - 1n, bits];
}

function ipv4Number(address: string): bigint {
  return address.split('.').reduce((number, byte) => number * 256n + BigInt(byte), 0n);
}

function ipv6Number(address: string): bigint {
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].reduce(
    (number, group) => number * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

function textOf(number: bigint, bits: number): string {
  const [count, size] = bits === 32 ? [4, 8n] : [8, 16n];
  const parts = Array.from({ length: count }, (_, index) => {
    const part = (number >> (BigInt(count - 1 - index) * size)) & ((1n << size) - 1n);
    return bits === 32 ? part.toString() : part.toString(16);
  });
  return parts.join(bits === 32 ? '.' : ':');
}

describe('isPublicAddress', () => {
  it.each([...REGISTRY_IPV4, ...REGISTRY_IPV6])('refuses all of %s', (network) => {
    const [first, last, bits] = boundsOf(network);
    for (const number of [first, last]) expect(isPublicAddress(textOf(number, bits))).toBe(false);
    fc.assert(
      fc.property(fc.bigInt(first, last), (number) => !isPublicAddress(textOf(number, bits))),
      { numRuns: 50 },
    );
  });

  it.each(REGISTRY_IPV4)('refuses all of %s in IPv6 addresses that contain IPv4 ones', (network) => {
    const [first, last, bits] = boundsOf(network);
    for (const number of [first, last]) {
      for (const prefix of ['::ffff:', '64:ff9b::', '2002:', '::']) {
        const hex = textOf(number, bits)
          .split('.')
          .map((byte) => Number(byte).toString(16).padStart(2, '0'));
        const groups = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
        expect(isPublicAddress(prefix === '2002:' ? `2002:${groups}::1` : prefix + groups)).toBe(false);
      }
    }
  });

  it.each(OTHERS)('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(PUBLIC)('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it('accepts every IPv4 address outside the registry, and the platform address of Azure, and no other', () => {
    const special = [...REGISTRY_IPV4, '168.63.129.16/32'].map(boundsOf);
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 32n) - 1n), (number) => {
        const isSpecial = special.some(([first, last]) => number >= first && number <= last);
        return isPublicAddress(textOf(number, 32)) === !isSpecial;
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts no IPv6 address outside of 2000::/3, except IPv4 addresses in another form', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 128n) - 1n), (number) => {
        const address = textOf(number, 128);
        return number >> 125n === 1n || !isPublicAddress(address);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('embeddedIpv4', () => {
  it.each([
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::ffff:0:1', '0.0.0.1'],
    ['::ffff:0:0', '0.0.0.0'],
    ['64:ff9b::c000:221', '192.0.2.33'],
    ['64:ff9b::', '0.0.0.0'],
    ['64:ff9b::1', '0.0.0.1'],
    ['64:ff9b:1::1', undefined],
    ['2001:db8::1', undefined],
    ['1.2.3.4', undefined],
  ])('of %s is %s', (address, ipv4) => expect(embeddedIpv4(address)).toBe(ipv4));
});
