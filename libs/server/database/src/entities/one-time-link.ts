import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A link that is valid for one use and a limited time. Reference: registration-and-links#one-time-links. */
@Entity('one_time_links')
export class OneTimeLinkRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** HMAC of the token in the address; the token itself is not stored. */
  @Column({ name: 'token_hmac', type: 'bytea' })
  @Index('one_time_links_token', { unique: true })
  tokenHmac!: Buffer;

  @Column({ type: 'text' })
  operation!: string;

  @Column({ name: 'user_id', type: 'integer', nullable: true })
  @Index('one_time_links_user')
  userId!: number | null;

  @Column({ name: 'group_id', type: 'integer', nullable: true })
  @Index('one_time_links_group')
  groupId!: number | null;

  @Column({ name: 'pending_user_id', type: 'integer', nullable: true })
  @Index('one_time_links_pending_user')
  pendingUserId!: number | null;

  @Column({ type: 'jsonb', default: {} })
  data!: Record<string, unknown>;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  @Index('one_time_links_expiry')
  expiresAt!: Date;
}
