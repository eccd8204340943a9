import { Inject, Injectable } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import { Groups } from '@gatehouse/directory';
import type { GroupsReplyDto, ListGroupsQuery } from '@gatehouse/dto';
import { ReachedRevisions } from '../snapshot/reached-revisions';

/** The listing of groups: their names from the database, the numbers of their members from memory. */
@Injectable()
export class GroupListing {
  constructor(
    private readonly groups: Groups,
    private readonly revisions: ReachedRevisions,
    @Inject(SnapshotFollower) private readonly follower: SnapshotFollower,
  ) {}

  async list({ detail, ...page }: ListGroupsQuery): Promise<GroupsReplyDto> {
    const names = await this.groups.names(page);
    if (!detail) return { group_names: names };
    // After the names have been read, so that the snapshot has all of these groups.
    await this.revisions.newest();
    const snapshot = this.follower.snapshot();
    const groups = names.flatMap((group_name) => {
      const group = snapshot.groupByName(group_name);
      // Undefined if it was deleted or renamed since.
      return group ? [{ group_name, member_count: snapshot.memberCountOf(group.id) }] : [];
    });
    return { group_names: names, groups };
  }
}
