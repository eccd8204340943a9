import { OutgoingTargets, TargetRefused } from './outgoing-targets';

const none = new OutgoingTargets([]);

describe('a URL that is given', () => {
  it.each([
    'https://hooks.example.org/u?x=1',
    'https://hooks.example.org:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    // Whether a name may be reached by http is known when it was resolved.
    'http://hooks.example.org/u',
  ])('is accepted: %s', (url) => expect(none.check(url).href).toBe(new URL(url).href));

  it.each([
    ['ftp://hooks.example.org/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://127.0.0.1:25/', 'scheme'],
    ['unix:/var/run/docker.sock', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['//hooks.example.org/u', 'cannot be read'],
    ['hooks.example.org', 'cannot be read'],
    ['https://', 'cannot be read'],
    ['https://user:secret@hooks.example.org/', 'credentials'],
    ['https://user@hooks.example.org/', 'credentials'],
    ['https://127.0.0.1/', 'not public'],
    ['https://127.1/', 'not public'],
    ['https://2130706433/', 'not public'],
    ['https://0x7f.0.0.1/', 'not public'],
    ['https://0177.0.0.1/', 'not public'],
    ['https://0/', 'not public'],
    ['https://①②⑦.0.0.1/', 'not public'],
    ['https://127.0.0.1./', 'not public'],
    ['https://[::1]/', 'not public'],
    ['https://[::]/', 'not public'],
    ['https://[::ffff:127.0.0.1]/', 'not public'],
    ['https://[::ffff:a9fe:a9fe]/', 'not public'],
    ['https://[64:ff9b::10.0.0.1]/', 'not public'],
    ['https://[fe80::1]/', 'not public'],
    ['https://169.254.169.254/latest/meta-data/', 'not public'],
    ['http://8.8.8.8/', 'https'],
  ])('is refused: %s (%s)', (url, reason) => {
    expect(() => none.check(url)).toThrow(TargetRefused);
    expect(() => none.check(url)).toThrow(reason);
  });

  it('is not repeated in the error, since it may contain a secret', () => {
    expect(() => none.check('ftp://user:hunter2@host/?token=t0k3n')).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/hunter2|t0k3n|host\//) }),
    );
  });
});

it('a URL with letters outside ASCII is accepted however often it is checked', () => {
  for (let checks = 0; checks < 10_000; checks++) none.check('https://bücher.example/ü');
});

describe('the addresses of a host', () => {
  const https = { protocol: 'https:', hostname: 'hooks.example.org' };
  const http = { ...https, protocol: 'http:' };

  it('are all public, or the host is refused', () => {
    none.checkAddresses(https, ['8.8.8.8', '2606:4700:4700::1111']);
    expect(() => none.checkAddresses(https, ['8.8.8.8', '10.0.0.1'])).toThrow('not public');
    expect(() => none.checkAddresses(https, [])).toThrow('no address');
    expect(() => none.checkAddresses(https, ['garbage'])).toThrow('not public');
  });

  it('are reached by https only, unless they are allowed', () => {
    const targets = new OutgoingTargets(['8.8.8.0/24']);
    expect(() => none.checkAddresses(http, ['8.8.8.8'])).toThrow('https');
    targets.checkAddresses(http, ['8.8.8.8']);
    expect(() => targets.checkAddresses(http, ['8.8.8.8', '9.9.9.9'])).toThrow('https');
  });

  it('may be of allowed networks, in any form', () => {
    const targets = new OutgoingTargets(['10.1.0.0/16', '::1', 'fd00:1::/32']);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::10.1.2.3', '::1', 'fd00:1::5']) {
      targets.checkAddresses(https, [address]);
    }
    for (const address of ['10.2.0.1', '127.0.0.1', '::2', 'fd00:2::1']) {
      expect(() => targets.checkAddresses(https, [address])).toThrow('not public');
    }
    expect(targets.check('http://10.1.2.3/').hostname).toBe('10.1.2.3');
    expect(targets.check('http://[::1]:8080/').hostname).toBe('[::1]');
  });

  it.each([
    ['hooks.internal', 'hooks.internal', true],
    ['hooks.internal', 'HOOKS.internal.', true],
    ['hooks.internal', 'evil-hooks.internal', false],
    ['hooks.internal', 'hooks.internal.example.org', false],
    ['*.internal', 'a.internal', true],
    ['*.internal', 'a.b.internal', true],
    ['*.internal', 'internal', false],
    ['*.internal', 'evilinternal', false],
  ])('may be any where %s is allowed and the host is %s: %s', (item, hostname, isAllowed) => {
    const check = () =>
      new OutgoingTargets([item]).checkAddresses({ protocol: 'http:', hostname }, ['10.0.0.1']);
    if (isAllowed) check();
    else expect(check).toThrow(TargetRefused);
  });
});
