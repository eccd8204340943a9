import type { Steps } from '@gatehouse/request-body';
import { withEscapes } from '@gatehouse/names';
import { Document, type Tags, stringify, visit } from 'yaml';

/** Entries of one file: what is larger is divided, so that nobody has to have it in memory as a whole. */
const MAX_ENTRIES = 10_000;
/** Entries that are written in one step. */
const ENTRIES_OF_STEP = 20;

export type Entry = Readonly<Record<string, unknown>>;

const FORM = { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false } as const;
/**
 * What is written in quotes only if that is demanded: some software takes these characters for line breaks, and `<<` as a name merges
 * another object.
 */
const NEEDS_QUOTES = /[\u2028\u2029\ufeff]|^<<$/;
const MAY_NEED_QUOTES = /[\u2028\u2029\ufeff]|<</;
const MERGE = 'tag:yaml.org,2002:merge';
/** The library never quotes what it takes for the sign of a merge. */
const WITHOUT_MERGES = {
  ...FORM,
  customTags: (tags: Tags) => tags.filter((tag) => typeof tag === 'string' || tag.tag !== MERGE),
};

/** Writes a value as YAML, always in the same way. */
export function yamlOf(value: object): string {
  const text = stringify(value, FORM);
  if (!MAY_NEED_QUOTES.test(text)) return withEscapes(text);
  const document = new Document(value, WITHOUT_MERGES);
  visit(document, {
    Scalar: (_key, scalar) => {
      if (typeof scalar.value === 'string' && NEEDS_QUOTES.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return withEscapes(document.toString(WITHOUT_MERGES));
}

/** A list in a file: the members around it, whose names are those of its path. */
interface Section {
  readonly path: readonly [string, ...string[]];
  readonly texts: string[];
}

/**
 * The lists of one file, as YAML. Entries are written as soon as they are added; the text is that of the same object written as a
 * whole.
 */
export class FileWriter {
  private readonly sections: Section[] = [];
  private count = 0;

  /** `head`: the members before the lists, as YAML. */
  constructor(
    private readonly head: string,
    paths: readonly Section['path'][],
    private readonly maxEntries = MAX_ENTRIES,
  ) {
    for (const path of paths) this.sections.push({ path, texts: [] });
  }

  get isFull(): boolean {
    return this.count >= this.maxEntries;
  }

  /** `section`: the number of the list. */
  *add(section: number, entries: readonly Entry[]): Steps<void> {
    const { path, texts } = this.sections[section] ?? { path: ['unknown'], texts: [] };
    this.count += entries.length;
    for (let from = 0; from < entries.length; from += ENTRIES_OF_STEP) {
      const part = entries.slice(from, from + ENTRIES_OF_STEP);
      const text = yamlOf(path.reduceRight<object>((inner, name) => ({ [name]: inner }), part));
      texts.push(text.slice(headOf(path).length));
      yield 0;
    }
  }

  /** Lists without entries are empty ones, unless they are inside other members. */
  text(): string {
    const lists = this.sections.map(({ path, texts }) => {
      if (texts.length > 0) return [path.length > 1 ? lastLineOf(path) : headOf(path), ...texts].join('');
      return path.length > 1 ? '' : yamlOf({ [path[0]]: [] });
    });
    return this.head + lists.join('');
  }
}

/** The lines before the entries of a list. */
function headOf(path: Section['path']): string {
  const text = yamlOf(path.reduceRight<object>((inner, name) => ({ [name]: inner }), ['x']));
  return text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1);
}

function lastLineOf(path: Section['path']): string {
  const head = headOf(path);
  return head.slice(head.lastIndexOf('\n', head.length - 2) + 1);
}
