import { Inject, Injectable } from '@nestjs/common';
import { type ShownUser, Users } from '@gatehouse/directory';
import { PARAM } from '@gatehouse/names';
import { type Problem, problem } from '@gatehouse/problems';
import { PathParameter, type PathTargetResolver, type RequestScope, SETTINGS } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';
import type { PathTargets } from '../targets/path-targets';
import { InMemoryState } from '../snapshot/in-memory-state';

/**
 * `{user_name}` in paths; the keyword of `SVC_LOGGED_USER` means the caller.
 * Reference: http#reserved-names, http#keyword-of-the-signed-in-user.
 */
@Injectable()
@PathParameter({
  name: 'user_name',
  errors: ['user_name_invalid', 'user_not_found'],
  protections: {
    person: ['anonymous_user_protected'],
    editable: ['anonymous_user_protected', 'configured_administrator_protected'],
  },
})
export class UserTarget implements PathTargetResolver<PathTargets['user_name']> {
  constructor(
    private readonly users: Users,
    private readonly state: InMemoryState,
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

  find(value: string, scope: RequestScope): ShownUser | Promise<ShownUser> {
    const { caller } = scope;
    const isKeyword = this.users.rules.isCallerKeyword(value);
    if (isKeyword && caller?.kind === 'user') {
      const { userId } = caller;
      return this.state.read(
        scope,
        (records) => records.user(userId),
        () => this.users.byId(userId),
      );
    }
    const name = isKeyword ? this.settings.anonymousUser : value;
    return this.state.read(
      scope,
      (records) => records.userByName(name),
      () => this.users.byName(name),
    );
  }

  /** `editable`: neither the configured administrator nor the anonymous user. `person`: not the anonymous user. */
  refusal(user: ShownUser, rule: string): Problem | undefined {
    const { rules } = this.users;
    return rule === 'editable' ? rules.deletionError(user.name) : rules.anonymousError(user.name);
  }
}
