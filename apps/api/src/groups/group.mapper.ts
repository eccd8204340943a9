import type { Group } from '@gatehouse/database';
import type { GroupChange, GroupColumns, GroupPriority, NewGroup } from '@gatehouse/directory';
import type { CreateGroupDto, GroupDetailDto, GroupSummaryDto, UpdateGroupDto } from '@gatehouse/dto';

export function toGroupSummary(group: Group): GroupSummaryDto {
  return { group_name: group.name, group_id: group.id };
}

export function toGroupDetail(group: Group, members: string[], priority: GroupPriority): GroupDetailDto {
  return {
    group_name: group.name,
    group_id: group.id,
    description: group.description,
    discoverable: group.discoverable,
    terms: group.terms,
    priority,
    member_count: members.length,
    user_names: members,
  };
}

export function toNewGroup(body: CreateGroupDto): GroupColumns & NewGroup {
  return {
    name: body.group_name,
    description: body.description ?? '',
    discoverable: body.discoverable ?? false,
    terms: body.terms ?? undefined,
  };
}

export function toGroupChange(body: UpdateGroupDto): GroupChange {
  return {
    ...(body.group_name === undefined ? {} : { name: body.group_name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.discoverable === undefined ? {} : { discoverable: body.discoverable }),
  };
}
