import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many rows a job has removed after a deletion. Written by a trigger. Reference: data#large-deletions. */
@Entity('row_removals')
export class RowRemovalCount {
  /** That of the deletion. */
  @PrimaryColumn({ type: 'bigint' })
  revision!: string;

  /** Those that the audit log lists. */
  @Column({ type: 'bigint' })
  rows!: string;
}
