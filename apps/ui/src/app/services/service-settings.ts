import { NgTemplateOutlet } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  output,
  signal,
  untracked,
  type WritableSignal,
} from '@angular/core';
import { FormsModule } from '@angular/forms';
import type { ServiceDetailDto } from '@gatehouse/dto';
import { isReadSyncType } from '@gatehouse/ui-data/service-types';
import { Banner, Button, Card, Field, Tag } from '@gatehouse/ui-kit';
import { FieldEdits } from '../editing/field-edits';
import { keyIn } from '../language/console-texts';
import { translations } from '../language/translations';
import { draftOf } from '../page-parts/draft';
import { ProblemTexts } from '../problems/problem-texts';
import { SyncWords } from '../synchronization/sync-words';
import { configurationOf, configurationText, INVALID, yamlOf } from './configuration-text';
import { serviceTexts } from './service.texts';
import { ServiceStore } from './service.store';
import { SyncSettings } from './sync-settings';
import { UnregisteredNames } from './unregistered-names';

/** What is edited: texts and objects by their names in the API, with the column of the change log and the key of the label. */
const TEXTS = {
  service_name: { column: 'name', label: 'settings.name' },
  service_url: { column: 'url', label: 'settings.url' },
} as const;
const OBJECTS = {
  configuration: { column: 'configuration', label: 'settings.configuration' },
  proxy: { column: 'proxy', label: 'settings.proxy' },
} as const;
const FIELDS = { ...TEXTS, ...OBJECTS };
type SettingsField = keyof typeof FIELDS;

const keysOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[];

/** Fields that are saved together. */
const PARTS = {
  identity: keysOf(TEXTS),
  configuration: ['configuration'],
  proxy: ['proxy'],
} as const satisfies Record<string, readonly SettingsField[]>;
type Part = keyof typeof PARTS;

/** The settings of a service: name, address, configuration and proxy options. */
@Component({
  selector: 'gh-service-settings',
  imports: [Banner, Button, Card, Field, FormsModule, NgTemplateOutlet, SyncSettings, Tag, UnregisteredNames],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './service-settings.html',
  styleUrls: ['./service-form.css', './service-settings.css'],
})
export class ServiceSettings {
  /** The service has another name now. */
  readonly renamed = output<string>();

  protected readonly store = inject(ServiceStore);
  protected readonly t = translations(serviceTexts);
  protected readonly words = inject(SyncWords);
  private readonly problemTexts = inject(ProblemTexts);
  protected readonly formats = ['json', 'yaml'] as const;
  protected readonly format = signal<'json' | 'yaml'>('json');
  protected readonly saved = signal(false);
  protected readonly detail = computed(() => this.store.detail.value());
  protected readonly isRead = computed(() => isReadSyncType(this.detail()?.service_sync_type));
  protected readonly edits = new FieldEdits<ServiceDetailDto>({
    current: this.detail,
    kind: (field) => (field === 'service_name' ? 'resource.changed' : 'service.changed'),
    column: (field) => FIELDS[field as SettingsField].column,
  });
  protected readonly texts = keysOf(TEXTS);
  protected readonly drafts = Object.fromEntries(
    keysOf(FIELDS).map((field) => [field, this.draft(field)]),
  ) as Readonly<Record<SettingsField, WritableSignal<string>>>;
  protected readonly names = computed(() => [...new Set(this.detail()?.permissions.map(({ name }) => name))]);
  protected readonly configurationInvalid = computed(() => this.valueOf('configuration') === INVALID);
  protected readonly proxyInvalid = computed(() => this.valueOf('proxy') === INVALID);
  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    const isOnField = keyIn(TEXTS, problem?.param?.name ?? '') !== undefined;
    return problem && !isOnField ? this.problemTexts.of(problem) : '';
  });

  constructor() {
    effect(() => {
      for (const field of keysOf(FIELDS)) {
        const isEdited = this.isEdited(field);
        untracked(() => (isEdited ? this.edits.begin(field) : this.edits.end(field)));
      }
    });
  }

  protected errorOf(field: string): string {
    const problem = this.store.problem();
    return problem?.param?.name === field ? this.problemTexts.of(problem) : '';
  }

  /** Writes what is shown in the other format; what cannot be read is unchanged. */
  protected setFormat(format: 'json' | 'yaml'): void {
    const [configuration, proxy] = [this.valueOf('configuration'), this.valueOf('proxy')];
    this.format.set(format);
    if (configuration !== INVALID) this.drafts.configuration.set(configurationText(configuration, format));
    if (proxy !== INVALID) this.drafts.proxy.set(configurationText(proxy, format));
  }

  /** Whether a part has values that are not saved. */
  protected isUnsaved(part: Part): boolean {
    return PARTS[part].some((field) => this.isEdited(field));
  }

  protected isInvalid(part: Part): boolean {
    return PARTS[part].some((field) => this.valueOf(field) === INVALID);
  }

  /** Shows what is stored instead of what was entered. */
  protected discard(part: Part): void {
    for (const field of PARTS[part]) this.drafts[field].set(this.storedText(field));
  }

  protected async save(part: Part): Promise<void> {
    const fields = PARTS[part].filter((field) => this.isEdited(field));
    const values = Object.fromEntries(fields.map((field) => [field, this.valueOf(field) ?? null]));
    if (fields.length === 0 || Object.values(values).includes(INVALID)) return;
    this.saved.set(false);
    const label = (field: string) => this.labelOf(field as SettingsField);
    // The shapes of configuration and options are checked by the API, which knows the type of the service.
    const outcome = await this.store.update({ values, since: this.edits.since, label });
    if (outcome === 'failed') return;
    this.saved.set(outcome === 'saved');
    const name = values['service_name'];
    if (outcome === 'saved' && typeof name === 'string') return this.renamed.emit(name);
    await this.store.detail.load();
    this.discard(part);
  }

  private isEdited(field: SettingsField): boolean {
    return this.detail() !== undefined && textOf(this.valueOf(field)) !== textOf(this.storedValue(field));
  }

  /** What was entered: a text, or an object. */
  private valueOf(field: SettingsField): unknown {
    const text = this.drafts[field]();
    if (field in TEXTS) return text.trim();
    return this.format() === 'json' ? configurationOf(text) : yamlOf(text);
  }

  private storedValue(field: SettingsField): unknown {
    return this.detail()?.[field] ?? (field in TEXTS ? '' : undefined);
  }

  private storedText(field: SettingsField): string {
    const value = this.storedValue(field);
    return typeof value === 'string' ? value : configurationText(value, this.format());
  }

  protected labelOf(field: SettingsField): string {
    return this.t(FIELDS[field].label);
  }

  private draft(field: SettingsField): WritableSignal<string> {
    return draftOf(
      () => this.detail()?.resource_id,
      () => this.storedText(field),
    );
  }
}

/** Values are compared as texts: the order of the members of a configuration is kept. */
function textOf(value: unknown): string {
  return value === INVALID ? 'invalid' : (JSON.stringify(value ?? null) ?? '');
}
