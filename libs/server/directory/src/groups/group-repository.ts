import { Group, type UnitOfWork } from '@gatehouse/database';
import type { Page } from '../page';
import { reserveIds } from '../reserve-ids';
import type { GroupChange, GroupColumns, NamedGroup } from './group';

/** The SQL of the table `groups`. Reads see the running unit of work; writes must be inside one. */
export class GroupRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Undefined when the name is taken, ignoring case: the unique index decides. */
  async insert(group: GroupColumns): Promise<Group | undefined> {
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `INSERT INTO groups (name, description, discoverable) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING id`,
      [group.name, group.description, group.discoverable],
    );
    const id = rows[0]?.id;
    return id === undefined ? undefined : ((await this.findById(id)) ?? undefined);
  }

  /** Ids of many new groups, in their order; undefined for each whose name is taken. */
  async insertAll(groups: readonly GroupColumns[]): Promise<(number | undefined)[]> {
    const ids = await reserveIds(this.unitOfWork.manager, 'groups', groups.length);
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `INSERT INTO groups (id, name, description, discoverable) OVERRIDING SYSTEM VALUE
       SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::boolean[]) ON CONFLICT DO NOTHING RETURNING id`,
      [
        ids,
        groups.map(({ name }) => name),
        groups.map(({ description }) => description),
        groups.map(({ discoverable }) => discoverable),
      ],
    );
    const inserted = new Set(rows.map(({ id }) => id));
    return ids.map((id) => (inserted.has(id) ? id : undefined));
  }

  findByName(name: string): Promise<Group | null> {
    return this.unitOfWork.manager.findOneBy(Group, { name });
  }

  findById(id: number): Promise<Group | null> {
    return this.unitOfWork.manager.findOneBy(Group, { id });
  }

  /** The groups of these names, each beside the name that was requested. */
  findNamed(names: readonly string[]): Promise<NamedGroup[]> {
    // Compared twice: the index is on the name in small letters.
    return this.unitOfWork.manager.query(
      `SELECT given.requested, g.id, g.name FROM unnest($1::text[]) AS given (requested)
       JOIN groups g ON lower(g.name) = lower(given.requested) AND g.name = given.requested`,
      [names],
    );
  }

  async isTaken(name: string, exceptId: number): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      'SELECT 1 FROM groups WHERE lower(name) = lower($1) AND id <> $2',
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

  async discoverableNames(): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      'SELECT name FROM groups WHERE discoverable ORDER BY name COLLATE "C"',
    );
    return rows.map((row) => row.name);
  }

  async update(id: number, change: GroupChange): Promise<void> {
    await this.unitOfWork.manager.update(Group, { id }, change);
  }

  async delete(id: number): Promise<void> {
    await this.unitOfWork.manager.delete(Group, { id });
  }
}
