import { Inject, Injectable } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import type { RequestScope } from '@gatehouse/http';
import type { Problem } from '@gatehouse/problems';
import { FairScheduler } from '@gatehouse/scheduling';
import { targetIn } from '../targets/path-targets';
import { ReachedRevisions } from './reached-revisions';

/** Conceals resources from users to whom they are not visible. Reference: permission-rules#visibility. */
@Injectable()
export class VisibleResources {
  constructor(
    @Inject(SnapshotFollower) private readonly follower: SnapshotFollower,
    private readonly revisions: ReachedRevisions,
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
  ) {}

  /**
   * The problem of a request whose path names a user and a resource that is not visible to that user. Administrators are
   * never refused.
   */
  refusal(
    resourceId: number,
    scope: RequestScope,
    notFound: () => Problem,
  ): undefined | Promise<Problem | undefined> {
    const { caller } = scope;
    if (caller?.kind === 'user' && caller.isAdministrator) return undefined;
    const { id } = targetIn(scope, 'user_name');
    return this.isVisible(id, resourceId, scope).then((visible) => (visible ? undefined : notFound()));
  }

  /** Whether a resource is visible to a user. */
  async isVisible(userId: number, resourceId: number, scope: RequestScope): Promise<boolean> {
    if (scope.confirmedRevision === undefined) scope.confirmedRevision = await this.revisions.newest();
    const steps = this.follower.snapshot().views.isVisible(userId, resourceId);
    return this.scheduler.run(scope.address, steps);
  }
}
