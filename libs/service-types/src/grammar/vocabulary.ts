import type { NamespaceBinding, NamespaceScope } from '../request';

/** Names that no prefix in a document may have, lower case. */
export class Vocabulary {
  /** What was found in scopes that several elements share. */
  private readonly found = new WeakMap<NamespaceScope, { readonly prefix: string | undefined }>();

  constructor(private readonly names: ReadonlySet<string>) {}

  /** The first prefix among bindings that is one of the names. */
  takenBy(bindings: readonly NamespaceBinding[]): string | undefined {
    return bindings.find(([prefix]) => this.names.has(prefix.toLowerCase()))?.[0];
  }

  /** The same for all bindings of a scope that are in force. */
  takenIn(scope: NamespaceScope | undefined): string | undefined {
    const passed: NamespaceScope[] = [];
    let known: { readonly prefix: string | undefined } = { prefix: undefined };
    for (let at = scope; at; at = at.outer) {
      const before = this.found.get(at);
      if (before) {
        known = before;
        break;
      }
      passed.push(at);
    }
    for (const at of passed.reverse()) {
      known = { prefix: this.takenBy(at.bindings) ?? known.prefix };
      this.found.set(at, known);
    }
    return known.prefix;
  }
}
