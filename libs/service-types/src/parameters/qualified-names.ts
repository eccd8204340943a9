import type { Scope } from './elements';

/**
 * What the prefix of a feature type's name stands for: nothing that is known (`literal`), or a GeoServer's
 * `workspaces`, whose names are the customary prefixes of their namespaces.
 */
export type Naming = 'literal' | 'workspaces';

/**
 * The name to look up for a qualified name. A request may bind any prefix to any namespace, and GeoServer then goes
 * by the namespace: a prefix names a workspace only when it is not bound, or bound to a namespace that ends in it, as
 * GeoServer's own do. Otherwise the workspace is not known, and the name loses its prefix.
 */
export function nameIn(scope: Scope, name: string, naming: Naming): string {
  if (naming === 'literal') return name;
  const colon = name.indexOf(':');
  if (colon < 0) return name;
  const namespace = scope.get(name.slice(0, colon));
  return namespace === undefined || endsIn(namespace, name.slice(0, colon)) ? name : name.slice(colon + 1);
}

/** The name to look up for an element that is named after its feature type. */
export function nameOfElement(
  { prefix, namespace, name }: { prefix: string; namespace: string; name: string },
  naming: Naming,
): string {
  return naming === 'workspaces' && prefix !== '' && endsIn(namespace, prefix) ? `${prefix}:${name}` : name;
}

function endsIn(namespace: string, prefix: string): boolean {
  const last = /[^/:#]*(?=[/:#]*$)/.exec(namespace)?.[0] ?? '';
  return last.toLowerCase() === prefix.toLowerCase();
}

const BINDING = /xmlns\(([^()=,]*)[=,]([^()]*)\)/gi;

/**
 * The bindings in the parameters `namespaces` (`xmlns(topp,http://…)`) and `namespace` (`xmlns(topp=http://…)`);
 * `undefined` when there is anything else in them.
 */
export function bindingsIn(values: readonly string[]): Scope | undefined {
  const scope = new Map<string, string>();
  for (const value of values) {
    if (/[^\s,]/.test(value.replace(BINDING, ''))) return undefined;
    for (const [, prefix = '', namespace = ''] of value.matchAll(BINDING)) {
      const known = scope.get(prefix.trim());
      // Which of two counts is up to the reader: no workspace has the empty name that this leaves.
      scope.set(prefix.trim(), known === undefined || known === namespace.trim() ? namespace.trim() : '');
    }
  }
  return scope;
}
