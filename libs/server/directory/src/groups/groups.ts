import type { Group, UnitOfWork } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import { GROUP_TABLE } from '../fields/group';
import { differing } from '../fields/values';
import type { Page } from '../page';
import type { GroupTerms } from '../terms/group-terms';
import { throwIfAny } from '../throw-if-any';
import type { GroupChange, ImportedGroup, NamedGroup, NewGroup } from './group';
import { groupNameTaken, groupNotFound } from './group-errors';
import type { GroupRepository } from './group-repository';
import type { GroupRules } from './group-rules';

/** Groups of users: their rules and every write of them. */
export class Groups {
  constructor(
    private readonly groups: GroupRepository,
    readonly rules: GroupRules,
    private readonly unitOfWork: UnitOfWork,
    private readonly terms: GroupTerms,
  ) {}

  names(page: Page): Promise<string[]> {
    return this.groups.names(page);
  }

  /** The group of a name, compared exactly. */
  find(name: string): Promise<Group | null> {
    return this.groups.findByName(name);
  }

  /** Throws `group_not_found`. Names are compared exactly. */
  async byName(name: string): Promise<Group> {
    const group = await this.groups.findByName(name);
    if (!group) throw groupNotFound(name);
    return group;
  }

  /** Reads groups in one query. The function returned throws the error of {@link byName} for a name that is not found. */
  async finderOf(names: readonly string[]): Promise<(name: string) => Pick<Group, 'id' | 'name'>> {
    const found = new Map<string, NamedGroup>(
      (await this.groups.findNamed(names)).map((group) => [group.requested, group]),
    );
    return (name) => {
      const group = found.get(name);
      if (!group) throw groupNotFound(name);
      return group;
    };
  }

  /** Those of the names that no group has. */
  async unknown(names: readonly string[]): Promise<string[]> {
    const found = new Set((await this.groups.findNamed(names)).map(({ requested }) => requested));
    return names.filter((name) => !found.has(name));
  }

  /** A group that the body of a request names: its error has no name in `param`. */
  async byNameInBody(name: string): Promise<Group> {
    const group = await this.groups.findByName(name);
    if (!group)
      throw problem('group_not_found', {}, { param: { value: name, conditions: { not_none: false } } });
    return group;
  }

  /** Throws `group_name_taken`, or the error of a name that a group cannot be given. */
  async create({ terms, ...columns }: NewGroup): Promise<Group> {
    const { name, description, discoverable } = columns;
    this.rules.checkNewName(name);
    // Thrown inside the unit of work, so that a rejected creation leaves no revision.
    return this.unitOfWork.run(async () => {
      const group = await this.groups.insert(columns);
      if (!group) throw groupNameTaken(name, { group_name: name, description, discoverable });
      if (!terms) return group;
      await this.terms.setFirst(group.id, terms);
      return { ...group, terms };
    });
  }

  /**
   * Bulk operation for imports and sample data: creates groups under the rules of {@link create}, all of them or none, by a
   * few statements. Returns their ids in the order given.
   */
  async createAll(groups: readonly ImportedGroup[]): Promise<number[]> {
    for (const { name } of groups) this.rules.checkNewName(name);
    return this.unitOfWork.run(async () => {
      const ids = await this.groups.insertAll(groups);
      const rejected = groups[ids.indexOf(undefined)];
      if (rejected) throw groupNameTaken(rejected.name, { group_name: rejected.name });
      const created = ids.filter((id) => id !== undefined);
      for (const [index, { terms }] of groups.entries()) {
        const id = created[index];
        if (terms && id !== undefined) await this.terms.setFirst(id, terms);
      }
      return created;
    });
  }

  /** Throws `group_unchanged`, `group_name_taken`, or the error of a name that a group cannot be given. */
  async update(group: Group, change: GroupChange): Promise<void> {
    throwIfAny(this.rules.protectionError(group.name));
    await this.unitOfWork.run(async () => {
      const stored = await this.current(group);
      const differences = differing(GROUP_TABLE, stored, change);
      if (Object.keys(differences).length === 0) {
        throw problem('group_unchanged', {}, { extras: { group_name: stored.name } });
      }
      const { name } = differences;
      if (name !== undefined) {
        this.rules.checkNewName(name);
        if (await this.groups.isTaken(name, stored.id)) throw groupNameTaken(name, { group_name: name });
      }
      await this.groups.update(stored.id, differences);
    });
  }

  async delete(group: Group): Promise<void> {
    throwIfAny(this.rules.protectionError(group.name));
    await this.unitOfWork.run(async () => {
      const { id } = await this.current(group);
      await this.groups.delete(id);
    });
  }

  /** Inside a unit of work: the group as stored; throws `group_not_found` if it was renamed or deleted meanwhile. */
  async current({ id, name }: Group): Promise<Group> {
    const stored = await this.groups.findById(id);
    if (stored?.name !== name) throw groupNotFound(name);
    return stored;
  }
}
