import type { DirectorySettings } from '../dependencies';
import { anonymousEmailOf } from '../users/user-rules';

const ADMINISTRATORS = 'Members may do everything.';
const ANONYMOUS_GROUP = 'Everyone is a member: what this group may do is public.';

interface DefaultGroup {
  readonly name: string;
  readonly description: string;
}

interface DefaultUser {
  readonly name: string;
  readonly email: string;
  /** The group that the user is a member of. */
  readonly group: DefaultGroup;
}

/** The users and groups of an instance without any others, by what they are for. */
export interface DefaultObjects {
  readonly administrators: DefaultGroup;
  readonly anonymousGroup: DefaultGroup;
  readonly usersGroup: DefaultGroup;
  readonly administrator: DefaultUser;
  readonly anonymous: DefaultUser;
}

type Names = Pick<
  DirectorySettings,
  'adminUser' | 'adminEmail' | 'adminGroup' | 'anonymousUser' | 'usersGroup'
>;

export function defaultObjects(settings: Names): DefaultObjects {
  const { adminUser, adminEmail, adminGroup, anonymousUser, usersGroup } = settings;
  const administrators = { name: adminGroup, description: ADMINISTRATORS };
  const anonymousGroup = { name: anonymousUser, description: ANONYMOUS_GROUP };
  return {
    administrators,
    anonymousGroup,
    usersGroup: { name: usersGroup, description: '' },
    administrator: { name: adminUser, email: adminEmail, group: administrators },
    anonymous: { name: anonymousUser, email: anonymousEmailOf(settings), group: anonymousGroup },
  };
}
