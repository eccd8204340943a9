import type { Target } from '@gatehouse/access-engine';
import type { Scope } from '../grammar/documents';
import { type Outside, invalid, isOutside } from '../reading';
import type { NamespaceBinding, XmlElement } from '../request';
import { type FoundProcesses, readNestedExecution } from './wps-documents';
import { isElsewhere, refersToItself } from './wps-references';

/**
 * Reads a request of another protocol that GeoServer makes to itself for the input of a process, and what it needs. All
 * namespaces that are in scope at the root are among its bindings.
 */
export type NestedReader = (root: XmlElement) => Target | Outside;

/** The addresses under which GeoServer answers its own processes from within. */
const ITSELF = /^http:\/\/geoserver\/(wps|wfs|wcs)\/?$/;

/**
 * How GeoServer resolves references: those to itself are requests that it runs without asking anybody, so that each must be
 * written out as a document of a known operation and is authorized as that; others must lead elsewhere. `nested` reads what
 * is no execution of a process; without it such requests are outside.
 */
export function chainsOf(nested: NestedReader | undefined): FoundProcesses['readReference'] {
  return (reference, found, scope) => {
    const [address, ...others] = addressesOf(reference);
    if (address === undefined || others.length > 0)
      return invalid('body', 'A reference has no address, or several.');
    const [, service] = ITSELF.exec(address) ?? [];
    if (service === undefined) return elsewhereProblem(address, reference);
    const request = requestIn(reference, scope);
    if (isOutside(request)) return request;
    if (service === 'wps') return readNestedExecution(request, found);
    const needed = nested?.(request) ?? refersToItself('body');
    if (isOutside(needed)) return needed;
    found.nested.push(...needed);
    return undefined;
  };
}

function addressesOf({ attributes }: XmlElement): readonly string[] {
  return attributes.filter(({ name }) => name === 'href').map(({ value }) => value);
}

function elsewhereProblem(address: string, { children }: XmlElement): Outside | undefined {
  const bodies = children.filter(({ name }) => name === 'BodyReference').flatMap(addressesOf);
  return [address, ...bodies].every(isElsewhere) ? undefined : refersToItself('body');
}

/** The one element that is sent; GeoServer reads the address instead unless the method is POST. */
function requestIn({ attributes, children }: XmlElement, scope: Scope): XmlElement | Outside {
  const bodies = children.filter(({ name }) => name !== 'Header');
  const [body] = bodies;
  const [request] = body?.children ?? [];
  const isPost = attributes.some(({ name, value }) => name === 'method' && value === 'POST');
  const isWrittenOut =
    body?.name === 'Body' &&
    !body.hasMarkup &&
    body.text === '' &&
    body.children.length === 1 &&
    bodies.length === 1;
  if (!isPost || !isWrittenOut || !body || !request) return refersToItself('body');
  return { ...request, bindings: bindingsAt([request, body], scope) };
}

function bindingsAt(elements: readonly XmlElement[], scope: Scope): readonly NamespaceBinding[] {
  const bound = new Map<string, string>();
  const add = (bindings: readonly NamespaceBinding[]) => {
    for (const [prefix, namespace] of bindings) if (!bound.has(prefix)) bound.set(prefix, namespace);
  };
  for (const { bindings } of elements) add(bindings);
  for (let at: Scope | undefined = scope; at; at = at.outer) add(at.bindings);
  return [...bound];
}
