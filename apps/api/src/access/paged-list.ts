import { LazyList } from '@gatehouse/wire';

/** Entries that one statement reads for a whole list, and those of a page of a longer one. */
const MAX_ENTRIES_AT_ONCE = 10_000;
const PAGE_ENTRIES = 250;

/** Part of a list: up to `limit` entries that follow `after`, or the first ones. */
export interface ListPart<Entry> {
  readonly limit: number;
  readonly after?: Entry;
}

/**
 * A list that the database sorts. A short one is read at once; a longer one in pages while it is written, so that it is never in memory
 * as a whole. Entries that are added or deleted meanwhile may be missing or not.
 */
export async function pagedList<Entry>(
  read: (part: ListPart<Entry>) => Promise<readonly Entry[]>,
  { atOnce = MAX_ENTRIES_AT_ONCE, page = PAGE_ENTRIES } = {},
): Promise<readonly Entry[] | LazyList<Entry>> {
  const first = await read({ limit: atOnce });
  if (first.length < atOnce) return first;
  return listInPages(read, page);
}

/** A list that is read in pages while it is written. */
export function listInPages<Entry>(
  read: (part: ListPart<Entry>) => Promise<readonly Entry[]>,
  page = PAGE_ENTRIES,
): LazyList<Entry> {
  return new LazyList<Entry>(function* () {
    let part: ListPart<Entry> = { limit: page };
    for (;;) {
      let entries: readonly Entry[] = [];
      yield async () => {
        entries = await read(part);
      };
      for (const entry of entries) yield [entry];
      const after = entries.at(-1);
      if (entries.length < page || after === undefined) return;
      part = { limit: page, after };
    }
  });
}

/** A page of a list that is sorted by name, as clients request it. */
interface NamePage {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

/** Part of a list that is sorted by name, as the directory reads it; `first` is the name after which the list begins. */
export function byName<Entry>(
  { limit, after }: ListPart<Entry>,
  nameOf: (entry: Entry) => string,
  first?: string,
): { readonly limit: number; readonly after: string | undefined } {
  return { limit, after: after === undefined ? first : nameOf(after) };
}

/** The page that a query requests of a list that is sorted by name; without `limit`, all that follows. */
export async function entriesInPages<Entry>(
  page: NamePage,
  nameOf: (entry: Entry) => string,
  read: (page: NamePage) => Promise<readonly Entry[]>,
): Promise<readonly Entry[] | LazyList<Entry>> {
  if (page.limit !== undefined) return read(page);
  return pagedList<Entry>((part) => read(byName(part, nameOf, page.after)));
}

/** The same for a list of names. */
export function namesInPages(
  page: NamePage,
  read: (page: NamePage) => Promise<readonly string[]>,
): Promise<readonly string[] | LazyList<string>> {
  return entriesInPages(page, (name) => name, read);
}

/** The list with each entry shown; what has no form is left out. */
export function shownList<Entry, Shown>(
  list: readonly Entry[] | LazyList<Entry>,
  show: (entry: Entry) => Shown | undefined,
): readonly Shown[] | LazyList<Shown> {
  if (!(list instanceof LazyList)) return list.map(show).filter((shown) => shown !== undefined);
  return new LazyList<Shown>(function* () {
    const steps = list.items();
    for (let next = steps.next(); next.done !== true; next = steps.next()) {
      const step = next.value;
      if (!Array.isArray(step)) yield step as Exclude<typeof step, readonly [Entry]>;
      else {
        const shown = show((step as readonly [Entry])[0]);
        yield shown === undefined ? undefined : [shown];
      }
    }
  });
}
