import { ChangeDetectionStrategy, Component, computed, inject, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Banner, Button, Card, Tag } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { SynchronizationStore } from './synchronization.store';
import { syncStateTexts } from './sync-state.texts';
import { SyncWords } from './sync-words';

/** Kinds of changes that a result counts, which can be shown. */
const KINDS = ['appeared', 'vanished', 'retitled', 'renamed', 'unusable'] as const;
/** What a result says was done. */
const DONE = ['created', 'removed'] as const;

/** How far a service is in step with the real one: age, progress, result, and failure. */
@Component({
  selector: 'gh-sync-status',
  imports: [Banner, Button, Card, ProblemPanel, RouterLink, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './sync-status.html',
  styleUrl: './sync-status.css',
})
export class SyncStatus {
  /** The changes of a kind are to be shown. */
  readonly shown = output<string>();

  protected readonly store = inject(SynchronizationStore);
  protected readonly t = translations(syncStateTexts);
  protected readonly words = inject(SyncWords);
  protected readonly formats = inject(ReaderFormats);
  protected readonly state = this.store.state;
  protected readonly latest = this.store.latest;
  protected readonly isFirst = computed(
    () => this.state()?.last_synchronized === null && !this.store.underWay() && !this.latest(),
  );
  protected readonly progress = computed(() => {
    const { documents, resources, bytes } = this.latest()?.progress ?? {
      documents: 0,
      resources: 0,
      bytes: 0,
    };
    const size = this.formats.size(bytes);
    return this.t('progress', {
      documents: this.formats.number(documents),
      resources: this.formats.number(resources),
      size,
    });
  });
  /** What is announced: the step, not each number. */
  protected readonly step = computed(() => {
    const job = this.latest();
    if (job && this.store.underWay()) return this.words.jobState(job.state);
    return this.store.ended() > 0 ? this.t('ended') : '';
  });
  protected readonly failure = computed(() => {
    const failure = this.latest()?.failure;
    return failure ? this.t('failedTitle', { reason: this.words.failure(failure.code) }) : '';
  });
  protected readonly result = computed(() =>
    this.store.underWay() ? null : (this.latest()?.result ?? null),
  );
  protected readonly found = computed(() => {
    const result = this.result();
    return result
      ? KINDS.map((kind) => ({ kind, count: result[kind] })).filter(({ count }) => count > 0)
      : [];
  });
  protected readonly done = computed(() => {
    const result = this.result();
    return result ? DONE.map((kind) => ({ kind, count: result[kind] })).filter(({ count }) => count > 0) : [];
  });
  /** When the numbers of the result were right: decisions since do not change them. */
  protected readonly resultTime = computed(() => {
    const finished = this.latest()?.finished;
    return finished ? this.formats.dateTime(finished) : '';
  });
  protected readonly requester = computed(() => {
    const job = this.latest();
    if (!job) return '';
    return job.requested_by === null ? this.t('bySchedule') : this.t('by', { name: job.requested_by });
  });

  protected interval(minutes: number | null): string {
    return minutes === null ? this.t('onDemand') : this.t('everyMinutes', { count: minutes });
  }
}
