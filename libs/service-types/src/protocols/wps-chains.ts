import { type Target, isUnregistered } from '@gatehouse/access-engine';
import type { Scope } from '../grammar/documents';
import type { Interpreted } from '../grammar/interpreted';
import { type Outside, invalid, isOutside } from '../reading';
import type { XmlElement } from '../request';
import { type FoundProcesses, readNestedExecution } from './wps-documents';
import { isElsewhere, refersToItself } from './wps-references';

/**
 * Reads a request of another protocol that GeoServer makes to itself for the input of a process, and what it needs. What is
 * in scope around the root is its `outer`.
 */
export type NestedReader = (root: XmlElement, interpreted: Interpreted) => Target | Outside;

/** The addresses under which GeoServer answers its own processes from within. */
const ITSELF = /^http:\/\/geoserver\/(wps|wfs|wcs)\/?$/;

/**
 * How GeoServer resolves references: those to itself are requests that it runs without authorization, so that each must be
 * written out as a document of a known operation and is authorized as that; others must refer to other servers. `nested` reads what
 * is not an execution of a process; without it such requests are outside.
 */
export function chainsOf(nested: NestedReader | undefined): FoundProcesses['readReference'] {
  return (reference, found, scope) => {
    const [address, ...others] = addressesOf(reference);
    const tooLong = found.interpreted.take(address?.length ?? 0, 'body');
    if (tooLong) return tooLong;
    if (address === undefined || others.length > 0)
      return invalid('body', 'A reference has no address or more than one.');
    const [, service] = ITSELF.exec(address) ?? [];
    if (service === undefined) return elsewhereProblem(address, reference, found);
    const request = requestIn(reference, scope);
    if (isOutside(request)) return request;
    if (service === 'wps') return readNestedExecution(request, found);
    const needed = nested?.(request, found.interpreted) ?? refersToItself('body');
    if (isOutside(needed)) return needed;
    for (const requirement of needed) {
      const { on } = requirement;
      const count = on === 'everywhere' || isUnregistered(on) ? 1 : on.length;
      const tooMany = found.interpreted.takeNested(count, 'body');
      if (tooMany) return tooMany;
      found.nested.push(requirement);
    }
    return undefined;
  };
}

function addressesOf({ attributes }: XmlElement): readonly string[] {
  return attributes.filter(({ name }) => name === 'href').map(({ value }) => value);
}

function elsewhereProblem(
  address: string,
  { children }: XmlElement,
  { interpreted }: FoundProcesses,
): Outside | undefined {
  const bodies = children.filter(({ name }) => name === 'BodyReference').flatMap(addressesOf);
  const tooLong = interpreted.take(bodies.join('').length, 'body');
  if (tooLong) return tooLong;
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
  return { ...request, outer: { bindings: body.bindings, outer: scope } };
}
