import { ChangeDetectionStrategy, Component, signal, viewChild } from '@angular/core';
import { render, type Rendered } from '../testing';
import { Field } from './field';

@Component({
  imports: [Field],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `<gh-field
    #field
    [label]="'Password'"
    [name]="'password'"
    [type]="'password'"
    [autocomplete]="'current-password'"
    [showLabel]="'Show it'"
    [hint]="hint()"
    [error]="error()"
    [(value)]="value"
  />`,
})
class PasswordForm {
  readonly field = viewChild.required<Field>('field');
  readonly value = signal('old');
  readonly hint = signal('');
  readonly error = signal('');
}

describe('a field', () => {
  let page: Rendered<PasswordForm>;

  beforeEach(async () => {
    page = await render(PasswordForm);
  });

  const field = () => page.field('Password');

  it('is what password managers look for: its name and purpose on the control, and nowhere else', () => {
    expect([field().name, field().autocomplete]).toEqual(['password', 'current-password']);
    expect(page.element.querySelectorAll('[name="password"], [autocomplete]')).toHaveLength(1);
  });

  it('shows the value it is given and gives the value that is typed', async () => {
    expect(field().value).toBe('old');
    await field().fill('new one');
    expect(page.fixture.componentInstance.value()).toBe('new one');
  });

  it('shows a password while the button is pressed', async () => {
    const button = page.button('Show it');
    expect([field().type, button.pressed]).toEqual(['password', false]);
    await button.click();
    expect([field().type, button.pressed]).toEqual(['text', true]);
    await button.click();
    expect([field().type, button.pressed]).toEqual(['password', false]);
  });

  it('hides a shown password when it is told to', async () => {
    await page.button('Show it').click();
    page.fixture.componentInstance.field().conceal();
    await page.settle();
    expect(field().type).toBe('password');
  });

  it('is valid and described by nothing without error and hint', () => {
    expect([field().invalid, field().description]).toEqual([false, '']);
  });

  it('is described by its error, then its hint', async () => {
    page.fixture.componentInstance.error.set('Too short.');
    page.fixture.componentInstance.hint.set('At least 12 characters.');
    await page.settle();
    expect(field().invalid).toBe(true);
    expect(field().description).toBe('Too short. At least 12 characters.');
  });

  it('takes the cursor with its content selected', () => {
    page.fixture.componentInstance.field().focus();
    expect(field().focused).toBe(true);
    const control = document.activeElement as HTMLInputElement;
    expect([control.selectionStart, control.selectionEnd]).toEqual([0, 3]);
  });
});
