import type { IncomingMessage } from 'node:http';
import { TrustedPeers } from './trusted-peers';

describe('trusted peers', () => {
  const peers = new TrustedPeers(['127.0.0.0/8', '10.1.0.0/16', '::1/128', '192.0.2.7']);
  const clientOf = (peer: string, forwardedFor?: string) =>
    peers.clientOf({
      socket: { remoteAddress: peer },
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    } as IncomingMessage);

  it.each(['127.0.0.1', '10.1.200.3', '::1', '192.0.2.7'])('include %s', (address) => {
    expect(peers.includes(address)).toBe(true);
  });

  it.each(['10.2.0.1', '192.0.2.8', '::2', 'unix', ''])('do not include %j', (address) => {
    expect(peers.includes(address)).toBe(false);
  });

  it('return the last address that is not one of them', () => {
    expect(clientOf('127.0.0.1', '203.0.113.9, 198.51.100.4, 10.1.0.8')).toBe('198.51.100.4');
    expect(clientOf('::ffff:127.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
  });

  it('ignore the header of a peer that is not one of them', () => {
    expect(clientOf('198.51.100.4', '127.0.0.1')).toBe('198.51.100.4');
  });

  it('are not followed past an entry that is not an address', () => {
    expect(clientOf('127.0.0.1', '203.0.113.9, unknown, 10.1.0.8')).toBe('10.1.0.8');
    expect(clientOf('127.0.0.1', '')).toBe('127.0.0.1');
    expect(clientOf('127.0.0.1', '203.0.113.9:x')).toBe('127.0.0.1');
  });

  it('are followed through entries with ports, which some front ends write', () => {
    expect(clientOf('127.0.0.1', '203.0.113.9:50000, 10.1.0.8:1')).toBe('203.0.113.9');
    expect(clientOf('127.0.0.1', '[2001:db8::3]:443')).toBe('2001:db8::3');
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/9', 'proxy.example.org', '10.0.0.0/x'])(
    'refuse %j',
    (network) => {
      expect(() => new TrustedPeers([network])).toThrow();
    },
  );
});
