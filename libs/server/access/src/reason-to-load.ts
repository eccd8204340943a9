import type { LogPage } from './change-log';
import type { LoadedSnapshot } from './load';

/** Reading a change takes about as long as loading this number of rows. */
const ROWS_PER_CHANGE = 3;
/** Changes that are always read: loading begins anew what is known. */
const MIN_CHANGES_TO_LOAD = 50_000;

/** Why a snapshot has to be loaded instead of applying a page of the log; undefined if it need not be. */
export function reasonToLoad(page: LogPage, current: LoadedSnapshot | undefined): string | undefined {
  if (!current || page.mark !== current.mark) return 'another history';
  const { revision } = current.snapshot;
  if (page.newest < revision) return 'ahead of the database';
  if (page.isTooLarge) return 'a revision of very many changes';
  if (page.newest > revision && page.revisions.length === 0) return 'gap';
  const changes = page.newestChange - current.lastChange;
  const isCheaper = changes > Math.max(MIN_CHANGES_TO_LOAD, current.rows / ROWS_PER_CHANGE);
  return isCheaper ? 'more changes than rows' : undefined;
}
