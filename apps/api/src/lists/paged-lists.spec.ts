import { LazyList, renderJson, textOf, writeJson } from '@gatehouse/wire';
import { type ListPart, PagedLists, shownList } from './paged-lists';

const NAMES = Array.from({ length: 25 }, (_, index) => `name${String(index).padStart(2, '0')}`);

/** A database with the names, which notes what is read. */
function tableOf(names: readonly string[] = NAMES) {
  const reads: ListPart<string>[] = [];
  const read = (part: ListPart<string>) => {
    reads.push(part);
    const rest = names.filter((name) => part.after === undefined || name > part.after);
    return Promise.resolve(rest.slice(0, part.limit));
  };
  return { reads, read };
}

const inPages = <Entry>(
  read: (part: ListPart<Entry>) => Promise<readonly Entry[]>,
  pageEntries: number,
): LazyList<Entry> => new PagedLists({ entriesAtOnce: 0, pageEntries }).inPages(read);

/** The entries of a list, whichever kind it is. */
async function entriesOf(list: readonly unknown[] | LazyList): Promise<unknown> {
  const writer = writeJson({ list });
  let text = '';
  for (let piece = writer.next(); piece !== undefined; piece = writer.next()) {
    if (typeof piece === 'string') text += piece;
    else await piece();
  }
  return JSON.parse(text).list;
}

describe('a list of the database', () => {
  it('is read at once if it is short', async () => {
    const { reads, read } = tableOf();
    const list = await new PagedLists({ entriesAtOnce: 26, pageEntries: 10 }).list(read);
    expect(list).toEqual(NAMES);
    expect(reads).toEqual([{ limit: 26 }]);
  });

  it.each([5, 7, 25])('is read in pages of %s while it is written if it is long', async (page) => {
    const { reads, read } = tableOf();
    const list = await new PagedLists({ entriesAtOnce: 20, pageEntries: page }).list(read);
    expect(list).toBeInstanceOf(LazyList);
    expect(reads).toHaveLength(1);
    expect(await entriesOf(list)).toEqual(NAMES);
    // The first entries have been read already; written again, they are read again.
    const [, ...later] = reads.splice(0);
    expect(later[0]).toEqual({ limit: page, after: NAMES[19] });
    expect(await entriesOf(list)).toEqual(NAMES);
    expect(reads[0]).toEqual({ limit: page });
    expect(reads.length).toBe(Math.floor(NAMES.length / page) + 1);
  });

  it('reads no page before it is needed', () => {
    const { reads, read } = tableOf();
    const writer = writeJson({ list: inPages(read, 10) });
    expect(writer.next()).toBe('{"list": [');
    expect(writer.next()).toBeInstanceOf(Function);
    expect(reads).toEqual([]);
  });

  it('is shown entry by entry, without those that have no form', async () => {
    const show = (name: string) => (name.endsWith('3') ? undefined : { name });
    const expected = NAMES.filter((name) => !name.endsWith('3')).map((name) => ({ name }));
    const { read } = tableOf();
    expect(shownList(NAMES, show)).toEqual(expected);
    expect(await entriesOf(shownList(inPages(read, 4), show))).toEqual(expected);
    expect(renderJson({ list: shownList(['a'], show) })).toBe('{"list": [{"name": "a"}]}');
    expect(() => textOf(writeJson({ list: shownList(inPages(read, 4), show) }))).toThrow();
  });

  it('is the page that is requested, or all that follows', async () => {
    const read = ({ limit, after }: { limit?: number | undefined; after?: string | undefined }) =>
      Promise.resolve(NAMES.filter((name) => after === undefined || name > after).slice(0, limit));
    const lists = new PagedLists({ entriesAtOnce: 10, pageEntries: 4 });
    expect(await lists.names({ limit: 2, after: 'name10' }, read)).toEqual(['name11', 'name12']);
    expect(await entriesOf(await lists.names({ after: 'name10' }, read))).toEqual(NAMES.slice(11));
    expect(await entriesOf(await lists.names({}, read))).toEqual(NAMES);
  });
});
