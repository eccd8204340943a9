import { type Fields, type ValuesOf, choice, flag, text, whole } from './declaration/field';

const OUTPUT_FORMATS = ['table', 'csv', 'json'] as const;

/** Options of every command. */
export const OUTPUT_OPTIONS = {
  output: choice(OUTPUT_FORMATS, 'How results are printed; table by default.', { short: 'o' }),
  json: flag('Short for --output json.'),
  quiet: flag('Print results and errors only.', { short: 'q' }),
  verbose: flag('Print each request with its id, and the id of a request that failed.', { short: 'v' }),
} as const satisfies Fields;

/** Options of commands that send requests. */
export const CONNECTION_OPTIONS = {
  profile: text('name', 'The profile to use, instead of the current one.', { completes: 'profiles' }),
  url: text('url', 'Base URL of the API; by default GATEHOUSE_URL, then that of the profile.'),
  allow_http: flag('Send the token in clear text to another machine: only in a network that is trusted.'),
  timeout: whole('seconds', 'How long a reply is waited for; 60 by default.'),
} as const satisfies Fields;

/** Options of commands that can be sent with a password instead of a token. */
export const SIGN_IN_OPTIONS = {
  sign_in: flag('Ask for the password and use a session of its own, for what is refused with a token.'),
  own_password_stdin: flag('With --sign-in: read the password from standard input.'),
} as const satisfies Fields;

export const CONFIRMATION_OPTIONS = {
  yes: flag('Do not ask for confirmation.', { short: 'y' }),
} as const satisfies Fields;

export const BATCH_OPTIONS = {
  file: text(
    'path',
    'Read records from a file (CSV, JSON, YAML) instead of the arguments; - is standard input.',
    {
      short: 'f',
      completes: 'files',
    },
  ),
  file_format: choice(['csv', 'json', 'yaml'], 'Format of the file, where it does not follow from its name.'),
  keep_going: flag('Continue with the next record when one fails.'),
} as const satisfies Fields;

/** Log options of the reference's tools. */
export const TOOL_OPTIONS = {
  stdout: flag('Accepted for compatibility: messages are on standard error, results on standard output.'),
  log: text('file', 'Append messages to this file, too.', { completes: 'files' }),
  quiet: OUTPUT_OPTIONS.quiet,
  verbose: OUTPUT_OPTIONS.verbose,
  debug: flag('As --verbose.', { short: 'd' }),
  log_level: text('level', 'debug as --verbose, error as --quiet; others have no effect.', { short: 'l' }),
  json: OUTPUT_OPTIONS.json,
} as const satisfies Fields;

type All = typeof TOOL_OPTIONS &
  typeof OUTPUT_OPTIONS &
  typeof CONNECTION_OPTIONS &
  typeof SIGN_IN_OPTIONS &
  typeof CONFIRMATION_OPTIONS &
  typeof BATCH_OPTIONS;

/** Values of the options that all or many commands have. */
export type Globals = Partial<ValuesOf<All>>;
