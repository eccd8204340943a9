import { Inject, Injectable } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import { Groups } from '@gatehouse/directory';
import type { GroupsReplyDto, ListGroupsQuery } from '@gatehouse/dto';
import type { Written } from '@gatehouse/wire';
import { PagedLists, shownList } from '../lists/paged-lists';
import { ReachedRevisions } from '../snapshot/reached-revisions';

/** The listing of groups: their names from the database, the numbers of their members from memory. */
@Injectable()
export class GroupListing {
  constructor(
    private readonly groups: Groups,
    private readonly lists: PagedLists,
    private readonly revisions: ReachedRevisions,
    @Inject(SnapshotFollower) private readonly follower: SnapshotFollower,
  ) {}

  async list({ detail, ...page }: ListGroupsQuery): Promise<Written<GroupsReplyDto>> {
    const names = await this.lists.names(page, (part) => this.groups.names(part));
    if (!detail) return { group_names: names };
    // After the names have been read, so that the snapshot has all of these groups.
    await this.revisions.newest();
    const groups = shownList(names, (group_name) => {
      const snapshot = this.follower.snapshot();
      const group = snapshot.groupByName(group_name);
      // Undefined if it was deleted or renamed since.
      return group && { group_name, member_count: snapshot.memberCountOf(group.id) };
    });
    return { group_names: names, groups };
  }
}
