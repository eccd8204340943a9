import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import { InlineEdit } from '@gatehouse/ui-kit';
import type { FieldEdits } from './field-edits';

/** A text of an object, which can be edited in place. */
export interface TextField {
  /** In requests and replies of the API. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Shown instead of the value, such as for a password. */
  readonly shown?: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly locked?: boolean;
}

/** Saves a field; returns why it was refused. */
export type SaveField = (name: string, value: string) => Promise<string | undefined>;

/** The texts of an object, one below the other, with what others change meanwhile; then further facts, as pairs of `dt` and `dd`. */
@Component({
  selector: 'gh-text-fields',
  imports: [InlineEdit],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <dl class="gh-facts">
      @for (field of rows(); track field.name) {
        <dt>{{ field.label }}</dt>
        <dd>
          <gh-inline-edit
            [label]="field.label"
            [name]="field.name"
            [type]="field.type ?? 'text'"
            [autocomplete]="field.type === 'password' ? 'new-password' : 'off'"
            [value]="field.value"
            [shown]="field.shown ?? ''"
            [locked]="field.locked ?? false"
            [notice]="edits().notice(field.name)"
            (begun)="edits().begin(field.name)"
            (left)="edits().end(field.name)"
            [save]="field.save"
          />
        </dd>
      }
      <ng-content />
    </dl>
  `,
})
export class TextFields {
  readonly fields = input.required<readonly TextField[]>();
  readonly edits = input.required<Pick<FieldEdits<object>, 'begin' | 'end' | 'notice'>>();
  readonly save = input.required<SaveField>();

  protected readonly rows = computed(() =>
    this.fields().map((field) => ({
      ...field,
      save: (text: string) => this.save()(field.name, field.type === 'password' ? text : text.trim()),
    })),
  );
}
