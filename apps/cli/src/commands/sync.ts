import { command } from '../declaration/command';
import { choice, flag, list, secret, text, whole } from '../declaration/field';
import { type Column, column, computed } from '../declaration/shown';
import { SERVICE, timeColumn } from './fields';

const KINDS = ['appeared', 'vanished', 'retitled', 'renamed', 'unusable'] as const;
const KIND = choice(KINDS, 'Only changes of this kind.');
const PATTERN = text('pattern', "Only changes whose path fits, such as 'archive/*'.");
const DECIDED = {
  changes: list('numbers', 'Numbers of changes, separated by commas; by default all that fit.'),
  kind: KIND,
  pattern: PATTERN,
  synchronization: whole(
    'id',
    'The synchronization whose changes were seen; refused if there is a newer one. By default the newest.',
  ),
};
const DECIDED_FORM = '{ settled: number, refused: RefusedChangeDto[], synchronization_id: number }';

const resultOf = (name: string): Column =>
  computed(name.toUpperCase(), ({ result }) => (result as Record<string, unknown> | null)?.[name], {
    isNumber: true,
  });

export const SYNC_COMMANDS = [
  command({
    name: 'sync run',
    isDefault: true,
    summary: 'Synchronize a service: read its resources, compare them, and show the result.',
    description:
      'The last word can be left out: gatehouse sync <service>. Exit code 2 if changes wait for a decision, 1 if the synchronization fails.',
    needs: 'token',
    arguments: { service_name: SERVICE },
    options: { detach: flag('Start it, and do not wait for its end.', { isLocal: true }) },
    run: async (context, values) => {
      const { synchronize } = await import('../sync/synchronize');
      return synchronize(context, values);
    },
    shows: { kind: 'own' },
    json: 'Reply<POST /services/{service_name}/synchronizations>',
    examples: [
      { line: 'sync run thredds', does: 'With its progress and its result' },
      { line: 'sync thredds --detach', does: 'The API goes on with it' },
    ],
  }),
  command({
    name: 'sync status',
    summary: 'Show how far a service is in step with the real one.',
    needs: 'token',
    arguments: { service_name: SERVICE },
    operation: 'GET /services/{service_name}/synchronization',
    shows: {
      kind: 'record',
      in: 'synchronization',
      columns: [
        column('TYPE', 'service_sync_type'),
        column('MODE', 'mode'),
        column('INTERVAL (MINUTES)', 'interval_minutes', { isNumber: true }),
        column('DEPTH', 'depth', { isNumber: true }),
        timeColumn('LAST', 'last_synchronized'),
        column('OUT OF SYNC', 'out_of_sync', {
          colour: (row) => (row['out_of_sync'] === true ? 'bad' : 'good'),
        }),
        column('CREDENTIALS FOR', 'credentials_origin'),
        computed('LATEST', ({ latest }) => (latest as { readonly state?: unknown } | null)?.state),
      ],
    },
    examples: [{ line: 'sync status thredds', does: 'Its mode, and when it was read last' }],
  }),
  command({
    name: 'sync list',
    summary: 'List the synchronizations of a service, the newest first.',
    needs: 'token',
    arguments: { service_name: SERVICE },
    options: { limit: whole('number', 'At most so many; 100 by default.') },
    operation: 'GET /services/{service_name}/synchronizations',
    shows: {
      kind: 'list',
      in: 'synchronizations',
      columns: [
        column('ID', 'synchronization_id', { isNumber: true }),
        column('STATE', 'state', {
          colour: ({ state }) => (state === 'failed' ? 'bad' : state === 'succeeded' ? 'good' : undefined),
        }),
        timeColumn('REQUESTED', 'requested'),
        column('BY', 'requested_by', { isDetail: true }),
        column('MODE', 'mode', { isDetail: true }),
        resultOf('appeared'),
        resultOf('vanished'),
        resultOf('created'),
        resultOf('removed'),
        computed('FAILURE', ({ failure }) => (failure as { readonly code?: unknown } | null)?.code, {
          isDetail: true,
        }),
      ],
      empty: 'The service was never synchronized.',
    },
    examples: [{ line: 'sync list thredds --limit 5', does: 'The last five' }],
  }),
  command({
    name: 'sync changes',
    summary: 'List how a service and its registered resources differ, as it was last read.',
    needs: 'token',
    arguments: { service_name: SERVICE },
    options: {
      kind: KIND,
      state: choice(['open', 'automatic', 'applied', 'rejected'], 'Only changes in this state.'),
      pattern: PATTERN,
    },
    operation: 'GET /services/{service_name}/synchronization/changes',
    pages: { after: 'change_id', limit: 1_000 },
    shows: {
      kind: 'list',
      in: 'changes',
      columns: [
        column('CHANGE', 'change_id', { isNumber: true }),
        column('KIND', 'kind'),
        column('PATH', 'path', { value: ({ path }) => (Array.isArray(path) ? path.join('/') : path) }),
        column('TYPE', 'resource_type'),
        column('TITLE', 'resource_display_name', { isDetail: true }),
        column('PROBLEM', 'problem', { isDetail: true }),
        column('STATE', 'state'),
      ],
      empty: 'There are no changes.',
    },
    examples: [{ line: 'sync changes thredds --state open --kind appeared', does: 'What is not registered' }],
  }),
  command({
    name: 'sync accept',
    summary: 'Accept changes: register, remove, rename or retitle resources as the service has them.',
    description:
      'Exit code 2 if some could not be applied, which stay open, or if some of --changes do not exist or were rejected before.',
    needs: 'token',
    arguments: { service_name: SERVICE },
    options: DECIDED,
    confirms: ({ service_name, changes, kind, pattern }) =>
      `Accept ${describe(changes, kind, pattern)} of ${service_name}? What has vanished is removed with its permissions.`,
    run: async (context, values) => {
      const { decide } = await import('../sync/decide');
      return decide(context, 'accept', values);
    },
    shows: { kind: 'own' },
    json: DECIDED_FORM,
    examples: [
      {
        line: "sync accept thredds --kind appeared --pattern 'archive/*'",
        does: 'Registers what is below archive',
      },
      {
        line: 'sync accept thredds --changes 3,4 --synchronization 7',
        does: 'Two of the list that was seen',
      },
    ],
  }),
  command({
    name: 'sync reject',
    summary: 'Reject changes: they are not suggested again.',
    description: 'Exit code 2 if some of --changes do not exist or were accepted before.',
    needs: 'token',
    arguments: { service_name: SERVICE },
    options: DECIDED,
    run: async (context, values) => {
      const { decide } = await import('../sync/decide');
      return decide(context, 'reject', values);
    },
    shows: { kind: 'own' },
    json: DECIDED_FORM,
    examples: [{ line: "sync reject thredds --pattern 'tmp/*'", does: 'Whatever is below tmp' }],
  }),
  command({
    name: 'sync set-credentials',
    summary: 'Set with what a service is read: a user name and its password, or a token.',
    needs: 'token',
    arguments: { service_name: SERVICE },
    options: {
      user_name: text('name', 'The user name, beside --password-stdin.'),
      password: secret('Password at the service.'),
      token: secret('Token at the service.'),
    },
    operation: 'PUT /services/{service_name}/synchronization/credentials',
    shows: {
      kind: 'sentence',
      text: ({ service_name }) => `The service ${service_name} is read with these credentials.`,
    },
    examples: [
      {
        line: 'sync set-credentials thredds --user-name reader --password-stdin < password',
        does: 'HTTP Basic',
      },
      { line: 'sync set-credentials features --token-stdin < token', does: 'A token of the Bearer scheme' },
    ],
  }),
  command({
    name: 'sync delete-credentials',
    summary: 'Delete the credentials with which a service is read.',
    needs: 'token',
    arguments: { service_name: SERVICE },
    operation: 'DELETE /services/{service_name}/synchronization/credentials',
    confirms: ({ service_name }) => `Delete the credentials with which ${service_name} is read?`,
    shows: {
      kind: 'sentence',
      text: ({ service_name }) => `The service ${service_name} is read without credentials.`,
    },
    examples: [{ line: 'sync delete-credentials thredds', does: 'After a confirmation' }],
  }),
];

function describe(
  changes: readonly string[] | undefined,
  kind: string | undefined,
  pattern: string | undefined,
): string {
  if (changes !== undefined) return `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`;
  const which = [kind, pattern].filter((one) => one !== undefined);
  return which.length === 0 ? 'all open changes' : `all open changes (${which.join(', ')})`;
}
