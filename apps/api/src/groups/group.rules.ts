import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, badRequest } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';

/** Names and special groups. Spec: http-api 4.1, 4.2 and 10. */
@Injectable()
export class GroupRules {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  get anonymousGroup(): string {
    return this.settings.anonymousUser;
  }

  isAdministrators(name: string): boolean {
    return name === this.settings.adminGroup;
  }

  isAnonymous(name: string): boolean {
    return name === this.anonymousGroup;
  }

  /** Weight of the rules of a group against those of others. Spec: permissions 3.1. */
  priorityOf(name: string): number | 'max' {
    if (this.isAdministrators(name)) return 'max';
    return this.isAnonymous(name) ? -1 : 0;
  }

  refuseLongName(name: string): void {
    const { userNameMaxLength } = this.settings;
    if (name.length <= userNameMaxLength) return;
    throw badRequest('The name of the group is too long.', {
      param: {
        name: 'group_name',
        value: name.length,
        compare: `range(1, ${userNameMaxLength + 1})`,
        conditions: { is_in: false },
      },
    });
  }
}
