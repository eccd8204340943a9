import type { AuditEntryDto } from '@gatehouse/dto';
import type { AuditApi } from '@gatehouse/ui-data/audit-api';

/** Sessions, and all events, which belong to no revision. */
const NO_CHANGES = 'session,sign_in,access,audit';

/** The newest revisions that changed something else than sessions, each by the entry that describes it best. */
export function recentChanges(api: AuditApi, count: number): Promise<readonly AuditEntryDto[]> {
  return api.entries({ exclude_kind: NO_CHANGES, by_revision: true }, count);
}
