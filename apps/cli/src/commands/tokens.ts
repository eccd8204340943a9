import type { Context } from '../context';
import { command } from '../declaration/command';
import { flag, json, required, text, whole } from '../declaration/field';
import { type Column, type Row, column, computed } from '../declaration/shown';
import { recordIn } from '../connection/reply-fields';
import { UsageError } from '../failures';
import { timeColumn } from './fields';

const TOKEN = required(text('token-id', 'Identifier of the token; gatehouse tokens list shows it.'));
const OWNER = text('user', 'The owner; by default the own account.', { long: 'user', completes: 'users' });
const DAY_MS = 86_400_000;
const NAME = text('name', 'Name of the token, unique among those of the user.');
const EXPIRES = whole('days', 'For how many days it is valid.', { long: 'days', isLocal: true });
const RESTRICTION = json(
  'What it may be used for: a list of entries with resource_id or service_name, scope, permission_names.',
);
const ADMINISTRATOR = flag('The role of an administrator of the owner counts with the token.');

/** What the restriction of a token allows, as text. */
const RESTRICTED: Column = computed('RESTRICTED TO', ({ restriction }) =>
  Array.isArray(restriction)
    ? restriction.length === 0
      ? 'what is public'
      : restriction.map(
          (entry: Row) => `${entry['path']} (${entry['scope']}): ${String(entry['permission_names'])}`,
        )
    : null,
);
const LAST_USED: Column = computed('LAST USED', ({ last_used: use }) => {
  const { time, network } = (use ?? {}) as Row;
  return time === undefined ? null : `${String(time).slice(0, 16)}Z from ${network}`;
});
const COLUMNS: readonly Column[] = [
  column('NAME', 'token_name'),
  column('TOKEN ID', 'token_id', { isUnbroken: true }),
  timeColumn('EXPIRES', 'expires'),
  column('EXPIRED', 'expired', { colour: ({ expired }) => (expired ? 'bad' : undefined) }),
  column('ADMINISTRATOR', 'administrator'),
  LAST_USED,
  RESTRICTED,
];

export const TOKEN_COMMANDS = [
  command({
    name: 'tokens list',
    summary: 'List the API tokens of a user.',
    needs: 'token',
    options: { user_name: OWNER },
    run: async (context, { user_name }) => {
      const api = await context.api();
      return api.send('GET /users/{user_name}/tokens', {
        path: { user_name: user_name ?? (await ownName(context)) },
      });
    },
    shows: { kind: 'list', in: 'tokens', columns: COLUMNS, empty: 'There are no tokens.' },
    json: 'Reply<GET /users/{user_name}/tokens>',
    examples: [
      { line: 'tokens list', does: 'Those of the own account' },
      { line: 'tokens list --user ada', does: 'Those of another one, for administrators' },
    ],
  }),
  command({
    name: 'tokens show',
    summary: 'Show an API token. Its value cannot be shown again.',
    needs: 'token',
    arguments: { token_id: TOKEN },
    options: { user_name: OWNER },
    run: async (context, { token_id, user_name }) => {
      const api = await context.api();
      const path = { user_name: user_name ?? (await ownName(context)), token_id };
      return api.send('GET /users/{user_name}/tokens/{token_id}', { path });
    },
    shows: { kind: 'record', in: 'token', columns: COLUMNS },
    json: 'Reply<GET /users/{user_name}/tokens/{token_id}>',
    examples: [{ line: 'tokens show 0f8fad5b-d9cb-469f-a165-70867728950e', does: 'One token' }],
  }),
  command({
    name: 'tokens create',
    summary: 'Create an API token, and print its value, which is not shown again.',
    description:
      'It asks for the password: with a token, no token can be created. Standard output has the value alone.',
    needs: 'password',
    arguments: { token_name: required(NAME) },
    options: { user_name: OWNER, days: EXPIRES, administrator: ADMINISTRATOR, restriction: RESTRICTION },
    run: created,
    shows: { kind: 'own' },
    json: 'Reply<POST /users/{user_name}/tokens>',
    examples: [
      {
        line: "tokens create 'nightly download' --days 90",
        does: 'Everything that the owner may do, for 90 days',
      },
      {
        line: `tokens create notebook --restriction '[{"service_name": "thredds", "permission_names": ["read"]}]'`,
        does: 'Only reading one service',
      },
    ],
  }),
  command({
    name: 'tokens change',
    summary: 'Change the name, end or restriction of an API token.',
    needs: 'password',
    arguments: { token_id: TOKEN },
    options: {
      user_name: OWNER,
      token_name: { ...NAME, long: 'name' },
      days: EXPIRES,
      restriction: RESTRICTION,
    },
    run: async (context, { token_id, user_name, token_name, days, restriction }) => {
      if ([token_name, days, restriction].every((value) => value === undefined))
        throw new UsageError('Nothing is to be changed: --name, --days or --restriction is missing.');
      const api = await context.apiWithPassword();
      const path = { user_name: user_name ?? (await ownName(context)), token_id };
      const body = { token_name, expires: endAfter(days), restriction: await restrictionOf(restriction) };
      return api.send('PATCH /users/{user_name}/tokens/{token_id}', { path, body });
    },
    shows: { kind: 'sentence', text: ({ token_id }) => `The token ${token_id} is changed.` },
    json: 'Reply<PATCH /users/{user_name}/tokens/{token_id}>',
    examples: [
      { line: 'tokens change 0f8fad5b-d9cb-469f-a165-70867728950e --days 30', does: 'It ends in 30 days' },
    ],
  }),
  command({
    name: 'tokens revoke',
    summary: 'Revoke an API token: from then on it is refused.',
    needs: 'token',
    arguments: { token_id: TOKEN },
    options: { user_name: OWNER },
    confirms: ({ token_id }) => `Revoke the token ${token_id}?`,
    run: async (context, { token_id, user_name }) => {
      const api = await context.api();
      const path = { user_name: user_name ?? (await ownName(context)), token_id };
      return api.send('DELETE /users/{user_name}/tokens/{token_id}', { path });
    },
    shows: { kind: 'sentence', text: ({ token_id }) => `The token ${token_id} is revoked.` },
    json: 'Reply<DELETE /users/{user_name}/tokens/{token_id}>',
    examples: [{ line: 'tokens revoke 0f8fad5b-d9cb-469f-a165-70867728950e', does: 'After a confirmation' }],
  }),
];

/** The name of the account that the command is sent for. */
async function ownName(context: Context): Promise<string> {
  const api = await context.apiOfCommand();
  return String(recordIn(await api.send('GET /session'), 'user')['user_name']);
}

async function created(context: Context, values: Row): Promise<void> {
  const { token_name, administrator, days } = values;
  const api = await context.apiWithPassword();
  const user_name = String(values['user_name'] ?? (await ownName(context)));
  const restriction = await restrictionOf(values['restriction']);
  const body = { token_name, administrator, restriction, expires: endAfter(days as number | undefined) };
  const reply = await api.send('POST /users/{user_name}/tokens', { path: { user_name }, body });
  if (context.output.format === 'json') return context.output.json(reply);
  context.output.line(String(reply['value']));
  context.output.note('Keep it now: it is not shown again.');
}

async function restrictionOf(value: unknown): Promise<unknown> {
  if (typeof value !== 'string') return value;
  const { readDocument } = await import('../batch/documents');
  return readDocument(value);
}

/** ISO 8601, or undefined for the default of the instance. */
export function endAfter(days: number | undefined): string | undefined {
  return days === undefined ? undefined : new Date(Date.now() + days * DAY_MS).toISOString();
}
