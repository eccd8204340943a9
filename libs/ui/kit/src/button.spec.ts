import { ChangeDetectionStrategy, Component, signal } from '@angular/core';
import { render } from '../testing';
import { Button } from './button';

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
