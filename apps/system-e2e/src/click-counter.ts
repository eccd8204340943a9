import type { Page } from 'playwright-core';

interface Counting {
  clicks: number;
}

/** Counts the presses of a pointer on a page, for journeys with a budget; a page that is loaded again ends the count. */
export class ClickCounter {
  private constructor(private readonly page: Page) {}

  static async on(page: Page): Promise<ClickCounter> {
    await page.evaluate(() => {
      const counting = globalThis as unknown as Counting;
      counting.clicks = 0;
      // Presses of the keyboard on a button are clicks too, but begin without a pointer.
      addEventListener('pointerdown', () => counting.clicks++, { capture: true });
    });
    return new ClickCounter(page);
  }

  count(): Promise<number> {
    return this.page.evaluate(() => (globalThis as unknown as Counting).clicks);
  }
}
