import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { PrincipalNames } from './principal-names';

/** The name of a user or group, with the technical name as tooltip where it is another. */
@Component({
  selector: 'gh-principal',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '[attr.title]': 'technical()' },
  template: '{{ shown() }}',
})
export class PrincipalName {
  readonly name = input.required<string>();

  private readonly names = inject(PrincipalNames);
  protected readonly shown = computed(() => this.names.of(this.name()));
  protected readonly technical = computed(() => this.names.technical(this.name()));
}
