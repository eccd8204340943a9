import { inject, Injectable, signal } from '@angular/core';
import type { ConsoleSettingsDto } from '@gatehouse/dto';
import { ApiClient } from './api-client';

/**
 * The settings of this deployment: loaded once, before a page that needs it is shown.
 *
 * The names of special users and groups are settings, so the console requests them instead of assuming them.
 */
@Injectable({ providedIn: 'root' })
export class DeploymentSettings {
  private readonly api = inject(ApiClient);
  private readonly settings = signal<ConsoleSettingsDto | undefined>(undefined);

  /** The settings, or undefined as long as they have not been loaded. */
  readonly loaded = this.settings.asReadonly();

  /** The settings; they must not be read before `load` has finished. */
  readonly current = (): ConsoleSettingsDto => {
    const settings = this.settings();
    if (!settings) throw new Error('The settings of the deployment have not been loaded.');
    return settings;
  };

  async load(): Promise<void> {
    this.settings.set(await this.api.get('/ui/settings.json'));
  }
}
