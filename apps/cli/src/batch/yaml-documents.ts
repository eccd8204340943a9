import { NotPlain, type Pair, type ValueMaker, isCertainlyText, readPlain } from '@gatehouse/plain-yaml';
import { finished } from '@gatehouse/request-body';
import { parseDocument } from 'yaml';

/** Uses of anchors; more make a small file large. */
const MAX_ALIASES = 100;

/** A document of YAML, of which JSON is a subset. Throws an error whose first line has the problem and its place. */
export function yamlDocument(content: string): unknown {
  // It is many times faster than the library, and has nothing to say about what it does not read.
  return finished(readPlain(content, new PlainDocument())) ?? anyDocument(content);
}

function anyDocument(content: string): unknown {
  const document = parseDocument(content, { uniqueKeys: true, strict: true });
  const [problem] = document.errors;
  if (problem) throw problem;
  return document.toJS({ maxAliasCount: MAX_ALIASES });
}

/** Makes the same values as the library. */
class PlainDocument implements ValueMaker<unknown> {
  private readonly meanings = new Map<string, unknown>();

  scalar(text: string, isPlain: boolean): unknown {
    if (!isPlain || isCertainlyText(text)) return text;
    if (!this.meanings.has(text)) this.meanings.set(text, anyDocument(text));
    return this.meanings.get(text);
  }

  list(items: unknown[]): unknown {
    return items;
  }

  object(pairs: readonly Pair<unknown>[]): unknown {
    const names = new Set(pairs.map(([key]) => key));
    // Repeated names are left to the library, which reports them, and others than texts, which are compared before they become ones.
    if (names.size < pairs.length || pairs.some(([key]) => typeof key !== 'string')) throw new NotPlain();
    return Object.fromEntries(pairs as readonly Pair<string>[]);
  }
}
