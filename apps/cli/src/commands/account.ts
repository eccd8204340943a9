import type { Context } from '../context';
import { command } from '../declaration/command';
import { flag, required, text, whole } from '../declaration/field';
import { type Row, column, computed } from '../declaration/shown';
import { UsageError } from '../failures';
import { notGatehouse } from '../connection/replies';
import { recordIn } from '../connection/reply-fields';
import { shortTime } from './fields';

/** What is known of a profile without its token. */
const PROFILE = 'url: string, user_name: string, administrator: boolean, token_id?: string, expires?: string';

export const ACCOUNT_COMMANDS = [
  command({
    name: 'login',
    summary: 'Sign in to an instance: creates an API token, and keeps it for further commands.',
    description:
      'The token is kept in a file that only this user can read. An account without a password signs in with a token that was created in the console: --token-stdin.',
    needs: 'nothing',
    arguments: { instance: text('url', 'Base URL of the API, such as https://gate.example.org.') },
    options: {
      user: text('name', 'User name or email address; asked for by default.', { short: 'u' }),
      password_stdin: flag('Read the password from standard input.'),
      token_stdin: flag('Read an existing API token from standard input, and keep that one.'),
      administrator: flag('The token has the rights of an administrator, if the account has them.'),
      days: whole('days', 'For how many days the token is valid; by default what the instance says.'),
      token_name: text('name', 'Name of the token; by default it names this program and machine.'),
      profile: text('name', 'Keep it under this name, for several instances; default by default.', {
        completes: 'profiles',
      }),
      allow_http: flag(
        'Send the password in clear text to another machine: only in a network that is trusted.',
      ),
      timeout: whole('seconds', 'How long a reply is waited for; 60 by default.'),
    },
    run: async (context, values) => {
      const { login } = await import('../connection/login');
      return login(context, values);
    },
    shows: {
      kind: 'sentence',
      text: (_values, { user_name, url, administrator, profile }) =>
        `Signed in to ${url} as ${user_name}${administrator ? ', with the rights of an administrator' : ''} (profile ${profile}).`,
    },
    json: `{ profile: string, ${PROFILE} }`,
    examples: [
      { line: 'login https://gate.example.org --administrator', does: 'Asks for name and password' },
      {
        line: 'login https://gate.example.org --user ada --password-stdin < password.txt',
        does: 'Without a terminal',
      },
      { line: 'login https://gate.example.org --token-stdin', does: 'With a token of the console' },
    ],
  }),
  command({
    name: 'logout',
    summary: 'Forget the token of a profile, and revoke it if login has created it.',
    needs: 'nothing',
    options: {
      profile: text('name', 'The profile; by default the current one.', { completes: 'profiles' }),
      keep_token: flag('Forget it here without revoking it.'),
      timeout: whole('seconds', 'How long a reply is waited for; 60 by default.'),
    },
    run: async (context, values) => {
      const { logout } = await import('../connection/login');
      return logout(context, values);
    },
    shows: {
      kind: 'sentence',
      text: (_values, { profile, revoked }) =>
        `Signed out (profile ${profile}).${revoked ? ' The token is revoked.' : ''}`,
    },
    json: '{ profile: string, revoked: boolean }',
    examples: [{ line: 'logout', does: 'The current profile' }],
  }),
  command({
    name: 'whoami',
    summary: 'Show who the API takes this program for.',
    needs: 'token',
    run: whoAmI,
    shows: {
      kind: 'record',
      columns: [
        column('INSTANCE', 'url'),
        computed('USER', ({ user }) => ((user ?? {}) as Row)['user_name']),
        computed('GROUPS', ({ user }) => ((user ?? {}) as Row)['group_names']),
        computed('TOKEN', ({ token }) => ((token ?? {}) as Row)['token_name']),
        computed('EXPIRES', ({ token }) => shortTime(((token ?? {}) as Row)['expires'])),
        computed('ADMINISTRATOR', ({ token }) => ((token ?? {}) as Row)['administrator']),
        computed('RESTRICTED', ({ token }) => ((token ?? {}) as Row)['restriction'] !== null),
      ],
    },
    json: '{ url: string } & Reply<GET /session>',
    examples: [{ line: 'whoami', does: 'User, groups and token' }],
  }),
  command({
    name: 'profiles list',
    summary: 'List the instances for which there is a token.',
    needs: 'nothing',
    run: async (context) => {
      const profiles = await context.profiles();
      return {
        profiles: profiles.names.map((name) => {
          return { name, current: name === profiles.current, ...profiles.publicOf(name) };
        }),
      };
    },
    shows: {
      kind: 'list',
      in: 'profiles',
      columns: [
        computed('', ({ current }) => (current ? '*' : '')),
        column('PROFILE', 'name'),
        column('INSTANCE', 'url'),
        column('USER', 'user_name'),
        column('ADMINISTRATOR', 'administrator'),
        column('EXPIRES', 'expires', { value: ({ expires }) => shortTime(expires) }),
      ],
      empty: 'There are no profiles: gatehouse login <url>',
    },
    json: `{ profiles: { name: string, current: boolean, ${PROFILE} }[] }`,
    examples: [{ line: 'profiles list', does: 'The current one has a star' }],
  }),
  command({
    name: 'profiles use',
    summary: 'Use another profile from now on.',
    needs: 'nothing',
    arguments: { profile_name: required(text('profile', 'Name of the profile.', { completes: 'profiles' })) },
    run: async (context, { profile_name }) => {
      const profiles = await context.profiles();
      await profiles.use(profile_name);
      return { current: profile_name };
    },
    shows: { kind: 'sentence', text: ({ profile_name }) => `The profile is now ${profile_name}.` },
    json: '{ current: string }',
    examples: [{ line: 'profiles use production', does: 'For all further commands' }],
  }),
];

async function whoAmI(context: Context): Promise<Row> {
  const api = await context.api();
  const reply = await api.send('GET /session');
  const { authenticated } = reply;
  if (typeof authenticated !== 'boolean') throw notGatehouse(`${api.url} has answered without a session.`);
  if (!authenticated) throw new UsageError('The API takes this program for nobody.');
  return { url: api.url, ...reply, user: recordIn(reply, 'user') };
}
