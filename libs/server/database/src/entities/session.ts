import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A sign-in that lasts until it is revoked or expires. Reference: sessions#cookie, sessions#sessions. */
@Entity('sessions')
export class Session {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('sessions_user')
  @Column({ name: 'user_id', type: 'integer' })
  userId!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** End of the session however often its cookie was reissued. */
  @Index('sessions_expiry')
  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ type: 'text', nullable: true })
  address!: string | null;

  @Column({ name: 'user_agent', type: 'text', nullable: true })
  userAgent!: string | null;

  /**
   * What opened the session if it must end together with that: `network-token:<id of the remote user>`, or
   * `provider:<name>:<session or subject at the provider>`. Null for sign-ins with a password.
   */
  @Column({ type: 'text', nullable: true })
  origin!: string | null;

  /** When the user gave the password or signed in at a provider in the browser; null if a token opened the session. */
  @Column({ name: 'signed_in_at', type: 'timestamptz', nullable: true })
  signedInAt!: Date | null;

  /** The revision in which the session began, set by a trigger; null for those that are older than the column. */
  @Column({ type: 'bigint', nullable: true, insert: false, update: false, select: false })
  revision!: string | null;
}

/**
 * Ends the sessions that began before its revision and match all of its conditions, while their rows are left. Reference:
 * data#large-deletions.
 */
@Entity('session_cutoffs')
export class SessionCutoff {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'bigint' })
  revision!: string;

  @Column({ name: 'user_id', type: 'integer', nullable: true })
  userId!: number | null;

  @Column({ name: 'origin_prefix', type: 'text', nullable: true })
  originPrefix!: string | null;

  @Column({ type: 'text', array: true, nullable: true })
  origins!: string[] | null;

  /** The one session that goes on. */
  @Column({ name: 'except_id', type: 'uuid', nullable: true })
  exceptId!: string | null;
}

/** One cookie value of a session, kept as an HMAC. A session has one for each time its cookie was reissued. */
@Entity('session_tokens')
export class SessionToken {
  @PrimaryColumn({ name: 'token_hmac', type: 'bytea' })
  tokenHmac!: Buffer;

  @Index('session_tokens_session')
  @Column({ name: 'session_id', type: 'uuid' })
  sessionId!: string;

  @Column({ name: 'issued_at', type: 'timestamptz' })
  issuedAt!: Date;

  /** Null: lives as long as its session. */
  @Index('session_tokens_expiry')
  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;
}
