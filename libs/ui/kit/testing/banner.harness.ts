import { visibleText } from './find';

/** The banner of a page or form; the first one, when there are several. */
export class BannerHarness {
  private readonly region: HTMLElement;

  constructor(root: HTMLElement) {
    const region = root.querySelector<HTMLElement>('[aria-live][aria-atomic="true"]');
    if (!region) throw new Error('There is no banner on this page.');
    this.region = region;
  }

  get text(): string {
    return visibleText(this.region);
  }

  /** Whether it interrupts assistive technology. */
  get interrupts(): boolean {
    return this.region.getAttribute('aria-live') === 'assertive';
  }
}
