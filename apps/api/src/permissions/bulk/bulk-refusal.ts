import { Problem, badRequest } from '@gatehouse/http';
import type { BulkEntry } from './bulk-entry';

/** What is refused of a step makes the whole body unusable: 400, whatever it would be alone. */
export async function refusedAsUnusable<T>(entry: BulkEntry, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { detail, details } = error;
    throw badRequest(detail, {
      ...(details.param ? { param: details.param } : {}),
      call: {
        exception: 'Problem',
        error: detail,
        detail,
        content: { resource_name: entry.resourceName, resource_type: entry.resourceType },
      },
    });
  }
}
