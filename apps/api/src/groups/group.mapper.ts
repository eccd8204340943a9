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

const shown = shownAs(GROUP_TABLE, ['public', 'details']);

export function toGroupSummary(group: Group): GroupSummaryDto {
  return { group_name: group.name, group_id: group.id };
}

export function toGroupDetail(group: Group, members: string[], priority: GroupPriority): GroupDetailDto {
  return { ...shown(group), priority, member_count: members.length, user_names: members };
}

export function toNewGroup(body: CreateGroupDto): NewGroup {
  return { ...settableOf(GROUP_TABLE, body), terms: body.terms ?? undefined };
}

export function toGroupChange(body: UpdateGroupDto): GroupChange {
  return changeOf(GROUP_TABLE, body);
}
