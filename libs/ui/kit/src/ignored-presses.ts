/**
 * Ignores presses of a button that stays focusable. Captured, because listeners of the page that uses the button are registered before
 * those of the button itself.
 */
export function ignorePresses(element: HTMLElement, isIgnored: () => boolean): void {
  element.addEventListener(
    'click',
    (event) => {
      if (!isIgnored()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
