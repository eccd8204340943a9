import { command } from '../declaration/command';
import { choice, list, required, secret, text } from '../declaration/field';
import { type Column, column } from '../declaration/shown';
import { GROUP, USER } from './fields';

const EMAIL = text('address', 'Email address.');
const STATUS: Column = column('STATUS', 'status', {
  colour: ({ status }) => (status === 'OK' ? 'good' : status === 'WebhookError' ? 'bad' : undefined),
});
const DETAILS: readonly Column[] = [
  column('USER', 'user_name'),
  column('EMAIL', 'email'),
  STATUS,
  column('KIND', 'kind'),
  column('GROUPS', 'group_names'),
  column('PENDING GROUP', 'has_pending_group'),
  column('LANGUAGE', 'locale'),
  column('ID', 'user_id', { isNumber: true }),
];

export const USER_COMMANDS = [
  command({
    name: 'users list',
    summary: 'List users.',
    needs: 'token',
    options: {
      status: text('names', 'Statuses, separated by commas, or all; pending users are left out by default.'),
    },
    operation: 'GET /users',
    constants: { detail: true },
    pages: { after: 'user_name', limit: 1000 },
    shows: {
      kind: 'list',
      in: 'users',
      columns: [
        column('USER', 'user_name'),
        column('EMAIL', 'email'),
        STATUS,
        column('ID', 'user_id', { isNumber: true }),
      ],
      empty: 'There are no users.',
    },
    examples: [
      { line: 'users list', does: 'All users' },
      {
        line: 'users list --status Pending --output csv',
        does: 'Registrations that are not complete, for a spreadsheet',
      },
    ],
  }),
  command({
    name: 'users show',
    summary: 'Show a user.',
    needs: 'token',
    arguments: { user_name: USER },
    operation: 'GET /users/{user_name}',
    shows: { kind: 'record', in: 'user', columns: DETAILS },
    examples: [{ line: 'users show ada', does: 'The account ada' }],
  }),
  command({
    name: 'users create',
    summary: 'Create a user.',
    description:
      'The password is asked for, or read from standard input. Records of a file have the field password.',
    needs: 'token',
    isBatch: true,
    arguments: { user_name: USER },
    options: {
      email: required(EMAIL),
      group_name: text('group', 'First group; by default only that of everybody.', {
        long: 'group',
        completes: 'groups',
      }),
      password: required(secret('Password of the new account.')),
    },
    operation: 'POST /users',
    shows: { kind: 'sentence', text: ({ user_name }) => `The user ${user_name} is created.` },
    examples: [
      {
        line: 'users create ada --email ada@example.org --group hydrologists',
        does: 'Asks for the password',
      },
      {
        line: 'users create --file users.csv',
        does: 'From a file with the columns user_name, email, password, group_name',
      },
    ],
  }),
  command({
    name: 'users change',
    summary: 'Change the name, email address, password, status or language of a user.',
    needs: 'token',
    isBatch: true,
    arguments: { user_name: USER },
    options: {
      new_name: text('name', 'New name.', { wire: 'user_name', long: 'name' }),
      email: EMAIL,
      status: choice(['OK', 'WebhookError'], 'New status.'),
      locale: choice(['en', 'fr'], 'Language of mails.', { long: 'language' }),
      password: secret('New password.'),
      keep_tokens: list(
        'token-id',
        'With a new password of the own account: a token that stays valid. Can be repeated.',
        { long: 'keep-token' },
      ),
    },
    operation: 'PATCH /users/{user_name}',
    shows: { kind: 'sentence', text: ({ user_name }) => `The user ${user_name} is changed.` },
    examples: [{ line: 'users change ada --status OK', does: 'After an error of a webhook was resolved' }],
  }),
  command({
    name: 'users delete',
    summary: 'Delete a user, with its permissions, sessions and tokens.',
    needs: 'token',
    isBatch: true,
    arguments: { user_name: USER },
    operation: 'DELETE /users/{user_name}',
    confirms: ({ user_name }) => `Delete the user ${user_name}, with its permissions?`,
    shows: { kind: 'sentence', text: ({ user_name }) => `The user ${user_name} is deleted.` },
    examples: [
      { line: 'users delete ada', does: 'After a confirmation' },
      {
        line: 'users delete --file left.csv --yes --keep-going',
        does: 'All users of a file, without questions',
      },
    ],
  }),
  command({
    name: 'users groups',
    summary: 'List the groups of a user.',
    needs: 'token',
    arguments: { user_name: USER },
    options: {
      status: choice(
        ['active', 'pending', 'all'],
        'Memberships that wait for the acceptance of terms are pending.',
      ),
    },
    operation: 'GET /users/{user_name}/groups',
    shows: { kind: 'record', columns: [column('GROUPS', 'group_names')] },
    examples: [
      { line: 'users groups ada --status pending', does: 'Groups whose terms ada has not accepted yet' },
    ],
  }),
  command({
    name: 'users join',
    summary: 'Make a user a member of a group.',
    needs: 'token',
    isBatch: true,
    arguments: { user_name: USER, group_name: GROUP },
    operation: 'POST /users/{user_name}/groups',
    shows: {
      kind: 'sentence',
      text: ({ user_name, group_name }) =>
        `${user_name} is a member of ${group_name}, or becomes one by accepting its terms.`,
    },
    examples: [{ line: 'users join ada hydrologists', does: 'One membership' }],
  }),
  command({
    name: 'users leave',
    summary: 'End the membership of a user in a group.',
    needs: 'token',
    isBatch: true,
    arguments: { user_name: USER, group_name: GROUP },
    operation: 'DELETE /users/{user_name}/groups/{group_name}',
    confirms: ({ user_name, group_name }) => `End the membership of ${user_name} in ${group_name}?`,
    shows: {
      kind: 'sentence',
      text: ({ user_name, group_name }) => `${user_name} is no longer a member of ${group_name}.`,
    },
    examples: [{ line: 'users leave ada hydrologists --yes', does: 'Without a question' }],
  }),
];
