import type { Scope } from '../grammar/documents';
import { namespaceOf } from '../grammar/namespaces';
import { type Outside, invalid } from '../reading';
import type { NamespaceBinding, XmlElement } from '../request';

/**
 * What the prefix of a feature type's name means: nothing (`literal`), or a GeoServer's `workspaces`,
 * whose names are the customary prefixes of their namespaces.
 */
export type Naming = 'literal' | 'workspaces';

/**
 * A qualified name. Characters are left out that make a list, a pattern, a function or markup of it for some server:
 * `schema-element(a)`, `*`, and the `?` by which MapServer takes the type from an identifier.
 */
const TYPE_NAME = /^(?:[^\s:,;()*?<>'"&{}[\]\\$]+:)?[^\s:,;()*?<>'"&{}[\]\\$]+$/;

/** Identifiers of features. GeoServer puts them into the text of a document. */
const FEATURE_ID = /^[A-Za-z0-9_.:-]+$/;

/** Refuses what is not a plain qualified name. */
export function typeNameProblem(name: string, locator: string): Outside | undefined {
  return TYPE_NAME.test(name)
    ? undefined
    : invalid(locator, 'A name of a feature type is not a plain qualified name.');
}

/** Refuses an identifier that servers may read as more than that. */
export function featureIdProblem(id: string, locator: string): Outside | undefined {
  return FEATURE_ID.test(id)
    ? undefined
    : invalid(locator, 'An identifier of a feature contains characters other than letters, digits and _.:-');
}

/** What follows the first colon of a name; the whole name without one. */
export function localNameOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The types that an identifier may be of. */
export interface TypesOfId {
  /** What precedes its first dot (QGIS Server; stored queries of GeoServer and MapServer) and its last one (`featureid` of
   * MapServer and GeoServer). None without a dot. */
  readonly qualified: readonly string[];
  /** What precedes the first colon of these: to QGIS Server, `secret:public.1` is a feature of `secret`. */
  readonly prefixes: readonly string[];
}

/** The types that an identifier may be of. Reference: server-readings#qgis-server. */
export function typesOfId(id: string): TypesOfId {
  const first = id.slice(0, Math.max(0, id.indexOf('.')));
  const last = id.slice(0, Math.max(0, id.lastIndexOf('.')));
  const qualified = first === '' ? [] : first === last ? [first] : [first, last];
  const prefixes = qualified.map((type) => type.slice(0, Math.max(0, type.indexOf(':'))));
  return { qualified, prefixes: [...new Set(prefixes)].filter((prefix) => prefix !== '') };
}

/** A name to look up. */
export interface LookedUp {
  readonly name: string;
  /** Whether the request itself binds its prefix to a namespace. */
  readonly isBound: boolean;
}

/**
 * The name to look up for a qualified name. A request may bind any prefix to any namespace, and GeoServer then uses the
 * namespace: a prefix names a workspace only if it is not bound, or bound to a namespace that ends in it, as GeoServer's own
 * do. Otherwise the workspace is not known, and the name loses its prefix.
 */
export function nameIn(scope: Scope | undefined, name: string, naming: Naming): LookedUp {
  const colon = name.indexOf(':');
  const prefix = name.slice(0, Math.max(0, colon));
  const namespace = naming === 'literal' || prefix === '' ? undefined : namespaceOf(prefix, scope);
  if (namespace === undefined) return { name, isBound: false };
  return { name: isSame(endOf(namespace), prefix) ? name : name.slice(colon + 1), isBound: true };
}

/** Namespaces of the protocols, which belong to no workspace. */
const PROTOCOLS = 'http://www.opengis.net/';

/** The name to look up for an element that is named after its feature type. */
export function nameOfElement(
  { prefix, namespace, name }: Pick<XmlElement, 'prefix' | 'namespace' | 'name'>,
  naming: Naming,
): LookedUp {
  if (naming === 'literal') return { name: prefix === '' ? name : `${prefix}:${name}`, isBound: false };
  const end = namespace.startsWith(PROTOCOLS) ? '' : endOf(namespace);
  const isKnown = end !== '' && (prefix === '' || isSame(end, prefix));
  return { name: isKnown ? `${end}:${name}` : name, isBound: true };
}

/** Longer than any name of a workspace: documents may bind thousands of prefixes to namespaces of any length. */
const MAX_END_LENGTH = 300;

/** What follows the last separator in a namespace that is not at its end. */
function endOf(namespace: string): string {
  const parts = namespace.slice(-MAX_END_LENGTH).split(/[/:#]/);
  return parts.findLast((part) => part !== '') ?? '';
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

const BINDING = /xmlns\(([^()=,]*)[=,]([^()]*)\)/gi;

/**
 * The bindings in values of the parameters `namespaces` (`xmlns(topp,http://…)`) and `namespace` (`xmlns(topp=http://…)`);
 * undefined if they contain anything else.
 */
export function bindingsIn(values: readonly string[]): readonly NamespaceBinding[] | undefined {
  const bindings = new Map<string, string>();
  for (const value of values) {
    if (/[^\s,]/.test(value.replace(BINDING, ''))) return undefined;
    for (const [, prefix = '', namespace = ''] of value.matchAll(BINDING)) {
      const known = bindings.get(prefix.trim());
      // Which of two counts is up to the server: no workspace has the empty name that this leaves.
      bindings.set(prefix.trim(), known === undefined || known === namespace.trim() ? namespace.trim() : '');
    }
  }
  return [...bindings];
}
