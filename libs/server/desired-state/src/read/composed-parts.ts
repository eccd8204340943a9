import { type Problem, problem } from '@gatehouse/problems';
import type { Steps } from '@gatehouse/request-body';
import { type CST, Composer, Lexer, type LineCounter, Parser, type ScalarTag, type YAMLError } from 'yaml';
import { MAX_DEPTH, Unusable, tooComplex } from './unusable';
import { FRENCH_YAML_REASONS } from './yaml-reasons';

const SEVERAL = {
  en: 'A second document begins here; a file has one.',
  fr: 'Un second document commence ici ; un fichier n’en a qu’un.',
};
/** Levels of the parser for which the library has enough of the stack. A level of the file has up to two, aliases none. */
const MAX_PARSER_LEVELS = 4 * MAX_DEPTH;
/** Parts of the text that are read in one step. */
const LEXEMES_OF_STEP = 500;
/** Entries of a list that are composed in one step. */
const ENTRIES_OF_STEP = 100;

/**
 * The nodes of a document, in steps: its root, or several of them, which have the same members, and of long lists a part each.
 * Throws {@link Unusable} for a text that is no single document, with the first error of the library.
 */
export function* composedParts(text: string, lines: LineCounter): Steps<unknown[]> {
  const tokens = yield* boundedTokensOf(text, lines);
  const contents: unknown[] = [];
  for (const part of partsOf(tokens)) {
    const composer = new Composer(OPTIONS);
    for (const { contents: root, errors, warnings } of composer.compose(part, true, text.length)) {
      const [found] = [...errors, ...warnings];
      if (found) throw new Unusable(found.pos[0], syntaxInvalid(found));
      contents.push(root);
    }
    yield 0;
  }
  return contents;
}

/** Levels that begin in one line, one behind the other, are on the stack of the library. */
function* boundedTokensOf(text: string, lines: LineCounter): Steps<CST.Token[]> {
  try {
    return yield* tokensOf(text, lines);
  } catch (error) {
    if (error instanceof RangeError) throw new Unusable(0, tooComplex('levels'));
    throw error;
  }
}

function* tokensOf(text: string, lines: LineCounter): Steps<CST.Token[]> {
  const tokens: CST.Token[] = [];
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // What composes the tokens has no bound for levels but the stack.
    if (parser.stack.length > MAX_PARSER_LEVELS) throw new Unusable(parser.offset, tooComplex('levels'));
    count += 1;
    if (count % LEXEMES_OF_STEP === 0) yield 0;
  }
  for (const token of parser.end()) tokens.push(token);
  const [, second] = tokens.filter(({ type }) => type === 'document');
  if (second) throw new Unusable(second.offset, problem('configuration_syntax_invalid', { reason: SEVERAL }));
  return tokens;
}

/** The same tokens for each part; only the document differs. */
function* partsOf(tokens: readonly CST.Token[]): Generator<CST.Token[]> {
  const at = tokens.findIndex(({ type }) => type === 'document');
  const document = tokens[at];
  if (document?.type !== 'document') {
    yield [...tokens];
    return;
  }
  const roots = [...rootsOf(document.value)];
  for (const [index, value] of roots.entries()) {
    const isLast = index === roots.length - 1;
    const part = { ...document, ...(value && { value }), ...(isLast ? {} : { end: [] }) };
    // What follows the document belongs to the last part.
    yield [...tokens.slice(0, at), part, ...(isLast ? tokens.slice(at + 1) : [])];
  }
}

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;
type Root = CST.Document['value'];
type Item = CST.BlockMap['items'][number] | CST.FlowCollection['items'][number];

/** The root, divided between its members, and within those that are long lists. */
function* rootsOf(root: Root): Generator<Root> {
  const isMapping =
    root?.type === 'block-map' || (root?.type === 'flow-collection' && root.start.source === '{');
  if (!isMapping || root.items.length === 0) {
    yield root;
    return;
  }
  let short: Item[] = [];
  for (const item of root.items as Item[]) {
    const lists = [...listsOf(item)];
    if (lists.length === 1) short.push(item);
    if (short.length > 0 && (lists.length > 1 || short.length === ENTRIES_OF_STEP)) {
      yield withItems(root, short);
      short = [];
    }
    if (lists.length > 1) for (const value of lists) yield withItems(root, [{ ...item, value } as Item]);
  }
  if (short.length > 0) yield withItems(root, short);
}

/** The list of a member in parts; what else it is, as it is. A list with an anchor or a tag is not divided. */
function* listsOf({ sep = [], value }: Item): Generator<Item['value']> {
  const isList =
    value?.type === 'block-seq' || (value?.type === 'flow-collection' && value.start.source === '[');
  const isPlain = sep.every(({ type }) => type !== 'anchor' && type !== 'tag');
  if (!isList || !isPlain) {
    yield value;
    return;
  }
  for (let from = 0; from === 0 || from < value.items.length; from += ENTRIES_OF_STEP)
    yield withItems(value, value.items.slice(from, from + ENTRIES_OF_STEP) as Item[]);
}

/** A collection with some of its items: unless they are its first, it begins with them, before which there is no comma. */
function withItems<T extends Collection>(collection: T, [first, ...others]: readonly Item[]): T {
  if (!first) return collection;
  if (first === collection.items[0]) return { ...collection, items: [first, ...others] } as T;
  const start = first.start.filter(({ type }) => type !== 'comma');
  const [token] = [...start, first.key, ...(first.sep ?? []), first.value];
  const offset = token?.offset ?? collection.offset;
  return { ...collection, offset, items: [{ ...first, start }, ...others] } as T;
}

/** Without the part of the text that some messages repeat. */
function syntaxInvalid({ code, message }: YAMLError): Problem {
  const [en = ''] = message.replace(/: "[^]*$/, '').split('\n');
  return problem('configuration_syntax_invalid', { reason: { en, fr: FRENCH_YAML_REASONS[code] } });
}

const TRUE = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/;

type Tag = ScalarTag | string | { readonly tag: string };

function isBooleanTag(tag: Tag): tag is ScalarTag {
  return typeof tag === 'object' && tag.tag === 'tag:yaml.org,2002:bool';
}

/** The letters y and n alone are texts for other software. */
function withoutLetters(tag: ScalarTag): ScalarTag {
  return { ...tag, test: tag.test?.test('yes') ? TRUE : FALSE };
}

const OPTIONS = {
  // Repeated names are found by the conversion: the library compares each name with all others.
  uniqueKeys: false,
  version: '1.1',
  customTags: <T extends Tag>(tags: T[]) =>
    tags.map((tag) => (isBooleanTag(tag) ? (withoutLetters(tag) as T) : tag)),
} as const;
