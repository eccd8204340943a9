import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  input,
  linkedSignal,
  signal,
  untracked,
} from '@angular/core';
import type { ServiceDetailDto } from '@gatehouse/dto';
import { Banner, Button, Card, Tag } from '@gatehouse/ui-kit';
import { FieldEdits } from '../editing/field-edits';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { SyncCredentials } from '../synchronization/sync-credentials';
import {
  draftOfOptions,
  isSameDraft,
  optionsOfDraft,
  type SyncDraft,
  type SyncOptionValues,
} from '../synchronization/sync-draft';
import { SyncOptions } from '../synchronization/sync-options';
import { syncOptionsTexts } from '../synchronization/sync-options.texts';
import { serviceTexts } from './service.texts';
import { ServiceStore } from './service.store';

/** How a service is synchronized, and with which credentials it is read. */
@Component({
  selector: 'gh-sync-settings',
  imports: [Banner, Button, Card, SyncCredentials, SyncOptions, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-card [heading]="t('title')">
      <gh-banner tone="danger" [message]="problemText()" />
      <gh-banner tone="success" [message]="saved() ? t('saved') : ''" />
      <form (submit)="save($event)">
        @if (isEdited()) {
          <p>
            <gh-tag tone="warning">{{ page('settings.unsaved') }}</gh-tag>
          </p>
        }
        <gh-sync-options [(draft)]="draft" />
        <p class="notice" role="status">{{ edits.notice('synchronization') }}</p>
        <div class="buttons">
          @if (isEdited()) {
            <button ghButton type="button" look="quiet" (click)="draft.set(stored())">
              {{ page('settings.discard') }}
            </button>
          }
          <button
            ghButton
            type="submit"
            look="primary"
            [busy]="store.saving()"
            [unavailable]="!isEdited() || values() === undefined"
          >
            {{ t('save') }}
          </button>
        </div>
      </form>
      <gh-sync-credentials [service]="service().service_name" [url]="service().service_url" />
    </gh-card>
  `,
  styleUrls: ['./service-form.css', './service-settings.css'],
})
export class SyncSettings {
  readonly service = input.required<ServiceDetailDto>();

  protected readonly store = inject(ServiceStore);
  protected readonly t = translations(syncOptionsTexts);
  protected readonly page = translations(serviceTexts);
  protected readonly saved = signal(false);
  private readonly wasSent = signal(false);
  private readonly problemTexts = inject(ProblemTexts);
  protected readonly stored = computed<SyncDraft>(() =>
    draftOfOptions(this.service().synchronization as SyncOptionValues | null),
  );
  /** What was entered, whatever is stored meanwhile; the values of another service replace it. */
  protected readonly draft = linkedSignal<{ id: number; stored: SyncDraft }, SyncDraft>({
    source: () => ({ id: this.service().resource_id, stored: this.stored() }),
    computation: ({ id, stored }, previous) =>
      previous?.source.id === id && !isSameDraft(previous.value, previous.source.stored)
        ? previous.value
        : stored,
  });
  protected readonly values = computed(() => optionsOfDraft(this.draft()));
  protected readonly isEdited = computed(() => !isSameDraft(this.draft(), this.stored()));
  protected readonly edits = new FieldEdits<ServiceDetailDto>({
    current: this.service,
    kind: () => 'service.changed',
    column: (field) => field,
  });
  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    return problem && this.wasSent() ? this.problemTexts.of(problem) : '';
  });

  constructor() {
    effect(() => {
      const isEdited = this.isEdited();
      untracked(() => (isEdited ? this.edits.begin('synchronization') : this.edits.end('synchronization')));
    });
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    const synchronization = this.values();
    if (!synchronization || !this.isEdited()) return;
    this.saved.set(false);
    this.wasSent.set(true);
    const values = { synchronization };
    const outcome = await this.store.update({
      values,
      since: this.edits.since,
      label: () => this.t('title'),
    });
    if (outcome === 'failed') return;
    this.wasSent.set(false);
    this.saved.set(outcome === 'saved');
    await this.store.detail.load();
    this.draft.set(this.stored());
  }
}
