import type { NamespaceBinding, XmlAttribute, XmlElement } from '@gatehouse/service-types';
import type { DocumentLimits } from '../limits';
import { STEP, type Steps } from '../steps';
import { characterData, shortData, soundText } from './characters';
import { GatheredText } from './gathered-text';
import { NamespaceScope } from './namespace-scope';
import { type RawAttribute, type RawName, type RawTag, TagReader } from './tag-reader';
import { malformed, refuse } from './unreadable-document';

/** Levels of nesting. No client sends deeper documents, and recursive readers would fail on them. */
const MAX_DEPTH = 64;
/** Elements that include other documents, which a parser may fetch. */
const INCLUSIONS = 'http://www.w3.org/2001/XInclude';
/** Longest declaration: the rest is not examined for the encoding either. */
export const MAX_DECLARATION_LENGTH = 200;
/** Production [23], of XML 1.0 only. */
const DECLARATION =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.0\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\3)?[ \t\n]*\?>$/;

/** Bytes that an element and an attribute take in addition to their texts: more than was measured with `--expose-gc` (ADR 8). */
const ELEMENT_HELD = 300;
const ATTRIBUTE_HELD = 120;
const NOTHING: readonly never[] = Object.freeze([]);

/** An element whose end has not been read yet. */
interface Open {
  readonly tag: RawName;
  readonly namespace: string;
  readonly bindings: readonly NamespaceBinding[];
  readonly attributes: readonly XmlAttribute[];
  readonly leave: (() => void) | undefined;
  children: XmlElement[] | undefined;
  text: GatheredText | undefined;
  hasMarkup: boolean;
}

/**
 * Reads a document strictly: namespaces bound, names in ASCII, no document type and so no entities but the predefined ones,
 * no processing instructions, no inclusions, no comments around the root, XML 1.0, bounded in depth and size. The encoding in
 * its declaration is the caller's to check. Takes time in proportion to the length of the text, regardless of its content. Throws
 * `UnreadableDocument`.
 */
export function* readDocument(source: string, limits: DocumentLimits): Steps<XmlElement> {
  const text = yield* soundText(source);
  return yield* new DocumentReader(text, limits).read();
}

class DocumentReader {
  private readonly tags: TagReader;
  private readonly scope = new NamespaceScope();
  private readonly open: Open[] = [];
  private root: XmlElement | undefined;
  private elements = 0;
  private attributes = 0;

  constructor(
    private readonly text: string,
    private readonly limits: DocumentLimits,
  ) {
    this.tags = new TagReader(text, limits);
  }

  *read(): Steps<XmlElement> {
    const { text } = this;
    let at = this.afterDeclaration();
    let stepAt = at;
    let counted = 0;
    while (at < text.length) {
      const markup = text.indexOf('<', at);
      const end = markup < 0 ? text.length : markup;
      if (end > at) {
        const isLong = end - at > STEP;
        this.addText(at, end, isLong ? yield* characterData(text, at, end, false) : undefined);
      }
      at = end;
      if (markup >= 0) {
        const tag = this.isOpening(at) ? this.tags.read(at) : undefined;
        if (!tag) at = this.readMarkup(at);
        else {
          const isLong = tag.end - at > STEP;
          this.openTag(tag, isLong ? yield* this.longValues(tag) : this.values(tag));
          at = tag.end;
        }
      }
      const held = this.elements * ELEMENT_HELD + this.attributes * ATTRIBUTE_HELD;
      // Elements take longer than their letters.
      if (at - stepAt + (held - counted) / 4 > STEP) {
        yield held - counted;
        stepAt = at;
        counted = held;
      }
    }
    return this.root ?? malformed();
  }

  private afterDeclaration(): number {
    const { text } = this;
    if (!/^<\?xml[ \t\n]/.test(text)) return 0;
    const end = text.slice(0, MAX_DECLARATION_LENGTH).indexOf('?>');
    if (end < 0) refuse(`its declaration is longer than ${MAX_DECLARATION_LENGTH} characters`);
    if (!DECLARATION.test(text.slice(0, end + 2))) refuse('it is not XML 1.0');
    return end + 2;
  }

  private addText(from: number, to: number, read: string | undefined): void {
    const part = this.text.slice(from, to);
    const current = this.open.at(-1);
    if (!current) {
      if (/[^ \t\n]/.test(part)) malformed();
      return;
    }
    if (part.includes(']]>')) malformed();
    addTo(current, read ?? shortData(part, false));
  }

  private isOpening(at: number): boolean {
    const next = this.text[at + 1];
    return next !== '/' && next !== '?' && next !== '!';
  }

  /** Reads markup that begins with `<` and is not an element; returns its end. */
  private readMarkup(at: number): number {
    switch (this.text[at + 1]) {
      case '/':
        return this.closeTag(at);
      case '?':
        return refuse('it has processing instructions');
      default:
        return this.readDeclared(at);
    }
  }

  private values({ attributes }: RawTag): readonly string[] {
    return attributes.map(({ from, to }) => shortData(this.text.slice(from, to), true));
  }

  private *longValues({ attributes }: RawTag): Steps<readonly string[]> {
    const values: string[] = [];
    for (const { from, to } of attributes) values.push(yield* characterData(this.text, from, to, true));
    return values;
  }

  private readDeclared(at: number): number {
    const { text } = this;
    if (text.startsWith('<!DOCTYPE', at)) refuse('it has a document type');
    const current = this.open.at(-1);
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('--', at + 4);
      if (end < 0 || text[end + 2] !== '>') malformed();
      if (!current) refuse('it has comments outside its root');
      current.hasMarkup = true;
      return end + 3;
    }
    if (!text.startsWith('<![CDATA[', at) || !current) malformed();
    const end = text.indexOf(']]>', at + 9);
    if (end < 0) malformed();
    current.hasMarkup = true;
    addTo(current, text.slice(at + 9, end));
    return end + 3;
  }

  private openTag({ name, attributes, isEmpty }: RawTag, values: readonly string[]): void {
    if (this.root) malformed();
    if (++this.elements > this.limits.elements) {
      refuse(`it has more elements than SVC_PROXY_XML_ELEMENTS allows (${this.limits.elements})`);
    }
    this.attributes += attributes.length;
    if (this.attributes > this.limits.attributes) {
      refuse(`it has more attributes than SVC_PROXY_XML_ATTRIBUTES allows (${this.limits.attributes})`);
    }
    if (this.open.length >= MAX_DEPTH) refuse(`it is nested more than ${MAX_DEPTH} levels deep`);
    const bindings = bindingsIn(attributes, values);
    const leave = bindings.length === 0 ? undefined : this.scope.enter(bindings);
    const namespace = name.prefix === 'xmlns' ? malformed() : this.scope.of(name.prefix).name;
    if (namespace === INCLUSIONS) refuse('it includes other documents');
    this.open.push({
      tag: name,
      namespace,
      bindings,
      attributes: attributes.length === 0 ? NOTHING : this.ownAttributes(attributes, values),
      leave,
      children: undefined,
      text: undefined,
      hasMarkup: false,
    });
    if (isEmpty) this.close();
  }

  /** Those that are not declarations; none of them may be repeated. */
  private ownAttributes(
    attributes: readonly RawAttribute[],
    values: readonly string[],
  ): readonly XmlAttribute[] {
    const own: XmlAttribute[] = [];
    const seen = new Set<string>();
    for (const [index, { name }] of attributes.entries()) {
      const isDeclaration = isBinding(name);
      // The default namespace is not that of attributes.
      const { key, name: namespace } =
        name.prefix === '' || isDeclaration ? NO_NAMESPACE : this.scope.of(name.prefix);
      const expanded = isDeclaration ? `xmlns ${name.qualified}` : `${key} ${name.local}`;
      if (seen.has(expanded)) malformed();
      seen.add(expanded);
      if (!isDeclaration) own.push({ name: name.local, namespace, value: values[index] ?? '' });
    }
    return own.length === 0 ? NOTHING : own;
  }

  private closeTag(at: number): number {
    const { name, end } = this.tags.readClosing(at);
    if (this.open.at(-1)?.tag.qualified !== name) malformed();
    this.close();
    return end;
  }

  private close(): void {
    const { tag, namespace, bindings, attributes, leave, children, text, hasMarkup } =
      this.open.pop() ?? malformed();
    leave?.();
    const closed: XmlElement = {
      name: tag.local,
      prefix: tag.prefix,
      namespace,
      bindings,
      attributes,
      children: children ?? NOTHING,
      text: text?.trimmed() ?? '',
      hasMarkup,
    };
    const parent = this.open.at(-1);
    if (!parent) this.root = closed;
    else if (parent.children) parent.children.push(closed);
    else parent.children = [closed];
  }
}

function addTo(element: Open, text: string): void {
  element.text ??= new GatheredText();
  element.text.add(text);
}

const NO_NAMESPACE = { name: '', key: -1 };

function isBinding({ prefix, qualified }: RawName): boolean {
  return prefix === 'xmlns' || qualified === 'xmlns';
}

function bindingsIn(
  attributes: readonly RawAttribute[],
  values: readonly string[],
): readonly NamespaceBinding[] {
  let bindings: NamespaceBinding[] | undefined;
  for (const [index, { name }] of attributes.entries()) {
    if (isBinding(name)) (bindings ??= []).push([name.prefix === '' ? '' : name.local, values[index] ?? '']);
  }
  return bindings ?? NOTHING;
}
