import type { Locator, Page } from 'playwright-core';
import { ClickCounter } from './click-counter';

/** A way to use the console in journeys, which are the same with the pointer and with the keyboard. */
export interface Way {
  readonly name: string;
  /** Presses a button, link, cell, option or item of a menu. */
  press(control: Locator): Promise<void>;
  /** Takes the option of a combobox that is in the list, after a part of its text was typed. */
  choose(option: Locator): Promise<void>;
  /** Enters text into an empty field. */
  enter(field: Locator, text: string): Promise<void>;
  /** Selects a radio button. */
  select(radio: Locator): Promise<void>;
  /** The most presses of a pointer that a journey may take. */
  budget(clicks: number): number;
}

export const pointer: Way = {
  name: 'the pointer',
  press: (control) => control.click(),
  choose: (option) => option.click(),
  enter: (field, text) => field.fill(text),
  select: (radio) => radio.check(),
  budget: (clicks) => clicks,
};

const PATIENCE_MS = 30_000;

/**
 * Focuses a control. False for what only a pointer reaches: it takes no focus, or is left out when
 * one moves from control to control.
 */
async function takesFocus(control: Locator): Promise<boolean> {
  await control.focus();
  return control.evaluate(
    (element) =>
      element === document.activeElement &&
      ((element as HTMLElement).tabIndex >= 0 ||
        element.closest('[role="menu"], [role="treegrid"]') !== null),
  );
}

/** Moves the focus to a control. A dialog that closes gives the focus back to where it was, after a moment. */
async function focus(control: Locator): Promise<void> {
  for (
    const end = Date.now() + PATIENCE_MS;
    !(await takesFocus(control));
    await control.page().waitForTimeout(50)
  )
    if (Date.now() > end) throw new Error(`The keyboard does not reach ${control}.`);
}

const keyboard: Way = {
  name: 'only the keyboard',
  async press(control) {
    // Playwright does not click what is disabled; keys do.
    await control.and(control.page().locator(':not([aria-disabled="true"])')).waitFor();
    await focus(control);
    await control.page().keyboard.press('Enter');
  },
  async choose(option) {
    await option.waitFor();
    await option.page().keyboard.press('Enter');
  },
  async enter(field, text) {
    await focus(field);
    await field.page().keyboard.type(text);
  },
  async select(radio) {
    await focus(radio);
    await radio.page().keyboard.press('Space');
  },
  budget: () => 0,
};

/** For `it.each`: `'… with $name'`. */
export const ways: readonly Way[] = [pointer, keyboard];

/** Counts clicks of a journey from here on; the returned function fails beyond the budget. */
export async function budgetOf(page: Page, way: Way, clicks: number): Promise<() => Promise<void>> {
  const counter = await ClickCounter.on(page);
  return async () => {
    expect(await counter.count()).toBeLessThanOrEqual(way.budget(clicks));
  };
}
