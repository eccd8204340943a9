import { ChangeDetectionStrategy, Component, computed, inject, input, signal } from '@angular/core';
import {
  SynchronizationApi,
  type SynchronizationPreview,
  type SynchronizationSource,
} from '@gatehouse/ui-data';
import { Banner, Button, Tag } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { inTreeOrder } from './preview-rows';
import { syncPreviewTexts } from './sync-preview.texts';
import { SyncWords } from './sync-words';

/** The tree of a service that does not exist yet; part of its form. */
@Component({
  selector: 'gh-sync-preview',
  imports: [Banner, Button, ProblemPanel, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './sync-preview.html',
  styleUrl: './sync-preview.css',
})
export class SyncPreview {
  /** What is read; undefined while the form is incomplete. */
  readonly source = input.required<SynchronizationSource | undefined>();

  protected readonly t = translations(syncPreviewTexts);
  protected readonly words = inject(SyncWords);
  protected readonly reading = new Action();
  private readonly api = inject(SynchronizationApi);
  private readonly read = signal<{ readonly of: string; readonly found: SynchronizationPreview } | undefined>(
    undefined,
  );
  /** What was read of something else than the form has now is not shown. */
  protected readonly found = computed(() => {
    const read = this.read();
    return read && read.of === JSON.stringify(this.source()) ? read.found : undefined;
  });
  protected readonly rows = computed(() => inTreeOrder(this.found()?.resources ?? []));
  protected readonly failure = computed(() => {
    const failure = this.found()?.failure;
    return failure ? this.t('failed', { reason: this.words.failure(failure.code) }) : '';
  });
  protected readonly summary = computed(() => {
    const { documents = 0, resources = 0 } = this.found()?.progress ?? {};
    return this.t('found', { count: resources, documents: this.t('documents', { count: documents }) });
  });
  protected readonly isCut = computed(() => {
    const found = this.found();
    return found !== undefined && found.resources.length < found.progress.resources;
  });

  protected async start(): Promise<void> {
    const source = this.source();
    if (!source) return;
    await this.reading.run(async () => {
      this.read.set({ of: JSON.stringify(source), found: await this.api.preview(source) });
    });
  }
}
