import type { AuditEntryDto } from '@gatehouse/dto';
import type { AuditApi } from '@gatehouse/ui-data';

/** A revision: its newest entry, and how many other entries it has at least. */
export interface RecentChange {
  readonly entry: AuditEntryDto;
  readonly others: number;
}

/** Entries that are read at a time. */
const PAGE = 100;
/** Sign-ins can be most of the log; beyond this many pages, fewer changes are shown. */
const PAGES = 4;

/** The newest revisions that changed something else than sessions. */
export async function recentChanges(api: AuditApi, count: number): Promise<readonly RecentChange[]> {
  const changes = new Map<number, RecentChange>();
  let after: number | undefined;
  for (let page = 0; page < PAGES; page++) {
    const entries = await api.entries({}, PAGE, after);
    for (const entry of entries) {
      const { kind, revision } = entry;
      if (revision === null || kind.startsWith('session.')) continue;
      const known = changes.get(revision);
      if (known) changes.set(revision, { ...known, others: known.others + 1 });
      else if (changes.size === count) return [...changes.values()];
      else changes.set(revision, { entry, others: 0 });
    }
    after = entries.at(-1)?.id;
    if (entries.length < PAGE) break;
  }
  return [...changes.values()];
}
