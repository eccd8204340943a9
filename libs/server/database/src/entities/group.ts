import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A group of users. Names are unique ignoring case (index of the migration). Reference: data#accounts. */
@Entity('groups')
export class Group {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'integer' })
  id!: number;

  @Column({ type: 'varchar', length: 128 })
  name!: string;

  @Column({ type: 'text', default: '' })
  description!: string;

  @Column({ type: 'boolean', default: false })
  discoverable!: boolean;

  /** Text to be accepted before joining; null when there is none. */
  @Column({ type: 'text', nullable: true })
  terms!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/** A user in a group. */
@Entity('memberships')
export class Membership {
  @PrimaryColumn({ name: 'user_id', type: 'integer' })
  userId!: number;

  @PrimaryColumn({ name: 'group_id', type: 'integer' })
  @Index('memberships_group')
  groupId!: number;
}
