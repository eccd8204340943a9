import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** What a service does with the differences that a synchronization finds. */
export type SynchronizationMode = 'suggest' | 'create' | 'mirror';

/** `applying`: the mirror is complete, and resources are being changed. */
export type SynchronizationState = 'queued' | 'reading' | 'applying' | 'succeeded' | 'failed';

/** What a job has read so far. */
export interface SynchronizationProgress {
  readonly documents?: number;
  readonly resources?: number;
  readonly bytes?: number;
}

/** What a job found, and what it has done. */
export interface SynchronizationResult {
  /** Whether everything was read down to the depth of the service: only then is anything found to have vanished. */
  readonly complete: boolean;
  /** Documents that were not read although something refers to them. */
  readonly skipped: readonly string[];
  readonly resources: number;
  readonly appeared: number;
  readonly vanished: number;
  readonly retitled: number;
  readonly renamed: number;
  readonly unusable: number;
  readonly created: number;
  readonly removed: number;
  /** Why changes that the mode of the service would make have become suggestions; empty if none have. */
  readonly held: readonly string[];
}

/** A job that reads the resources of a real service. Written without a revision: no decision depends on it. */
@Entity('synchronizations')
@Index('synchronizations_active', ['serviceId'], {
  unique: true,
  where: "state IN ('queued', 'reading', 'applying')",
})
@Index('synchronizations_service', ['serviceId', 'id'])
@Index('synchronizations_age', ['finishedAt'])
export class SynchronizationRow {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'integer' })
  id!: number;

  /** No reference: see the migration. */
  @Column({ name: 'service_id', type: 'integer' })
  serviceId!: number;

  @Column({ name: 'sync_type', type: 'text' })
  syncType!: string;

  @Column({ type: 'varchar', length: 7 })
  mode!: SynchronizationMode;

  @Column({ type: 'varchar', length: 9, default: 'queued' })
  state!: SynchronizationState;

  /** Name of the user; null for the schedule. */
  @Column({ name: 'requested_by', type: 'text', nullable: true })
  requestedBy!: string | null;

  @Column({ name: 'requested_at', type: 'timestamptz', default: () => 'now()' })
  requestedAt!: Date;

  @Column({ name: 'started_at', type: 'timestamptz', nullable: true })
  startedAt!: Date | null;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  /** Random number of the process that runs it, by which it writes; another one after it was taken over. */
  @Column({ type: 'bigint', nullable: true })
  lease!: string | null;

  /** When the process counts as gone unless it extends this before. */
  @Column({ name: 'lease_until', type: 'timestamptz', nullable: true })
  leaseUntil!: Date | null;

  @Column({ type: 'jsonb', default: {} })
  progress!: SynchronizationProgress;

  @Column({ type: 'jsonb', nullable: true })
  result!: SynchronizationResult | null;

  @Column({ type: 'jsonb', nullable: true })
  failure!: {
    readonly code: string;
    readonly detail: string;
    readonly translations?: Readonly<Record<'fr', string>>;
  } | null;
}

/** Which job has written the mirror of a service. */
@Entity('service_mirrors')
export class ServiceMirror {
  @PrimaryColumn({ name: 'service_id', type: 'integer' })
  serviceId!: number;

  @Column({ name: 'synchronization_id', type: 'integer' })
  synchronizationId!: number;

  @Column({ name: 'last_sync', type: 'timestamptz' })
  lastSync!: Date;
}

/** A resource of a real service, as a job has read it. Only those of the mirror of a service are shown. */
@Entity('remote_resources')
@Index('remote_resources_children', ['synchronizationId', 'parentId', 'id'])
@Index('remote_resources_names', ['synchronizationId', 'parentId', 'nameKey'])
export class RemoteResource {
  @PrimaryColumn({ name: 'synchronization_id', type: 'integer' })
  synchronizationId!: number;

  /** Number among the resources of the job, from 1; parents precede their children. */
  @PrimaryColumn({ type: 'integer' })
  id!: number;

  /** 0 directly below the service. */
  @Column({ name: 'parent_id', type: 'integer' })
  parentId!: number;

  /** As the source has it: it may be no name of a resource. */
  @Column({ type: 'text' })
  name!: string;

  /** The form in which names are compared. */
  @Column({ name: 'name_key', type: 'text' })
  nameKey!: string;

  @Column({ name: 'display_name', type: 'varchar', length: 100 })
  displayName!: string;

  @Column({ type: 'varchar', length: 30 })
  type!: string;

  /** Whether it may have further resources below it, which were not read. */
  @Column({ name: 'is_open', type: 'boolean' })
  isOpen!: boolean;

  /** Why it cannot be registered; null if it can. */
  @Column({ type: 'varchar', length: 30, nullable: true })
  problem!: string | null;
}

/** How a real service and the registered resources differ, and what was decided about it. */
@Entity('synchronization_differences')
@Index('synchronization_differences_state', ['synchronizationId', 'state', 'id'])
export class SynchronizationDifference {
  @PrimaryColumn({ name: 'synchronization_id', type: 'integer' })
  synchronizationId!: number;

  /** Number among the differences of the job, from 1; parents precede their children. */
  @PrimaryColumn({ type: 'integer' })
  id!: number;

  @Column({ type: 'varchar', length: 8 })
  kind!: 'appeared' | 'vanished' | 'retitled' | 'renamed' | 'unusable';

  /** Names from below the service down. */
  @Column({ type: 'text', array: true })
  path!: string[];

  @Column({ type: 'varchar', length: 30 })
  type!: string;

  /** That of the source; of what has vanished, the registered one. */
  @Column({ name: 'display_name', type: 'varchar', length: 100 })
  displayName!: string;

  /** The registered resource; null for what has appeared. */
  @Column({ name: 'resource_id', type: 'integer', nullable: true })
  resourceId!: number | null;

  /** Of what has vanished, the number of resources below it. */
  @Column({ type: 'integer', default: 0 })
  below!: number;

  /** Of what was renamed, probably. */
  @Column({ name: 'new_name', type: 'text', nullable: true })
  newName!: string | null;

  @Column({ type: 'varchar', length: 30, nullable: true })
  problem!: string | null;

  /** `automatic`: the job applies it; `applied`: the resource is as the source has it. */
  @Column({ type: 'varchar', length: 9, default: 'open' })
  state!: 'open' | 'automatic' | 'applied' | 'rejected';

  @Column({ name: 'decided_by', type: 'text', nullable: true })
  decidedBy!: string | null;

  @Column({ name: 'decided_at', type: 'timestamptz', nullable: true })
  decidedAt!: Date | null;
}

/** A resource that a job has created: only such ones are removed by jobs. */
@Entity('synchronized_resources')
@Index('synchronized_resources_service', ['serviceId', 'resourceId'])
export class SynchronizedResource {
  @PrimaryColumn({ name: 'resource_id', type: 'integer' })
  resourceId!: number;

  @Column({ name: 'service_id', type: 'integer' })
  serviceId!: number;
}

/** With what a service is read; not recorded in the change log. */
@Entity('synchronization_credentials')
export class SynchronizationCredentials {
  @PrimaryColumn({ name: 'service_id', type: 'integer' })
  serviceId!: number;

  /** The origin of the URL of the service when they were set: no other one receives them. */
  @Column({ type: 'text' })
  origin!: string;

  /** Encrypted under a key of `SVC_SECRET`. */
  @Column({ type: 'bytea' })
  secret!: Buffer;
}
