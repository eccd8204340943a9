import { Inject, Injectable } from '@nestjs/common';
import type { User } from '@gatehouse/database';
import { Users } from '@gatehouse/directory';
import { PARAM } from '@gatehouse/names';
import { type Problem, problem } from '@gatehouse/problems';
import { PathParameter, type PathTargetResolver, type RequestScope, SETTINGS } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';

/** `{user_name}` in paths, where the keyword of `SVC_LOGGED_USER` is the caller. Spec: http-api 4.2 and 5.2. */
@Injectable()
@PathParameter('user_name')
export class UserTarget implements PathTargetResolver<User> {
  constructor(
    private readonly users: Users,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  syntax(value: string): Problem | undefined {
    if (PARAM.test(value)) return undefined;
    return problem(
      'user_name_invalid',
      {},
      {
        param: {
          name: 'user_name',
          value,
          compare: PARAM.source,
          conditions: { not_empty: value !== '', matches: false },
        },
      },
    );
  }

  async find(value: string, { caller }: RequestScope): Promise<User> {
    if (!this.users.rules.isCallerKeyword(value)) return this.users.byName(value);
    return caller?.kind === 'user'
      ? this.users.byId(caller.userId)
      : this.users.byName(this.settings.anonymousUser);
  }

  /** `editable`: neither the configured administrator nor the anonymous user. `person`: not the anonymous user. */
  refusal(user: User, rule: string): Problem | undefined {
    const { rules } = this.users;
    return rule === 'editable' ? rules.deletionError(user.name) : rules.anonymousError(user.name);
  }
}
