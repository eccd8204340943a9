import { UsageError } from './failures';
import { createParser } from './program';

/** What is said of words that cannot be read, with where to look. */
async function refusalOf(...words: string[]): Promise<readonly (string | undefined)[]> {
  const run = () => Promise.reject(new Error('the words are accepted'));
  const parsed = createParser('0', run, words).parseAsync(words, { from: 'user' });
  const error: unknown = await parsed.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UsageError)) throw error;
  return [error.message, error.hint, String(error.exitCode)];
}

describe('words that cannot be read', () => {
  it.each([
    // Values
    ['completion ksh', "<shell>: 'ksh' is none of bash, zsh, fish.", 'completion'],
    ['users list --output xml', "--output: 'xml' is none of table, csv, json.", 'users list'],
    ['users list -o --json', "--output: '--json' is none of table, csv, json.", 'users list'],
    ['tokens create x --days=soon', "--days: 'soon' is not a whole number.", 'tokens create'],
    ['webhooks show last', "<webhook_id>: 'last' is not a whole number.", 'webhooks show'],
    // What is missing
    ['users show', '<user_name> is missing.', 'users show'],
    ['config validate', '<files> is missing.', 'config validate'],
    ['users create ada', '--email is missing.', 'users create'],
    ['import settings magpie.env', '--to is missing.', 'import settings'],
    ['users list --output', '--output has no value: expected <table|csv|json>.', 'users list'],
    ['users list -o', '--output has no value: expected <table|csv|json>.', 'users list'],
    // What is too much
    [
      'users show a b',
      "One argument too many: 'b'. Usage: gatehouse users show [options] <user_name>",
      'users show',
    ],
    [
      "users list -- -x it's",
      "2 arguments too many: '-x', 'it's'. Usage: gatehouse users list [options]",
      'users list',
    ],
    ['sync a b', /^One argument too many: 'b'\. Usage: gatehouse sync run /, 'sync run'],
    // What does not exist
    ['nodez', "There is no command 'nodez'. Did you mean nodes?", ''],
    ['users lst', "There is no command 'lst'. Did you mean list?", 'users'],
    ['users xyzzy', "There is no command 'xyzzy'.", 'users'],
    ["it's", "There is no command 'it's'.", ''],
    ['users list --quite', "There is no option '--quite'. Did you mean --quiet?", 'users list'],
    ['users list --json=1', "There is no option '--json=1'. Did you mean --json?", 'users list'],
    ["users list --it's", "There is no option '--it's'.", 'users list'],
    [
      '--json users list',
      "There is no option '--json' before the name of a command: those of a command follow it.",
      '',
    ],
    [
      'users --json list',
      "There is no option '--json' before the name of a command: those of a command follow it.",
      'users',
    ],
  ])('are named with what is expected: %s', async (words, message, command) => {
    const help = ['Help: gatehouse', command, '--help'].filter(Boolean).join(' ');
    expect(await refusalOf(...words.split(' '))).toEqual([
      typeof message === 'string' ? message : expect.stringMatching(message),
      help,
      '1',
    ]);
  });
});
