import { REVISION_MARK_SQL } from '@gatehouse/database';
import { readSessionChanges } from './change-log';
import type { FeedConnection } from './feed-connection';
import type { LoadedSnapshot } from './load';
import type { LoggedChange } from './rows';
import { type SessionListener, announce } from './session-events';

/** More entries are not read: then all cached sessions are forgotten. */
const MAX_ENTRIES = 50_000;

type Position = Pick<LoadedSnapshot, 'lastChange' | 'mark'> & {
  readonly snapshot: { readonly revision: number };
};

/** What happened to sessions between two snapshots, of which the second one was loaded instead of following the log. */
export class MissedSessionChanges {
  private constructor(private readonly changes: readonly LoggedChange[]) {}

  /** Undefined if the log does not tell it: it is another history, begins later, or has too many entries. */
  static async read(
    feed: FeedConnection,
    from: Position,
    to: Position,
  ): Promise<MissedSessionChanges | undefined> {
    const { rows } = await feed.client.query<{ mark: string }>(REVISION_MARK_SQL, [from.snapshot.revision]);
    if (rows[0]?.mark !== from.mark || to.snapshot.revision < from.snapshot.revision) return undefined;
    const range = { after: from.lastChange, upTo: to.lastChange, most: MAX_ENTRIES };
    const changes = await readSessionChanges(feed, range);
    return changes && new MissedSessionChanges(changes);
  }

  announce(listeners: Iterable<SessionListener>): void {
    for (const change of this.changes) announce(change, listeners);
  }
}
