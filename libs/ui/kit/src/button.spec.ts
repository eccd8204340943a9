import { ChangeDetectionStrategy, Component, signal } from '@angular/core';
import { render } from '../testing';
import { TestBed } from '@angular/core/testing';
import { Button } from './button';
import { CHANGES_REFUSED } from './changes-refused';
import { Confirmation } from './confirmation';
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
  imports: [Button, Confirmation, Toggle],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <form (submit)="act($event)"><button ghButton type="submit">Save</button></form>
    <form (submit)="act($event)"><button ghButton type="submit" [changes]="false">Search</button></form>
    <button ghButton type="button" [changes]="true" (click)="act($event)">Resend</button>
    <button ghButton type="button" title="At once" (click)="act($event)">Show</button>
    <gh-toggle label="Open" [checked]="false" (changed)="actions.update(add)" />
    <gh-confirmation heading="Delete ada?" answer="Delete" (confirmed)="actions.update(add)" />
  `,
})
class Controls {
  readonly actions = signal(0);
  readonly add = (count: number) => count + 1;

  act(event: Event): void {
    event.preventDefault();
    this.actions.update(this.add);
  }
}

describe('while changes are refused', () => {
  const refused = signal('Not now.');
  beforeEach(() => {
    refused.set('Not now.');
    TestBed.configureTestingModule({ providers: [{ provide: CHANGES_REFUSED, useValue: refused }] });
  });

  it('buttons, switches and confirmations that make changes say so and ignore presses', async () => {
    const page = await render(Controls);
    for (const name of ['Save', 'Resend', 'Open', 'Delete']) {
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

  it('others work', async () => {
    const page = await render(Controls);
    await page.button('Search').click();
    await page.button('Show').click();
    expect(page.fixture.componentInstance.actions()).toBe(2);
    expect(page.element.querySelector('[title="At once"]')).not.toBeNull();
  });

  it('they work again when it ends', async () => {
    const page = await render(Controls);
    refused.set('');
    await page.settle();
    for (const name of ['Save', 'Resend', 'Open', 'Delete']) await page.button(name).click();
    expect(page.fixture.componentInstance.actions()).toBe(4);
    expect(page.element.querySelector('[title="Not now."]')).toBeNull();
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
