import type { NamespaceBinding } from '@gatehouse/service-types';
import { malformed } from './unreadable-document';

/** A namespace, and its number in this document. */
export interface Namespace {
  readonly name: string;
  readonly key: number;
}

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** The bindings of prefixes at the current position of a document: Namespaces in XML 1.0. Each lookup takes constant time. */
export class NamespaceScope {
  private readonly namespaces = new Map<string, Namespace>();
  private readonly bound = new Map<string, Namespace>();

  constructor() {
    this.bound.set('', this.namespace(''));
    this.bound.set('xml', this.namespace(XML));
  }

  /** Binds the prefixes that an element declares; what takes it back when the element is over. */
  enter(bindings: readonly NamespaceBinding[]): () => void {
    const before: (readonly [string, Namespace | undefined])[] = [];
    for (const [prefix, name] of bindings) {
      this.check(prefix, name);
      before.push([prefix, this.bound.get(prefix)]);
      this.bound.set(prefix, this.namespace(name));
    }
    return () => {
      for (const [prefix, namespace] of before) {
        if (namespace) this.bound.set(prefix, namespace);
        else this.bound.delete(prefix);
      }
    };
  }

  /** The namespace of a prefix; the default one of the empty prefix. */
  of(prefix: string): Namespace {
    return this.bound.get(prefix) ?? malformed();
  }

  private check(prefix: string, name: string): void {
    const isReserved = prefix === 'xmlns' || name === XMLNS || (prefix === 'xml') !== (name === XML);
    // Prefixes cannot be unbound in this edition, and parsers disagree about blanks around a name.
    if (isReserved || (prefix !== '' && name === '') || name.trim() !== name) malformed();
  }

  private namespace(name: string): Namespace {
    let namespace = this.namespaces.get(name);
    if (!namespace) this.namespaces.set(name, (namespace = { name, key: this.namespaces.size }));
    return namespace;
  }
}
