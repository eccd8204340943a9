import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Another instance. Its name is the `SVC_NETWORK_INSTANCE_NAME` there. */
@Entity('network_nodes')
export class NetworkNode {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'integer' })
  id!: number;

  @Index('network_nodes_name', { unique: true })
  @Column({ type: 'varchar', length: 128 })
  name!: string;

  /** For display. */
  @Column({ name: 'base_url', type: 'text' })
  baseUrl!: string;

  @Column({ name: 'jwks_url', type: 'text' })
  jwksUrl!: string;

  @Column({ name: 'token_url', type: 'text' })
  tokenUrl!: string;

  @Column({ name: 'authorization_url', type: 'text' })
  authorizationUrl!: string;

  /** Where the consent page may send browsers back to. */
  @Column({ name: 'redirect_uris', type: 'jsonb', default: [] })
  redirectUris!: string[];

  /** The user that its unlinked users sign in as; null if it was deleted while network mode was off. */
  @Column({ name: 'user_id', type: 'integer', nullable: true })
  userId!: number | null;

  /** The group of that user and of all who sign in through this node. */
  @Column({ name: 'group_id', type: 'integer', nullable: true })
  groupId!: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/** What the last check of a node found; `ok`, or the likely cause of a failure. */
export type NodeCondition =
  | 'ok'
  | 'unreachable'
  | 'target_not_allowed'
  | 'wrong_jwks_url'
  | 'wrong_instance_name'
  | 'clock_skew'
  | 'not_registered_there'
  | 'key_rejected_there';

/** The state of a node according to its replies. Written without a revision. */
@Entity('network_node_states')
export class NetworkNodeState {
  @PrimaryColumn({ name: 'node_id', type: 'integer' })
  nodeId!: number;

  /** Its key set has announced Gatehouse: messages without purpose or identifier are refused from then on. */
  @Column({ name: 'is_gatehouse', type: 'boolean', default: false })
  isGatehouse!: boolean;

  @Column({ type: 'text', nullable: true })
  condition!: NodeCondition | null;

  /** Short text for administrators. */
  @Column({ type: 'text', nullable: true })
  detail!: string | null;

  @Column({ name: 'checked_at', type: 'timestamptz', nullable: true })
  checkedAt!: Date | null;
}

/** A user of another instance. */
@Entity('remote_users')
@Index('remote_users_name', ['nodeId', 'name'], { unique: true })
@Index('remote_users_user', ['userId', 'nodeId'], { unique: true })
@Index('remote_users_subject', ['nodeId', 'subject'], { unique: true })
export class RemoteUser {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'integer' })
  id!: number;

  @Column({ name: 'node_id', type: 'integer' })
  nodeId!: number;

  /** Name at the other instance. */
  @Column({ type: 'varchar', length: 128 })
  name!: string;

  /**
   * Identifier of the user at the other instance, which never has another user of this identifier. Null until a message has
   * stated it: an administrator knows only the name, and other software than Gatehouse has none.
   */
  @Column({ type: 'varchar', length: 128, nullable: true })
  subject!: string | null;

  /** The linked local user; null: signs in as the node's anonymous user. */
  @Column({ name: 'user_id', type: 'integer', nullable: true })
  userId!: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/** The token of a remote user. */
@Entity('network_tokens')
export class NetworkToken {
  @PrimaryColumn({ name: 'remote_user_id', type: 'integer' })
  remoteUserId!: number;

  /** SHA-256 of its 16 bytes, which are random. */
  @Index('network_tokens_hash', { unique: true })
  @Column({ name: 'token_hash', type: 'bytea' })
  tokenHash!: Buffer;

  @Index('network_tokens_age')
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/** A signed message that was received, until it expires, so that it is accepted once. Written without a revision. */
@Entity('network_message_ids')
export class NetworkMessageId {
  @PrimaryColumn({ name: 'node_id', type: 'integer' })
  nodeId!: number;

  @PrimaryColumn({ name: 'message_id', type: 'text' })
  messageId!: string;

  @Index('network_message_ids_expiry')
  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}

/** A link of accounts that a session has started at another instance and not completed. Written without a revision. */
@Entity('network_link_attempts')
export class NetworkLinkAttempt {
  /** SHA-256 of the nonce in the signed messages. */
  @PrimaryColumn({ name: 'state_hash', type: 'bytea' })
  stateHash!: Buffer;

  @Index('network_link_attempts_session')
  @Column({ name: 'session_id', type: 'uuid' })
  sessionId!: string;

  @Column({ name: 'node_id', type: 'integer' })
  nodeId!: number;

  @Index('network_link_attempts_expiry')
  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
