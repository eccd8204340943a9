import { type Outside, invalid, outside } from '../reading';
import type { NamespaceScope, XmlElement } from '../request';
import type { Interpreted } from './interpreted';
import { Vocabulary } from './vocabulary';

export type Scope = NamespaceScope;

/** Handles a text or the value of an attribute; `true` ignores it. */
type TextReader<Found> = true | ((text: string, found: Found, scope: Scope) => Outside | undefined);

/**
 * What an element may hold: a closed list of attributes and children, or a text. Attributes are keyed by their local name
 * where they have no namespace, else by a prefix of `QUALIFIED` and the name. An element without `text` holds elements only.
 */
export interface ElementSchema<Found> {
  readonly attributes?: Readonly<Record<string, TextReader<Found>>>;
  /** By local name; a function where schemas refer to one another in a circle. */
  readonly children?:
    | Readonly<Record<string, ElementSchema<Found>>>
    | (() => Readonly<Record<string, ElementSchema<Found>>>);
  readonly text?: TextReader<Found>;
  /** Reads children that are not in `children`; without it they are outside. */
  readonly others?: (child: XmlElement, found: Found, scope: Scope) => Outside | undefined;
  /** Called for the element itself, before what it holds. */
  readonly enter?: (element: XmlElement, found: Found, scope: Scope) => Outside | undefined;
}

/** A document of an operation. */
export interface DocumentSchema<Found> {
  /** Its name in error messages. */
  readonly operation: string;
  readonly root: ElementSchema<Found>;
  /** The namespaces of its elements; one without a namespace is in all of them. */
  readonly namespaces: ReadonlySet<string>;
  /** Names, lower case, that no prefix has, in addition to those of the schema. */
  readonly reserved?: ReadonlySet<string>;
}

/** Prefixes by which schemas refer to attributes in namespaces. */
const QUALIFIED: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/XMLSchema-instance', 'xsi'],
  ['http://www.opengis.net/gml', 'gml'],
  ['http://www.opengis.net/gml/3.2', 'gml'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
]);

/**
 * Reads a document by a closed schema into `found`; the first part that the schema does not allow is outside. Servers that
 * ignore what they do not know, or take prefixes off, cannot find anything in such a document that was not read here.
 */
export function readDocument<Found>(
  root: XmlElement,
  schema: DocumentSchema<Found>,
  found: Found,
  interpreted: Interpreted,
): Outside | undefined {
  return new DocumentReader(schema, found, interpreted).readRoot(root);
}

class DocumentReader<Found> {
  private readonly vocabulary: Vocabulary;

  constructor(
    private readonly schema: DocumentSchema<Found>,
    private readonly found: Found,
    private readonly interpreted: Interpreted,
  ) {
    this.vocabulary = vocabularyOf(schema);
  }

  readRoot(root: XmlElement): Outside | undefined {
    const taken = root.outer && this.vocabulary.takenIn(root.outer);
    return taken === undefined ? this.read(root, this.schema.root, root.outer) : bindsName(taken);
  }

  private read(
    element: XmlElement,
    schema: ElementSchema<Found>,
    outer: Scope | undefined,
  ): Outside | undefined {
    const scope: Scope =
      outer && element.bindings.length === 0 ? outer : { bindings: element.bindings, outer };
    return (
      this.problemOf(element, schema) ??
      this.readAttributes(element, schema, scope) ??
      schema.enter?.(element, this.found, scope) ??
      this.readText(element, schema, scope) ??
      this.readChildren(element, schema, scope)
    );
  }

  private problemOf(
    { name, namespace, bindings, hasMarkup }: XmlElement,
    { text }: ElementSchema<Found>,
  ): Outside | undefined {
    if (namespace !== '' && !this.schema.namespaces.has(namespace))
      return this.unknown(name, 'in its namespace');
    if (hasMarkup && text === undefined) {
      return outside(
        'NoApplicableCode',
        'body',
        'The document has comments or CDATA sections outside values.',
      );
    }
    const taken = bindings.length === 0 ? undefined : this.vocabulary.takenBy(bindings);
    return taken === undefined ? undefined : bindsName(taken);
  }

  private readAttributes(
    { name: of, attributes }: XmlElement,
    schema: ElementSchema<Found>,
    scope: Scope,
  ): Outside | undefined {
    for (const { name, namespace, value } of attributes) {
      const key = namespace === '' ? name : `${QUALIFIED.get(namespace) ?? '?'}:${name}`;
      const reader =
        schema.attributes && Object.hasOwn(schema.attributes, key) ? schema.attributes[key] : undefined;
      if (reader === undefined) return this.unknown(name, `as an attribute of ${of}`);
      const problem = reader === true ? undefined : this.interpret(reader, value, scope);
      if (problem) return problem;
    }
    return undefined;
  }

  private readText(
    { name, text, children, hasMarkup }: XmlElement,
    schema: ElementSchema<Found>,
    scope: Scope,
  ): Outside | undefined {
    if (text === '') return undefined;
    if (schema.text === undefined || children.length > 0) return this.unknown('text', `in ${name}`);
    if (schema.text === true) return undefined;
    // A name must be the same for parsers that stop at comments.
    return hasMarkup
      ? outside('NoApplicableCode', 'body', 'The document has comments or CDATA sections within names.')
      : this.interpret(schema.text, text, scope);
  }

  private interpret(
    reader: Exclude<TextReader<Found>, true>,
    text: string,
    scope: Scope,
  ): Outside | undefined {
    return this.interpreted.take(text.length, 'body') ?? reader(text, this.found, scope);
  }

  private readChildren(element: XmlElement, schema: ElementSchema<Found>, scope: Scope): Outside | undefined {
    if (element.children.length === 0) return undefined;
    const known = typeof schema.children === 'function' ? schema.children() : (schema.children ?? {});
    for (const child of element.children) {
      const own = Object.hasOwn(known, child.name) ? known[child.name] : undefined;
      const problem = own
        ? this.read(child, own, scope)
        : schema.others
          ? schema.others(child, this.found, scope)
          : this.unknown(child.name, `in ${element.name}`);
      if (problem) return problem;
    }
    return undefined;
  }

  private unknown(name: string, where: string): Outside {
    return invalid('body', `A document of ${this.schema.operation} does not have ${name} ${where}.`);
  }
}

function bindsName(prefix: string): Outside {
  return invalid('body', `The document binds the prefix ${prefix}, which is a name of the protocol.`);
}

const vocabularies = new WeakMap<object, Vocabulary>();

/**
 * All names of elements and attributes of a schema, lower case; except those of one letter, which name coordinates and are
 * common prefixes.
 */
function vocabularyOf<Found>(document: DocumentSchema<Found>): Vocabulary {
  const known = vocabularies.get(document);
  if (known) return known;
  const names = new Set([document.operation.toLowerCase(), ...(document.reserved ?? [])]);
  const seen = new Set<ElementSchema<Found>>();
  const pending = [document.root];
  for (let schema = pending.pop(); schema; schema = pending.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    for (const name of Object.keys(schema.attributes ?? {})) {
      if (!name.includes(':') && name.length > 1) names.add(name.toLowerCase());
    }
    const children = typeof schema.children === 'function' ? schema.children() : (schema.children ?? {});
    for (const [name, child] of Object.entries(children)) {
      if (name.length > 1) names.add(name.toLowerCase());
      pending.push(child);
    }
  }
  const vocabulary = new Vocabulary(names);
  vocabularies.set(document, vocabulary);
  return vocabulary;
}
