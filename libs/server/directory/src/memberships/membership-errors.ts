import type { Group, User } from '@gatehouse/database';
import { type Problem, problem } from '@gatehouse/problems';

export function membershipExists(user: Pick<User, 'name'>, group: Pick<Group, 'name'>): Problem {
  return problem(
    'membership_exists',
    {},
    {
      param: { name: 'group_name', value: group.name, conditions: { not_in: false } },
      extras: { user_name: user.name, group_name: group.name },
    },
  );
}
