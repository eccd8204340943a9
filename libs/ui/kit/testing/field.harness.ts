import { findNamed, visibleText } from './find';

/** A field to fill in, found by its label. */
export class FieldHarness {
  private readonly input: HTMLInputElement;

  constructor(
    private readonly root: HTMLElement,
    label: string,
    private readonly settle: () => Promise<void>,
  ) {
    const id = findNamed<HTMLLabelElement>(root, 'label', label).htmlFor;
    this.input = root.querySelector<HTMLInputElement>(`input#${id}`)!;
  }

  async fill(text: string): Promise<void> {
    this.input.value = text;
    this.input.dispatchEvent(new Event('input', { bubbles: true }));
    await this.settle();
  }

  /** Moves the focus away from the field. */
  async leave(): Promise<void> {
    this.input.dispatchEvent(new Event('blur'));
    await this.settle();
  }

  /** Ends the form as the Enter key does. */
  async submit(): Promise<void> {
    this.input.form?.requestSubmit();
    await this.settle();
  }

  get value(): string {
    return this.input.value;
  }

  get type(): string {
    return this.input.type;
  }

  get name(): string {
    return this.input.name;
  }

  get autocomplete(): string | null {
    return this.input.getAttribute('autocomplete');
  }

  get readOnly(): boolean {
    return this.input.readOnly;
  }

  get focused(): boolean {
    return this.input === document.activeElement;
  }

  get invalid(): boolean {
    return this.input.getAttribute('aria-invalid') === 'true';
  }

  /** What assistive technology reads after the label: error, then hint. */
  get description(): string {
    const ids = this.input.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => visibleText(this.root.querySelector(`#${id}`))).join(' ');
  }
}
