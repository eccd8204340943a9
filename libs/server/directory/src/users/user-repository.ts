import { type UnitOfWork, User, type UserStatus, sameNameSql } from '@gatehouse/database';
import { insertion, selection } from '../fields/statements';
import { type Change, isListed } from '../fields/table';
import { USER_TABLE } from '../fields/user';
import type { Page } from '../page';
import { reserveIds } from '../reserve-ids';
import type { NoticedUser } from './account-notices';
import type { AccountSummary, LinkedIdentity, NamedUser, TakenField, UserColumns, UserRow } from './user';

/** Most administrators who are notified of something that concerns none of them alone. */
const MAX_ADMINISTRATORS = 100;

/** The SQL of the table `users`. Reads see the running unit of work; writes must be inside one. */
export class UserRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The id of the new user; undefined when the name or email is taken: the unique indexes decide. */
  async insert(user: UserColumns): Promise<number | undefined> {
    const [statement, values] = insertion(USER_TABLE, [user]);
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `${statement} ON CONFLICT DO NOTHING RETURNING id`,
      values,
    );
    return rows[0]?.id;
  }

  /** Ids of many new users, in their order; undefined for each whose name or email is taken. */
  async insertAll(users: readonly UserColumns[]): Promise<(number | undefined)[]> {
    const ids = await reserveIds(this.unitOfWork.manager, 'users', users.length);
    const [statement, values] = insertion(USER_TABLE, users, { ids });
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `${statement} ON CONFLICT DO NOTHING RETURNING id`,
      values,
    );
    const inserted = new Set(rows.map(({ id }) => id));
    return ids.map((id) => (inserted.has(id) ? id : undefined));
  }

  /** Which value another account has, the name first. */
  async takenBy(name: string, email: string, exceptId = 0): Promise<TakenField | undefined> {
    const rows = await this.unitOfWork.manager.query<{ by_name: boolean }[]>(
      `SELECT ${sameNameSql('name', '$1')} AS by_name FROM users
       WHERE (${sameNameSql('name', '$1')} OR (${sameNameSql('email', '$2')} AND $2 <> '')) AND id <> $3 ORDER BY by_name DESC LIMIT 1`,
      [name, email, exceptId],
    );
    return rows[0] && (rows[0].by_name ? 'user_name' : 'user_email');
  }

  async findByName(name: string): Promise<User | null> {
    return this.unitOfWork.manager
      .createQueryBuilder(User, 'user')
      .where(sameNameSql('user.name', ':name'), { name })
      .getOne();
  }

  async findByEmail(email: string): Promise<User | null> {
    // Accounts without an address have none in common.
    if (email === '') return null;
    return this.unitOfWork.manager
      .createQueryBuilder(User, 'user')
      .where(sameNameSql('user.email', ':email'), { email })
      .getOne();
  }

  /** The users of these names, ignoring case, each with the requested name. */
  findNamed(names: readonly string[]): Promise<NamedUser[]> {
    return this.unitOfWork.manager.query(
      `SELECT input.requested, u.id, u.name FROM unnest($1::text[]) AS input (requested)
       JOIN users u ON ${sameNameSql('u.name', 'input.requested')}`,
      [names],
    );
  }

  findById(id: number): Promise<User | null> {
    return this.unitOfWork.manager.findOneBy(User, { id });
  }

  /** By name first, then by email, both ignoring case; with the stored form of the password. */
  async findByLogin(login: string): Promise<User | null> {
    return this.unitOfWork.manager
      .createQueryBuilder(User, 'user')
      .addSelect('user.passwordHash')
      .where(`${sameNameSql('user.name', ':login')} OR ${sameNameSql('user.email', ':login')}`, { login })
      .orderBy(`CASE WHEN ${sameNameSql('user.name', ':login')} THEN 0 ELSE 1 END`)
      .limit(1)
      .getOne();
  }

  /** The name of a user, and whether it belongs to a group. */
  async summaryOf(id: number, adminGroup: string): Promise<AccountSummary | undefined> {
    const [row] = await this.unitOfWork.manager.query<{ name: string; is_administrator: boolean }[]>(
      `SELECT u.name, EXISTS (SELECT 1 FROM groups g CROSS JOIN LATERAL (
           SELECT 1 FROM memberships WHERE user_id = u.id AND group_id = g.id OFFSET 0) m
         WHERE ${sameNameSql('g.name', '$2')} AND g.name = $2) AS is_administrator
       FROM users u WHERE u.id = $1`,
      [id, adminGroup],
    );
    return row && { name: row.name, isAdministrator: row.is_administrator };
  }

  /** Persons in the group of administrators, at most {@link MAX_ADMINISTRATORS}. */
  administrators(adminGroup: string): Promise<NoticedUser[]> {
    return this.unitOfWork.manager.query<NoticedUser[]>(
      `SELECT u.id, u.name, u.email, u.locale, u.kind FROM groups g
        CROSS JOIN LATERAL (SELECT user_id FROM memberships WHERE group_id = g.id OFFSET 0) m
        CROSS JOIN LATERAL (SELECT * FROM users WHERE id = m.user_id AND kind = 'person' OFFSET 0) u
        WHERE ${sameNameSql('g.name', '$1')} AND g.name = $1 LIMIT ${MAX_ADMINISTRATORS}`,
      [adminGroup],
    );
  }

  /** Plain rows: entities of a hundred thousand users take ten times as long. */
  async list(statuses: readonly UserStatus[] | undefined, page: Page): Promise<UserRow[]> {
    return this.unitOfWork.manager.query<UserRow[]>(...listed(`id, ${COLUMNS}`, statuses, page));
  }

  async names(statuses: readonly UserStatus[] | undefined, page: Page): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(...listed('name', statuses, page));
    return rows.map((row) => row.name);
  }

  async serviceAccounts(page: Page): Promise<UserRow[]> {
    return this.unitOfWork.manager.query<UserRow[]>(...listedServiceAccounts(`id, ${COLUMNS}`, page));
  }

  async serviceAccountNames(page: Page): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      ...listedServiceAccounts('name', page),
    );
    return rows.map((row) => row.name);
  }

  async update(
    id: number,
    change: Change<typeof USER_TABLE> & Partial<Pick<User, 'passwordHash'>>,
  ): Promise<void> {
    if (Object.keys(change).length > 0) await this.unitOfWork.manager.update(User, { id }, change);
  }

  /** Replaces the stored form of a password, unless it is another one by now. */
  async replaceHash(id: number, from: string | null, to: string): Promise<void> {
    await this.unitOfWork.manager.query(
      'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      [id, from, to],
    );
  }

  /** Whether an account has a stored form of a password; one without password has none. */
  async hasHash(id: number, passwordHash: string | null): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      'SELECT 1 FROM users WHERE id = $1 AND password_hash = $2',
      [id, passwordHash],
    );
    return rows.length > 0;
  }

  async delete(id: number): Promise<void> {
    await this.unitOfWork.manager.delete(User, { id });
    await this.unitOfWork.removal.removeFirst();
  }

  /** Identities at providers and remote users that sign in as a user, sorted. */
  linkedIdentities(id: number): Promise<LinkedIdentity[]> {
    return this.unitOfWork.manager.query(
      `SELECT at, name FROM (
         SELECT provider AS at, coalesce(user_name, subject) AS name FROM external_identities WHERE user_id = $1
          UNION ALL
         SELECT n.name, r.name FROM remote_users r JOIN network_nodes n ON n.id = r.node_id WHERE r.user_id = $1
       ) identities ORDER BY at COLLATE "C", name COLLATE "C"`,
      [id],
    );
  }

  /** Inside a unit of work the result holds until it ends: units of work are serialized. */
  exists(id: number): Promise<boolean> {
    return this.unitOfWork.manager.existsBy(User, { id });
  }
}

const COLUMNS = selection(USER_TABLE, { of: isListed });

/** The statement that reads a page of users, sorted by name, and its parameters. */
function listed(
  columns: string,
  statuses: readonly UserStatus[] | undefined,
  { after, limit }: Page,
): [string, unknown[]] {
  const values = [after ?? '', limit ?? null];
  if (!statuses)
    return [
      `SELECT ${columns} FROM users WHERE name COLLATE "C" > $1 ORDER BY name COLLATE "C" LIMIT $2`,
      values,
    ];
  // Status by status, since all users but a few may have another one.
  return [
    `SELECT ${columns} FROM unnest($3::smallint[]) AS input (wanted) CROSS JOIN LATERAL (
       SELECT * FROM users WHERE (status, name COLLATE "C") > (wanted, $1)
         AND status <= wanted ORDER BY status, name COLLATE "C" LIMIT $2) found
     ORDER BY name COLLATE "C" LIMIT $2`,
    [...values, [...new Set(statuses)]],
  ];
}

/** The same of service accounts, which may be few among many users: they have an index of their own, in this order. */
function listedServiceAccounts(columns: string, { after, limit }: Page): [string, unknown[]] {
  return [
    `SELECT ${columns} FROM users WHERE kind = 'service' AND (kind COLLATE "C", name COLLATE "C") > ('service', $1)
     ORDER BY kind COLLATE "C", name COLLATE "C" LIMIT $2`,
    [after ?? '', limit ?? null],
  ];
}
