import type { XmlElement } from '@gatehouse/service-types';

/** The first child of that local name, in any namespace: versions of a protocol differ in theirs. */
export function child({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find((element) => element.name === name);
}

/** The text of the first child of that name; empty without one. */
export function textOf(element: XmlElement, name: string): string {
  return child(element, name)?.text ?? '';
}

/** The value of an attribute of that local name, in any namespace. */
export function attribute({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find((one) => one.name === name)?.value;
}
