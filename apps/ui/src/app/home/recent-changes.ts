import type { AuditEntryDto } from '@gatehouse/dto';
import type { AuditApi } from '@gatehouse/ui-data';

/** A revision: its newest entry, and how many other entries it has at least. */
export interface RecentChange {
  readonly entry: AuditEntryDto;
  readonly others: number;
}

/** Entries that are read. A revision may have hundreds of them: fewer revisions are shown then. */
const ENTRIES = 100;

/** Sessions, and all events, which belong to no revision. */
const NO_CHANGES = 'session,sign_in,access,audit';

/** The newest revisions that changed something else than sessions. */
export async function recentChanges(api: AuditApi, count: number): Promise<readonly RecentChange[]> {
  const changes = new Map<number, RecentChange>();
  for (const entry of await api.entries({ exclude_kind: NO_CHANGES }, ENTRIES)) {
    const { revision } = entry;
    if (revision === null) continue;
    const known = changes.get(revision);
    if (known) changes.set(revision, { ...known, others: known.others + 1 });
    else if (changes.size === count) break;
    else changes.set(revision, { entry, others: 0 });
  }
  return [...changes.values()];
}
