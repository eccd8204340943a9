import { Group, type UnitOfWork, sameNameSql } from '@gatehouse/database';
import { GROUP_TABLE } from '../fields/group';
import { insertion, selection } from '../fields/statements';
import type { Public } from '../fields/table';
import type { Page } from '../page';
import type { GroupChange, NamedGroup, NewGroupColumns } from './group';

/** The SQL of the table `groups`. Reads see the running unit of work; writes must be inside one. */
export class GroupRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Undefined when the name is taken, ignoring case: the unique index decides. */
  async insert(group: NewGroupColumns): Promise<Group | undefined> {
    const [id] = await this.insertAll([group]);
    return id === undefined ? undefined : ((await this.findById(id)) ?? undefined);
  }

  /** Ids of new groups, in their order; undefined for each whose name is in use. Absent columns have their default. */
  async insertAll(groups: readonly NewGroupColumns[]): Promise<(number | undefined)[]> {
    const [statement, values] = insertion(GROUP_TABLE, groups);
    const rows = await this.unitOfWork.manager.query<Pick<Group, 'id' | 'name'>[]>(
      `${statement} ON CONFLICT DO NOTHING RETURNING id, name`,
      values,
    );
    const ids = new Map(rows.map(({ id, name }) => [name, id]));
    return groups.map(({ name }) => {
      const id = ids.get(name);
      // Of two equal names in the list, only the first was inserted.
      ids.delete(name);
      return id;
    });
  }

  findByName(name: string): Promise<Group | null> {
    // Compared twice: the index is on the name in small letters.
    return this.unitOfWork.manager
      .createQueryBuilder(Group, 'group')
      .where(`${sameNameSql('group.name', ':name')} AND group.name = :name`, { name })
      .getOne();
  }

  findById(id: number): Promise<Group | null> {
    return this.unitOfWork.manager.findOneBy(Group, { id });
  }

  /** The groups of these names, each with the requested name. */
  findNamed(names: readonly string[]): Promise<NamedGroup[]> {
    return this.unitOfWork.manager.query(
      `SELECT input.requested, g.id, g.name FROM unnest($1::text[]) AS input (requested)
       JOIN groups g ON ${sameNameSql('g.name', 'input.requested')} AND g.name = input.requested`,
      [names],
    );
  }

  async isTaken(name: string, exceptId: number): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      `SELECT 1 FROM groups WHERE ${sameNameSql('name', '$1')} AND id <> $2`,
      [name, exceptId],
    );
    return rows.length > 0;
  }

  async names({ after, limit }: Page): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      'SELECT name FROM groups WHERE name COLLATE "C" > $1 ORDER BY name COLLATE "C" LIMIT $2',
      [after ?? '', limit ?? null],
    );
    return rows.map(({ name }) => name);
  }

  /** The groups that any signed-in user may join, sorted by name. */
  discoverable({ after, limit }: Page): Promise<Public<typeof GROUP_TABLE>[]> {
    return this.unitOfWork.manager.query(
      `SELECT ${PUBLIC} FROM groups WHERE discoverable ${after === undefined ? '' : 'AND name COLLATE "C" > $2'}
       ORDER BY name COLLATE "C" LIMIT $1`,
      [limit ?? null, ...(after === undefined ? [] : [after])],
    );
  }

  async update(id: number, change: GroupChange): Promise<void> {
    await this.unitOfWork.manager.update(Group, { id }, change);
  }

  async delete(id: number): Promise<void> {
    await this.unitOfWork.manager.delete(Group, { id });
    await this.unitOfWork.removal.removeFirst();
  }
}

const PUBLIC = selection(GROUP_TABLE, { of: ({ shown }) => shown === 'public' });
