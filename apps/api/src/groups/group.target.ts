import { Injectable } from '@nestjs/common';
import type { Group } from '@gatehouse/database';
import { Groups } from '@gatehouse/directory';
import { PARAM } from '@gatehouse/names';
import { type Problem, problem } from '@gatehouse/problems';
import { PathParameter, type PathTargetResolver } from '@gatehouse/http';
import type { PathTargets } from '../targets/path-targets';

/** `{group_name}` in paths; names are case-sensitive. */
@Injectable()
@PathParameter({
  name: 'group_name',
  errors: ['group_name_invalid', 'group_not_found'],
  protections: { ordinary: ['group_name_reserved'] },
})
export class GroupTarget implements PathTargetResolver<PathTargets['group_name']> {
  constructor(private readonly groups: Groups) {}

  syntax(value: string): Problem | undefined {
    if (PARAM.test(value)) return undefined;
    return problem(
      'group_name_invalid',
      {},
      {
        param: {
          name: 'group_name',
          value,
          compare: PARAM.source,
          conditions: { not_empty: value !== '', matches: false },
        },
      },
    );
  }

  find(value: string): Promise<Group> {
    return this.groups.byName(value);
  }

  /** `ordinary`: neither the anonymous group nor the administrators' group. */
  refusal({ name }: Group): Problem | undefined {
    return this.groups.rules.protectionError(name);
  }
}
