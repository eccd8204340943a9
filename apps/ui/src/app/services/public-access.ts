import { ChangeDetectionStrategy, Component, input, linkedSignal, output } from '@angular/core';
import { FormsModule } from '@angular/forms';
import { Button, Dialog } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { serviceTexts } from './service.texts';

/** Permissions that change or run something at the service: they are not proposed. */
const CHANGING: ReadonlySet<string> = new Set([
  'write',
  'transaction',
  'lockfeature',
  'getfeaturewithlock',
  'createstoredquery',
  'dropstoredquery',
  'execute',
]);

/** Selects the permissions of all users on a service. */
@Component({
  selector: 'gh-public-access',
  imports: [Button, Dialog, FormsModule],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-dialog [heading]="t('opening.title')" (cancelled)="closed.emit()">
      <form (ngSubmit)="chosen.emit(marked())">
        <p class="note">{{ t('opening.about') }}</p>
        <div class="names">
          @for (name of names(); track name) {
            <label>
              <input
                type="checkbox"
                [name]="name"
                [ngModel]="marked().includes(name)"
                (ngModelChange)="toggle(name)"
              />
              {{ name }}
            </label>
          }
        </div>
        <div class="buttons">
          <button ghButton type="button" look="quiet" (click)="closed.emit()">{{ t('cancel') }}</button>
          <button ghButton type="submit" look="primary">{{ t('opening.submit') }}</button>
        </div>
      </form>
    </gh-dialog>
  `,
  styleUrl: './service-form.css',
  styles: `
    .names {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr));
    }
    .names label {
      display: flex;
      align-items: center;
      gap: var(--gh-space-2);
      min-height: 1.75rem;
    }
    .names input {
      width: 1.125rem;
      height: 1.125rem;
      accent-color: var(--gh-accent);
    }
  `,
})
export class PublicAccess {
  readonly names = input.required<readonly string[]>();
  readonly chosen = output<readonly string[]>();
  readonly closed = output();

  protected readonly t = translations(serviceTexts);
  protected readonly marked = linkedSignal<readonly string[]>(() =>
    this.names().filter((name) => !CHANGING.has(name)),
  );

  protected toggle(name: string): void {
    this.marked.update((marked) =>
      marked.includes(name) ? marked.filter((other) => other !== name) : [...marked, name],
    );
  }
}
