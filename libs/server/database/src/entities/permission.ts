import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A permission assignment of a user on a resource: at most one per name. Reference: permission-rules#one-assignment-per-name. */
@Entity('user_permissions')
export class UserPermission {
  @PrimaryColumn({ name: 'user_id', type: 'integer' })
  userId!: number;

  @PrimaryColumn({ name: 'resource_id', type: 'integer' })
  @Index('user_permissions_resource')
  resourceId!: number;

  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;

  @Column({ type: 'varchar', length: 5 })
  access!: 'allow' | 'deny';

  @Column({ type: 'varchar', length: 9 })
  scope!: 'match' | 'recursive';
}

/** A permission assignment of a group on a resource. */
@Entity('group_permissions')
export class GroupPermission {
  @PrimaryColumn({ name: 'group_id', type: 'integer' })
  groupId!: number;

  @PrimaryColumn({ name: 'resource_id', type: 'integer' })
  @Index('group_permissions_resource')
  resourceId!: number;

  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;

  @Column({ type: 'varchar', length: 5 })
  access!: 'allow' | 'deny';

  @Column({ type: 'varchar', length: 9 })
  scope!: 'match' | 'recursive';
}
