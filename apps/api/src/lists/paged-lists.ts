import { Inject, Injectable } from '@nestjs/common';
import { LARGE_REPLY_LIMITS, type LargeReplyLimits } from '@gatehouse/http';
import { LazyList } from '@gatehouse/wire';

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

  async list<Entry>(read: (part: ListPart<Entry>) => Promise<readonly Entry[]>): Promise<ReplyList<Entry>> {
    const { entriesAtOnce } = this.limits;
    const first = await read({ limit: entriesAtOnce });
    return first.length < entriesAtOnce ? first : this.inPages(read);
  }

  /** A list that is known to be long. */
  inPages<Entry>(read: (part: ListPart<Entry>) => Promise<readonly Entry[]>): LazyList<Entry> {
    const { pageEntries: limit } = this.limits;
    return new LazyList<Entry>(function* () {
      let part: ListPart<Entry> = { limit };
      for (;;) {
        let entries: readonly Entry[] = [];
        yield async () => {
          entries = await read(part);
        };
        for (const entry of entries) yield [entry];
        const after = entries.at(-1);
        if (entries.length < limit || after === undefined) return;
        part = { limit, after };
      }
    });
  }

  /** The page that a query requests of a list that is sorted by name; without `limit`, all that follows. */
  async entries<Entry>(
    page: NamePage,
    nameOf: (entry: Entry) => string,
    read: (page: NamePage) => Promise<readonly Entry[]>,
  ): Promise<ReplyList<Entry>> {
    if (page.limit !== undefined) return read(page);
    return this.list<Entry>(({ limit, after }) =>
      read({ limit, after: after === undefined ? page.after : nameOf(after) }),
    );
  }

  /** The same for a list of names. */
  names(page: NamePage, read: (page: NamePage) => Promise<readonly string[]>): Promise<ReplyList<string>> {
    return this.entries(page, (name) => name, read);
  }
}

/** The list with each entry shown; what has no form is left out. */
export function shownList<Entry, Shown>(
  list: ReplyList<Entry>,
  show: (entry: Entry) => Shown | undefined,
): ReplyList<Shown> {
  if (!(list instanceof LazyList)) return list.map(show).filter((shown) => shown !== undefined);
  return new LazyList<Shown>(function* () {
    const steps = list.items();
    for (let next = steps.next(); next.done !== true; next = steps.next()) {
      const step = next.value;
      if (step === undefined || typeof step === 'function') yield step;
      else {
        const shown = show(step[0]);
        yield shown === undefined ? undefined : [shown];
      }
    }
  });
}
