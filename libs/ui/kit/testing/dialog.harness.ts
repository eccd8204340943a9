import { accessibleName } from './find';

/** The open dialog, if there is one. */
export class DialogHarness {
  constructor(
    private readonly root: HTMLElement,
    private readonly settle: () => Promise<void>,
  ) {}

  /** Its name, or undefined when none is open. */
  get name(): string | undefined {
    const open = this.element;
    return open ? accessibleName(open) : undefined;
  }

  /** Cancels it, as Escape does. */
  async cancel(): Promise<void> {
    this.element?.dispatchEvent(new Event('cancel', { cancelable: true }));
    await this.settle();
  }

  private get element(): HTMLDialogElement | null {
    return this.root.querySelector<HTMLDialogElement>('dialog[open]');
  }
}
