import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { Tag } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { pagePartsTexts } from './page-parts.texts';

/** States that file sets own an object, and what a change of it means; nothing for other objects. */
@Component({
  selector: 'gh-managed-by',
  imports: [Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @if (sets().length > 0) {
      <p>
        <gh-tag>{{ t('managed.by', { sets: names() }) }}</gh-tag>
        <span>{{ t('managed.note') }}</span>
      </p>
    }
  `,
  styles: `
    p {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: var(--gh-space-1) var(--gh-space-2);
      margin-block-end: var(--gh-space-4);
      color: var(--gh-text-muted);
      font-size: var(--gh-text-small);
    }
    gh-tag {
      color: var(--gh-text);
    }
  `,
})
export class ManagedBy {
  /** An object as the API replies it. */
  readonly object = input.required<object | undefined>();

  protected readonly t = translations(pagePartsTexts);
  private readonly formats = inject(ReaderFormats);
  protected readonly sets = computed(() => (this.object() as Managed | undefined)?.managed_by ?? []);
  protected readonly names = computed(() => this.formats.list(this.sets()));
}

/** What replies say about the file sets that own an object. */
interface Managed {
  readonly managed_by?: readonly string[];
}
