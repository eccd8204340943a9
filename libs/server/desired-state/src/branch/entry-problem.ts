import { Problem } from '@gatehouse/problems';
import type { BranchEntry } from './branch-entry';

/** Runs a step of an entry. Its errors are answered with 400, regardless of their status elsewhere. */
export function inEntry<T>(entry: BranchEntry, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw problemOfEntry(entry, error);
  }
}

/** The error to throw instead of an error of an entry. */
export function problemOfEntry(entry: BranchEntry, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  return error.with({
    status: 400,
    extras: {},
    call: {
      exception: 'Problem',
      error: error.detail,
      content: { resource_name: entry.resourceName, resource_type: entry.resourceType },
    },
  });
}
