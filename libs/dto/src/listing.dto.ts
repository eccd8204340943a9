import { FlagField } from './flag-field';
import { Text } from './text-field';

const FLATTEN = {
  about: 'A list in place of objects by type and name.',
  optional: true,
  aliases: ['flattened', 'list'],
  example: false,
};

const TYPE = {
  about: 'Service types to show, separated by commas; unknown ones are dropped. Empty: all.',
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

/** Which rules a read about a user counts. Reference: permissions#queries. */
export class AssignmentSourcesQuery {
  @FlagField({
    about: 'Whether rules of the groups of the user are shown beside its own.',
    optional: true,
    aliases: ['inherit'],
    example: false,
  })
  inherited?: boolean;

  @FlagField({
    about: 'Whether these are reduced to the one rule of each name that counts on each resource alone.',
    optional: true,
    aliases: ['resolved'],
    example: false,
  })
  resolve?: boolean;
}

export class UserPermissionsQuery extends AssignmentSourcesQuery {
  @FlagField({
    about:
      'Whether the outcome along the tree is shown, one entry for each permission. Counts before the others.',
    optional: true,
    example: false,
  })
  effective?: boolean;
}

export class GroupPermissionsQuery {
  @FlagField({
    about: "Whether the outcome of the group's rules along the tree is shown in place of its rules.",
    optional: true,
    example: false,
  })
  effective?: boolean;
}

/** Reference: permissions#listings. */
export class UserServicesQuery extends AssignmentSourcesQuery {
  @FlagField({
    about: 'Whether services are listed on which rules count only further down; they show no permissions.',
    optional: true,
    example: false,
  })
  cascade?: boolean;

  @FlagField(FLATTEN)
  flatten?: boolean;

  @Text(TYPE)
  type?: string;
}

/** Reference: permissions#listings. */
export class UserResourcesQuery extends AssignmentSourcesQuery {
  @FlagField({
    about: 'Whether only resources with permissions are shown. Always so unless an administrator asks.',
    optional: true,
    aliases: ['filter'],
    example: false,
  })
  filtered?: boolean;

  @Text(TYPE)
  type?: string;
}
