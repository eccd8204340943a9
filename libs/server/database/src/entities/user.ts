import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { UserStatus } from './user-status';

/** Languages of mails. */
export type UserLocale = 'en' | 'fr';

/** Whose an account is: a person's, who signs in, or a program's, which authenticates with API tokens alone. */
export type UserKind = 'person' | 'service';

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

  @Column({ type: 'text', default: 'person' })
  kind!: UserKind;

  /** The administrator who created a service account; the id remains when that user is deleted. */
  @Column({ name: 'created_by', type: 'integer', nullable: true })
  createdBy!: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
