import { Directive, effect, inject, input } from '@angular/core';
import type { FormControl } from '@angular/forms';
import { Field } from './field';

/**
 * Binds a field to a control of a reactive form on the sign-in page. It is `formControl` without the accessors for every
 * kind of native input, which that directive brings along: 4 kB that the page has no room for. Other pages use
 * `formControlName`.
 */
@Directive({ selector: 'gh-field[ghControl]' })
export class FieldControl {
  readonly ghControl = input.required<FormControl<string>>();

  constructor() {
    const field = inject(Field);
    effect((onCleanup) => {
      const control = this.ghControl();
      field.writeValue(control.value);
      field.registerOnChange((value) => control.setValue(value));
      field.registerOnTouched(() => control.markAsTouched());
      const changes = control.valueChanges.subscribe((value) => field.writeValue(value));
      onCleanup(() => changes.unsubscribe());
    });
  }
}
