import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A request that counts towards a limit. No decision depends on it: written outside of revisions. */
@Entity('counted_requests')
@Index('counted_requests_subject', ['action', 'subject', 'countedAt'])
@Index('counted_requests_age', ['countedAt'])
export class CountedRequest {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'bigint' })
  id!: string;

  /** Which limit, e.g. `registration`. */
  @Column({ type: 'text' })
  action!: string;

  /** Client network, or a keyed digest of what the limit is about. */
  @Column({ type: 'text' })
  subject!: string;

  @Column({ name: 'counted_at', type: 'timestamptz', default: () => 'now()' })
  countedAt!: Date;
}
