import type { CommanderError, Command as Parser } from 'commander';
import { UsageError } from './failures';

/** What the parser says of words that it cannot read, in the words of the program. */
export function usageErrorOf(error: CommanderError, parser: Parser): UsageError {
  return new UsageError(textOf(error, parser), undefined, helpOf(parser));
}

/** A value of an argument or option that cannot be read. */
export function valueError(spelling: string, { message }: UsageError, parser: Parser): UsageError {
  return new UsageError(`${spelling}: ${message}`, undefined, helpOf(parser));
}

/** What names the help of a command or group: `Help: gatehouse users create --help`. */
export function helpOf(parser: Parser): string {
  const names: string[] = [];
  for (let each: Parser | null = parser; each; each = each.parent) names.unshift(each.name());
  return `Help: ${names.join(' ')} --help`;
}

function textOf({ code, message }: CommanderError, parser: Parser): string {
  const [, text = '', suggestion] = /^error: (.*?)(?:\n\((Did you mean .*)\))?$/s.exec(message) ?? [];
  // The name of an argument, the flags of an option, or a word of the command line.
  const [, quoted = ''] = /'(.*)'/s.exec(text) ?? [];
  switch (code) {
    case 'commander.missingArgument':
      return `<${quoted}> is missing.`;
    case 'commander.missingMandatoryOptionValue':
      return `${longIn(quoted)} is missing.`;
    case 'commander.optionMissingArgument':
      return `${longIn(quoted)} has no value: expected ${quoted.slice(quoted.indexOf('<'))}.`;
    case 'commander.unknownCommand':
      return withSuggestion(`There is no command '${quoted}'.`, suggestion);
    case 'commander.unknownOption':
      return suggestion === undefined && parser.commands.length > 0
        ? `There is no option '${quoted}' before the name of a command: those of a command follow it.`
        : withSuggestion(`There is no option '${quoted}'.`, suggestion);
    case 'commander.excessArguments':
      return `${excessOf(parser)} Usage: ${parser.createHelp().commandUsage(parser)}`;
    default:
      return message.replace(/^error: /, '');
  }
}

/** `--output` of `-o, --output <table|csv|json>`. */
function longIn(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function withSuggestion(text: string, suggestion: string | undefined): string {
  return suggestion === undefined ? text : `${text} ${suggestion}`;
}

function excessOf({ args, registeredArguments }: Parser): string {
  const words = args.slice(registeredArguments.length).map((word) => `'${word}'`);
  return `${words.length === 1 ? 'One argument' : `${words.length} arguments`} too many: ${words.join(', ')}.`;
}
