import { command } from '../declaration/command';
import { flag, list, required, text, whole } from '../declaration/field';
import { REFUSED_FILES } from './configuration';
import { DATABASE_FORM, KEY_FORM, MAIL_FORM, MIGRATED } from './operation';

const CONFIG = text('path', 'Settings file.', { short: 'c', completes: 'files' });
const CONFIG_LONG = text('path', 'Settings file.', { completes: 'files' });
const ABOUT = 'A tool of the reference, with its options. New scripts use the commands above.';
const PASSWORD_WARNING = 'A password as an argument can be read by other accounts of the machine.';

/** The tools that platforms have in their scripts: only the name of the program in front of them changes. */
export const TOOL_COMMANDS = [
  command({
    name: 'register_defaults',
    summary: 'Create the default users and groups that are missing.',
    description: ABOUT,
    needs: 'tool',
    arguments: {
      settings: text('settings', 'Settings file; by default SVC_INI_FILE_PATH, beside the environment.', {
        completes: 'files',
      }),
    },
    run: async (context, { settings }) => {
      const { registerDefaults } = await import('../operation/operation');
      return registerDefaults(context, settings);
    },
    shows: {
      kind: 'sentence',
      text: (_values, { password_set }) =>
        `The default users and groups exist.${password_set ? ' The administrator has the password of the settings.' : ''}`,
    },
    json: '{ password_set: boolean }',
    examples: [{ line: 'register_defaults svc.ini', does: 'Before the first start' }],
  }),
  command({
    name: 'register_providers',
    summary: 'Register the services of configuration files.',
    description: `${ABOUT} The account of the administrator is that of SVC_ADMIN_USER and SVC_ADMIN_PASSWORD, the address that of SVC_URL. With --db, the database of the settings is written by the rules of the API, which need not run; what is to be sent, it sends later.`,
    needs: 'tool',
    options: {
      config_file: list('path', 'File or folder with a section providers; can be repeated.', {
        short: 'c',
        completes: 'files',
      }),
      force: flag('Change services that exist, too.', { short: 'f' }),
      no_getcapabilities: flag('Do not allow getcapabilities to everybody.', {
        short: 'g',
        long: 'getcapabilities-off',
      }),
      push: flag('Push the services to the workflow portal.', { short: 'p' }),
      db: flag('Use the database of the settings instead of the API.'),
      config: CONFIG_LONG,
    },
    run: async (context, values) => {
      const { registerProviders } = await import('../tools/register-providers');
      return registerProviders(context, values);
    },
    shows: { kind: 'own' },
    json: `{ services: { service_name: string, result: 'created' | 'changed' | 'unchanged' | 'failed' }[] } | ${REFUSED_FILES}`,
    examples: [
      { line: 'register_providers -c providers.cfg -f', does: 'Services of the file are created or changed' },
    ],
  }),
  command({
    name: 'batch_update_permissions',
    summary: 'Carry out the permissions of configuration files through the API.',
    description: `${ABOUT} ${PASSWORD_WARNING}`,
    needs: 'tool',
    options: {
      url: text('url', 'Base URL of the API; by default SVC_URL.', { short: 'u' }),
      username: text('name', 'The administrator; by default SVC_ADMIN_USER.', { short: 'U' }),
      password: text('password', 'By default SVC_ADMIN_PASSWORD.', { short: 'P' }),
      config: required(
        list('path', 'File with a section permissions; can be repeated.', {
          short: 'c',
          completes: 'files',
          isVariadic: true,
        }),
      ),
    },
    run: async (context, values) => {
      const { batchUpdatePermissions } = await import('../tools/batch-update-permissions');
      return batchUpdatePermissions(context, values);
    },
    shows: { kind: 'own' },
    json: `{ entries: { file: string, entry: number, result: 'done' | 'skipped' | 'failed', detail: string | null }[] } | ${REFUSED_FILES}`,
    examples: [
      {
        line: 'batch_update_permissions -u https://gate.example.org -U admin -P … -c permissions.cfg',
        does: 'One file',
      },
    ],
  }),
  command({
    name: 'batch_update_users',
    summary: 'Create or delete users through the API.',
    description: `${ABOUT} ${PASSWORD_WARNING} The passwords of new users are in a file that only this user can read.`,
    needs: 'tool',
    arguments: {
      url: required(text('url', 'Base URL of the API.')),
      username: required(text('username', 'The administrator.')),
      password: required(text('password', 'Its password.')),
    },
    options: {
      file: text('path', 'File with a section users.', { short: 'f', completes: 'files' }),
      emails: list('address', 'Email addresses of the users.', { short: 'e', isVariadic: true }),
      users: list('name', 'Names of the users, in the order of the addresses; by default random.', {
        short: 'u',
        long: 'users',
        isVariadic: true,
      }),
      group: text('group', 'First group of new users.', { short: 'g' }),
      length: whole('characters', 'Length of random passwords; by default the minimum of the instance.', {
        short: 'L',
      }),
      delete: flag('Delete the users instead.', { short: 'D' }),
      output_folder: text('folder', 'Where the file with the results is written; by default here.', {
        short: 'o',
        long: 'output',
        completes: 'files',
      }),
    },
    run: async (context, values) => {
      const { batchUpdateUsers } = await import('../tools/batch-update-users');
      return batchUpdateUsers(context, values);
    },
    shows: { kind: 'own' },
    json: `{ file: string, users: { user_name: string, result: string }[] } | ${REFUSED_FILES}`,
    examples: [
      {
        line: 'batch_update_users https://gate.example.org admin … -e ada@example.org bob@example.org -g users',
        does: 'Two new users',
      },
    ],
  }),
  command({
    name: 'run_db_migration',
    summary: 'Bring the schema of the database to the newest version.',
    description: `${ABOUT} ${MIGRATED}`,
    needs: 'tool',
    options: { config: CONFIG },
    run: async (context, { config }) => {
      const { migrateDatabase } = await import('../operation/operation');
      return migrateDatabase(context, config);
    },
    shows: { kind: 'sentence', text: () => 'The schema is up to date.' },
    json: DATABASE_FORM,
    examples: [{ line: 'run_db_migration -c svc.ini', does: 'As gatehouse db migrate' }],
  }),
  command({
    name: 'send_email',
    summary: 'Send a mail with sample values.',
    description: ABOUT,
    needs: 'tool',
    options: {
      email: required(text('address', 'The recipient.', { short: 'e' })),
      template: text('template', 'Name or number (from 0) of the mail; by default a short test mail.', {
        short: 't',
      }),
      config: required(CONFIG),
    },
    run: async (context, { email: to, template, config: settingsFile }) => {
      const { testMail } = await import('../operation/operation');
      return testMail(context, { to, template, settingsFile });
    },
    shows: {
      kind: 'sentence',
      text: ({ email }, { server }) => `A mail to ${email} was accepted by ${server}.`,
    },
    json: MAIL_FORM,
    examples: [{ line: 'send_email -e ada@example.org -c svc.ini', does: 'As gatehouse mail test' }],
  }),
  command({
    name: 'sync_resources',
    summary: 'Synchronize all services that have a synchronization type.',
    description: `${ABOUT} It reads them itself, and needs the settings of the API; what becomes of differences is the mode of each service. Messages are also in the file SVC_CRON_LOG. Exit code 0 without doing anything while the database is not ready; 1 if a synchronization fails, after all others.`,
    needs: 'tool',
    options: { db: text('url', 'URL of the database; by default SVC_DB_URL.') },
    run: async (context, { db }) => {
      const { syncResources } = await import('../operation/operation');
      return syncResources(context, db);
    },
    shows: { kind: 'own' },
    json: '{ ready: boolean, synchronizations: { service_name: string, state: string, failure: string | null }[] }',
    examples: [{ line: 'sync_resources', does: 'Every hour, by a scheduler' }],
  }),
  command({
    name: 'purge_expired_network_tokens',
    summary: 'Delete the tokens of other instances that have expired.',
    description: `${ABOUT} ${PASSWORD_WARNING}`,
    needs: 'tool',
    arguments: {
      way: text('db|api', 'Through the database (by default) or the API.'),
      url: text('url', 'With api: base URL of the API.'),
      username: text('username', 'With api: the administrator.'),
      password: text('password', 'With api: its password.'),
    },
    options: { config: CONFIG_LONG },
    run: async (context, values) => {
      const { purgeNetworkTokens } = await import('../tools/purge-network-tokens');
      return purgeNetworkTokens(context, values);
    },
    shows: { kind: 'own' },
    json: '{ deleted: number }',
    examples: [{ line: 'purge_expired_network_tokens db', does: 'Prints their number' }],
  }),
  command({
    name: 'create_private_key',
    summary: 'Create a private key for messages to other instances.',
    description: `${ABOUT} Exit code 2 if the file exists already. ${PASSWORD_WARNING}`,
    needs: 'tool',
    options: {
      config: CONFIG_LONG,
      key_file: text('path', 'The file; by default the first that is configured.', { completes: 'files' }),
      password: text('password', 'Password of the file.'),
      force: flag('Replace a file that exists.'),
    },
    run: async (context, { config: settingsFile, key_file: path, password, force = false }) => {
      const { warnOfPassword } = await import('../tools/administrator');
      if (password !== undefined) warnOfPassword(context);
      const { createKey } = await import('../operation/operation');
      return createKey(context, { path, password, force, settingsFile });
    },
    shows: { kind: 'sentence', text: (_values, { path }) => `A new key is in ${path}.` },
    json: KEY_FORM,
    examples: [{ line: 'create_private_key --key-file key.pem', does: 'As gatehouse keys create' }],
  }),
];
