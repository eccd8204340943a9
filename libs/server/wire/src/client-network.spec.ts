import { networkOf } from './client-network';

describe('the network that a client counts as', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50000', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['fe80::2%25en1', 'fe80::/64'],
    ['::1', '::/64'],
    ['::', '::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    '',
    'unknown',
    'localhost',
    '192.0.2',
    '0192.0.2.1',
    '1.2.3.4.5',
    '2001:db8::1::2',
    '[',
    '::ffff:999.1.1.1',
  ])('is the same for all values that are not addresses (%j)', (address) => {
    expect(networkOf(address)).toBe('unknown');
  });

  it('is another one for the next network of 64 bits', () => {
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
  });
});
