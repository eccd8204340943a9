import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Where imports come from. One that is read again, perhaps at another address, has the same name. */
@Entity('import_sources')
export class ImportSource {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text', unique: true })
  name!: string;

  /** Whether nothing else was here at the first import, so that identifiers are those of the source. */
  @Column({ name: 'keeps_ids', type: 'boolean' })
  keepsIds!: boolean;

  /** By kind (`user`, `group`, `resource`), the highest identifier that is given only to objects of this source. */
  @Column({ type: 'jsonb', default: {} })
  reserved!: Readonly<Record<string, number>>;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/** `interrupted` ones are stored as `running` until the next import of their source begins. */
export type ImportState = 'running' | 'succeeded' | 'failed' | 'interrupted';

/** One import. */
@Entity('imports')
export class ImportRow {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ name: 'source_name', type: 'text' })
  sourceName!: string;

  /** Without credentials, or the path of a dump. */
  @Column({ type: 'text' })
  address!: string;

  @Column({ type: 'text' })
  state!: ImportState;

  @Column({ name: 'started_at', type: 'timestamptz', default: () => 'now()' })
  startedAt!: Date;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  /** Why it failed. */
  @Column({ type: 'text', nullable: true })
  detail!: string | null;

  @Column({ type: 'jsonb' })
  report!: Readonly<Record<string, unknown>>;
}

/** An object of a source, with what it is here, and as it was imported last. The row remains when the object is deleted here. */
@Entity('imported_objects')
export class ImportedObject {
  @PrimaryColumn({ name: 'source_id', type: 'integer' })
  sourceId!: number;

  @PrimaryColumn({ type: 'varchar', length: 20 })
  kind!: string;

  /** In the source. */
  @PrimaryColumn({ type: 'bigint' })
  id!: string;

  @Column({ name: 'target_id', type: 'integer' })
  targetId!: number;

  @Column({ type: 'jsonb' })
  value!: Readonly<Record<string, unknown>>;
}

/** An assignment as it was imported last, by identifiers here. */
@Entity('imported_assignments')
export class ImportedAssignment {
  @PrimaryColumn({ name: 'source_id', type: 'integer' })
  sourceId!: number;

  @PrimaryColumn({ name: 'principal_kind', type: 'varchar', length: 5 })
  principalKind!: 'user' | 'group';

  @PrimaryColumn({ name: 'principal_id', type: 'integer' })
  principalId!: number;

  @PrimaryColumn({ name: 'resource_id', type: 'integer' })
  resourceId!: number;

  @PrimaryColumn({ type: 'varchar' })
  name!: string;

  @Column({ type: 'varchar' })
  access!: string;

  @Column({ type: 'varchar' })
  scope!: string;
}

/** A membership that was imported, by identifiers here. */
@Entity('imported_memberships')
export class ImportedMembership {
  @PrimaryColumn({ name: 'source_id', type: 'integer' })
  sourceId!: number;

  @PrimaryColumn({ name: 'user_id', type: 'integer' })
  userId!: number;

  @PrimaryColumn({ name: 'group_id', type: 'integer' })
  groupId!: number;
}
