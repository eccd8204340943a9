import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A node of a tree whose root is a protected service. Reference: data#resources. */
@Entity('resources')
@Index('resources_children', ['parentId', 'ordering'])
export class Resource {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'integer' })
  id!: number;

  @Column({ type: 'varchar', length: 100 })
  name!: string;

  @Column({ name: 'display_name', type: 'varchar', length: 100 })
  displayName!: string;

  @Column({ type: 'varchar', length: 30 })
  type!: string;

  /** Null exactly for a service. */
  @Column({ name: 'parent_id', type: 'integer', nullable: true })
  parentId!: number | null;

  /** Null exactly for a service. */
  @Index('resources_root')
  @Column({ name: 'root_service_id', type: 'integer', nullable: true })
  rootServiceId!: number | null;

  /** Position among siblings, from 1; services keep 0. */
  @Column({ type: 'integer', default: 0 })
  ordering!: number;
}

/** Fields of a root resource as a service. In code it is called `ProtectedService`. */
@Entity('services')
export class ServiceRow {
  @PrimaryColumn({ name: 'resource_id', type: 'integer' })
  resourceId!: number;

  @Index('services_type')
  @Column({ type: 'text' })
  type!: string;

  /** Private address of the real service; only administrators see it. */
  @Column({ type: 'text' })
  url!: string;

  @Column({ name: 'sync_type', type: 'text', nullable: true })
  syncType!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  configuration!: Record<string, unknown> | null;

  /** How it is kept in step with the real service; null for the defaults. */
  @Column({ type: 'jsonb', nullable: true })
  synchronization!: Record<string, unknown> | null;

  /** How the proxy treats requests for it; null for the defaults. */
  @Column({ type: 'jsonb', nullable: true })
  proxy!: Record<string, unknown> | null;

  /** Counts the credentials for its synchronization that were set since there were none; 0: there are none. */
  @Column({ name: 'credentials_version', type: 'integer', default: 0 })
  credentialsVersion!: number;
}
