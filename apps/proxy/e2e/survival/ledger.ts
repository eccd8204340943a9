/** A write of somebody's access, as its writer has seen it. */
interface Entry {
  readonly isAllowed: boolean;
  readonly begunAt: number;
  /** Undefined while it is under way, and for ever where its acknowledgement was lost: it may have happened or not. */
  acknowledged?: { readonly at: number; readonly revision: number };
}

/** A request as it was sent. */
export interface Sent {
  readonly who: number;
  /** It is decided on what was acknowledged at this moment, or later. */
  readonly since: number;
  /** The revision that was the newest then. */
  readonly revision: number;
}

/**
 * Who was allowed what at which revision, as the acknowledgements say; tells of every decision whether a revision stands
 * behind it that the request could have been decided on. Times are those of `performance.now`.
 */
export class Ledger {
  private readonly entries = new Map<number, Entry[]>();

  /** Whose access is written of; at the beginning it is refused. */
  add(who: number): void {
    const none = { isAllowed: false, begunAt: 0, acknowledged: { at: 0, revision: 0 } };
    this.entries.set(who, [none]);
  }

  /** Writes somebody's access, one write after the other for each; answers whether it was acknowledged. */
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

  /** A request that is sent now, to be decided on what was acknowledged so many milliseconds ago, or later. */
  sent(who: number, staleness = 0): Sent {
    const since = performance.now() - staleness;
    const [entry] = this.newestOf(who, since);
    return { who, since, revision: entry?.acknowledged?.revision ?? 0 };
  }

  /** What a request may have been decided as until a moment. */
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
