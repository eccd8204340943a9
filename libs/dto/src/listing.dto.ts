import { FlagField } from './flag-field';
import { Text } from './text-field';

const FLATTEN = {
  about: 'Return a list instead of objects by type and name.',
  optional: true,
  aliases: ['flattened', 'list'],
  example: false,
};

const TYPE = {
  about:
    'Service types to return, separated by commas; unknown types are ignored. If empty, all types are returned.',
  optional: true,
  emptyAllowed: true,
  aliases: ['types'],
  example: 'api,access',
};

export class FlattenQuery {
  @FlagField(FLATTEN)
  flatten?: boolean;
}

export class ServiceTypeQuery {
  @Text(TYPE)
  type?: string;
}

export class ListServicesQuery extends ServiceTypeQuery {
  @FlagField(FLATTEN)
  flatten?: boolean;
}

/** Which permission assignments a read about a user includes. Reference: permission-rules#queries. */
export class AssignmentSourcesQuery {
  @FlagField({
    about: 'Whether permission assignments of the groups of the user are included.',
    optional: true,
    aliases: ['inherit'],
    example: false,
  })
  inherited?: boolean;

  @FlagField({
    about:
      'Whether the assignments on each resource are reduced to the effective one for each permission name, without inheritance.',
    optional: true,
    aliases: ['resolved'],
    example: false,
  })
  resolve?: boolean;
}

export class UserPermissionsQuery extends AssignmentSourcesQuery {
  @FlagField({
    about:
      'Whether the effective permissions after resolution along the tree are returned, one entry for each permission. Takes precedence over the other parameters.',
    optional: true,
    example: false,
  })
  effective?: boolean;
}

export class GroupPermissionsQuery {
  @FlagField({
    about:
      'Whether the effective permissions of the group after resolution along the tree are returned instead of its permission assignments.',
    optional: true,
    example: false,
  })
  effective?: boolean;
}

/** Reference: permission-rules#listings. */
export class UserServicesQuery extends AssignmentSourcesQuery {
  @FlagField({
    about:
      'Whether services are included if only their resources have permissions; such services are returned without permissions.',
    optional: true,
    example: false,
  })
  cascade?: boolean;

  @FlagField(FLATTEN)
  flatten?: boolean;

  @Text(TYPE)
  type?: string;
}

/** Reference: permission-rules#listings. */
export class UserResourcesQuery extends AssignmentSourcesQuery {
  @FlagField({
    about:
      'Whether only resources with permissions are returned. Always the case for callers who are not administrators.',
    optional: true,
    aliases: ['filter'],
    example: false,
  })
  filtered?: boolean;

  @Text(TYPE)
  type?: string;
}
