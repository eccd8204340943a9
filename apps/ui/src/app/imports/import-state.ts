import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import type { Import } from '@gatehouse/ui-data';
import { Tag } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { importsTexts } from './imports.texts';

const TONES = { succeeded: 'success', running: 'plain', failed: 'danger', interrupted: 'warning' } as const;

/** What has become of an import. */
@Component({
  selector: 'gh-import-state',
  imports: [Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `<gh-tag [tone]="tone()">{{ text() }}</gh-tag>`,
})
export class ImportStateTag {
  readonly of = input.required<Import['state']>();
  private readonly t = translations(importsTexts);
  protected readonly text = computed(() => this.t(`states.${this.of()}`));
  protected readonly tone = computed(() => TONES[this.of()]);
}
