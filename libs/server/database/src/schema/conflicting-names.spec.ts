import { nameKey } from '@gatehouse/names';
import { type TestDatabase, createDatabaseIn } from '@gatehouse/testing';
import fc from 'fast-check';
import { UnitOfWork, createDataSource, migrate, nameKeySql, schemaVersion, startProblem } from '../index';

/** The languages whose case differs from that of ASCII, one in which it does not, and one that sorts otherwise. */
const LANGUAGES = ['tr-TR', 'az-AZ', 'lt-LT', 'en-US'];

/** All that the patterns of names, email addresses and resources allow, and more: printable ASCII. */
const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 30 });

function write({ dataSource }: TestDatabase, statement: string): Promise<unknown> {
  const unitOfWork = new UnitOfWork(dataSource);
  return unitOfWork.run(() => unitOfWork.manager.query(statement));
}

describe.each(LANGUAGES)('names in a database in %s', (language) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabaseIn(language);
  });
  afterAll(() => database.drop());

  it('have the key that the product computes', async () => {
    const names = [...fc.sample(ascii, 2_000), 'INFO@EXAMPLE.ORG', 'Island', 'IDA', 'Ij', 'title'];
    const rows = await database.dataSource.query<{ key: string }[]>(
      `SELECT ${nameKeySql('name')} AS key FROM unnest($1::text[]) WITH ORDINALITY AS input (name, at) ORDER BY at`,
      [names],
    );
    expect(rows.map(({ key }) => key)).toEqual(names.map(nameKey));
  });

  it('are unique ignoring case', async () => {
    const insert = (name: string, email: string) =>
      write(
        database,
        `INSERT INTO users (name, email, password_hash, status) VALUES ('${name}', '${email}', '', 1)`,
      );
    await insert('Ida', 'INFO@example.org');
    await expect(insert('IDA', 'ida@example.org')).rejects.toThrow(/users_name/);
    await expect(insert('other', 'info@EXAMPLE.org')).rejects.toThrow(/users_email/);
  });
});

describe('the upgrade of a database in Turkish', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabaseIn('tr-TR');
    // As an earlier version left it.
    const isUpgraded = async (): Promise<boolean> => {
      const [row] = await database.dataSource.query<{ upgraded: boolean }[]>(
        `SELECT count(*) > 0 AS upgraded FROM gatehouse_migrations WHERE name LIKE 'NamesWithoutLanguage%'`,
      );
      return row?.upgraded ?? false;
    };
    while (await isUpgraded()) await database.dataSource.undoLastMigration();
    await write(
      database,
      `INSERT INTO users (id, name, email, password_hash, status) OVERRIDING SYSTEM VALUE
       VALUES (11, 'IDA', 'INFO@example.org', '', 1), (12, 'ida', 'info@example.org', '', 1)`,
    );
  });
  afterEach(() => database.drop());

  it('is refused while names differ only in case, which are listed, and changes nothing', async () => {
    const version = await schemaVersion(database.dataSource);
    const refusal = await migrate(database.dataSource).catch((error: unknown) => startProblem(error));
    expect(refusal?.split('\n')).toEqual([
      expect.stringContaining('The database cannot be upgraded'),
      expect.stringContaining('Rename these with the version that ran until now'),
      '  user 11: "IDA"',
      '  user 12: "ida"',
      '  email 11: "INFO@example.org"',
      '  email 12: "info@example.org"',
    ]);
    expect(await schemaVersion(database.dataSource)).toBe(version);
  });

  it('is refused while a name has characters outside ASCII', async () => {
    await write(database, `UPDATE users SET name = 'ıda', email = '' WHERE id = 11`);
    await expect(migrate(database.dataSource)).rejects.toThrow('  user 11: "ıda"');
  });

  it('names the parent of resources whose names differ only in case', async () => {
    await write(database, `DELETE FROM users`);
    await write(
      database,
      `INSERT INTO resources (id, parent_id, root_service_id, name, display_name, type, ordering)
       OVERRIDING SYSTEM VALUE VALUES (31, NULL, NULL, 'maps', 'maps', 'service', 0), (32, 31, 31, 'Internal', '', 'route', 0),
              (33, 31, 31, 'internal', '', 'route', 1)`,
    );
    await expect(migrate(database.dataSource)).rejects.toThrow(
      '  resource 32 below resource 31: "Internal"\n  resource 33 below resource 31: "internal"',
    );
  });

  it('succeeds after they were renamed, also after an interruption, and refuses such names from then on', async () => {
    const { dataSource } = database;
    await write(database, `UPDATE users SET name = 'ada', email = 'ada@example.org' WHERE id = 11`);
    // Left by a build that was interrupted, and by one that ended before its last step.
    await dataSource.query('CREATE INDEX users_name_next ON users (id)');
    await dataSource.query('ALTER INDEX users_email_lookup RENAME TO users_email_lookup_former');
    await dataSource.query('CREATE INDEX users_email_lookup ON users (lower(email COLLATE "C"))');
    await migrate(dataSource);
    const indexes = await dataSource.query<{ name: string; definition: string; valid: boolean }[]>(
      `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition, i.indisvalid AS valid
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE pg_get_indexdef(c.oid) LIKE '%lower(%' OR c.relname ~ '_(next|former)$'`,
    );
    expect(indexes.length).toBeGreaterThan(7);
    expect(
      indexes.filter(
        ({ name, definition, valid }) =>
          !valid || (!/COLLATE "C"/.test(definition) && name !== 'resources_display_name_trigrams'),
      ),
    ).toEqual([]);
    await expect(write(database, `UPDATE users SET name = 'IDA' WHERE id = 11`)).rejects.toThrow(
      /users_name/,
    );
  });

  it('goes on while a transaction is open, for which it waits, and other processes wait for it', async () => {
    await write(database, `DELETE FROM users WHERE id = 11`);
    const processes = await Promise.all(
      [1, 2].map(() => createDataSource({ url: database.url, poolSize: 3 }).initialize()),
    );
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE users IN ROW EXCLUSIVE MODE');
    const upgrades = processes.map((dataSource) => migrate(dataSource));
    const isWaiting = `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE UNIQUE INDEX CONCURRENTLY users_name_next%'
      AND datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await database.dataSource.query<unknown[]>(isWaiting)).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    // Reads and writes go on meanwhile.
    await write(database, `UPDATE users SET locale = 'fr' WHERE id = 12`);
    await runner.commitTransaction();
    await runner.release();
    await Promise.all(upgrades);
    await Promise.all(processes.map((dataSource) => dataSource.destroy()));
    expect(await schemaVersion(database.dataSource)).toBe(
      database.dataSource.migrations.at(-1)?.constructor.name,
    );
  });
});
