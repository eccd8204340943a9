import { AsyncLocalStorage } from 'node:async_hooks';

const limits = new AsyncLocalStorage<number>();

/**
 * Runs `work`, for which the database has to answer each statement within a number of milliseconds; 0 for no limit. A
 * connection that does not is destroyed, and the statement fails with `DatabaseUnavailable`. Without this, the limit
 * of the data source applies.
 */
export function withinTime<T>(milliseconds: number, work: () => T): T {
  return limits.run(milliseconds, work);
}

/** The limit in milliseconds under which the caller runs, if one is set. */
export function timeLimit(): number | undefined {
  return limits.getStore();
}
