import { findNamed, visibleText } from './find';

/** A named part of a page: a card, a figure, the navigation. */
export class RegionHarness {
  private readonly element: HTMLElement;

  constructor(root: HTMLElement, name: string) {
    this.element = findNamed(root, '[role="region"], [role="group"], nav', name);
  }

  get text(): string {
    return visibleText(this.element);
  }

  /** The entries of the lists in it. */
  get items(): string[] {
    return [...this.element.querySelectorAll('li')].map(visibleText);
  }

  /** Where the links in it lead. */
  get links(): (string | null)[] {
    return [...this.element.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  }
}
