import { Injectable } from '@nestjs/common';
import type { PendingUser } from '@gatehouse/database';
import { PendingUsers } from '@gatehouse/directory';
import { PathParameter, type PathTargetResolver } from '@gatehouse/http';
import { PARAM } from '@gatehouse/names';
import { type Problem, problem } from '@gatehouse/problems';
import type { PathTargets } from '../targets/path-targets';

function syntaxError(value: string): Problem | undefined {
  if (PARAM.test(value)) return undefined;
  const conditions = { not_empty: value !== '', matches: false };
  return problem(
    'user_name_invalid',
    {},
    { param: { name: 'user_name', value, compare: PARAM.source, conditions } },
  );
}

/** `{registration_name}` in paths: a pending registration by its user name. */
@Injectable()
@PathParameter({ name: 'registration_name', errors: ['user_name_invalid', 'registration_not_found'] })
export class RegistrationTarget implements PathTargetResolver<PathTargets['registration_name']> {
  readonly syntax = syntaxError;

  constructor(private readonly pendingUsers: PendingUsers) {}

  find(value: string): Promise<PendingUser> {
    return this.pendingUsers.byName(value);
  }
}

/** `{submitted_name}` in paths: a user name, whether or not there is such a registration, which is not disclosed. */
@Injectable()
@PathParameter({ name: 'submitted_name', errors: ['user_name_invalid'] })
export class SubmittedNameTarget implements PathTargetResolver<PathTargets['submitted_name']> {
  readonly syntax = syntaxError;

  find(value: string): string {
    return value;
  }
}
