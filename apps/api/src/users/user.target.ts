import { Inject, Injectable } from '@nestjs/common';
import type { User } from '@gatehouse/database';
import { PARAM } from '@gatehouse/names';
import {
  PathParameter,
  type PathTargetResolver,
  type Problem,
  type RequestScope,
  SETTINGS,
  forbidden,
  unprocessable,
} from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';
import { UserRules } from './users.rules';
import { UsersService } from './users.service';

/** `{user_name}` in paths, where the keyword of `SVC_LOGGED_USER` is the caller. Spec: http-api 4.2 and 5.2. */
@Injectable()
@PathParameter('user_name')
export class UserTarget implements PathTargetResolver<User> {
  constructor(
    private readonly users: UsersService,
    private readonly rules: UserRules,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  syntax(value: string): Problem | undefined {
    if (PARAM.test(value)) return undefined;
    return unprocessable('This is not a user name.', {
      param: {
        name: 'user_name',
        value,
        compare: PARAM.source,
        conditions: { not_empty: value !== '', matches: false },
      },
    });
  }

  async find(value: string, { caller }: RequestScope): Promise<User> {
    if (value !== this.settings.loggedUser) return this.users.byName(value);
    return caller?.kind === 'user'
      ? this.users.byId(caller.userId)
      : this.users.byName(this.settings.anonymousUser);
  }

  /** `editable`: neither the configured administrator nor the anonymous user. `person`: not the anonymous user. */
  refusal(user: User, rule: string): Problem | undefined {
    if (this.rules.isAnonymous(user.name)) return forbidden('The anonymous user cannot be changed.');
    if (rule === 'editable' && this.rules.isAdministrator(user.name)) {
      return forbidden('The configured administrator can only be changed by configuration.');
    }
    return undefined;
  }
}
