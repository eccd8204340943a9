import { command } from '../declaration/command';
import { choice, required, switched, text, whole } from '../declaration/field';
import { column } from '../declaration/shown';
import { GROUP, timeColumn } from './fields';

const DESCRIPTION = text('text', 'What the group is for.');
const DISCOVERABLE = switched('Whether users see the group and may join it themselves.');

export const GROUP_COMMANDS = [
  command({
    name: 'groups list',
    summary: 'List groups.',
    needs: 'token',
    operation: 'GET /groups',
    constants: { detail: true },
    pages: { after: 'group_name', limit: 1000 },
    shows: {
      kind: 'list',
      in: 'groups',
      columns: [column('GROUP', 'group_name'), column('MEMBERS', 'member_count', { isNumber: true })],
      empty: 'There are no groups.',
    },
    examples: [{ line: 'groups list', does: 'All groups with the number of their members' }],
  }),
  command({
    name: 'groups show',
    summary: 'Show a group with its members.',
    needs: 'token',
    arguments: { group_name: GROUP },
    operation: 'GET /groups/{group_name}',
    shows: {
      kind: 'record',
      in: 'group',
      columns: [
        column('GROUP', 'group_name'),
        column('DESCRIPTION', 'description'),
        column('DISCOVERABLE', 'discoverable'),
        column('TERMS', 'terms'),
        column('PRIORITY', 'priority', { isNumber: true }),
        column('MEMBERS', 'user_names'),
        column('ID', 'group_id', { isNumber: true }),
      ],
    },
    examples: [{ line: 'groups show hydrologists', does: 'One group' }],
  }),
  command({
    name: 'groups create',
    summary: 'Create a group.',
    needs: 'token',
    isBatch: true,
    arguments: { group_name: GROUP },
    options: {
      description: DESCRIPTION,
      discoverable: DISCOVERABLE,
      terms: text('text', 'Terms that members have to accept.'),
    },
    operation: 'POST /groups',
    shows: { kind: 'sentence', text: ({ group_name }) => `The group ${group_name} is created.` },
    examples: [
      {
        line: "groups create hydrologists --description 'Rivers and lakes' --discoverable true",
        does: 'Users may join it',
      },
    ],
  }),
  command({
    name: 'groups change',
    summary: 'Change the name, description or discoverability of a group.',
    needs: 'token',
    isBatch: true,
    arguments: { group_name: GROUP },
    options: {
      new_name: text('name', 'New name.', { wire: 'group_name', long: 'name' }),
      description: DESCRIPTION,
      discoverable: DISCOVERABLE,
    },
    operation: 'PATCH /groups/{group_name}',
    shows: { kind: 'sentence', text: ({ group_name }) => `The group ${group_name} is changed.` },
    examples: [
      { line: 'groups change hydrologists --discoverable false', does: 'Only administrators add members' },
    ],
  }),
  command({
    name: 'groups delete',
    summary: 'Delete a group, with its permissions.',
    needs: 'token',
    isBatch: true,
    arguments: { group_name: GROUP },
    operation: 'DELETE /groups/{group_name}',
    confirms: ({ group_name }) => `Delete the group ${group_name}, with its permissions?`,
    shows: { kind: 'sentence', text: ({ group_name }) => `The group ${group_name} is deleted.` },
    examples: [{ line: 'groups delete hydrologists', does: 'After a confirmation' }],
  }),
  command({
    name: 'groups members',
    summary: 'List the members of a group.',
    needs: 'token',
    arguments: { group_name: GROUP },
    options: {
      status: choice(
        ['active', 'pending', 'all'],
        'Members who have not accepted the terms yet are pending.',
      ),
    },
    operation: 'GET /groups/{group_name}/users',
    shows: { kind: 'record', columns: [column('MEMBERS', 'user_names')] },
    examples: [{ line: 'groups members hydrologists --json', does: 'For a script' }],
  }),
  command({
    name: 'groups terms',
    summary: 'List the versions of the terms of a group.',
    needs: 'token',
    arguments: { group_name: GROUP },
    operation: 'GET /groups/{group_name}/terms',
    shows: {
      kind: 'list',
      in: 'terms',
      columns: [
        column('VERSION', 'version', { isNumber: true }),
        timeColumn('CREATED', 'created'),
        column('TEXT', 'text'),
      ],
      empty: 'The group has no terms.',
    },
    examples: [{ line: 'groups terms hydrologists', does: 'All versions' }],
  }),
  command({
    name: 'groups publish-terms',
    summary: 'Publish a new version of the terms of a group, which its members have to accept.',
    needs: 'token',
    arguments: { group_name: GROUP },
    options: { terms: required(text('text', 'The text.')) },
    operation: 'POST /groups/{group_name}/terms',
    shows: { kind: 'sentence', text: ({ group_name }) => `The new terms of ${group_name} are published.` },
    examples: [
      {
        line: "groups publish-terms hydrologists --terms 'Cite the data.'",
        does: 'Members are asked by mail',
      },
    ],
  }),
  command({
    name: 'groups acceptances',
    summary: 'List who has accepted the terms of a group, the newest first.',
    needs: 'token',
    arguments: { group_name: GROUP },
    options: { limit: whole('number', 'How many at most; 100 by default.') },
    operation: 'GET /groups/{group_name}/terms/acceptances',
    shows: {
      kind: 'list',
      in: 'acceptances',
      columns: [
        column('USER', 'user_name'),
        column('VERSION', 'version', { isNumber: true }),
        timeColumn('ACCEPTED', 'accepted'),
      ],
      empty: 'Nobody has accepted the terms.',
    },
    examples: [{ line: 'groups acceptances hydrologists', does: 'The last 100' }],
  }),
];
