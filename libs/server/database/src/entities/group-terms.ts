import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** One version of the text that is accepted before a user joins a group. Never changed. Reference: groups#terms. */
@Entity('group_terms')
export class GroupTermsVersion {
  @PrimaryColumn({ name: 'group_id', type: 'integer' })
  groupId!: number;

  /** From 1. */
  @PrimaryColumn({ type: 'integer' })
  version!: number;

  @Column({ type: 'text' })
  text!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/** A user has accepted one version of the terms of a group. It remains when the user leaves the group. */
@Entity('terms_acceptances')
@Index('terms_acceptances_group', ['groupId', 'id'])
export class TermsAcceptance {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'bigint' })
  id!: string;

  @Index('terms_acceptances_user')
  @Column({ name: 'user_id', type: 'integer' })
  userId!: number;

  @Column({ name: 'group_id', type: 'integer' })
  groupId!: number;

  @Column({ type: 'integer' })
  version!: number;

  @Column({ name: 'accepted_at', type: 'timestamptz', default: () => 'now()' })
  acceptedAt!: Date;
}
