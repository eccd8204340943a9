/** Moves the focus to an element that is read and not operated, unless it is where the user has moved it meanwhile. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  const at = element?.ownerDocument.activeElement;
  const isLost = at === null || at === undefined || at === element?.ownerDocument.body;
  if (!element || !isLost) return;
  element.tabIndex = -1;
  element.focus();
}
