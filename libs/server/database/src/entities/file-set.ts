import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * What became of something that the files of a set state: the set `owned` it, because it has created or adopted it; the set has
 * `found` it; or the ownership has `ended`, because it was removed.
 */
type OwnershipState = 'owned' | 'found' | 'ended';

/** A set of configuration files that was applied. */
@Entity('configuration_sets')
export class ConfigurationSet {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text', unique: true })
  name!: string;

  @Column({ name: 'applied_at', type: 'timestamptz', default: () => 'now()' })
  appliedAt!: Date;

  /** At the end of the last application. */
  @Column({ type: 'bigint' })
  revision!: string;

  /** Identifier of the first resource that an application has created which has not ended; null if there is none. */
  @Column({ name: 'unfinished_from', type: 'integer', nullable: true })
  unfinishedFrom!: number | null;
}

/** A service, resource, user or group that a file set states. */
@Entity('configured_objects')
@Index('configured_objects_set', ['setId', 'kind', 'objectId'])
export class ConfiguredObject {
  /** Services are resources. */
  @PrimaryColumn({ type: 'varchar', length: 8 })
  kind!: 'user' | 'group' | 'resource';

  @PrimaryColumn({ name: 'object_id', type: 'integer' })
  objectId!: number;

  @PrimaryColumn({ name: 'set_id', type: 'integer' })
  setId!: number;

  @Column({ type: 'varchar', length: 5 })
  state!: OwnershipState;

  /** Whether the files named it when they were last applied. */
  @Column({ name: 'is_stated', type: 'boolean', default: true })
  isStated!: boolean;

  /** Its fields after the application that has created or adopted it, by their names in files. */
  @Column({ type: 'jsonb' })
  value!: Readonly<Record<string, unknown>>;

  /** The names of the fields that the files state. */
  @Column({ type: 'jsonb' })
  fields!: readonly string[];

  /** Its name, and its place in the tree, as the files have it. */
  @Column({ type: 'jsonb' })
  label!: Readonly<Record<string, string>>;
}

/** An assignment that a file set states. */
@Entity('configured_assignments')
@Index('configured_assignments_set', ['setId', 'principalKind', 'principalId', 'resourceId', 'name'])
export class ConfiguredAssignment {
  @PrimaryColumn({ name: 'principal_kind', type: 'varchar', length: 5 })
  principalKind!: 'user' | 'group';

  @PrimaryColumn({ name: 'principal_id', type: 'integer' })
  principalId!: number;

  @PrimaryColumn({ name: 'resource_id', type: 'integer' })
  resourceId!: number;

  @PrimaryColumn({ type: 'varchar' })
  name!: string;

  @PrimaryColumn({ name: 'set_id', type: 'integer' })
  setId!: number;

  @Column({ type: 'varchar' })
  access!: string;

  @Column({ type: 'varchar' })
  scope!: string;

  @Column({ type: 'varchar', length: 5 })
  state!: OwnershipState;

  @Column({ name: 'is_stated', type: 'boolean', default: true })
  isStated!: boolean;
}

/** A membership that a file set states. */
@Entity('configured_memberships')
@Index('configured_memberships_set', ['setId', 'userId', 'groupId'])
export class ConfiguredMembership {
  @PrimaryColumn({ name: 'user_id', type: 'integer' })
  userId!: number;

  @PrimaryColumn({ name: 'group_id', type: 'integer' })
  groupId!: number;

  @PrimaryColumn({ name: 'set_id', type: 'integer' })
  setId!: number;

  @Column({ type: 'varchar', length: 5 })
  state!: OwnershipState;

  @Column({ name: 'is_stated', type: 'boolean', default: true })
  isStated!: boolean;
}
