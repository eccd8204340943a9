import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Meanings of an account's status. A status never blocks sign-in or access. Reference: http#user-status. */
export const UserStatus = { OK: 1, WebhookError: 2, Pending: 4 } as const;
export type UserStatus = (typeof UserStatus)[keyof typeof UserStatus];

/** Languages of mails. */
export type UserLocale = 'en' | 'fr';

/** An account. Names and emails are unique ignoring case (indexes of the migration). Reference: data#accounts. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'integer' })
  id!: number;

  @Column({ type: 'varchar', length: 128 })
  name!: string;

  /** Empty for an account without an address, as providers may have none. */
  @Column({ type: 'varchar', length: 100 })
  email!: string;

  /** bcrypt; null for an account that cannot sign in with a password. Not selected by default. */
  @Column({ name: 'password_hash', type: 'text', nullable: true, select: false })
  passwordHash?: string | null;

  @Column({ type: 'smallint', default: UserStatus.OK })
  status!: UserStatus;

  /** Language of mails to the user. */
  @Column({ type: 'varchar', length: 2, default: 'en' })
  locale!: UserLocale;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
