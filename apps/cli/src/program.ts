import { Command as Parser, CommanderError, Option } from 'commander';
import { COMMANDS, GROUPS } from './commands/catalogue';
import { type Command, fieldsOf } from './declaration/command';
import { type Field, type Fields, longOf } from './declaration/field';
import type { Row } from './declaration/shown';
import { UsageError } from './failures';
import {
  BATCH_OPTIONS,
  CONFIRMATION_OPTIONS,
  CONNECTION_OPTIONS,
  OUTPUT_OPTIONS,
  SIGN_IN_OPTIONS,
  TOOL_OPTIONS,
} from './globals';
import { helpOf, usageErrorOf, valueError } from './usage-errors';

/** What the command line says: a command, the values of its fields, and those of the common options. */
export interface Invocation {
  readonly command: Command;
  readonly values: Row;
  readonly globals: Row;
}

/** Lines are wrapped in terminals of 80 columns, too, beside the longest names. */
const HELP = { showGlobalOptions: false, minWidthToWrap: 20 };

const HELP_TEXT = 'Show this help.';

/** A command in the help of its group: that it has options goes without saying. */
function termOf(command: Parser): string {
  const terms = command.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...terms].join(' ');
}

/** The common options that a command has. */
export function commonOptionsOf(command: Command): Fields {
  if (command.needs === 'tool') return TOOL_OPTIONS;
  const connects = ['token', 'password', 'instance'].includes(command.needs);
  return {
    ...(command.isBatch ? BATCH_OPTIONS : {}),
    ...(command.confirms || command.asksItself ? CONFIRMATION_OPTIONS : {}),
    ...(command.needs === 'token' ? SIGN_IN_OPTIONS : {}),
    ...(command.needs === 'password'
      ? {
          own_password_stdin: {
            ...SIGN_IN_OPTIONS.own_password_stdin,
            about: 'Read the password from standard input.',
          },
        }
      : {}),
    ...(connects ? CONNECTION_OPTIONS : {}),
    ...OUTPUT_OPTIONS,
  };
}

/**
 * The parser of the command line; `run` is called with what it says. Of the commands that `words` cannot mean, it has names and
 * summaries only: most of the time would be spent on their options.
 */
export function createParser(
  version: string,
  run: (invocation: Invocation) => Promise<void>,
  words?: readonly string[],
): Parser {
  const isMeant = meaning(words);
  const program = prepared(new Parser('gatehouse'))
    .description('Administers Gatehouse: identity and access control for web services.')
    .version(version, '-V, --version', 'Print the version.')
    // Arguments of one command would leave no room for what the others do.
    .configureHelp({ ...HELP, subcommandTerm: (command) => command.name() })
    .helpCommand('help [command]', 'Show the help of a command.')
    .addHelpText(
      'after',
      '\nHelp of a command: gatehouse <command> --help\nExit codes: 0 done, 1 failed, 2 changes or findings, 3 not signed in,\n            4 refused, 5 not reachable, 130 interrupted',
    );
  const groups = new Map<string, Parser>();
  for (const { name, summary } of GROUPS) {
    const group = prepared(program.command(name)).summary(summary).description(summary);
    groups.set(name, group);
  }
  for (const command of COMMANDS) {
    const names = command.name.split(' ');
    const last = names.at(-1) ?? '';
    const parent = names.length === 1 ? program : groups.get(names[0] ?? '');
    if (!parent) throw new Error(`there is no group for ${command.name}`);
    const own = () => parent.command(last, { isDefault: command.isDefault === true });
    // What follows the name of a group may be an argument of its default command.
    const isDefault = command.isDefault === true && isMeant({ name: names[0] ?? '' });
    if (isMeant(command) || isDefault) addCommand(prepared(own()).helpCommand(false), command, run);
    else if (names.length === 1 || isMeant({ name: names[0] ?? '' })) outline(own(), command);
  }
  return program;
}

/** Whether words of a command line can mean a command or group; `help` may be the first of them. */
function meaning(words: readonly string[] | undefined): (command: Pick<Command, 'name'>) => boolean {
  if (!words) return () => true;
  const [first, ...others] = words;
  const meant = first === 'help' ? others : words;
  return ({ name }) => name.split(' ').every((word, index) => meant[index] === word);
}

/** A command in the help of its group. */
function outline(parser: Parser, command: Command): void {
  parser.summary(command.summary).option('--json');
  for (const [name, field] of Object.entries(command.arguments))
    parser.argument(shownArgument(command, name, field));
}

function shownArgument({ isBatch }: Command, name: string, { kind, isRequired }: Field): string {
  const shown = kind === 'list' ? `${name}...` : name;
  return !isRequired || isBatch ? `[${shown}]` : `<${shown}>`;
}

/** Throws a {@link UsageError} for words that cannot be read, and a {@link CommanderError} where the parser has shown help. */
function prepared(parser: Parser): Parser {
  return parser
    .exitOverride((error) => {
      const isHelp = error.exitCode === 0 || error.code === 'commander.help';
      throw isHelp ? error : usageErrorOf(error, parser);
    })
    .showSuggestionAfterError(true)
    .helpOption('-h, --help', HELP_TEXT)
    .helpCommand('help [command]', 'Show the help of a command.')
    .allowExcessArguments(false)
    .configureHelp({ ...HELP, subcommandTerm: termOf })
    .configureOutput({ outputError: () => undefined });
}

function addCommand(parser: Parser, command: Command, run: (invocation: Invocation) => Promise<void>): void {
  const positional = Object.entries(command.arguments);
  const common = commonOptionsOf(command);
  parser
    .summary(command.summary)
    .description([command.summary, command.description].filter(Boolean).join('\n'));
  for (const [name, field] of positional)
    parser.argument(shownArgument(command, name, field), field.about, reader(field, `<${name}>`, parser));
  const own = Object.entries(command.options);
  for (const [name, field] of own) parser.addOption(optionOf(parser, name, field, !command.isBatch));
  for (const [name, field] of Object.entries(common))
    parser.addOption(optionOf(parser, name, field).helpGroup('Common options:'));
  if (command.examples.length > 0) parser.addHelpText('after', `\nExamples:\n${examplesOf(command)}`);
  parser.action(async (...received: unknown[]) => {
    const options = received[positional.length] as Row;
    const values: Record<string, unknown> = {};
    positional.forEach(([name], index) => (values[name] = received[index]));
    for (const [name, field] of own) values[name] = options[attributeOf(name, field)];
    const globals: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(common)) globals[name] = options[attributeOf(name, field)];
    if (globals['file'] === undefined) demandRequired(command, values, parser);
    else rejectArguments(command, values);
    await run({ command, values, globals });
  });
}

function examplesOf({ examples }: Command): string {
  return examples.map(({ line, does }) => `  # ${does}\n  gatehouse ${line}`).join('\n');
}

/** An option; commander shows whether it is required, and takes values of flags and lists. */
function optionOf(parser: Parser, name: string, field: Field, isRequired = field.isRequired): Option {
  const long = `--${field.kind === 'secret' ? `${longOf(name, field)}-stdin` : longOf(name, field)}`;
  const short = field.short === undefined ? '' : `-${field.short}, `;
  if (field.kind === 'flag') return new Option(`${short}${long}`, field.about);
  if (field.kind === 'secret') return new Option(long, `${field.about} It is read from standard input.`);
  const shown = field.isVariadic ? `${field.placeholder}...` : field.placeholder;
  const option = new Option(`${short}${long} <${shown}>`, field.about);
  option.argParser(reader(field, long, parser));
  if (isRequired && field.isRequired) option.makeOptionMandatory();
  return option;
}

/**
 * Values that cannot be read are reported with the name of their argument or option. The parser would put words of its own before
 * an `InvalidArgumentError`.
 */
function reader(
  field: Field,
  spelling: string,
  parser: Parser,
): (value: string, earlier?: unknown) => unknown {
  return (value, earlier) => {
    try {
      const read = field.read(value);
      return field.kind === 'list' && Array.isArray(earlier) ? [...earlier, ...(read as unknown[])] : read;
    } catch (error) {
      if (error instanceof UsageError) throw valueError(spelling, error, parser);
      throw error;
    }
  };
}

/** The key under which commander keeps the value of an option. */
function attributeOf(name: string, field: Field): string {
  const long = field.kind === 'secret' ? `${longOf(name, field)}-stdin` : longOf(name, field);
  return long.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Arguments are optional for the parser where a file may take their place. */
function demandRequired(command: Command, values: Row, parser: Parser): void {
  if (!command.isBatch) return;
  const missing = Object.entries(fieldsOf(command)).filter(
    ([name, field]) => field.isRequired && values[name] === undefined && field.kind !== 'secret',
  );
  const [first] = missing;
  if (first === undefined) return;
  const [name, field] = first;
  const shown = name in command.arguments ? `<${name}>` : `--${longOf(name, field)}`;
  throw new UsageError(`${shown} is missing.`, undefined, helpOf(parser));
}

function rejectArguments(command: Command, values: Row): void {
  const given = Object.keys(command.arguments).filter((name) => values[name] !== undefined);
  if (given.length > 0)
    throw new UsageError(`<${given[0]}> is taken from each record of the file: leave it out.`);
}

export { CommanderError };
