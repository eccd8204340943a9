import { Injectable } from '@nestjs/common';
import type { Group } from '@gatehouse/database';
import { PARAM } from '@gatehouse/names';
import {
  PathParameter,
  type PathTargetResolver,
  type Problem,
  forbidden,
  unprocessable,
} from '@gatehouse/http';
import { GroupRules } from './group.rules';
import { GroupsService } from './groups.service';

/** `{group_name}` in paths; names are case-sensitive. */
@Injectable()
@PathParameter('group_name')
export class GroupTarget implements PathTargetResolver<Group> {
  constructor(
    private readonly groups: GroupsService,
    private readonly rules: GroupRules,
  ) {}

  syntax(value: string): Problem | undefined {
    if (PARAM.test(value)) return undefined;
    return unprocessable('This is not the name of a group.', {
      param: {
        name: 'group_name',
        value,
        compare: PARAM.source,
        conditions: { not_empty: value !== '', matches: false },
      },
    });
  }

  find(value: string): Promise<Group> {
    return this.groups.byName(value);
  }

  /** `ordinary`: neither the anonymous group nor that of administrators. */
  refusal({ name }: Group): Problem | undefined {
    if (!this.rules.isAnonymous(name) && !this.rules.isAdministrators(name)) return undefined;
    return forbidden('This group cannot be changed: its name is a reserved keyword.', {
      param: { name: 'group_name', value: name, conditions: { not_in: false } },
    });
  }
}
