import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Permission names that a token may use on a resource, or on it and below. */
export interface StoredRestrictionEntry {
  readonly resource_id: number;
  readonly scope: 'match' | 'recursive';
  readonly names: readonly string[];
}

/** A token with which programs authenticate as its owner. Reference: sessions#api-tokens. */
@Entity('api_tokens')
@Index('api_tokens_token', ['tokenHmac'], { unique: true })
@Index('api_tokens_expiry', ['expiresAt'])
export class ApiToken {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ name: 'user_id', type: 'integer' })
  userId!: number;

  /** Unique among the tokens of its owner. */
  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'token_hmac', type: 'bytea', select: false })
  tokenHmac!: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;

  /** Whether the role of an administrator of the owner counts. */
  @Column({ name: 'is_administrator', type: 'boolean', default: false })
  isAdministrator!: boolean;

  /** Null: everything that the owner may do. */
  @Column({ type: 'jsonb', nullable: true })
  restriction!: readonly StoredRestrictionEntry[] | null;

  /** What a process has to know to accept the token, in later versions: a process of this one knows none. */
  @Column({ type: 'text', array: true, default: () => "'{}'" })
  features!: readonly string[];
}

/** When, from where and by which program a token was last used. Not recorded. */
@Entity('api_token_uses')
export class ApiTokenUse {
  @PrimaryColumn({ name: 'token_id', type: 'uuid' })
  tokenId!: string;

  @Column({ name: 'last_used_at', type: 'timestamptz' })
  lastUsedAt!: Date;

  /** IPv6 addresses by their /64. */
  @Column({ type: 'text' })
  network!: string;

  @Column({ type: 'text', nullable: true })
  client!: string | null;
}

/** When the owner of a token is next reminded of its end; none if no reminder is left. Not recorded. */
@Entity('api_token_reminders')
@Index('api_token_reminders_due', ['dueAt'])
export class ApiTokenReminder {
  @PrimaryColumn({ name: 'token_id', type: 'uuid' })
  tokenId!: string;

  @Column({ name: 'due_at', type: 'timestamptz' })
  dueAt!: Date;
}
