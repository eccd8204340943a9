import { Inject, Injectable } from '@nestjs/common';
import { type Group, UnitOfWork } from '@gatehouse/database';
import { badRequest, conflict, forbidden, noSuch, notFound, unprocessable } from '@gatehouse/http';
import { GroupRules } from './group.rules';
import { GroupsRepository, type NewGroup, type Page } from './groups.repository';

export interface GroupRequest extends NewGroup {
  /** Text to accept before joining; refused until there is a way to accept it. */
  readonly terms: string | undefined;
}

@Injectable()
export class GroupsService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly rules: GroupRules,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  names(page: Page): Promise<string[]> {
    return this.groups.names(page);
  }

  /** The groups that anybody with a session may join, sorted. */
  discoverableNames(): Promise<string[]> {
    return this.groups.discoverableNames();
  }

  memberNames(group: Group): Promise<string[]> {
    return this.groups.memberNames(group.id);
  }

  async byName(name: string): Promise<Group> {
    const group = await this.groups.findByName(name);
    if (!group) throw noSuch('group', 'group_name', name);
    return group;
  }

  /** Finds some groups in one query; the finder throws the 404 of {@link byName} for a name that none has. */
  async finderOf(names: readonly string[]): Promise<(name: string) => Pick<Group, 'id' | 'name'>> {
    const found = new Map((await this.groups.findNamed(names)).map((group) => [group.asked, group]));
    return (name) => {
      const group = found.get(name);
      if (!group) throw noSuch('group', 'group_name', name);
      return group;
    };
  }

  /** A group that a body names: its 404 has no name in `param`. Spec: http-api 8.2 and 8.7. */
  async byNameInBody(name: string): Promise<Group> {
    const group = await this.groups.findByName(name);
    if (!group) throw notFound('No such group.', { param: { value: name, conditions: { not_none: false } } });
    return group;
  }

  anonymous(): Promise<Group> {
    return this.byName(this.rules.anonymousGroup);
  }

  /** Spec: http-api 10. */
  async create(request: GroupRequest): Promise<Group> {
    const { name, description, discoverable } = request;
    this.rules.refuseLongName(name);
    if (request.terms) {
      // Kept silently, they would look as if somebody had to accept them.
      throw unprocessable('Terms of groups are not supported yet.', {
        param: { name: 'terms', value: request.terms.length, conditions: { is_empty: false } },
      });
    }
    // A refusal is thrown inside, so that it leaves no revision behind.
    return this.unitOfWork.run(async () => {
      const group = await this.groups.insert({ name, description, discoverable });
      if (group) return group;
      throw conflict('A group of that name exists already.', {
        param: { name: 'group_name', value: name, conditions: { not_in: false } },
        extras: { group_name: name, description, discoverable },
      });
    });
  }

  /** Spec: http-api 10. */
  async update(group: Group, change: Partial<NewGroup>): Promise<void> {
    await this.unitOfWork.run(async () => {
      const stored = await this.current(group);
      const wanted = differences(stored, change);
      if (Object.keys(wanted).length === 0) {
        throw badRequest('Nothing of the group would change.', { extras: { group_name: stored.name } });
      }
      const { name } = wanted;
      if (name !== undefined) this.rules.refuseLongName(name);
      if (name !== undefined && (await this.groups.isTaken(name, stored.id))) {
        throw conflict('A group of that name exists already.', {
          param: { name: 'group_name', value: name, conditions: { not_in: false } },
          extras: { group_name: name },
        });
      }
      await this.groups.update(stored.id, wanted);
    });
  }

  async delete(group: Group): Promise<void> {
    await this.unitOfWork.run(async () => {
      const { id } = await this.current(group);
      await this.groups.delete(id);
    });
  }

  /** Inside a unit of work: the group as stored now; 404 when it has another name by now, or is gone. */
  async current({ id, name }: Group): Promise<Group> {
    const stored = await this.groups.findById(id);
    if (stored?.name !== name) throw noSuch('group', 'group_name', name);
    return stored;
  }

  /** Everybody belongs to the anonymous group, and the configured administrator to that of administrators. */
  refuseLeaving(groupName: string, isConfiguredAdministrator: boolean): void {
    if (this.rules.isAnonymous(groupName)) {
      throw forbidden('Nobody can leave this group.', {
        param: { name: 'group_name', value: groupName, compare: groupName, conditions: { not_equal: false } },
      });
    }
    if (isConfiguredAdministrator && this.rules.isAdministrators(groupName)) {
      throw forbidden('The configured administrator cannot leave the group of administrators.');
    }
  }
}

function differences(group: Group, change: Partial<NewGroup>): Partial<NewGroup> {
  const differs = (key: keyof NewGroup): boolean =>
    change[key] !== undefined && change[key] !== null && change[key] !== group[key];
  return {
    ...(differs('name') ? { name: change.name } : {}),
    ...(differs('description') ? { description: change.description } : {}),
    ...(differs('discoverable') ? { discoverable: change.discoverable } : {}),
  } as Partial<NewGroup>;
}
