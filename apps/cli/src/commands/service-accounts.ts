import { command } from '../declaration/command';
import { required, text } from '../declaration/field';
import { column } from '../declaration/shown';

const ACCOUNT = required(text('account', 'Name of the service account.', { completes: 'users' }));

export const SERVICE_ACCOUNT_COMMANDS = [
  command({
    name: 'service-accounts list',
    summary: 'List service accounts: users for programs, which only have tokens.',
    needs: 'token',
    operation: 'GET /service_accounts',
    constants: { detail: true },
    pages: { after: 'user_name', limit: 1000 },
    shows: {
      kind: 'list',
      in: 'users',
      columns: [
        column('ACCOUNT', 'user_name'),
        column('EMAIL', 'email'),
        column('ID', 'user_id', { isNumber: true }),
      ],
      empty: 'There are no service accounts.',
    },
    examples: [{ line: 'service-accounts list', does: 'All of them' }],
  }),
  command({
    name: 'service-accounts create',
    summary: 'Create a service account.',
    description:
      'Its groups, permissions and tokens are those of a user of this name: users, permissions and tokens create --user.',
    needs: 'token',
    isBatch: true,
    arguments: { user_name: ACCOUNT },
    options: {
      email: text('address', 'Email address, by which people find it; no mail is sent to it.'),
      group_name: text('group', 'First group; by default only that of everybody.', {
        long: 'group',
        completes: 'groups',
      }),
    },
    operation: 'POST /service_accounts',
    shows: { kind: 'sentence', text: ({ user_name }) => `The service account ${user_name} is created.` },
    examples: [
      {
        line: 'service-accounts create harvester --group users',
        does: 'Then: gatehouse tokens create nightly --user harvester',
      },
    ],
  }),
  command({
    name: 'service-accounts delete',
    summary: 'Delete a service account, with its permissions and tokens.',
    needs: 'token',
    isBatch: true,
    arguments: { user_name: ACCOUNT },
    operation: 'DELETE /users/{user_name}',
    confirms: ({ user_name }) => `Delete the service account ${user_name}, with its permissions and tokens?`,
    shows: { kind: 'sentence', text: ({ user_name }) => `The service account ${user_name} is deleted.` },
    examples: [{ line: 'service-accounts delete harvester', does: 'After a confirmation' }],
  }),
];
