import { Problem, badRequest } from '@gatehouse/http';
import type { BulkEntry } from './bulk-entry';

/** What is refused of a step makes the whole body unusable: 400, whatever it would be alone. */
export function refusedAsUnusable<T>(entry: BulkEntry, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { detail, details } = error;
    throw badRequest(detail, {
      ...(details.param ? { param: details.param } : {}),
      call: {
        exception: 'Problem',
        error: detail,
        content: { resource_name: entry.resourceName, resource_type: entry.resourceType },
      },
    });
  }
}
