import { ChangeDetectionStrategy, Component, computed, inject, input, output, signal } from '@angular/core';
import { FormsModule } from '@angular/forms';
import type { NewService, SynchronizationSource } from '@gatehouse/ui-data';
import { CONFIGURABLE_TYPES, isReadSyncType, READ_SYNC_TYPE_NAMES } from '@gatehouse/ui-data/service-types';
import { Banner, Button, Dialog, Field } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { DEFAULT_DRAFT, isSameDraft, optionsOfDraft, type SyncDraft } from '../synchronization/sync-draft';
import { SyncOptions } from '../synchronization/sync-options';
import { syncOptionsTexts } from '../synchronization/sync-options.texts';
import { SyncPreview } from '../synchronization/sync-preview';
import { SyncWords } from '../synchronization/sync-words';
import { configurationOf, INVALID } from './configuration-text';
import { servicesTexts } from './services.texts';
import { ServicesStore } from './services.store';

/** The form that registers a service. */
@Component({
  selector: 'gh-service-form',
  imports: [Banner, Button, Dialog, Field, FormsModule, SyncOptions, SyncPreview],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-dialog [heading]="t('register')" (cancelled)="closed.emit()">
      <form (ngSubmit)="save()">
        <gh-banner tone="danger" [message]="problemText()" />
        <label class="choice">
          <span>{{ t('type') }}</span>
          <select name="service_type" [(ngModel)]="type">
            @for (option of types(); track option) {
              <option [value]="option">{{ option }}</option>
            }
          </select>
        </label>
        <gh-field
          [label]="t('name')"
          [name]="'service_name'"
          [hint]="t('nameHint')"
          [error]="errorOf('service_name', name())"
          [required]="true"
          [(ngModel)]="name"
        />
        <gh-field
          [label]="t('url')"
          [name]="'service_url'"
          [hint]="t('urlHint')"
          [error]="errorOf('service_url', url())"
          [required]="true"
          [(ngModel)]="url"
        />
        <label class="choice">
          <span>{{ syncText('type') }}</span>
          <select name="service_sync_type" [(ngModel)]="sync">
            <option value="">{{ syncText('typeNone') }}</option>
            @for (option of syncTypes(); track option) {
              <option [value]="option">{{ words.type(option) }}</option>
            }
          </select>
          <small>{{ syncText('typeHint') }}</small>
        </label>
        @if (isRead()) {
          <gh-sync-options [(draft)]="options" />
        }
        @if (configurable()) {
          <label class="choice">
            <span>{{ t('configuration') }}</span>
            <textarea
              name="configuration"
              rows="5"
              spellcheck="false"
              [attr.aria-invalid]="invalidConfiguration() || null"
              [(ngModel)]="configuration"
            ></textarea>
            <small [class.error]="invalidConfiguration()">{{
              invalidConfiguration() ? t('notJson') : t('configurationHint')
            }}</small>
          </label>
        }
        @if (isRead()) {
          <gh-sync-preview [source]="source()" />
        }
        <div class="buttons">
          <button ghButton type="button" look="quiet" (click)="closed.emit()">{{ t('cancel') }}</button>
          <button ghButton type="submit" look="primary" [busy]="store.saving()">{{ t('create') }}</button>
        </div>
      </form>
    </gh-dialog>
  `,
  styleUrl: './service-form.css',
})
export class ServiceForm {
  readonly types = input.required<readonly string[]>();
  /** The service that was registered, and whether its resources can be read. */
  readonly created = output<{ readonly name: string; readonly isRead: boolean }>();
  readonly closed = output();

  protected readonly store = inject(ServicesStore);
  protected readonly t = translations(servicesTexts);
  protected readonly syncText = translations(syncOptionsTexts);
  protected readonly words = inject(SyncWords);
  protected readonly type = signal('api');
  protected readonly name = signal('');
  protected readonly url = signal('');
  protected readonly sync = signal('');
  protected readonly options = signal<SyncDraft>(DEFAULT_DRAFT);
  protected readonly configuration = signal('');
  protected readonly sent = signal(false);
  private readonly problemTexts = inject(ProblemTexts);

  protected readonly configurable = computed(() => CONFIGURABLE_TYPES.includes(this.type()));
  /** Those whose services can be read, by their words. */
  protected readonly syncTypes = computed(() =>
    [...READ_SYNC_TYPE_NAMES].sort((one, other) =>
      this.words.type(one).localeCompare(this.words.type(other)),
    ),
  );
  protected readonly isRead = computed(() => isReadSyncType(this.sync()));
  protected readonly invalidConfiguration = computed(
    () => this.configurable() && configurationOf(this.configuration()) === INVALID,
  );
  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    const onField = ['service_name', 'service_url'].includes(problem?.param?.name ?? '');
    return problem && !onField ? this.problemTexts.of(problem) : '';
  });

  /** What can be read before the service exists; undefined while something is missing. */
  protected readonly source = computed(() => {
    const isComplete =
      this.isRead() &&
      this.url().trim() !== '' &&
      optionsOfDraft(this.options()) !== undefined &&
      !this.invalidConfiguration();
    return isComplete ? (this.fields() as SynchronizationSource) : undefined;
  });
  /** What was entered, but the name. */
  private readonly fields = computed(() => {
    const options = this.isRead() ? optionsOfDraft(this.options()) : undefined;
    const isDefault = isSameDraft(this.options(), DEFAULT_DRAFT);
    const configuration = this.configurable() ? configurationOf(this.configuration()) : undefined;
    return {
      service_url: this.url().trim(),
      service_type: this.type(),
      ...(this.sync() && { service_sync_type: this.sync() }),
      ...(options && !isDefault && { synchronization: options }),
      ...(configuration && { configuration }),
    };
  });

  protected errorOf(field: string, value: string): string {
    const problem = this.store.problem();
    if (problem?.param?.name === field) return this.problemTexts.of(problem);
    return this.sent() && value.trim() === '' ? this.t('required') : '';
  }

  protected async save(): Promise<void> {
    this.sent.set(true);
    const name = this.name().trim();
    if (name === '' || this.url().trim() === '' || this.invalidConfiguration()) return;
    if (this.isRead() && !optionsOfDraft(this.options())) return;
    const done = await this.store.create({ service_name: name, ...this.fields() } as NewService);
    if (done) this.created.emit({ name, isRead: this.isRead() });
  }
}
