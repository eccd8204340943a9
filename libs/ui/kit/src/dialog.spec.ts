import { ChangeDetectionStrategy, Component, signal } from '@angular/core';
import { render } from '../testing';
import { Dialog } from './dialog';

@Component({
  imports: [Dialog],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @if (isOpen()) {
      <gh-dialog heading="Delete bob?" (cancelled)="refusals.set(refusals() + 1)">His groups stay.</gh-dialog>
    }
  `,
})
class Question {
  readonly isOpen = signal(true);
  readonly refusals = signal(0);
}

describe('a dialog', () => {
  it('opens with its page, named by its heading', async () => {
    const page = await render(Question);
    expect(page.dialog().name).toBe('Delete bob?');
    expect(page.text).toContain('His groups stay.');
  });

  it('stays open when the user tries to close it, and notifies its owner', async () => {
    const page = await render(Question);
    await page.dialog().cancel();
    expect(page.fixture.componentInstance.refusals()).toBe(1);
    expect(page.dialog().name).toBe('Delete bob?');
  });

  it('is closed before it is removed, which restores the focus', async () => {
    const page = await render(Question);
    const dialog = page.element.querySelector('dialog')!;
    page.fixture.componentInstance.isOpen.set(false);
    await page.settle();
    expect(dialog.open).toBe(false);
    expect(page.dialog().name).toBeUndefined();
  });
});
