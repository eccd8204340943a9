import { PARAM, RESOURCE_NAME_MAX_LENGTH, SCOPE } from '@gatehouse/names';
import { type Problem, badRequest, unprocessable } from '@gatehouse/http';
import { MOST_LEVELS } from '../../resources/resource.rules';
import { isEmptyPermission } from '../permission.rules';

const ACTIONS = ['create', 'remove'] as const;

/** Most entries: a service and one for each level that can stand below it. */
export const MOST_ENTRIES = MOST_LEVELS + 1;

/** A step down the branch of a service, with the rules to set or to take away there. Spec: permissions 2.8. */
export interface BulkEntry {
  readonly resourceName: string;
  readonly resourceType: string;
  /** As given; undefined when the entry only describes the way. */
  readonly permission: unknown;
  readonly user: string | undefined;
  readonly group: string | undefined;
  readonly action: (typeof ACTIONS)[number];
}

/** The entries of a body: at least one of them with a permission, the first one the service. Spec: http-api 13.6. */
export function readBulkEntries(value: unknown): [BulkEntry, ...BulkEntry[]] {
  if (value === undefined || value === null) throw unusable('permissions', 'The permissions are missing.');
  if (!Array.isArray(value)) {
    throw unprocessable('The permissions have to be a list.', {
      param: { name: 'permissions', value: null, compare: 'Type[list]', conditions: { is_type: false } },
    });
  }
  if (value.length > MOST_ENTRIES) throw tooMany(value.length);
  const [first, ...below] = value.map(readEntry);
  if (!first || ![first, ...below].some(({ permission }) => permission !== undefined)) {
    throw unusable('permissions', 'None of the entries has a permission.');
  }
  return [first, ...below];
}

function readEntry(value: unknown, index: number): BulkEntry {
  const at = `permissions.${index}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unusable(at, 'An entry has to be an object.');
  }
  const entry = value as Readonly<Record<string, unknown>>;
  const user = nameOf(entry['user'], `${at}.user`);
  const group = nameOf(entry['group'], `${at}.group`);
  const permission = isEmptyPermission(entry['permission']) ? undefined : entry['permission'];
  if (permission !== undefined && user === undefined && group === undefined) {
    throw unusable(at, 'An entry with a permission has to name a user or a group.');
  }
  return {
    resourceName: resourceNameOf(entry['resource_name'], `${at}.resource_name`),
    resourceType: resourceTypeOf(entry['resource_type'], `${at}.resource_type`, index),
    permission,
    user,
    group,
    action: actionOf(entry['action'], `${at}.action`),
  };
}

function nameOf(value: unknown, at: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || !PARAM.test(value)) throw unusable(at, 'This is not a name.', value);
  return value;
}

function resourceNameOf(value: unknown, at: string): string {
  const fits = typeof value === 'string' && SCOPE.test(value) && value.length <= RESOURCE_NAME_MAX_LENGTH;
  if (!fits) throw unusable(at, 'This is not the name of a resource.', value);
  return value;
}

/** The first entry, and no other, is a service. */
function resourceTypeOf(value: unknown, at: string, index: number): string {
  if (typeof value !== 'string' || (value === 'service') !== (index === 0)) {
    throw unusable(at, 'The first entry has to be a service, and only that.', value);
  }
  return value;
}

function actionOf(value: unknown, at: string): BulkEntry['action'] {
  const action = ACTIONS.find((known) => known === (value ?? 'create'));
  if (!action) throw unusable(at, 'There is no such action.', value);
  return action;
}

function tooMany(count: number): Problem {
  return badRequest(`A branch has at most ${MOST_ENTRIES} entries: a service and ${MOST_LEVELS} levels.`, {
    param: {
      name: 'permissions',
      value: count,
      compare: `range(1, ${MOST_ENTRIES + 1})`,
      conditions: { is_in: false },
    },
  });
}

function unusable(name: string, detail: string, value?: unknown): Problem {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  return badRequest(detail, {
    param: {
      name,
      value: isScalar ? value : null,
      conditions: { not_none: value !== undefined, is_in: false },
    },
  });
}
