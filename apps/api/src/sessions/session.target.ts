import { Inject, Injectable } from '@nestjs/common';
import { ANONYMOUS, PathParameter, type PathTargetResolver, type RequestScope } from '@gatehouse/http';
import { type ListedSession, SessionList } from '@gatehouse/identity';
import { UUID } from '@gatehouse/names';
import { type Problem, problem } from '@gatehouse/problems';
import { type PathTargets, targetIn } from '../targets/path-targets';
import { SessionOwners } from './session-owners';

/** `{session_id}` in paths: a session of the user that the path names. Reference: sessions#session-listing. */
@Injectable()
@PathParameter({ name: 'session_id', errors: ['session_id_invalid', 'session_not_found'] })
export class SessionTarget implements PathTargetResolver<PathTargets['session_id']> {
  constructor(
    @Inject(SessionList) private readonly sessions: SessionList,
    private readonly owners: SessionOwners,
  ) {}

  syntax(value: string): Problem | undefined {
    if (UUID.test(value)) return undefined;
    return problem(
      'session_id_invalid',
      {},
      { param: { name: 'session_id', value, compare: UUID.source, conditions: { matches: false } } },
    );
  }

  async find(value: string, scope: RequestScope): Promise<ListedSession> {
    const owner = this.owners.of(targetIn(scope, 'user_name'), scope.caller ?? ANONYMOUS);
    const session = await this.sessions.find(owner, value);
    if (!session) throw sessionNotFound(value);
    return session;
  }
}

/** The same for a session of another user as for one that never existed. */
export function sessionNotFound(id: string): Problem {
  return problem(
    'session_not_found',
    {},
    { param: { name: 'session_id', value: id, conditions: { not_none: false } } },
  );
}
