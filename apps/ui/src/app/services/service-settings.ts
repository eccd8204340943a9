import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  output,
  signal,
  type WritableSignal,
} from '@angular/core';
import { FormsModule } from '@angular/forms';
import type { ServiceChange } from '@gatehouse/ui-data';
import { Banner, Button, Card, Field, Tag } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { draftOf } from '../page-parts/draft';
import { ProblemTexts } from '../problems/problem-texts';
import { configurationOf, configurationText, INVALID, yamlOf } from './configuration-text';
import { serviceTexts } from './service.texts';
import { ServiceStore } from './service.store';
import { UnregisteredNames } from './unregistered-names';

/** The settings of a service: name, address, configuration and proxy options. */
@Component({
  selector: 'gh-service-settings',
  imports: [Banner, Button, Card, Field, FormsModule, Tag, UnregisteredNames],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './service-settings.html',
  styleUrls: ['./service-form.css', './service-settings.css'],
})
export class ServiceSettings {
  /** The service has another name now. */
  readonly renamed = output<string>();

  protected readonly store = inject(ServiceStore);
  protected readonly t = translations(serviceTexts);
  private readonly problemTexts = inject(ProblemTexts);
  protected readonly formats = ['json', 'yaml'] as const;
  protected readonly format = signal<'json' | 'yaml'>('json');
  protected readonly saved = signal(false);
  protected readonly detail = computed(() => this.store.detail.value());
  protected readonly name = this.draft(() => this.detail()?.service_name ?? '');
  protected readonly url = this.draft(() => this.detail()?.service_url ?? '');
  protected readonly configuration = this.draft(() =>
    configurationText(this.detail()?.configuration, this.format()),
  );
  protected readonly proxy = this.draft(() => configurationText(this.detail()?.proxy, this.format()));
  protected readonly names = computed(() => [...new Set(this.detail()?.permissions.map(({ name }) => name))]);
  protected readonly configurationInvalid = computed(() => this.read(this.configuration()) === INVALID);
  protected readonly proxyInvalid = computed(() => this.read(this.proxy()) === INVALID);
  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    const onField = ['service_name', 'service_url'].includes(problem?.param?.name ?? '');
    return problem && !onField ? this.problemTexts.of(problem) : '';
  });

  protected errorOf(field: string): string {
    const problem = this.store.problem();
    return problem?.param?.name === field ? this.problemTexts.of(problem) : '';
  }

  /** Writes what is shown in the other format; what cannot be read is unchanged. */
  protected setFormat(format: 'json' | 'yaml'): void {
    const [configuration, proxy] = [this.read(this.configuration()), this.read(this.proxy())];
    this.format.set(format);
    if (configuration !== INVALID) this.configuration.set(configurationText(configuration, format));
    if (proxy !== INVALID) this.proxy.set(configurationText(proxy, format));
  }

  protected async saveIdentity(): Promise<void> {
    const detail = this.detail();
    const name = this.name().trim();
    const url = this.url().trim();
    if (!detail) return;
    const change: ServiceChange = {
      ...(name !== detail.service_name && { service_name: name }),
      ...(url !== detail.service_url && { service_url: url }),
    };
    if (Object.keys(change).length === 0) return this.saved.set(true);
    await this.save(change);
    if (this.saved() && change.service_name !== undefined) this.renamed.emit(change.service_name);
  }

  protected async saveConfiguration(field: 'configuration' | 'proxy', text: string): Promise<void> {
    const value = this.read(text);
    if (value === INVALID) return;
    // The shapes of both are checked by the API, which knows the type of the service.
    await this.save({ [field]: value ?? null } as ServiceChange);
    if (this.saved()) await this.store.detail.load();
  }

  private async save(change: ServiceChange): Promise<void> {
    this.saved.set(false);
    this.saved.set(await this.store.update(change));
    if (this.saved() && change.service_name === undefined) await this.store.detail.load();
  }

  private draft(stored: () => string): WritableSignal<string> {
    return draftOf(() => this.detail()?.resource_id, stored);
  }

  private read(text: string) {
    return this.format() === 'json' ? configurationOf(text) : yamlOf(text);
  }
}
