import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A deleted object that has rows left, which a job removes. Written by triggers. Reference: data#large-deletions. */
@Entity('pending_deletions')
@Index('pending_deletions_object', ['kind', 'id'], { unique: true })
@Index('pending_deletions_revision', ['revision', 'kind', 'position'])
export class PendingDeletion {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'bigint' })
  position!: string;

  /** `user`, `group`, `resource`, `network_node`, `webhook` or `identity_provider`. */
  @Column({ type: 'text' })
  kind!: string;

  @Column({ type: 'integer' })
  id!: number;

  /** Of an identity provider, to which rows refer by its name. */
  @Column({ type: 'text', nullable: true })
  name!: string | null;

  /** That of the deletion which it is a part of. */
  @Column({ type: 'bigint' })
  revision!: string;
}
