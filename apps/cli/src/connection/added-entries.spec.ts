import type { Row } from '../declaration/shown';
import { AddedEntries } from './added-entries';

/** A log whose entries have the numbers that are stated, and in which those above `revision` are not committed. */
class Log {
  entries: { readonly id: number; readonly revision: number | null }[] = [];
  revision = 0;
  questions = 0;
  private id = 0;

  change(revision: number): number {
    this.entries.push({ id: ++this.id, revision });
    return this.id;
  }

  event(): number {
    this.entries.push({ id: ++this.id, revision: null });
    return this.id;
  }

  readonly page = async (limit: number, after = Infinity): Promise<readonly Row[]> => {
    this.questions += 1;
    return this.entries
      .filter(({ id, revision }) => id < after && (revision ?? 0) <= this.revision)
      .sort((one, other) => other.id - one.id)
      .slice(0, limit);
  };

  readonly newestRevision = async (): Promise<number> => this.revision;
}

const numbers = (rows: readonly Row[]): unknown[] => rows.map(({ id }) => id);
const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('the entries that are added to the audit log', () => {
  let log: Log;
  let entries: AddedEntries;

  beforeEach(() => {
    log = new Log();
    entries = new AddedEntries(log);
  });

  it('begin with the newest ones, and are then only new ones', async () => {
    for (let revision = 1; revision <= 5; revision += 1) log.change((log.revision = revision));
    expect(numbers(await entries.begin(2))).toEqual([4, 5]);
    expect(await entries.next()).toEqual([]);
    log.event();
    log.change((log.revision = 6));
    expect(numbers(await entries.next())).toEqual([6, 7]);
    expect(await entries.next()).toEqual([]);
  });

  it('are complete where more than a page of them was added, of one revision or of many', async () => {
    await entries.begin(20);
    log.revision = 1;
    for (let number = 0; number < 3_000; number += 1) log.change(1);
    expect(numbers(await entries.next())).toEqual(upTo(1, 3_000));
    for (let number = 0; number < 3_000; number += 1) log.event();
    for (let number = 0; number < 3_000; number += 1) log.change((log.revision += 1));
    expect(numbers(await entries.next())).toEqual(upTo(3_001, 9_000));
    log.questions = 0;
    for (let number = 0; number < 3; number += 1) expect(await entries.next()).toEqual([]);
    expect(log.questions).toBeLessThan(20);
  });

  it('include the changes of a long transaction during which there were events', async () => {
    log.change((log.revision = 1));
    await entries.begin(20);
    const changes = upTo(1, 2_000).map(() => log.change(2));
    const events = upTo(1, 1_500).map(() => log.event());
    expect(numbers(await entries.next())).toEqual(events);
    expect(await entries.next()).toEqual([]);
    log.revision = 2;
    expect(numbers(await entries.next())).toEqual(changes);
    expect(await entries.next()).toEqual([]);
  });

  it('include what is committed between two questions of one call, once', async () => {
    log.change((log.revision = 1));
    await entries.begin(20);
    const { page } = log;
    const read = new AddedEntries({
      newestRevision: log.newestRevision,
      page: async (limit, after) => {
        log.change((log.revision += 1));
        return page(limit, after);
      },
    });
    const seen = numbers(await read.begin(20));
    for (let call = 0; call < 5; call += 1) seen.push(...numbers(await read.next()));
    const all = numbers(log.entries).slice(0, -1);
    expect(seen).toEqual(all);
  });
});
