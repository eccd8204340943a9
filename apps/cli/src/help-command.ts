import { COMMANDS } from './commands/catalogue';

/**
 * `help users create` as `users create --help`: the parser takes one word after `help`. A word that names nothing remains without
 * an option, so that the parser refuses it and suggests another.
 */
export function withoutHelpCommand(words: readonly string[]): readonly string[] {
  const [first, ...others] = words;
  if (first !== 'help' || others.length === 0) return words;
  const named = others.findLastIndex((_, index) => isNamed(others.slice(0, index + 1))) + 1;
  const before = others.slice(0, named);
  return named < others.length && isRefused(before) ? others.slice(0, named + 1) : [...before, '--help'];
}

/** Whether words are the name of a command or group. */
function isNamed(words: readonly string[]): boolean {
  const name = words.join(' ');
  return COMMANDS.some((command) => command.name === name || command.name.startsWith(`${name} `));
}

/** Whether no command would take another word: it is the name of one, or nothing. */
function isRefused(before: readonly string[]): boolean {
  const name = before.join(' ');
  return !COMMANDS.some(
    (command) => command.name === name || (command.isDefault === true && command.name.startsWith(`${name} `)),
  );
}
