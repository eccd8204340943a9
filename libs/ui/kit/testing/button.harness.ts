import { findNamed } from './find';

/** A button or a link that looks like one. */
export class ButtonHarness {
  private readonly element: HTMLElement;

  constructor(
    root: HTMLElement,
    name: string,
    private readonly settle: () => Promise<void>,
  ) {
    this.element = findNamed(root, 'button, a', name);
  }

  /** Presses it without waiting for what follows. */
  press(): void {
    this.element.click();
  }

  async click(): Promise<void> {
    this.press();
    await this.settle();
  }

  /** Presses a key while the button has the focus. */
  async type(key: string): Promise<void> {
    this.element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await this.settle();
  }

  get busy(): boolean {
    return this.element.getAttribute('aria-busy') === 'true';
  }

  get pressed(): boolean {
    return this.element.getAttribute('aria-pressed') === 'true';
  }

  get expanded(): boolean {
    return this.element.getAttribute('aria-expanded') === 'true';
  }

  get focused(): boolean {
    return this.element === document.activeElement;
  }

  /** Where a link leads. */
  get address(): string | null {
    return this.element.getAttribute('href');
  }
}
