import type { Api } from '../connection/api';
import type { Context } from '../context';
import { command } from '../declaration/command';
import { choice, flag, required, resource, text } from '../declaration/field';
import { type Row, column } from '../declaration/shown';
import { ApiProblem, UsageError } from '../failures';
import { ACCESS, REASON } from './fields';

const RESOURCE = required(
  resource('The resource or service: its identifier, or its path, such as thredds/ocean.'),
);
const PERMISSION = required(text('permission', 'Name of the permission, such as read.'));
const HOLDER = {
  user_name: text('user', 'The user who has it.', { long: 'user', completes: 'users' }),
  group_name: text('group', 'The group whose members have it.', { long: 'group', completes: 'groups' }),
};

/** Changes of one request; the API carries out all of them or none. */
const MAX_CHANGES = 1_000;

const FIELD_OF_RECORD = /\bchanges\.(\d+)\./g;

interface Holder {
  readonly user_name?: string | undefined;
  readonly group_name?: string | undefined;
}

/** Exactly one of user and group. Throws a {@link UsageError}. */
export function holderOf({ user_name, group_name }: Holder): Holder {
  if ((user_name === undefined) === (group_name === undefined))
    throw new UsageError('Either --user or --group is required.');
  return user_name === undefined ? { group_name } : { user_name };
}

function holderText({ user_name, group_name }: Holder): string {
  return user_name === undefined ? `the group ${group_name}` : `the user ${user_name}`;
}

const SET = command({
  name: 'permissions set',
  summary: 'Allow or deny something to a user or group on a resource.',
  description:
    'An assignment of the same permission to the same user or group is replaced. All records of a file are one change.',
  needs: 'token',
  isBatch: true,
  arguments: { permission_name: PERMISSION, resource_id: RESOURCE },
  options: {
    ...HOLDER,
    access: choice(['allow', 'deny'], 'allow by default.'),
    scope: choice(
      ['match', 'recursive'],
      'Only the resource, or also everything below it; recursive by default.',
    ),
  },
  run: (context, values) => change(context, [{ access: 'allow', ...defined(values) }]),
  allAtOnce: (context, records) =>
    change(
      context,
      records.map((record) => ({ access: 'allow', ...defined(record) })),
    ),
  shows: {
    kind: 'sentence',
    text: ({ permission_name, resource_id, access = 'allow', ...holder }, { changed }) =>
      changed === 0
        ? 'Nothing has changed: it was set already.'
        : `${permission_name} on ${resource_id} is ${access === 'deny' ? 'denied to' : 'allowed to'} ${holderText(holder)}.`,
  },
  json: 'Reply<POST /permissions/changes>',
  examples: [
    {
      line: 'permissions set read thredds/ocean --group hydrologists',
      does: 'Allow it, with everything below',
    },
    {
      line: 'permissions set write thredds --user ada --access deny --scope match',
      does: 'Deny it on the service alone',
    },
    {
      line: 'permissions set --file assignments.csv',
      does: 'From records with permission_name, resource_id, user_name or group_name, access, scope',
    },
  ],
});

const REMOVE = command({
  name: 'permissions remove',
  summary: 'Remove the assignment of a permission.',
  needs: 'token',
  isBatch: true,
  arguments: { permission_name: PERMISSION, resource_id: RESOURCE },
  options: HOLDER,
  confirms: ({ permission_name, resource_id, ...holder }) =>
    `Remove ${permission_name} on ${resource_id} from ${holderText(holder)}?`,
  run: (context, values) => change(context, [{ ...defined(values), access: null }]),
  allAtOnce: (context, records) =>
    change(
      context,
      records.map((record) => ({ ...defined(record), access: null })),
    ),
  shows: {
    kind: 'sentence',
    text: (_values, { changed }) =>
      changed === 0 ? 'Nothing has changed: there was no such assignment.' : 'The assignment is removed.',
  },
  json: 'Reply<POST /permissions/changes>',
  examples: [
    { line: 'permissions remove read thredds/ocean --group hydrologists', does: 'After a confirmation' },
  ],
});

export const PERMISSION_COMMANDS = [
  command({
    name: 'permissions list',
    summary: 'List the permissions of a user or group on a resource.',
    needs: 'token',
    arguments: { resource_id: RESOURCE },
    options: {
      ...HOLDER,
      inherited: flag('Include those of the groups of the user.'),
      resolve: flag('Reduce them to the one of each name that counts.'),
      effective: flag('What is allowed and denied, with everything above the resource.'),
    },
    run: listed,
    shows: {
      kind: 'list',
      in: 'permissions',
      columns: [
        column('PERMISSION', 'name'),
        ACCESS,
        column('SCOPE', 'scope'),
        column('TYPE', 'type'),
        REASON,
      ],
      empty: 'There are no permissions.',
    },
    json: 'Reply<GET /users/{user_name}/resources/{resource_id}/permissions> | Reply<GET /groups/{group_name}/resources/{resource_id}/permissions>',
    examples: [
      { line: 'permissions list thredds/ocean --group hydrologists', does: 'What is assigned there' },
      { line: 'permissions list thredds/ocean --user ada --effective', does: 'What ada may do there' },
    ],
  }),
  SET,
  REMOVE,
  command({
    name: 'permissions preview',
    summary: 'Show what a change of an assignment would mean, without making it.',
    needs: 'token',
    arguments: { permission_name: PERMISSION, resource_id: RESOURCE },
    options: {
      ...HOLDER,
      access: choice(['allow', 'deny', 'remove'], 'allow by default.'),
      scope: choice(
        ['match', 'recursive'],
        'Only the resource, or also everything below it; recursive by default.',
      ),
    },
    run: preview,
    shows: {
      kind: 'list',
      in: 'entries',
      columns: [
        column('USER', 'user_name'),
        column('PATH', 'path'),
        column('PERMISSION', 'permission_name'),
        column('BEFORE', 'before'),
        column('AFTER', 'after', { colour: ({ after }) => (after === 'allow' ? 'good' : 'bad') }),
        { ...REASON, isDetail: true },
      ],
      empty: 'Nobody would be allowed or denied anything else.',
    },
    json: 'Reply<POST /permissions/preview>',
    examples: [
      {
        line: 'permissions preview read thredds --group everyone --access deny',
        does: 'Who would lose what',
      },
    ],
  }),
];

/** One request, so that all changes are made or none. */
async function change(context: Context, changes: readonly Row[]): Promise<Row> {
  if (changes.length > MAX_CHANGES)
    throw new UsageError(`A change has at most ${MAX_CHANGES} assignments; these are ${changes.length}.`);
  changes.forEach((each) => holderOf(each as Holder));
  const api = await context.api();
  const body = { changes: await withIds(api, changes) };
  return inOwnWords(api.send('POST /permissions/changes', { body }), changes.length);
}

/** The API names fields by their place in the request; here they are those of a record, or the only ones. */
async function inOwnWords<T>(request: Promise<T>, records: number): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const detail = error.facts.detail.replace(FIELD_OF_RECORD, (_place, index: string) =>
      records === 1 ? '' : `record ${Number(index) + 1}: `,
    );
    throw new ApiProblem({ ...error.facts, detail });
  }
}

/** Each path is looked up once. */
async function withIds(api: Api, changes: readonly Row[]): Promise<Row[]> {
  const found = new Map<unknown, number>();
  for (const { resource_id: path } of changes)
    if (!found.has(path)) found.set(path, await api.resource(String(path)));
  return changes.map((each) => ({ ...each, resource_id: found.get(each['resource_id']) }));
}

async function preview(context: Context, { access = 'allow', ...values }: Row): Promise<Row> {
  const api = await context.api();
  holderOf(values as Holder);
  const requested = { ...defined(values), access: access === 'remove' ? null : access };
  const changes = await withIds(api, [requested]);
  return inOwnWords(api.send('POST /permissions/preview', { body: { changes, limit: 1_000 } }), 1);
}

async function listed(context: Context, values: Row): Promise<Row> {
  const api = await context.api();
  const { user_name, group_name } = holderOf(values as Holder);
  const resource_id = await api.resource(String(values['resource_id']));
  const { inherited, resolve, effective } = values;
  if (user_name !== undefined)
    return api.send('GET /users/{user_name}/resources/{resource_id}/permissions', {
      path: { user_name, resource_id },
      query: { inherited, resolve, effective },
    });
  if (inherited || resolve) throw new UsageError('--inherited and --resolve are about users.');
  return api.send('GET /groups/{group_name}/resources/{resource_id}/permissions', {
    path: { group_name: String(group_name), resource_id },
    query: { effective },
  });
}

function defined(values: Row): Row {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
