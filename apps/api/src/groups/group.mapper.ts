import type { Group } from '@gatehouse/database';
import {
  GROUP_TABLE,
  type GroupChange,
  type GroupPriority,
  type NewGroup,
  changeOf,
  settableOf,
  shownAs,
} from '@gatehouse/directory';
import type { CreateGroupDto, GroupDetailDto, GroupSummaryDto, UpdateGroupDto } from '@gatehouse/dto';
import type { Written } from '@gatehouse/wire';

const shown = shownAs(GROUP_TABLE, ['public', 'details']);

export function toGroupSummary(group: Group): GroupSummaryDto {
  return { group_name: group.name, group_id: group.id };
}

/** The members of a group: how many, and their names. */
export interface ShownMembers {
  readonly count: number;
  readonly names: Written<readonly string[]>;
}

export function toGroupDetail(
  group: Group,
  { count, names }: ShownMembers,
  priority: GroupPriority,
): Written<GroupDetailDto> {
  return { ...shown(group), priority, member_count: count, user_names: names };
}

export function toNewGroup(body: CreateGroupDto): NewGroup {
  return { ...settableOf(GROUP_TABLE, body), terms: body.terms ?? undefined };
}

export function toGroupChange(body: UpdateGroupDto): GroupChange {
  return changeOf(GROUP_TABLE, body);
}
