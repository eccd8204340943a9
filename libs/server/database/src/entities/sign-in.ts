import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A failed sign-in. A counter on which no decision depends: written outside of revisions. */
@Entity('sign_in_failures')
@Index('sign_in_failures_account', ['account', 'failedAt'])
@Index('sign_in_failures_address', ['address', 'failedAt'])
@Index('sign_in_failures_age', ['failedAt'])
export class SignInFailure {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'bigint' })
  id!: string;

  /** Keyed digest of the submitted name or email; the text itself may be a password typed into the wrong field. */
  @Column({ type: 'text' })
  account!: string;

  @Column({ type: 'text' })
  address!: string;

  @Column({ name: 'failed_at', type: 'timestamptz', default: () => 'now()' })
  failedAt!: Date;
}

/** A client network from which a user has signed in before. */
@Entity('sign_in_addresses')
export class SignInAddress {
  @PrimaryColumn({ name: 'user_id', type: 'integer' })
  userId!: number;

  @PrimaryColumn({ type: 'text' })
  address!: string;

  @Column({ name: 'last_at', type: 'timestamptz', default: () => 'now()' })
  lastAt!: Date;
}

/** Hash of the value of a setting that was last applied to the data. */
@Entity('applied_settings')
export class AppliedSetting {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  fingerprint!: string;
}
