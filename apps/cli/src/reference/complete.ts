import { Context } from '../context';
import { COMMANDS, GROUPS } from '../commands/catalogue';
import { rowsIn } from '../connection/reply-fields';
import type { Command } from '../declaration/command';
import { type Completion, type Field, type Fields, longOf } from '../declaration/field';
import type { Row } from '../declaration/shown';
import { printable } from '../output/printable';
import { commonOptionsOf } from '../program';

/** A word that fits, and what it is. */
interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** Names of one kind that are offered, at most. */
const MAX_NAMES = 50;
/** Nobody waits longer at a prompt. */
const TIMEOUT_SECONDS = 2;

/** What the last of some words can become: commands, options, or names of the instance. Never fails. */
export async function completions(
  words: readonly string[],
  signal: AbortSignal,
  version: string,
): Promise<string[]> {
  const last = words.at(-1) ?? '';
  const found = await candidates(words.slice(0, -1), last, (kind, prefix) =>
    namesOf(kind, prefix, signal, version),
  );
  const lines = found
    .filter(({ word }) => word.startsWith(last))
    .map(({ word, about }) => `${word}\t${about}`);
  return [...new Set(lines)];
}

type Names = (kind: Completion, prefix: string) => Promise<string[]>;

async function candidates(
  before: readonly string[],
  last: string,
  names: Names,
): Promise<readonly Candidate[]> {
  const command = COMMANDS.find(({ name }) => isPrefixOf(name.split(' '), before));
  if (!command) return wordsAfter(before);
  const options: Fields = { ...command.options, ...commonOptionsOf(command) };
  const rest = before.slice(command.name.split(' ').length);
  const expecting = valueOption(options, rest.at(-1));
  if (expecting) return valuesOf(expecting, last, names);
  if (last.startsWith('-')) return optionsOf(options, new Set(rest));
  return valuesOf(argumentAt(command, options, rest), last, names);
}

function isPrefixOf(name: readonly string[], words: readonly string[]): boolean {
  return name.every((word, index) => words[index] === word);
}

function wordsAfter(before: readonly string[]): Candidate[] {
  if (before.length === 0)
    return [
      ...GROUPS.map(({ name, summary }) => ({ word: name, about: summary })),
      ...COMMANDS.filter(({ name }) => !name.includes(' ')).map(({ name, summary }) => ({
        word: name,
        about: summary,
      })),
    ];
  return COMMANDS.filter(({ name }) => name.startsWith(`${before.join(' ')} `)).map(({ name, summary }) => ({
    word: name.split(' ')[before.length] ?? '',
    about: summary,
  }));
}

function spellingOf(name: string, field: Field): string {
  return `--${longOf(name, field)}${field.kind === 'secret' ? '-stdin' : ''}`;
}

/** The option whose value comes next. */
function valueOption(options: Fields, word: string | undefined): Field | undefined {
  return Object.entries(options).find(
    ([name, field]) => hasValue(field) && (word === spellingOf(name, field) || word === `-${field.short}`),
  )?.[1];
}

function hasValue({ kind }: Field): boolean {
  return kind === 'value' || kind === 'list';
}

function optionsOf(options: Fields, given: ReadonlySet<string>): Candidate[] {
  return Object.entries(options)
    .map(([name, field]) => ({ word: spellingOf(name, field), about: field.about, field }))
    .filter(({ word, field }) => field.kind === 'list' || !given.has(word));
}

function argumentAt(command: Command, options: Fields, rest: readonly string[]): Field | undefined {
  const positional = rest.filter(
    (word, index) => !word.startsWith('-') && !valueOption(options, rest[index - 1]),
  );
  return Object.values(command.arguments)[positional.length];
}

async function valuesOf(field: Field | undefined, prefix: string, names: Names): Promise<Candidate[]> {
  if (!field) return [];
  if (field.choices) return field.choices.map((word) => ({ word, about: '' }));
  if (!field.completes || field.completes === 'files') return [];
  return (await names(field.completes, prefix)).map((word) => ({ word, about: '' }));
}

/** Names of the instance of the current profile that begin like a word; none where it cannot be asked. */
async function namesOf(
  kind: Completion,
  prefix: string,
  signal: AbortSignal,
  version: string,
): Promise<string[]> {
  try {
    const context = new Context({ timeout: TIMEOUT_SECONDS }, signal, process.env, version);
    if (kind === 'profiles') return [...(await context.profiles()).names];
    if (kind === 'resources' || kind === 'files') return [];
    const api = await context.api();
    if (kind === 'services')
      return texts(
        rowsIn(await api.send('GET /services', { query: { flatten: true } }), 'services'),
        'service_name',
      );
    if (prefix === '') {
      const query = { detail: true, limit: MAX_NAMES };
      return kind === 'users'
        ? texts(rowsIn(await api.send('GET /users', { query }), 'users'), 'user_name')
        : texts(rowsIn(await api.send('GET /groups', { query }), 'groups'), 'group_name');
    }
    const query = { q: prefix, kinds: kind === 'users' ? 'user' : 'group', limit: MAX_NAMES };
    return texts(rowsIn(await api.send('GET /search', { query }), 'results'), 'name');
  } catch {
    return [];
  }
}

/** Names with white space or control characters would not be one word of the shell. */
function texts(rows: readonly Row[], field: string): string[] {
  return rows.map((row) => String(row[field])).filter((name) => !/\s/.test(name) && printable(name) === name);
}
