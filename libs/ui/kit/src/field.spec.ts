import { ChangeDetectionStrategy, Component, signal, viewChild } from '@angular/core';
import { FormControl, ReactiveFormsModule } from '@angular/forms';
import { render, type Rendered } from '../testing';
import { Field } from './field';

@Component({
  imports: [Field, ReactiveFormsModule],
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
    [formControl]="control"
  />`,
})
class PasswordForm {
  readonly field = viewChild.required<Field>('field');
  readonly control = new FormControl('old', { nonNullable: true });
  readonly hint = signal('');
  readonly error = signal('');
}

describe('a field', () => {
  let page: Rendered<PasswordForm>;

  beforeEach(async () => {
    page = await render(PasswordForm);
  });

  const field = () => page.field('Password');

  it('has name and purpose on the control only, as password managers expect', () => {
    expect([field().name, field().autocomplete]).toEqual(['password', 'current-password']);
    expect(page.element.querySelectorAll('[name="password"], [autocomplete]')).toHaveLength(1);
  });

  it('shows its value and emits the value that is typed', async () => {
    expect(field().value).toBe('old');
    await field().fill('new one');
    expect(page.fixture.componentInstance.control.value).toBe('new one');
    page.fixture.componentInstance.control.reset();
    await page.settle();
    expect(field().value).toBe('old');
  });

  it('is touched once it has lost the focus', async () => {
    const { control } = page.fixture.componentInstance;
    await field().fill('new one');
    expect(control.touched).toBe(false);
    await field().leave();
    expect(control.touched).toBe(true);
  });

  it('shows a password while the button is pressed', async () => {
    const button = page.button('Show it');
    expect([field().type, button.pressed]).toEqual(['password', false]);
    await button.click();
    expect([field().type, button.pressed]).toEqual(['text', true]);
    await button.click();
    expect([field().type, button.pressed]).toEqual(['password', false]);
  });

  it('hides a shown password on request', async () => {
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

  it('selects its content when it receives the focus', () => {
    page.fixture.componentInstance.field().focus();
    expect(field().focused).toBe(true);
    const control = document.activeElement as HTMLInputElement;
    expect([control.selectionStart, control.selectionEnd]).toEqual([0, 3]);
  });
});

describe('a field without a form', () => {
  @Component({
    imports: [Field],
    changeDetection: ChangeDetectionStrategy.OnPush,
    template: `<gh-field [label]="'Name'" [name]="'name'" [details]="'rules'" [(value)]="name" />
      <p id="rules">Letters only.</p>`,
  })
  class NameForm {
    readonly name = signal('old');
  }

  it('is bound to a signal, both ways', async () => {
    const page = await render(NameForm);
    const { name } = page.fixture.componentInstance;
    expect(page.field('Name').value).toBe('old');
    await page.field('Name').fill('typed');
    expect(name()).toBe('typed');
    name.set('set');
    await page.settle();
    expect(page.field('Name').value).toBe('set');
  });

  it('is described by an element of the page', async () => {
    const page = await render(NameForm);
    expect(page.field('Name').description).toBe('Letters only.');
  });
});
