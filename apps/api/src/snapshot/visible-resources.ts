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
    return this.isVisible(resourceId, scope).then((visible) => (visible ? undefined : notFound()));
  }

  private async isVisible(resourceId: number, scope: RequestScope): Promise<boolean> {
    if (scope.confirmedRevision === undefined) scope.confirmedRevision = await this.revisions.newest();
    const user = targetIn(scope, 'user_name');
    const steps = this.follower.snapshot().views.isVisible(user.id, resourceId);
    return this.scheduler.run(scope.address, steps);
  }
}
