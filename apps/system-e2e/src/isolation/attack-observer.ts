import type { AdministratorApi } from '../api';
import type { Effect } from './attempt';

export const VICTIM = 'ada';
export const ATTACKER = 'eve';
const ADMINISTRATORS = 'administrators';

/** What an attempt has left at the API, as a separate administrator finds it. */
export class AttackObserver {
  private constructor(
    private readonly api: AdministratorApi,
    private readonly users: readonly string[],
  ) {}

  /** @param api of another administrator than the victim */
  static async before(api: AdministratorApi): Promise<AttackObserver> {
    return new AttackObserver(api, await usersOf(api));
  }

  async effects(): Promise<Effect[]> {
    const effects: Effect[] = [];
    const users = await usersOf(this.api);
    if (users.some((name) => !this.users.includes(name))) effects.push('creates-administrator');
    const { group_names } = await this.api.get(`users/${ATTACKER}/groups`);
    if ((group_names as string[]).includes(ADMINISTRATORS)) effects.push('makes-administrator');
    return effects;
  }

  /** Identifiers of the sessions of the victim. */
  async sessions(): Promise<string[]> {
    const { sessions } = await this.api.get(`users/${VICTIM}/sessions`);
    return (sessions as { session_id: string }[]).map(({ session_id }) => session_id);
  }

  /** Removes what the attempt has created. */
  async restore(): Promise<void> {
    for (const name of await usersOf(this.api))
      if (!this.users.includes(name)) await this.api.deleteUser(name);
    const { group_names } = await this.api.get(`users/${ATTACKER}/groups`);
    if ((group_names as string[]).includes(ADMINISTRATORS))
      await this.api.removeMember(ATTACKER, ADMINISTRATORS);
  }
}

async function usersOf(api: AdministratorApi): Promise<string[]> {
  return (await api.get('users')).user_names as string[];
}
