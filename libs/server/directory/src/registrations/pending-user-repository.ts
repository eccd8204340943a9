import {
  type Due,
  PendingUser,
  type PendingUserState,
  type UnitOfWork,
  type UserLocale,
  sameNameSql,
} from '@gatehouse/database';
import type { Page } from '../page';

/** Expired registrations of one unit of work: other writers wait until it ends. */
export const MAX_EXPIRED = 200;

/** A registration to be stored. */
export interface NewPendingUser {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly locale: UserLocale;
  readonly state: PendingUserState;
}

/** A registration as listings show it. */
export type PendingUserRow = Pick<PendingUser, 'name' | 'email'>;

/**
 * The SQL of `pending_users`: registrations that are not completed. Reads see the running unit of work; writes must be inside
 * one. The clock of the database decides when a registration expires.
 */
export class PendingUserRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The stored registration; undefined when another one has the name. It is removed after `lifetime` seconds. */
  async insert(pending: NewPendingUser, lifetime: number): Promise<PendingUser | undefined> {
    const { name, email, passwordHash, locale, state } = pending;
    const [row] = await this.unitOfWork.manager.query<{ id: number }[]>(
      `INSERT INTO pending_users (name, email, password_hash, locale, state, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6)) ON CONFLICT DO NOTHING RETURNING id`,
      [name, email, passwordHash, locale, state, lifetime],
    );
    return row && ((await this.findById(row.id)) ?? undefined);
  }

  /** Names are compared ignoring case. */
  findByName(name: string): Promise<PendingUser | null> {
    return this.unitOfWork.manager
      .createQueryBuilder(PendingUser, 'pending')
      .where(sameNameSql('pending.name', ':name'), { name })
      .getOne();
  }

  findById(id: number): Promise<PendingUser | null> {
    return this.unitOfWork.manager.findOneBy(PendingUser, { id });
  }

  async passwordHashOf({ id }: PendingUser): Promise<string | undefined> {
    const select = { passwordHash: true } as const;
    const row = await this.unitOfWork.manager.findOne(PendingUser, { select, where: { id } });
    return row?.passwordHash;
  }

  /** Sorted by name. */
  list({ after, limit }: Page): Promise<PendingUserRow[]> {
    return this.unitOfWork.manager.query(
      `SELECT name, email FROM pending_users WHERE ($1::text IS NULL OR name COLLATE "C" > $1)
       ORDER BY name COLLATE "C" LIMIT $2`,
      [after ?? null, limit ?? null],
    );
  }

  /** Sets the state; the registration is removed after `lifetime` seconds from now. */
  async update({ id }: PendingUser, state: PendingUserState, lifetime: number): Promise<void> {
    await this.unitOfWork.manager.query(
      'UPDATE pending_users SET state = $2, expires_at = now() + make_interval(secs => $3) WHERE id = $1',
      [id, state, lifetime],
    );
  }

  /** Deletes a registration with its links. */
  async delete({ id }: PendingUser): Promise<void> {
    await this.unitOfWork.manager.delete(PendingUser, { id });
  }

  /** Registrations whose time is over. */
  readonly due: Due = { table: 'pending_users', column: 'expires_at', before: 'now()' };

  /** Those that are {@link due}, at most {@link MAX_EXPIRED} at a time. */
  expired(): Promise<PendingUser[]> {
    return this.unitOfWork.manager
      .createQueryBuilder(PendingUser, 'pending')
      .where('pending.expires_at <= now()')
      .orderBy('pending.expires_at')
      .addOrderBy('pending.id')
      .limit(MAX_EXPIRED)
      .getMany();
  }
}
