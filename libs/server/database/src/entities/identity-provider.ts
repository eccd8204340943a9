import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An identity provider that administrators have defined. Reference: identity-providers#administration. */
@Entity('identity_providers')
export class IdentityProviderRow {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'integer' })
  id!: number;

  /** In lower case. */
  @Index('identity_providers_name', { unique: true })
  @Column({ type: 'varchar', length: 50 })
  name!: string;

  /** As it was given, without the secret. */
  @Column({ type: 'jsonb' })
  definition!: Record<string, unknown>;

  /** Number of secrets that it has had, so that the change log has their replacement. */
  @Column({ name: 'secret_version', type: 'integer', default: 0 })
  secretVersion!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/** The secret of a provider, encrypted under a key of `SVC_SECRET`; not recorded in the change log. */
@Entity('identity_provider_secrets')
export class IdentityProviderSecret {
  @PrimaryColumn({ name: 'provider_id', type: 'integer' })
  providerId!: number;

  @Column({ type: 'bytea' })
  secret!: Buffer;
}

/** An identity at a provider with which a user can sign in. Reference: identity-providers#identities. */
@Entity('external_identities')
@Index('external_identities_subject', ['provider', 'subject'], { unique: true })
export class ExternalIdentity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'integer' })
  id!: number;

  @Index('external_identities_user')
  @Column({ name: 'user_id', type: 'integer' })
  userId!: number;

  @Column({ type: 'varchar', length: 50 })
  provider!: string;

  @Column({ type: 'varchar', length: 255 })
  subject!: string;

  /** Name of the user at the provider when the identity was added. */
  @Column({ name: 'user_name', type: 'varchar', length: 500, nullable: true })
  userName!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/** A membership that exists because of a claim of a provider, and ends with it. */
@Entity('claimed_memberships')
@Index('claimed_memberships_provider', ['provider', 'userId'])
export class ClaimedMembership {
  @PrimaryColumn({ name: 'user_id', type: 'integer' })
  userId!: number;

  @PrimaryColumn({ name: 'group_id', type: 'integer' })
  groupId!: number;

  @Column({ type: 'varchar', length: 50 })
  provider!: string;
}
