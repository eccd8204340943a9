import type { IncomingMessage } from 'node:http';
import {
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
  createParamDecorator,
} from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import { scopeOf } from '@gatehouse/http';
import { ReachedRevisions } from './reached-revisions';

/**
 * The snapshot from which a request is answered: at the newest revision that is committed when the request arrives, so
 * that clients read their own writes, or at least at the revision that the request demands.
 * Reference: data#access-revision, data#revisions.
 */
@Injectable()
class NewestSnapshot implements PipeTransform<boolean, Promise<AccessSnapshot>> {
  constructor(
    @Inject(SnapshotFollower) private readonly follower: SnapshotFollower,
    private readonly revisions: ReachedRevisions,
  ) {}

  async transform(isReached: boolean): Promise<AccessSnapshot> {
    if (!isReached) await this.revisions.newest();
    return this.follower.snapshot();
  }
}

/** Whether a guard has already brought the snapshot to the revision that the request needs. */
const IsReached = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const { demandedRevision, confirmedRevision } = scopeOf(
    context.switchToHttp().getRequest<IncomingMessage>(),
  );
  return demandedRevision !== undefined || confirmedRevision !== undefined;
});

/** The snapshot, for handlers that decide on or list permission assignments. */
export const CurrentSnapshot = (): ParameterDecorator => IsReached(undefined, NewestSnapshot);
