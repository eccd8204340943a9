import { Group, type UnitOfWork, sameNameSql } from '@gatehouse/database';
import type { Page } from '../page';
import type { GroupChange, NamedGroup, NewGroupColumns } from './group';

/** Rows of one INSERT: each column of each row is a parameter, of which PostgreSQL allows 65,535. */
const INSERT_BATCH = 1000;

/** The SQL of the table `groups`. Reads see the running unit of work; writes must be inside one. */
export class GroupRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Undefined when the name is taken, ignoring case: the unique index decides. */
  async insert(group: NewGroupColumns): Promise<Group | undefined> {
    const [id] = await this.insertAll([group]);
    return id === undefined ? undefined : ((await this.findById(id)) ?? undefined);
  }

  /** Ids of new groups, in their order; undefined for each whose name is in use. Absent columns have the default of the schema. */
  async insertAll(groups: readonly NewGroupColumns[]): Promise<(number | undefined)[]> {
    const ids = new Map<string, number>();
    for (let start = 0; start < groups.length; start += INSERT_BATCH) {
      const batch = groups.slice(start, start + INSERT_BATCH).map((group) => ({ ...group }));
      const insertion = this.unitOfWork.manager.createQueryBuilder().insert().into(Group).values(batch);
      const { raw } = await insertion.orIgnore().returning(['id', 'name']).updateEntity(false).execute();
      for (const { id, name } of raw as Pick<Group, 'id' | 'name'>[]) ids.set(name, id);
    }
    return groups.map(({ name }) => {
      const id = ids.get(name);
      // Of two equal names in the list, only the first was inserted.
      ids.delete(name);
      return id;
    });
  }

  findByName(name: string): Promise<Group | null> {
    return this.unitOfWork.manager.findOneBy(Group, { name });
  }

  findById(id: number): Promise<Group | null> {
    return this.unitOfWork.manager.findOneBy(Group, { id });
  }

  /** The groups of these names, each with the requested name. */
  findNamed(names: readonly string[]): Promise<NamedGroup[]> {
    // Compared twice: the index is on the name in small letters.
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

  async names(page: Page): Promise<string[]> {
    const query = this.unitOfWork.manager
      .createQueryBuilder(Group, 'group')
      .select('group.name', 'name')
      .orderBy('group.name COLLATE "C"');
    if (page.after !== undefined) query.andWhere('group.name COLLATE "C" > :after', { after: page.after });
    if (page.limit !== undefined) query.limit(page.limit);
    return (await query.getRawMany<{ name: string }>()).map((row) => row.name);
  }

  /** The groups that any signed-in user may join, sorted by name. */
  discoverable(): Promise<Pick<Group, 'name' | 'description'>[]> {
    return this.unitOfWork.manager.query(
      'SELECT name, description FROM groups WHERE discoverable ORDER BY name COLLATE "C"',
    );
  }

  async update(id: number, change: GroupChange): Promise<void> {
    await this.unitOfWork.manager.update(Group, { id }, change);
  }

  async delete(id: number): Promise<void> {
    await this.unitOfWork.manager.delete(Group, { id });
  }
}
