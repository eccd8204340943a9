import fc from 'fast-check';
import { MalformedDatabaseUrl, crossesNetwork, parseDatabaseUrl, placeOf } from './index';

const NOTHING = {
  port: undefined,
  database: undefined,
  user: undefined,
  password: undefined,
  tls: undefined,
  files: { ca: undefined, certificate: undefined, key: undefined },
  applicationName: undefined,
  options: undefined,
};

describe('a database URL', () => {
  it.each([
    [
      'postgresql://ada:pass%40word@db.example.org:5433/gate',
      { host: 'db.example.org', port: 5433, database: 'gate', user: 'ada', password: 'pass@word' },
    ],
    ['postgres://db', { host: 'db' }],
    ['postgresql://ada@[::1]/gate', { host: '::1', database: 'gate', user: 'ada' }],
    ['postgresql://ada:a:b@db/gate', { host: 'db', database: 'gate', user: 'ada', password: 'a:b' }],
    [
      'postgresql://ada:x@/gate?host=/var/run/postgresql',
      { host: '/var/run/postgresql', database: 'gate', user: 'ada', password: 'x', tls: 'off' },
    ],
    [
      'postgresql://ada@%2Fvar%2Frun%2Fpostgresql/gate?sslmode=require',
      { host: '/var/run/postgresql', database: 'gate', user: 'ada', tls: 'off' },
    ],
    ['postgresql:///gate?host=/run', { host: '/run', database: 'gate', tls: 'off' }],
    [
      'postgresql://db/gate?application_name=pool&options=-c%20search_path%3Dgate',
      { host: 'db', database: 'gate', applicationName: 'pool', options: '-c search_path=gate' },
    ],
    [
      'postgresql://db/gate?sslrootcert=/etc/ca.pem&sslcert=/c.pem&sslkey=/k.pem',
      {
        host: 'db',
        database: 'gate',
        tls: 'verified',
        files: { ca: '/etc/ca.pem', certificate: '/c.pem', key: '/k.pem' },
      },
    ],
  ])('is read: %s', (url, expected) => {
    expect(parseDatabaseUrl(url)).toEqual({ ...NOTHING, ...expected });
  });

  it.each([
    ['disable', 'off'],
    ['prefer', 'verified'],
    ['require', 'verified'],
    ['verify-ca', 'verified'],
    ['verify-full', 'verified'],
    ['no-verify', 'unverified'],
  ])('with sslmode=%s is %s', (mode, tls) => {
    expect(parseDatabaseUrl(`postgresql://db/gate?sslmode=${mode}`).tls).toBe(tls);
  });

  it.each([
    // A password that was not escaped, in each position where it could become a part of the host.
    'postgresql://ada:canary@word@db/gate',
    'postgresql://ada:can/ary@db/gate',
    'postgresql://ada:can/canary',
    'postgresql://ada:can?ary@db/gate',
    'postgresql://ada:can#ary@db/gate',
    'postgresql://ada:canary%@db/gate',
    'postgresql://ada:canary%zz@db/gate',
    'postgresql://ada:can ary@db/gate',
    'postgresql://ada:can\nary@db/gate',
    'postgresql://ada:can[ary@db/ga@te',
    // Other forms.
    'host=db dbname=gate password=canary',
    'mysql://ada:canary@db/gate',
    'canary',
    'postgresql://ada:canary@canary1,canary2/gate',
    'postgresql://ada:canary@canary1:5432,canary2:5432/gate',
    'postgresql://ada:canary@/gate?host=canary1,canary2',
    'postgresql://ada:canary@db/gate?host=other',
    'postgresql://ada:canary@db:canary/gate',
    'postgresql://ada:canary@db:0/gate',
    'postgresql://ada:canary@db:65536/gate',
    'postgresql://ada:canary@/gate',
    'postgresql://ada:canary@db/gate/canary',
    'postgresql://ada:canary@db/gate?sslmode=allow',
    'postgresql://ada:canary@db/gate?sslmod=require',
    'postgresql://ada:canary@db/gate?sslmode=require&sslmode=disable',
    'postgresql://ada:canary@db/gate?password=canary',
    'postgresql://ada:canary@db/gate#canary',
  ])('is refused without repeating anything of it: %j', (url) => {
    let message = '';
    try {
      parseDatabaseUrl(url);
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedDatabaseUrl);
      message = (error as Error).message;
    }
    expect(message).toMatch(/^(must|has) /);
    expect(message).not.toMatch(/canary|\bada\b|\bgate\b/);
  });

  it('has the host that was written, whatever the password, as long as it is escaped', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (password) => {
        const url = `postgresql://ada:${encodeURIComponent(password)}@db.example.org/gate`;
        expect(parseDatabaseUrl(url)).toMatchObject({ host: 'db.example.org', password });
      }),
    );
  });

  it('shows no part of a password that is not escaped', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), (password) => {
        try {
          const address = parseDatabaseUrl(`postgresql://ada:${password}@db.example.org/gate`);
          expect(placeOf(address)).toBe('db.example.org:5432/gate');
        } catch (error) {
          if (!(error instanceof MalformedDatabaseUrl)) throw error;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['postgresql://ada:x@db/gate', 'db:5432/gate', true],
    ['postgresql://ada:x@localhost:5433/gate', 'localhost:5433/gate', false],
    ['postgresql://127.0.0.1', '127.0.0.1:5432/', false],
    ['postgresql://[2001:db8::1]:1/x', '[2001:db8::1]:1/x', true],
    ['postgresql://[::1]/x', '[::1]:5432/x', false],
    ['postgresql:///gate?host=/run', '/run/gate', false],
  ])('%s is shown as %s, and crosses a network: %s', (url, place, isNetwork) => {
    const address = parseDatabaseUrl(url);
    expect([placeOf(address), crossesNetwork(address)]).toEqual([place, isNetwork]);
  });
});
