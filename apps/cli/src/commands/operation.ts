import type { Context } from '../context';
import { command } from '../declaration/command';
import { choice, flag, list, required, secret, text } from '../declaration/field';
import { column } from '../declaration/shown';

const SETTINGS = text('path', 'Settings file; by default SVC_INI_FILE_PATH, beside the environment.', {
  completes: 'files',
});
const PURGED = ['network-tokens', 'links', 'sessions'] as const;
const FOUND = [
  column('POSTGRESQL', 'postgresql'),
  column('SCHEMA', 'schema'),
  column('ROLE', 'role'),
  column('MISSING MIGRATIONS', 'pending', { isNumber: true }),
  column('WARNINGS', 'warnings'),
];

/** Forms of JSON that the tools of the reference have, too. */
export const DATABASE_FORM =
  '{ postgresql: string, schema: string, role: string, pending: number, warnings: string[] }';
export const MIGRATED = 'JSON has as pending how many migrations were missing before.';
export const KEY_FORM = '{ path: string }';
export const MAIL_FORM = '{ server: string, reply: string, message_id: string }';

export const OPERATION_COMMANDS = [
  command({
    name: 'db check',
    summary: 'Examine the database as the start of the API does, and change nothing.',
    description: 'Exit code 2 if the next start of the API would change the schema.',
    needs: 'settings',
    options: { settings: SETTINGS },
    run: async (context, { settings }) => {
      const { checkDatabase } = await import('../operation/operation');
      const found = await checkDatabase(context, settings);
      if (found.pending > 0) context.exitCode = 2;
      return found;
    },
    shows: { kind: 'record', columns: FOUND },
    json: DATABASE_FORM,
    examples: [{ line: 'db check', does: 'Before an upgrade' }],
  }),
  command({
    name: 'db migrate',
    summary: 'Bring the schema of the database to the version of this program.',
    description: MIGRATED,
    needs: 'settings',
    options: { settings: SETTINGS },
    run: async (context, { settings }) => {
      const { migrateDatabase } = await import('../operation/operation');
      return migrateDatabase(context, settings);
    },
    shows: {
      kind: 'sentence',
      text: (_values, { pending }) =>
        pending === 0 ? 'The schema is up to date.' : 'The schema is up to date now.',
    },
    json: DATABASE_FORM,
    examples: [
      { line: 'db migrate', does: 'With SVC_DB_URL of the environment, before the new version is started' },
    ],
  }),
  command({
    name: 'purge',
    summary: 'Delete what has expired, as the daily jobs of the API do.',
    needs: 'settings',
    options: {
      only: list('kind', 'network-tokens, links or sessions; by default all of them. Can be repeated.'),
      settings: SETTINGS,
    },
    run: (context, { only, settings }) => purge(context, only, settings),
    shows: {
      kind: 'sentence',
      text: (_values, { network_tokens }) =>
        network_tokens === null
          ? 'What has expired is deleted.'
          : `What has expired is deleted, ${network_tokens} network tokens among it.`,
    },
    json: "{ purged: ('network-tokens' | 'links' | 'sessions')[], network_tokens: number | null }",
    examples: [{ line: 'purge --only network-tokens', does: 'Only tokens that other instances hold' }],
  }),
  command({
    name: 'keys create',
    summary: 'Create a private key for messages to other instances of the network.',
    description: 'Exit code 2 if the file exists already.',
    needs: 'settings',
    options: {
      key_file: text('path', 'The file; by default the first of SVC_NETWORK_PEM_FILES.', {
        completes: 'files',
      }),
      password: secret('Password of the file.'),
      force: flag('Replace a file that exists.'),
      settings: SETTINGS,
    },
    run: async (context, { key_file: path, password, force = false, settings: settingsFile }) => {
      const { createKey } = await import('../operation/operation');
      return createKey(context, { path, password, force, settingsFile });
    },
    shows: { kind: 'sentence', text: (_values, { path }) => `A new key is in ${path}.` },
    json: KEY_FORM,
    examples: [{ line: 'keys create --key-file key.pem', does: 'Readable by its owner alone' }],
  }),
  command({
    name: 'mail preview',
    summary: 'Show a mail as its template makes it, with sample values.',
    needs: 'settings',
    arguments: { template: text('template', 'Name of the template; without it, the names are listed.') },
    options: { language: choice(['en', 'fr'], 'en by default.'), settings: SETTINGS },
    run: async (context, { template, language = 'en', settings }) => {
      const { previewMail } = await import('../operation/operation');
      return previewMail(context, { template, language, settingsFile: settings });
    },
    shows: { kind: 'own' },
    json: "{ templates: string[] } | { template: string, language: 'en' | 'fr', subject: string, text: string, html: string }",
    examples: [
      {
        line: 'mail preview password_reset --language fr',
        does: 'With the custom template of the settings, if there is one',
      },
    ],
  }),
  command({
    name: 'mail test',
    summary: 'Send a short mail with the mail server of the settings.',
    needs: 'settings',
    arguments: { to: required(text('address', 'The recipient.')) },
    options: {
      template: text('template', 'Send this mail with sample values, instead of the short one.'),
      settings: SETTINGS,
    },
    run: async (context, { to, template, settings }) => {
      const { testMail } = await import('../operation/operation');
      return testMail(context, { to, template, settingsFile: settings });
    },
    shows: { kind: 'sentence', text: ({ to }, { server }) => `A mail to ${to} was accepted by ${server}.` },
    json: MAIL_FORM,
    examples: [{ line: 'mail test ada@example.org', does: 'Says what the mail server has answered' }],
  }),
];

async function purge(context: Context, only: readonly string[] | undefined, settings: string | undefined) {
  const { UsageError } = await import('../failures');
  const unknown = only?.find((kind) => !PURGED.some((known) => known === kind));
  if (unknown !== undefined) throw new UsageError(`'${unknown}' is none of ${PURGED.join(', ')}.`);
  const kinds = only === undefined ? PURGED : PURGED.filter((kind) => only.includes(kind));
  const operation = await import('../operation/operation');
  return operation.purge(context, kinds, settings);
}
