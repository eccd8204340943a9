/** A write of a user's access, as observed by its writer. */
interface Entry {
  readonly isAllowed: boolean;
  readonly begunAt: number;
  /** Undefined until it is acknowledged, and permanently where the acknowledgement was lost: it may be committed or not. */
  acknowledged?: { readonly at: number; readonly revision: number };
}

/** A request as sent. */
export interface Sent {
  readonly who: number;
  /** Its decision must reflect what was acknowledged at this moment, or a later state. */
  readonly since: number;
  /** The newest revision at that moment. */
  readonly revision: number;
}

/**
 * The access of users by revision, according to the acknowledgements. Determines for every decision whether a revision
 * exists at which the request could have been decided that way. Times are those of `performance.now`.
 */
export class Ledger {
  private readonly entries = new Map<number, Entry[]>();

  /** Adds a user, whose requests are refused at first. */
  add(who: number): void {
    const none = { isAllowed: false, begunAt: 0, acknowledged: { at: 0, revision: 0 } };
    this.entries.set(who, [none]);
  }

  /** Writes a user's access, one write after the other for each user; returns whether it was acknowledged. */
  async write(who: number, isAllowed: boolean, write: () => Promise<number>): Promise<boolean> {
    const entry: Entry = { isAllowed, begunAt: performance.now() };
    this.entries.get(who)?.push(entry);
    try {
      const revision = await write();
      entry.acknowledged = { at: performance.now(), revision };
      return true;
    } catch {
      return false;
    }
  }

  /** A request sent now, which must be decided on what was acknowledged `staleness` milliseconds ago, or later. */
  sent(who: number, staleness = 0): Sent {
    const since = performance.now() - staleness;
    const [entry] = this.newestOf(who, since);
    return { who, since, revision: entry?.acknowledged?.revision ?? 0 };
  }

  /** The possible decisions on a request until a moment. */
  verdicts({ who, since }: Sent, until: number): ReadonlySet<boolean> {
    return new Set(
      this.newestOf(who, since)
        .filter(({ begunAt }) => begunAt <= until)
        .map(({ isAllowed }) => isAllowed),
    );
  }

  /** The last entry that was acknowledged before a moment, and all after it. */
  private newestOf(who: number, moment: number): readonly Entry[] {
    const entries = this.entries.get(who) ?? [];
    const last = entries.findLastIndex(({ acknowledged }) => acknowledged && acknowledged.at <= moment);
    return entries.slice(last);
  }
}
