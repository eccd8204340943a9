import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A content of configuration files that was applied. The last one of a set is in force. */
@Entity('applied_configurations')
@Index('applied_configurations_set', ['setName', 'id'])
export class AppliedConfiguration {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'bigint' })
  id!: string;

  /** Name of the file set. */
  @Column({ name: 'set_name', type: 'text' })
  setName!: string;

  /** Keyed digest of the entries. */
  @Column({ type: 'text' })
  content!: string;

  /** `SVC_CONFIG_GENERATION` of the process that has applied it. */
  @Column({ type: 'integer' })
  generation!: number;

  @Column({ name: 'applied_at', type: 'timestamptz', default: () => 'now()' })
  appliedAt!: Date;
}
