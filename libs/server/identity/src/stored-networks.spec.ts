import fc from 'fast-check';
import { migrate, schemaVersion } from '@gatehouse/database';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { networkOf } from '@gatehouse/wire';

const hextet = fc.oneof(
  fc.constantFrom('0', '0', '1', 'ffff', '00Ab'),
  fc.integer({ max: 0xffff, min: 0 }).map((one) => one.toString(16)),
);
const ipv4 = fc
  .array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 })
  .map((parts) => parts.join('.'));
const ipv6 = fc.oneof(
  fc.array(hextet, { minLength: 8, maxLength: 8 }).map((parts) => parts.join(':')),
  fc
    .tuple(fc.array(hextet, { maxLength: 3 }), fc.array(hextet, { maxLength: 4 }))
    .map(([head, tail]) => `${head.join(':')}::${tail.join(':')}`),
  fc
    .tuple(fc.constantFrom('::ffff:', '::FFFF:', '0:0:0:0:0:ffff:', '64:ff9b::', '::', '2001:db8::'), ipv4)
    .map((parts) => parts.join('')),
);

/** Reverts the migration and the later ones. */
async function undo(dataSource: TestDatabase['dataSource']): Promise<void> {
  for (let undone = ''; !undone.startsWith('ClientNetworks');) {
    undone = await schemaVersion(dataSource);
    await dataSource.undoLastMigration();
  }
}

describe('addresses that are stored', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('become the same networks by the migration, as computed by PostgreSQL', async () => {
    const { dataSource } = database;
    await undo(dataSource);
    const addresses = [
      ...new Set([
        ...fc.sample(ipv4, 100),
        ...fc.sample(ipv6, 400),
        '::1',
        '::',
        'fe80::1%eth0',
        'no address',
      ]),
    ];
    await dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
      await manager.query(
        "INSERT INTO users (name, email) SELECT 'u' || i, 'u' || i || '@x' FROM generate_series(1, $1) i",
        [addresses.length],
      );
    });
    await dataSource.query(
      `INSERT INTO sign_in_addresses (user_id, address)
         SELECT u.id, a.address FROM unnest($1::text[]) WITH ORDINALITY AS a (address, at)
         JOIN users u ON u.name = 'u' || a.at`,
      [addresses],
    );
    await migrate(dataSource);
    const stored = await dataSource.query<{ at: string; address: string }[]>(
      'SELECT substr(u.name, 2) AS at, address FROM sign_in_addresses JOIN users u ON u.id = user_id',
    );
    const networks = new Map(stored.map(({ at, address }) => [addresses[Number(at) - 1], address]));
    for (const address of addresses) {
      const expected = networkOf(address);
      expect([address, networks.get(address)]).toEqual([
        address,
        expected === 'unknown' ? undefined : expected,
      ]);
    }
  });

  it('of one network are merged, with the time of the last sign-in', async () => {
    const { dataSource } = database;
    await undo(dataSource);
    await dataSource.query('DELETE FROM sign_in_addresses');
    const [user] = await dataSource.query<{ id: number }[]>('SELECT id FROM users LIMIT 1');
    await dataSource.query(
      `INSERT INTO sign_in_addresses (user_id, address, last_at) VALUES
         ($1, '192.0.2.1', '2026-01-01Z'), ($1, '::ffff:192.0.2.1', '2026-03-01Z'), ($1, '::FFFF:192.0.2.1', '2026-02-01Z')`,
      [user?.id],
    );
    await migrate(dataSource);
    const rows = await dataSource.query<{ address: string; last_at: Date }[]>(
      'SELECT address, last_at FROM sign_in_addresses',
    );
    expect(rows).toEqual([{ address: '192.0.2.1', last_at: new Date('2026-03-01Z') }]);
  });
});
