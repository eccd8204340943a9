import { ChangeDetectionStrategy, Component, signal } from '@angular/core';
import { render } from '../testing';
import { TestBed } from '@angular/core/testing';
import { Button } from './button';
import { ChangeButton } from './change-button';
import { CHANGES_REFUSED } from './changes-refused';
import { Combobox } from './combobox';
import { Confirmation } from './confirmation';
import { Menu, MenuItem } from './menu';
import { Toggle } from './toggle';

@Component({
  imports: [Button],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <form (submit)="submit($event)">
      <button ghButton type="submit" look="primary" [busy]="busy()" (click)="presses.set(presses() + 1)">
        Save
      </button>
    </form>
  `,
})
class Editor {
  readonly busy = signal(false);
  readonly presses = signal(0);
  readonly submissions = signal(0);

  submit(event: Event): void {
    event.preventDefault();
    this.submissions.update((n) => n + 1);
  }
}

@Component({
  imports: [Button, ChangeButton, Combobox, Confirmation, Menu, MenuItem, Toggle],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <form (submit)="act($event)"><button ghButton type="submit">Save</button></form>
    <form (submit)="act($event)"><button ghButton type="submit" [changes]="false">Search</button></form>
    <button ghButton type="button" [changes]="true" (click)="act($event)">Resend</button>
    <button ghButton type="button" title="At once" (click)="act($event)">Show</button>
    <button ghChange="Leave it" type="button" (click)="act($event)">Leave</button>
    <gh-menu>
      <button ghMenuItem type="button" [changes]="true" (triggered)="actions.update(add)">Remove</button>
      <button ghMenuItem type="button" (triggered)="actions.update(add)">Details</button>
    </gh-menu>
    <gh-combobox label="Group" nothing="None" [choices]="choices" (chosen)="actions.update(add)" />
    <gh-toggle label="Open" [checked]="false" (changed)="actions.update(add)" />
    <gh-confirmation heading="Delete ada?" answer="Delete" (confirmed)="actions.update(add)" />
  `,
})
class Controls {
  readonly actions = signal(0);
  readonly add = (count: number) => count + 1;
  readonly choices = [{ id: 'climate', label: 'climate' }];

  act(event: Event): void {
    event.preventDefault();
    this.actions.update(this.add);
  }
}

/** By the keys that choose the first one. */
async function choose(page: Awaited<ReturnType<typeof render<Controls>>>): Promise<void> {
  Element.prototype.scrollIntoView ??= () => undefined;
  const field = page.element.querySelector('[role="combobox"]');
  for (const key of ['ArrowDown', 'Enter']) {
    field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await page.settle();
  }
}

describe('while changes are refused', () => {
  const refused = signal('Not now.');
  beforeEach(() => {
    refused.set('Not now.');
    TestBed.configureTestingModule({ providers: [{ provide: CHANGES_REFUSED, useValue: refused }] });
  });

  it('buttons, switches, items of menus and confirmations that make changes say so and ignore presses', async () => {
    const page = await render(Controls);
    for (const name of ['Save', 'Resend', 'Leave', 'Remove', 'Open', 'Delete']) {
      await page.button(name).click();
      const button = [...page.element.querySelectorAll('button')].find(
        (one) => one.textContent?.trim() === name,
      );
      expect([name, button?.title, button?.getAttribute('aria-disabled')]).toEqual([
        name,
        'Not now.',
        'true',
      ]);
    }
    expect(page.fixture.componentInstance.actions()).toBe(0);
  });

  it('fields of choices say so and offer none', async () => {
    const page = await render(Controls);
    await choose(page);
    const field = page.element.querySelector<HTMLInputElement>('[role="combobox"]');
    expect(field).toMatchObject({ title: 'Not now.', readOnly: true });
    expect(field?.getAttribute('aria-expanded')).toBe('false');
    expect(page.element.querySelector<HTMLElement>('[role="listbox"]')?.hidden).toBe(true);
    expect(page.fixture.componentInstance.actions()).toBe(0);
  });

  it('others work', async () => {
    const page = await render(Controls);
    await page.button('Search').click();
    await page.button('Show').click();
    await page.button('Details').click();
    expect(page.fixture.componentInstance.actions()).toBe(3);
    expect(page.element.querySelector('[title="At once"]')).not.toBeNull();
  });

  it('they work again when it ends', async () => {
    const page = await render(Controls);
    refused.set('');
    await page.settle();
    for (const name of ['Save', 'Resend', 'Leave', 'Open', 'Delete']) await page.button(name).click();
    expect(page.fixture.componentInstance.actions()).toBe(5);
    await choose(page);
    expect(page.fixture.componentInstance.actions()).toBe(6);
    expect(page.element.querySelector('[title="Not now."]')).toBeNull();
    expect(page.element.querySelector('[title="Leave it"]')).not.toBeNull();
  });
});

describe('a button', () => {
  it('performs its action', async () => {
    const page = await render(Editor);
    await page.button('Save').click();
    expect(page.fixture.componentInstance.presses()).toBe(1);
    expect(page.fixture.componentInstance.submissions()).toBe(1);
  });

  it('ignores presses while it is busy, and keeps the focus', async () => {
    const page = await render(Editor);
    const button = page.button('Save');
    page.element.querySelector('button')!.focus();
    page.fixture.componentInstance.busy.set(true);
    await page.settle();
    await button.click();
    expect(button.busy).toBe(true);
    expect(button.focused).toBe(true);
    expect(page.fixture.componentInstance.presses()).toBe(0);
    expect(page.fixture.componentInstance.submissions()).toBe(0);
  });
});
