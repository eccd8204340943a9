import { Inject, Injectable } from '@nestjs/common';
import { LARGE_REPLY_LIMITS, type LargeReplyLimits } from '@gatehouse/http';
import { LazyList, type Step } from '@gatehouse/wire';

/** Part of a list: up to `limit` entries that follow `after`, or the first ones. */
export interface ListPart<Entry> {
  readonly limit: number;
  readonly after?: Entry;
}

/** A page of a list that is sorted by name, as clients request it. */
interface NamePage {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

/** Names that take as much memory as another entry. */
const NAMES_OF_ENTRY = 4;

/** A list of a reply: as it was read, or read while it is written. */
export type ReplyList<Entry> = readonly Entry[] | LazyList<Entry>;

/**
 * Lists that the database sorts. A short one is read at once; a longer one in pages while it is written, so that it is never in memory as a
 * whole. Of what is added or deleted meanwhile, some may be in the list. Reference: http#large-replies.
 */
@Injectable()
export class PagedLists {
  constructor(
    @Inject(LARGE_REPLY_LIMITS)
    private readonly limits: Pick<LargeReplyLimits, 'entriesAtOnce' | 'pageEntries'>,
  ) {}

  async list<Entry>(
    read: (part: ListPart<Entry>) => Promise<readonly Entry[]>,
    pageEntries = this.limits.pageEntries,
  ): Promise<ReplyList<Entry>> {
    const { entriesAtOnce } = this.limits;
    const first = await read({ limit: entriesAtOnce });
    return first.length < entriesAtOnce ? first : this.inPages(read, pageEntries, first);
  }

  /**
   * A list that is known to be long. `first` are its first entries if they have been read already: they serve the first time that it is
   * written, and are not kept for longer.
   */
  inPages<Entry>(
    read: (part: ListPart<Entry>) => Promise<readonly Entry[]>,
    limit = this.limits.pageEntries,
    first?: readonly Entry[],
  ): LazyList<Entry> {
    let ready = first;
    const items = function* (): Generator<Step<readonly [Entry]>, void, undefined> {
      let entries = ready;
      ready = undefined;
      for (let part: ListPart<Entry> = { limit }; ;) {
        let isLast = false;
        if (!entries) {
          yield async () => {
            entries = await read(part);
            isLast = entries.length < limit;
          };
        }
        for (const entry of entries ?? []) yield [entry];
        const after = entries?.at(-1);
        if (isLast || after === undefined) return;
        part = { limit, after };
        entries = undefined;
      }
    };
    return new LazyList<Entry>(items, true);
  }

  /** The page that a query requests of a list that is sorted by name; without `limit`, all that follows. */
  async entries<Entry>(
    page: NamePage,
    nameOf: (entry: Entry) => string,
    read: (page: NamePage) => Promise<readonly Entry[]>,
    pageEntries?: number,
  ): Promise<ReplyList<Entry>> {
    if (page.limit !== undefined) return read(page);
    return this.list<Entry>(
      ({ limit, after }) => read({ limit, after: after === undefined ? page.after : nameOf(after) }),
      pageEntries,
    );
  }

  /** The same for a list of names, which take less memory than other entries. */
  names(page: NamePage, read: (page: NamePage) => Promise<readonly string[]>): Promise<ReplyList<string>> {
    return this.entries(page, (name) => name, read, this.limits.pageEntries * NAMES_OF_ENTRY);
  }
}

/** The list with each entry shown; what has no form is left out. */
export function shownList<Entry, Shown>(
  list: ReplyList<Entry>,
  show: (entry: Entry) => Shown | undefined,
): ReplyList<Shown> {
  if (!(list instanceof LazyList)) return list.map(show).filter((shown) => shown !== undefined);
  const items = function* (): Generator<Step<readonly [Shown]>, void, undefined> {
    const steps = list.items();
    for (let next = steps.next(); next.done !== true; next = steps.next()) {
      const step = next.value;
      if (step === undefined || typeof step === 'function') yield step;
      else {
        const shown = show(step[0]);
        yield shown === undefined ? undefined : [shown];
      }
    }
  };
  return new LazyList<Shown>(items, list.isLong);
}
