import { ChangeDetectionStrategy, Component, computed, model } from '@angular/core';
import { FormsModule } from '@angular/forms';
import { Field } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { DEFAULT_DRAFT, isDepthValid, isIntervalValid, type SyncDraft } from './sync-draft';
import { syncOptionsTexts } from './sync-options.texts';

const MODES = ['suggest', 'create', 'mirror'] as const;

let forms = 0;

/** How a service is synchronized: mode, interval and depth; part of a form. */
@Component({
  selector: 'gh-sync-options',
  imports: [Field, FormsModule],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './sync-options.html',
  styleUrl: './sync-options.css',
})
export class SyncOptions {
  readonly draft = model<SyncDraft>(DEFAULT_DRAFT);

  protected readonly t = translations(syncOptionsTexts);
  protected readonly modes = MODES;
  protected readonly id = `gh-sync-mode-${++forms}`;
  /** The form around it has its own values. */
  protected readonly alone = { standalone: true };
  protected readonly intervalError = computed(() =>
    isIntervalValid(this.draft()) ? '' : this.t('intervalInvalid'),
  );
  protected readonly depthError = computed(() => (isDepthValid(this.draft()) ? '' : this.t('depthInvalid')));

  protected set(change: Partial<SyncDraft>): void {
    this.draft.update((draft) => ({ ...draft, ...change }));
  }
}
