import { MAX_RESOURCE_LEVELS, isEmptyPermission } from '@gatehouse/directory';
import { PARAM, MAX_RESOURCE_NAME_LENGTH, SCOPE } from '@gatehouse/names';
import { type Problem, type ProblemDetails, problem } from '@gatehouse/problems';

const ACTIONS = ['create', 'remove'] as const;

/** Maximum number of entries: a service and one for each level below it. */
const MAX_BRANCH_ENTRIES = MAX_RESOURCE_LEVELS + 1;

/** A step down the branch of a service, with the permission to set or remove there. Reference: permission-rules#branch-updates. */
export interface BranchEntry {
  readonly resourceName: string;
  readonly resourceType: string;
  /** As given; undefined if the entry only describes the path. */
  readonly permission: unknown;
  readonly user: string | undefined;
  readonly group: string | undefined;
  readonly action: (typeof ACTIONS)[number];
}

/** The entries of a body: at least one has a permission, the first one is the service. Reference: http#bulk-permissions. */
export function readBranchEntries(value: unknown): [BranchEntry, ...BranchEntry[]] {
  if (value === undefined || value === null) {
    throw problem('bulk_permissions_missing', {}, at('permissions'));
  }
  if (!Array.isArray(value)) {
    throw problem(
      'bulk_permissions_not_a_list',
      {},
      { param: { name: 'permissions', value: null, compare: 'Type[list]', conditions: { is_type: false } } },
    );
  }
  rejectTooMany(value.length);
  const [first, ...below] = value.map(readEntry);
  if (!first || ![first, ...below].some(({ permission }) => permission !== undefined)) {
    throw problem('bulk_permissions_without_permission', {}, at('permissions'));
  }
  return [first, ...below];
}

function readEntry(value: unknown, index: number): BranchEntry {
  const field = `permissions.${index}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problem('bulk_entry_not_an_object', { field }, at(field));
  }
  const entry = value as Readonly<Record<string, unknown>>;
  const user = nameOf(entry['user'], `${field}.user`);
  const group = nameOf(entry['group'], `${field}.group`);
  const permission = isEmptyPermission(entry['permission']) ? undefined : entry['permission'];
  if (permission !== undefined && user === undefined && group === undefined) {
    throw problem('bulk_entry_without_principal', { field }, at(field));
  }
  return {
    resourceName: resourceNameOf(entry['resource_name'], `${field}.resource_name`),
    resourceType: resourceTypeOf(entry['resource_type'], `${field}.resource_type`, index),
    permission,
    user,
    group,
    action: actionOf(entry['action'], `${field}.action`),
  };
}

function nameOf(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && PARAM.test(value)) return value;
  throw problem('bulk_entry_name_invalid', { field }, at(field, value));
}

function resourceNameOf(value: unknown, field: string): string {
  if (typeof value === 'string' && value.length <= MAX_RESOURCE_NAME_LENGTH && SCOPE.test(value))
    return value;
  throw problem('bulk_entry_resource_name_invalid', { field }, at(field, value));
}

/** The first entry is a service, no other is. */
function resourceTypeOf(value: unknown, field: string, index: number): string {
  if (typeof value === 'string' && (value === 'service') === (index === 0)) return value;
  throw problem('bulk_entry_type_invalid', { field }, at(field, value));
}

function actionOf(value: unknown, field: string): BranchEntry['action'] {
  const action = ACTIONS.find((known) => known === (value ?? 'create'));
  if (action) return action;
  throw problem('bulk_entry_action_unknown', { field }, at(field, value));
}

function rejectTooMany(count: number): void {
  if (count > MAX_BRANCH_ENTRIES) throw tooManyEntries(count);
}

export function tooManyEntries(count: number): Problem {
  return problem(
    'bulk_permissions_too_long',
    { maximum: MAX_BRANCH_ENTRIES },
    {
      param: {
        name: 'permissions',
        value: count,
        compare: `range(1, ${MAX_BRANCH_ENTRIES + 1})`,
        conditions: { is_in: false },
      },
    },
  );
}

function at(name: string, value?: unknown): ProblemDetails {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  return {
    param: {
      name,
      value: isScalar ? value : null,
      conditions: { not_none: value !== undefined, is_in: false },
    },
  };
}
