import { Inject, Injectable } from '@nestjs/common';
import { EventJournal } from '@gatehouse/audit';
import { currentActor } from '@gatehouse/database';
import type { RefusalListener, RequestScope } from '@gatehouse/http';
import type { Problem } from '@gatehouse/problems';

/** Errors that deny access to existing objects. */
const REFUSALS: ReadonlySet<string> = new Set([
  'authentication_required',
  'permission_denied',
  'cross_site_request',
]);

/** Records requests that were refused because of a missing permission. Reference: audit-log#events. */
@Injectable()
export class RefusedRequests implements RefusalListener {
  constructor(@Inject(EventJournal) private readonly journal: EventJournal) {}

  refused({ errorCode }: Problem, { route, caller, address, id }: RequestScope): void {
    if (!route || !REFUSALS.has(errorCode)) return;
    const actor = caller ? currentActor() : ({ kind: 'anonymous', address, requestId: id } as const);
    this.journal.note({
      kind: 'access.refused',
      actor,
      userId: caller?.kind === 'user' ? caller.userId : undefined,
      details: { surface: 'api', operation: route.declaration.name, error_code: errorCode },
    });
  }
}
