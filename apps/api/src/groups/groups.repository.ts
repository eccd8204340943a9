import { Inject, Injectable } from '@nestjs/common';
import { Group, UnitOfWork } from '@gatehouse/database';

export interface NewGroup {
  readonly name: string;
  readonly description: string;
  readonly discoverable: boolean;
}

/** Part of a sorted listing. */
export interface Page {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

@Injectable()
export class GroupsRepository {
  constructor(@Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork) {}

  /** Undefined when the name is taken, in any case of its letters: the index decides. */
  async insert(group: NewGroup): Promise<Group | undefined> {
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `INSERT INTO groups (name, description, discoverable) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING id`,
      [group.name, group.description, group.discoverable],
    );
    const id = rows[0]?.id;
    return id === undefined ? undefined : ((await this.findById(id)) ?? undefined);
  }

  findByName(name: string): Promise<Group | null> {
    return this.unitOfWork.manager.findOneBy(Group, { name });
  }

  findById(id: number): Promise<Group | null> {
    return this.unitOfWork.manager.findOneBy(Group, { id });
  }

  /** The groups of these names, each beside the name that was asked for. */
  findNamed(names: readonly string[]): Promise<(Pick<Group, 'id' | 'name'> & { asked: string })[]> {
    // Compared twice: the index is on the name in small letters.
    return this.unitOfWork.manager.query(
      `SELECT given.asked, g.id, g.name FROM unnest($1::text[]) AS given (asked)
       JOIN groups g ON lower(g.name) = lower(given.asked) AND g.name = given.asked`,
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

  async memberNames(id: number): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      `SELECT u.name FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.group_id = $1
       ORDER BY u.name COLLATE "C"`,
      [id],
    );
    return rows.map((row) => row.name);
  }

  async update(id: number, change: Partial<NewGroup>): Promise<void> {
    await this.unitOfWork.manager.update(Group, { id }, change);
  }

  async delete(id: number): Promise<void> {
    await this.unitOfWork.manager.delete(Group, { id });
  }
}
