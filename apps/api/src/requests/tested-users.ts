import { Inject, Injectable } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import { SETTINGS } from '@gatehouse/http';
import { notFoundParam, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import type { TestedUser } from './evaluation.mapper';

/** The users as whom requests are tested. */
@Injectable()
export class TestedUsers {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'anonymousUser'>) {}

  /** Undefined for an anonymous caller: no name, or that of the anonymous user, who cannot sign in. */
  named(name: string | null | undefined, snapshot: AccessSnapshot): TestedUser {
    if (name === undefined || name === null) return undefined;
    const user = snapshot.userByName(name);
    if (!user) throw problem('user_not_found', {}, notFoundParam('user_name', name));
    return user.name === this.settings.anonymousUser ? undefined : user;
  }
}
