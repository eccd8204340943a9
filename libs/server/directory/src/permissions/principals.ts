import type { GroupRepository } from '../groups/group-repository';
import { type Principal, groupPrincipal } from './permission-assignment';

/** Looks up principals by name. */
export class Principals {
  constructor(private readonly groups: GroupRepository) {}

  /** Names of groups are case-sensitive. */
  async groupByName(name: string): Promise<Principal | undefined> {
    const group = await this.groups.findByName(name);
    return group ? groupPrincipal(group) : undefined;
  }
}
