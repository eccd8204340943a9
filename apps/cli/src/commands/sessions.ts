import { command } from '../declaration/command';
import { required, text } from '../declaration/field';
import { column } from '../declaration/shown';
import { USER, timeColumn } from './fields';

export const SESSION_COMMANDS = [
  command({
    name: 'sessions list',
    summary: 'List the sessions of a user.',
    needs: 'token',
    arguments: { user_name: USER },
    operation: 'GET /users/{user_name}/sessions',
    shows: {
      kind: 'list',
      in: 'sessions',
      columns: [
        column('SESSION ID', 'session_id', { isUnbroken: true }),
        column('DEVICE', 'device'),
        column('ADDRESS', 'address'),
        timeColumn('CREATED', 'created'),
        timeColumn('LAST USED', 'last_used'),
        timeColumn('EXPIRES', 'expires'),
      ],
      empty: 'There are no sessions.',
    },
    examples: [{ line: 'sessions list ada', does: 'Where ada is signed in' }],
  }),
  command({
    name: 'sessions end',
    summary: 'End a session of a user.',
    needs: 'token',
    arguments: { user_name: USER, session_id: required(text('session-id', 'Identifier of the session.')) },
    operation: 'DELETE /users/{user_name}/sessions/{session_id}',
    confirms: ({ session_id, user_name }) => `End the session ${session_id} of ${user_name}?`,
    shows: { kind: 'sentence', text: ({ session_id }) => `The session ${session_id} is ended.` },
    examples: [{ line: 'sessions end ada 6f1d3e0c-57a9-4a55-9d64-0b1c5f0e9a21', does: 'One session' }],
  }),
  command({
    name: 'sessions end-all',
    summary: 'End all sessions of a user.',
    needs: 'token',
    isBatch: true,
    arguments: { user_name: USER },
    operation: 'DELETE /users/{user_name}/sessions',
    confirms: ({ user_name }) => `End all sessions of ${user_name}?`,
    shows: { kind: 'sentence', text: ({ user_name }) => `The sessions of ${user_name} are ended.` },
    examples: [{ line: 'sessions end-all ada --yes', does: 'After a laptop was lost' }],
  }),
];
