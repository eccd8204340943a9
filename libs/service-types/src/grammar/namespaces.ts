import type { NamespaceBinding, NamespaceScope } from '../request';

/** Bindings up to which looking through them costs less than a map. */
const FEW = 8;

const lookedUp = new WeakMap<NamespaceScope, Map<string, string | undefined>>();
const maps = new WeakMap<readonly NamespaceBinding[], ReadonlyMap<string, string>>();

/**
 * The namespace that a prefix is bound to. A scope is walked once for each prefix: documents may have many names below many
 * declarations.
 */
export function namespaceOf(prefix: string, scope: NamespaceScope | undefined): string | undefined {
  if (!scope) return undefined;
  let known = lookedUp.get(scope);
  if (!known) lookedUp.set(scope, (known = new Map()));
  if (known.has(prefix)) return known.get(prefix);
  let namespace: string | undefined;
  for (let at: NamespaceScope | undefined = scope; at && namespace === undefined; at = at.outer) {
    namespace = boundIn(at.bindings, prefix);
  }
  known.set(prefix, namespace);
  return namespace;
}

function boundIn(bindings: readonly NamespaceBinding[], prefix: string): string | undefined {
  if (bindings.length <= FEW) return bindings.find(([name]) => name === prefix)?.[1];
  let map = maps.get(bindings);
  // The first of a name counts, as above; a document has each once.
  if (!map) maps.set(bindings, (map = new Map([...bindings].reverse())));
  return map.get(prefix);
}
