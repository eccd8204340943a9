import type { SnapshotFollower } from '@gatehouse/access';
import type { EventJournal } from '@gatehouse/audit';
import { type AuthorizationResult, unexpectedError } from '@gatehouse/enforcement';
import type { RequestContext } from '../received/request-context';

/** Statuses that deny access to existing objects. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403]);

/**
 * Records refused requests in the audit log. They have no path, which clients choose: the request log has it, under the same
 * request id. Reference: audit-log#events.
 */
export class RefusalEvents {
  constructor(
    private readonly journal: Pick<EventJournal, 'note'>,
    private readonly follower: Pick<SnapshotFollower, 'isReady' | 'snapshot'>,
  ) {}

  refused(
    { address, requestId, route }: RequestContext,
    { refusal = unexpectedError, caller, service, permission }: AuthorizationResult,
  ): void {
    if (!REFUSALS.has(refusal.status) || !service) return;
    const userId = caller?.kind === 'session' ? caller.session.userId : undefined;
    this.journal.note({
      kind: 'access.refused',
      actor: { ...this.actorOf(userId), address, requestId },
      userId,
      resourceId: service.resourceId,
      details: {
        surface: route.kind === 'proxy' ? 'proxy' : 'verify',
        error_code: refusal.errorCode,
        ...(permission === undefined ? {} : { permission }),
      },
    });
  }

  private actorOf(userId: number | undefined) {
    if (userId === undefined) return { kind: 'anonymous' } as const;
    const name = this.follower.isReady ? this.follower.snapshot().user(userId)?.name : undefined;
    return { kind: 'user', id: userId, ...(name === undefined ? {} : { name }) } as const;
  }
}
