import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { FormsModule } from '@angular/forms';
import { Banner, Button, Dialog, Field } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import type { AddBelow } from './paste-paths';
import { serviceTexts } from './service.texts';
import { ServiceStore } from './service.store';

/** Adds resources below another one, of the types that are allowed there. */
@Component({
  selector: 'gh-add-resource',
  imports: [Banner, Button, Dialog, Field, FormsModule],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-dialog [heading]="t('add.title', { parent: below().name })" (cancelled)="closed.emit()">
      <form (ngSubmit)="save(false)">
        <gh-banner tone="danger" [message]="problemText()" />
        <gh-banner tone="success" [message]="added() ? t('add.added', { name: added() }) : ''" />
        <gh-field
          [label]="t('add.name')"
          [name]="'resource_name'"
          [error]="nameError()"
          [required]="true"
          [(ngModel)]="name"
        />
        <label class="choice">
          <span>{{ t('add.type') }}</span>
          <select name="resource_type" [(ngModel)]="type">
            @for (option of types(); track option) {
              <option [value]="option">{{ option }}</option>
            }
          </select>
        </label>
        <div class="buttons">
          <button ghButton type="button" look="quiet" (click)="closed.emit()">{{ closeText }}</button>
          <button ghButton type="button" [busy]="store.saving()" [changes]="true" (click)="save(true)">
            {{ t('add.another') }}
          </button>
          <button ghButton type="submit" look="primary" [busy]="store.saving()">{{ t('add.submit') }}</button>
        </div>
      </form>
    </gh-dialog>
  `,
  styleUrl: './service-form.css',
})
export class AddResource {
  readonly below = input.required<AddBelow>();
  readonly types = input.required<readonly string[]>();
  /** Resources were added; whether the user continues to add. */
  readonly changed = output();
  readonly closed = output();

  protected readonly store = inject(ServiceStore);
  protected readonly t = translations(serviceTexts);
  protected readonly name = signal('');
  protected readonly added = signal('');
  protected readonly type = linkedSignal(() => this.types()[0] ?? '');
  private readonly problemTexts = inject(ProblemTexts);
  private readonly field = viewChild.required(Field);

  protected readonly nameError = computed(() => {
    const problem = this.store.problem();
    return problem?.param?.name === 'resource_name' ? this.problemTexts.of(problem) : '';
  });
  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    return problem && this.nameError() === '' ? this.problemTexts.of(problem) : '';
  });

  protected get closeText(): string {
    return this.added() === '' ? this.t('cancel') : this.t('close');
  }

  protected async save(another: boolean): Promise<void> {
    const name = this.name().trim();
    if (name === '') return this.field().focus();
    if (!(await this.store.addResource(this.below().id, this.type(), name))) return this.field().focus();
    this.added.set(name);
    this.name.set('');
    this.changed.emit();
    if (another) this.field().focus();
    else this.closed.emit();
  }
}
