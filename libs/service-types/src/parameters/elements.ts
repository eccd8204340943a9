import type { InvalidRequest, XmlElement } from '../service-type';
import { invalidParameter } from './parameters';

/** The namespaces in scope, by prefix. */
export type Scope = ReadonlyMap<string, string>;

/** Calls `see` with an element and all that is in it, each before what it contains. */
export function visit(
  element: XmlElement,
  see: (element: XmlElement, scope: Scope) => void,
  outer: Scope = new Map(),
): void {
  const scope = element.bindings.length === 0 ? outer : new Map([...outer, ...element.bindings]);
  see(element, scope);
  for (const child of element.children) visit(child, see, scope);
}

/** Whether the element has that local name; case is no difference, lest a lenient parser sees what is not seen here. */
export function isNamed({ name }: XmlElement, lowerCaseName: string): boolean {
  return name.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName;
}

/**
 * The texts of elements that must hold a text alone: parsers disagree about the text of one that also holds elements.
 */
export function textsOf(
  elements: readonly XmlElement[],
  locator: string,
): readonly string[] | InvalidRequest {
  return elements.some(({ children }) => children.length > 0)
    ? invalidParameter(locator, 'An element that ought to hold a name holds elements.')
    : elements.map(({ text }) => text).filter((text) => text !== '');
}
