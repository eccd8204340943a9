import { Inject, Injectable } from '@nestjs/common';
import { Membership, UnitOfWork, User, type UserStatus } from '@gatehouse/database';

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string | null;
}

/** Part of a sorted listing. */
export interface Page {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

/** A user as listings show it. */
export type UserRow = Pick<User, 'id' | 'name' | 'email' | 'status'>;

/** Which of two unique values a new account would have taken from another. */
export type TakenBy = 'user_name' | 'user_email';

@Injectable()
export class UsersRepository {
  constructor(@Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork) {}

  /** The new user's id, or undefined when the name or email is taken: the indexes decide, not a look beforehand. */
  async insert(user: NewUser): Promise<number | undefined> {
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      'INSERT INTO users (name, email, password_hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id',
      [user.name, user.email, user.passwordHash],
    );
    return rows[0]?.id;
  }

  async takenBy(name: string, email: string, exceptId = 0): Promise<TakenBy | undefined> {
    const rows = await this.unitOfWork.manager.query<{ by_name: boolean }[]>(
      `SELECT lower(name) = lower($1) AS by_name FROM users
       WHERE (lower(name) = lower($1) OR lower(email) = lower($2)) AND id <> $3 ORDER BY by_name DESC LIMIT 1`,
      [name, email, exceptId],
    );
    return rows[0] && (rows[0].by_name ? 'user_name' : 'user_email');
  }

  async findByName(name: string): Promise<User | null> {
    return this.unitOfWork.manager
      .createQueryBuilder(User, 'user')
      .where('lower(user.name) = lower(:name)', { name })
      .getOne();
  }

  /** The users of these names, ignoring case, each beside the name that was asked for. */
  findNamed(names: readonly string[]): Promise<(Pick<User, 'id' | 'name'> & { asked: string })[]> {
    return this.unitOfWork.manager.query(
      `SELECT given.asked, u.id, u.name FROM unnest($1::text[]) AS given (asked)
       JOIN users u ON lower(u.name) = lower(given.asked)`,
      [names],
    );
  }

  findById(id: number): Promise<User | null> {
    return this.unitOfWork.manager.findOneBy(User, { id });
  }

  /** By name first, then by email, both ignoring case; with the stored form of the password. */
  async findForSignIn(login: string): Promise<User | null> {
    return this.unitOfWork.manager
      .createQueryBuilder(User, 'user')
      .addSelect('user.passwordHash')
      .where('lower(user.name) = lower(:login) OR lower(user.email) = lower(:login)', { login })
      .orderBy('CASE WHEN lower(user.name) = lower(:login) THEN 0 ELSE 1 END')
      .limit(1)
      .getOne();
  }

  /** Plain rows: entities of a hundred thousand users take ten times as long. */
  async list(statuses: readonly UserStatus[] | undefined, page: Page): Promise<UserRow[]> {
    return this.unitOfWork.manager.query<UserRow[]>(
      `SELECT id, name, email, status ${LISTED}`,
      listedBy(statuses, page),
    );
  }

  async names(statuses: readonly UserStatus[] | undefined, page: Page): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      `SELECT name ${LISTED}`,
      listedBy(statuses, page),
    );
    return rows.map((row) => row.name);
  }

  async update(
    id: number,
    change: Partial<Pick<User, 'name' | 'email' | 'status' | 'passwordHash'>>,
  ): Promise<void> {
    await this.unitOfWork.manager.update(User, { id }, change);
  }

  /** Replaces the stored form of a password, unless it is another one by now. */
  async replaceHash(id: number, from: string | null, to: string): Promise<void> {
    await this.unitOfWork.manager.query(
      'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      [id, from, to],
    );
  }

  async hasHash(id: number, passwordHash: string | null): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      'SELECT 1 FROM users WHERE id = $1 AND password_hash = $2',
      [id, passwordHash],
    );
    return rows.length > 0;
  }

  async delete(id: number): Promise<void> {
    await this.unitOfWork.manager.delete(User, { id });
  }

  /** Inside a unit of work the answer stays true until it ends: revisions do not run beside each other. */
  existsBy(id: number): Promise<boolean> {
    return this.unitOfWork.manager.existsBy(User, { id });
  }

  async groupNamesOf(id: number): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      `SELECT g.name FROM memberships m JOIN groups g ON g.id = m.group_id WHERE m.user_id = $1
       ORDER BY g.name COLLATE "C"`,
      [id],
    );
    return rows.map((row) => row.name);
  }

  /** False when the user is a member already. */
  async join(userId: number, groupId: number): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      'INSERT INTO memberships (user_id, group_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING user_id',
      [userId, groupId],
    );
    return rows.length > 0;
  }

  /** False when the user is no member. */
  async leave(userId: number, groupId: number): Promise<boolean> {
    return (await this.unitOfWork.manager.delete(Membership, { userId, groupId })).affected === 1;
  }
}

const LISTED = `FROM users
  WHERE ($1::smallint[] IS NULL OR status = ANY ($1)) AND ($2::text IS NULL OR name COLLATE "C" > $2)
  ORDER BY name COLLATE "C" LIMIT $3`;

function listedBy(statuses: readonly UserStatus[] | undefined, { after, limit }: Page): unknown[] {
  return [statuses ?? null, after ?? null, limit ?? null];
}
