import { GROUP_NAME } from '@gatehouse/names';
import { type Problem, problem } from '@gatehouse/problems';
import type { DirectorySettings } from '../dependencies';
import { nameError } from '../name-error';
import type { GroupPriority } from './group';

/** Special groups, and which names a group can be given. Checks throw a Problem. */
export class GroupRules {
  constructor(private readonly settings: DirectorySettings) {}

  /** Name of the group that every user belongs to. */
  get anonymousGroup(): string {
    return this.settings.anonymousUser;
  }

  isAdministrators(name: string): boolean {
    return name === this.settings.adminGroup;
  }

  isAnonymous(name: string): boolean {
    return name === this.anonymousGroup;
  }

  priorityOf(name: string): GroupPriority {
    if (this.isAdministrators(name)) return 'max';
    return this.isAnonymous(name) ? -1 : 0;
  }

  /** Checks the name of a new group, or the new name of one. */
  checkNewName(name: string): void {
    const { userNameMaxLength } = this.settings;
    if (this.isNetworkGroup(name)) throw reserved(name, 400);
    if (!GROUP_NAME.test(name)) {
      const details = {
        status: 400,
        param: {
          name: 'group_name',
          value: name,
          compare: GROUP_NAME.source,
          conditions: { matches: false },
        },
      };
      throw nameError('group_name', name, details) ?? problem('group_name_invalid', {}, details);
    }
    if (name.length <= userNameMaxLength) return;
    const compare = `range(1, ${userNameMaxLength + 1})`;
    throw problem(
      'group_name_too_long',
      { maximum: userNameMaxLength },
      { param: { name: 'group_name', value: name.length, compare, conditions: { is_in: false } } },
    );
  }

  /** The error of changing or deleting a special group: that of administrators, the anonymous one, or one of the network. */
  protectionError(name: string): Problem | undefined {
    const isSpecial = this.isAnonymous(name) || this.isAdministrators(name) || this.isNetworkGroup(name);
    return isSpecial ? reserved(name, 403) : undefined;
  }

  /** Whether a name is reserved for the groups of the network, ignoring case. */
  private isNetworkGroup(name: string): boolean {
    const { networkEnabled, networkNamePrefix, networkGroupName } = this.settings;
    const key = name.toLowerCase();
    return (
      networkEnabled &&
      (key.startsWith(networkNamePrefix.toLowerCase()) || key === networkGroupName.toLowerCase())
    );
  }

  /** Memberships in the anonymous group, and that of the configured administrator in the administrators' group, cannot be removed. */
  checkLeaving(groupName: string, isConfiguredAdministrator: boolean): void {
    if (this.isAnonymous(groupName)) {
      throw problem(
        'anonymous_group_mandatory',
        {},
        {
          param: {
            name: 'group_name',
            value: groupName,
            compare: groupName,
            conditions: { not_equal: false },
          },
        },
      );
    }
    if (isConfiguredAdministrator && this.isAdministrators(groupName)) {
      throw problem('configured_administrator_membership');
    }
  }
}

function reserved(name: string, status: 400 | 403): Problem {
  return problem(
    'group_name_reserved',
    { name },
    { status, param: { name: 'group_name', value: name, conditions: { not_in: false } } },
  );
}
