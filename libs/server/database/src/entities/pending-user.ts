import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { UserLocale } from './user';

/** Stored states of a registration. Reference: registration-and-links#states. */
export type PendingUserState = 'awaiting_confirmation' | 'awaiting_approval';

/**
 * A registration that is not completed: no account, so it has no groups, permissions or sessions. Names are unique
 * ignoring case (index of the migration); email addresses are not. Reference: registration-and-links#states.
 */
@Entity('pending_users')
export class PendingUser {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'integer' })
  id!: number;

  @Column({ type: 'varchar', length: 128 })
  name!: string;

  @Column({ type: 'varchar', length: 100 })
  email!: string;

  /** bcrypt; becomes the stored password of the account. Not selected by default. */
  @Column({ name: 'password_hash', type: 'text', select: false })
  passwordHash?: string;

  @Column({ type: 'varchar', length: 2, default: 'en' })
  locale!: UserLocale;

  @Column({ type: 'text' })
  state!: PendingUserState;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** When the registration is removed unless it is completed before. */
  @Column({ name: 'expires_at', type: 'timestamptz' })
  @Index('pending_users_expiry')
  expiresAt!: Date;
}
