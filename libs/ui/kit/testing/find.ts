/**
 * The text of an element as assistive technology reads it: its pieces in order with a space between, hidden ones left out.
 */
export function visibleText(node: Node | null | undefined): string {
  if (!node) return '';
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/\s+/g, ' ').trim();
  if (node instanceof Element && node.getAttribute('aria-hidden') === 'true') return '';
  return [...node.childNodes].map(visibleText).filter(Boolean).join(' ');
}

/** The name assistive technology gives an element: its label if it has one, otherwise its text. */
export function accessibleName(element: Element): string {
  const labelledBy = element.getAttribute('aria-labelledby');
  if (labelledBy) return visibleText(element.ownerDocument.getElementById(labelledBy));
  return element.getAttribute('aria-label') ?? visibleText(element);
}

/** The one element of a kind that carries a name; a test that finds none or several is wrong about the page. */
export function findNamed<E extends Element>(root: Element, selector: string, name: string): E {
  const named = [...root.querySelectorAll<E>(selector)].filter((element) => accessibleName(element) === name);
  const [found] = named;
  if (!found || named.length > 1)
    throw new Error(`${named.length} elements of ${selector} are named "${name}".`);
  return found;
}
