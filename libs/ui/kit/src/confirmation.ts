import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  ElementRef,
  inject,
  input,
  output,
  viewChild,
} from '@angular/core';
import { Banner } from './banner';
import { Button } from './button';
import { Dialog } from './dialog';
import { KIT_TEXTS } from './kit-texts';

/**
 * Requests confirmation before an action with consequences, which its content lists. The initial focus is on the button that
 * changes nothing.
 */
@Component({
  selector: 'gh-confirmation',
  imports: [Banner, Button, Dialog],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-dialog [heading]="heading()" (cancelled)="cancelled.emit()">
      <div class="content"><ng-content /></div>
      <gh-banner tone="danger" [message]="problem()" />
      <div class="answers">
        <button #cancel ghButton look="quiet" type="button" (click)="cancelled.emit()">
          {{ text().cancel }}
        </button>
        <button
          ghButton
          type="button"
          [look]="dangerous() ? 'danger' : 'primary'"
          [busy]="busy()"
          [changes]="changes()"
          (click)="confirmed.emit()"
        >
          {{ answer() }}
        </button>
      </div>
    </gh-dialog>
  `,
  styles: `
    .content {
      margin-block: var(--gh-space-3) var(--gh-space-4);
    }
    .answers {
      display: flex;
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: var(--gh-space-2);
      margin-block-start: var(--gh-space-4);
    }
  `,
})
export class Confirmation {
  readonly heading = input.required<string>();
  /** The label of the button that confirms. */
  readonly answer = input.required<string>();
  readonly dangerous = input(true);
  readonly busy = input(false);
  /** Whether what is confirmed is a change. */
  readonly changes = input(true);
  readonly problem = input('');
  readonly confirmed = output();
  readonly cancelled = output();

  protected readonly text = inject(KIT_TEXTS);
  private readonly cancel = viewChild.required<unknown, ElementRef<HTMLElement>>('cancel', {
    read: ElementRef,
  });

  constructor() {
    afterNextRender(() => this.cancel().nativeElement.focus());
  }
}
