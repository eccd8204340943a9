import type { Page } from 'playwright-core';

interface Counting {
  countPress(): Promise<void>;
}

/** Counts the presses of a pointer on a page, for journeys with a budget; also on the pages that are loaded later. */
export class ClickCounter {
  private clicks = 0;

  private constructor(private readonly page: Page) {}

  static async on(page: Page): Promise<ClickCounter> {
    const counter = new ClickCounter(page);
    await page.exposeFunction('countPress', () => void counter.clicks++);
    const listen = (): void =>
      // Presses of the keyboard on a button are clicks too, but begin without a pointer.
      addEventListener('pointerdown', () => void (globalThis as unknown as Counting).countPress(), {
        capture: true,
      });
    await page.addInitScript(listen);
    await page.evaluate(listen);
    return counter;
  }

  async count(): Promise<number> {
    // Calls from the page arrive in order.
    await this.page.evaluate(() => (globalThis as unknown as Counting).countPress());
    return --this.clicks;
  }
}
