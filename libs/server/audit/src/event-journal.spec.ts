import { silentLogger } from '@gatehouse/logging';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { type AuditEvent, AuditPurge, EventJournal, verifyAuditLog } from './index';

const refusal = (address: string, operation = 'list_users'): AuditEvent => ({
  kind: 'access.refused',
  actor: { kind: 'anonymous', address, requestId: `request of ${address}` },
  details: { operation },
});

describe('the journal of events', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.dataSource.query(
      "BEGIN; SET LOCAL gatehouse.audit_retention = 'on'; DELETE FROM audit_events; DELETE FROM audit_anchors; COMMIT;" +
        " UPDATE audit_event_head SET position = 0, hash = decode(repeat('00', 32), 'hex')",
    );
  });

  const journalWith = (options = {}) =>
    new EventJournal(database.dataSource, silentLogger, { collectedMs: 60_000, ...options });
  const rows = () =>
    database.dataSource.query<{ address: string | null; occurrences: number; details: object }[]>(
      'SELECT address, occurrences, details FROM audit_events ORDER BY position',
    );

  it('writes the first occurrence of an event, and the number of those that follow in the same window', async () => {
    const journal = journalWith();
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1'])
      journal.note(refusal(address));
    await journal.flush();
    expect(await rows()).toMatchObject([
      { address: '192.0.2.1', occurrences: 1 },
      { address: '192.0.2.2', occurrences: 1 },
    ]);
    await journal.stop();
    expect((await rows()).at(-1)).toMatchObject({ address: '192.0.2.1', occurrences: 2 });
    expect((await verifyAuditLog(database.dataSource)).problems).toEqual([]);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const journal = journalWith();
    for (const host of [1, 2, 3]) journal.note(refusal(`2001:db8::${host}`));
    await journal.stop();
    expect((await rows()).map(({ occurrences }) => occurrences)).toEqual([1, 2]);
  });

  it('writes a bounded number of rows for a flood, and how many events it left out', async () => {
    const journal = journalWith({ maxDifferent: 10 });
    for (let count = 0; count < 5_000; count += 1) journal.note(refusal('192.0.2.1', `operation ${count}`));
    await journal.stop();
    const written = await rows();
    expect(written).toHaveLength(11);
    expect(written.at(-1)).toEqual({
      address: null,
      occurrences: 4_990,
      details: { reason: 'too_many_events' },
    });
  });

  it('keeps events that could not be written, and writes them in order when the database is available again', async () => {
    let isAway = true;
    const connection = {
      query: (...args: Parameters<typeof database.dataSource.query>) =>
        isAway ? Promise.reject(new Error('away')) : database.dataSource.query(...args),
    };
    const journal = new EventJournal(connection as never, silentLogger, { maxWaiting: 3 });
    for (const host of [1, 2, 3, 4]) journal.note(refusal(`192.0.2.${host}`));
    await journal.flush();
    isAway = false;
    await journal.stop();
    expect((await rows()).map(({ address }) => address)).toEqual(['192.0.2.2', '192.0.2.3', '192.0.2.4']);
  });

  it('is one chain, however many processes write to it', async () => {
    const journals = [1, 2, 3, 4].map((host) => {
      const journal = journalWith();
      for (let count = 0; count < 50; count += 1) journal.note(refusal(`192.0.2.${host}`, `o${count}`));
      return journal;
    });
    await Promise.all(journals.map((journal) => journal.stop()));
    const { checked, problems } = await verifyAuditLog(database.dataSource);
    expect({ checked: checked.events, problems }).toEqual({ checked: 200, problems: [] });
  });

  it('is cut to a number of events, and what remains can be verified', async () => {
    const journal = journalWith();
    for (let count = 0; count < 40; count += 1) journal.note(refusal('192.0.2.1', `o${count}`));
    await journal.flush();
    await new AuditPurge(database.dataSource, { changes: 0, events: 0, maxEvents: 10 }).run();
    await journal.stop();
    const { checked, removedThrough, problems } = await verifyAuditLog(database.dataSource);
    expect({ checked: checked.events, removed: removedThrough.events, problems }).toEqual({
      // The removal is an event itself.
      checked: 10,
      removed: 31,
      problems: [],
    });
  });
});
