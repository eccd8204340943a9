import { ChangeDetectionStrategy, Component, signal } from '@angular/core';
import { render } from '../testing';
import { type Choice, Combobox } from './combobox';
import { Confirmation } from './confirmation';
import { InlineEdit, type Refusal } from './inline-edit';
import { TabPage, TabPages } from './tabs';
import { Toggle } from './toggle';

@Component({
  imports: [Combobox, Confirmation, InlineEdit, TabPage, TabPages, Toggle],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-combobox label="Group" nothing="None" [choices]="choices" (chosen)="chosen.set($event.id)" />
    <gh-inline-edit label="Email" name="email" [value]="email()" [save]="save" />
    <gh-inline-edit
      label="Phone"
      name="phone"
      [value]="phone()"
      confirmation="Current password"
      confirmationName="current_password"
      [save]="saveConfirmed"
    />
    <gh-toggle label="Discoverable" [checked]="on()" [busy]="busy()" (changed)="on.set($event)" />
    <gh-tabs [(selected)]="tab">
      <ng-template ghTab="one" label="One">First page.</ng-template>
      <ng-template ghTab="two" label="Two">Second page.</ng-template>
    </gh-tabs>
    @if (isOpen()) {
      <gh-confirmation
        heading="Delete ada?"
        answer="Delete"
        (confirmed)="answer.set('yes')"
        (cancelled)="isOpen.set(false)"
      >
        Two sessions end.
      </gh-confirmation>
    }
  `,
})
class Kit {
  readonly choices: readonly Choice[] = ['climate', 'clouds', 'rivers'].map((id) => ({ id, label: id }));
  readonly chosen = signal('');
  readonly email = signal('ada@example.org');
  readonly phone = signal('1');
  readonly on = signal(false);
  readonly busy = signal(false);
  readonly tab = signal('one');
  readonly isOpen = signal(false);
  readonly answer = signal('');
  readonly save = async (value: string): Promise<string | undefined> => {
    if (!value.includes('@')) return 'That is no address.';
    this.email.set(value);
    return undefined;
  };
  readonly saveConfirmed = async (value: string, password: string): Promise<Refusal | undefined> => {
    if (password !== 'open sesame') return { confirmation: 'That is not the password.' };
    this.phone.set(value);
    return undefined;
  };
}

describe('the kit', () => {
  const shown = async () => {
    const page = await render(Kit);
    return { page, state: page.fixture.componentInstance };
  };

  it('has a combobox that filters, moves with the arrow keys and selects with Enter', async () => {
    const { page, state } = await shown();
    const input = page.element.querySelector<HTMLInputElement>('[role="combobox"]')!;
    Element.prototype.scrollIntoView ??= () => undefined;
    const press = async (key: string) => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      await page.settle();
    };
    input.value = 'cl';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await page.settle();
    expect([...page.element.querySelectorAll('[role="option"]')].map((o) => o.textContent?.trim())).toEqual([
      'climate',
      'clouds',
    ]);
    expect(input.getAttribute('aria-expanded')).toBe('true');
    await press('ArrowDown');
    expect(
      page.element.querySelector(`#${input.getAttribute('aria-activedescendant')}`)?.textContent,
    ).toContain('clouds');
    await press('Enter');
    expect([state.chosen(), input.value, input.getAttribute('aria-expanded')]).toEqual([
      'clouds',
      '',
      'false',
    ]);
    await press('ArrowDown');
    await press('Escape');
    expect(input.getAttribute('aria-expanded')).toBe('false');
  });

  it('edits a value where it is, keeps a refused one open, and gives the focus back', async () => {
    const { page, state } = await shown();
    await page.button('Edit: Email').click();
    await page.field('Email').fill('nowhere');
    await page.field('Email').submit();
    expect(page.field('Email').description).toBe('That is no address.');
    await page.field('Email').fill('ada@example.net');
    await page.field('Email').submit();
    expect(state.email()).toBe('ada@example.net');
    expect(page.button('Edit: Email').focused).toBe(true);
  });

  it('edits a value that a password confirms, and shows a refusal of the password on its field', async () => {
    const { page, state } = await shown();
    await page.button('Edit: Phone').click();
    await page.field('Phone').fill('2');
    await page.field('Current password').fill('guess');
    await page.field('Phone').submit();
    expect(page.field('Current password').description).toBe('That is not the password.');
    expect(page.field('Phone').description).toBe('');
    expect(state.phone()).toBe('1');
    await page.field('Current password').fill('open sesame');
    await page.field('Current password').submit();
    expect(state.phone()).toBe('2');
    await page.button('Edit: Phone').click();
    expect(page.field('Current password').value).toBe('');
  });

  it('switches, unless it is busy', async () => {
    const { page, state } = await shown();
    await page.button('Discoverable').click();
    expect(state.on()).toBe(true);
    state.busy.set(true);
    await page.settle();
    await page.button('Discoverable').click();
    expect(state.on()).toBe(true);
  });

  it('shows the page of the tab that is chosen', async () => {
    const { page, state } = await shown();
    expect(page.text).toContain('First page.');
    await page.button('Two').click();
    page.element
      .querySelectorAll('[role="tab"]')[1]!
      .dispatchEvent(new Event('pointerdown', { bubbles: true }));
    state.tab.set('two');
    await page.settle();
    expect(page.text).toContain('Second page.');
  });

  it('requests confirmation before something is lost, with the focus on the button that changes nothing', async () => {
    const { page, state } = await shown();
    state.isOpen.set(true);
    await page.settle();
    expect(page.dialog().name).toBe('Delete ada?');
    expect(page.button('Cancel').focused).toBe(true);
    await page.button('Delete').click();
    expect(state.answer()).toBe('yes');
    await page.dialog().cancel();
    expect(state.isOpen()).toBe(false);
  });
});
