import type { ChangeEntry } from '@gatehouse/access-engine';
import type { LoggedRevision } from './change-log';
import { toEntries } from './rows';
import type { Slices } from './slices';

/** Changes that are converted before others may run. */
const CHANGES_PER_SLICE = 500;

/** The changes of a revision as the snapshot takes them. A revision may have thousands: others run in between. */
export async function entriesOf({ changes }: LoggedRevision, slices: Slices): Promise<ChangeEntry[]> {
  if (changes.length <= CHANGES_PER_SLICE) return changes.flatMap(toEntries);
  const entries: ChangeEntry[] = [];
  for (let first = 0; first < changes.length; first += CHANGES_PER_SLICE) {
    await slices.others();
    for (const change of changes.slice(first, first + CHANGES_PER_SLICE)) entries.push(...toEntries(change));
  }
  return entries;
}
