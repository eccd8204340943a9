import { inject, Injectable } from '@angular/core';
import { DeploymentSettings } from '@gatehouse/ui-data/deployment-settings';
import { translations } from '../language/translations';
import { principalsTexts } from './principals.texts';

/** Letters of the display name that a search must have at least, so that few letters do not find it everywhere. */
const SEARCHED = 2;

/**
 * How the console shows the names of users and groups: as they are, but the anonymous user and its group, to which all users
 * belong, as “Everyone”. Their technical name is a setting, and remains that of addresses, requests and exports.
 */
@Injectable({ providedIn: 'root' })
export class PrincipalNames {
  private readonly settings = inject(DeploymentSettings);
  private readonly t = translations(principalsTexts);

  /** The name for display, in the language of the reader. */
  of(name: string): string {
    return this.isEveryone(name) ? this.t('everyone') : name;
  }

  /** The parameters of a route, with the names of users and groups for display. */
  inParameters(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    // The pages of permissions, which have a kind of principal, also name a user or a group.
    const naming = ['user_name', 'group_name', ...('kind' in parameters ? ['name'] : [])];
    return Object.fromEntries(
      Object.entries(parameters).map(([key, value]) => [key, naming.includes(key) ? this.of(value) : value]),
    );
  }

  /** The technical name where another one is shown; null otherwise. */
  technical(name: string): string | null {
    return this.isEveryone(name) ? name : null;
  }

  /** Whether a user or group of this name is the anonymous one. */
  isEveryone(name: string): boolean {
    return name === this.settings.loaded()?.anonymous_user;
  }

  /** The name for display and the technical one, by both of which lists are filtered. */
  searchable(name: string): string {
    return this.isEveryone(name) ? `${this.t('everyone')} (${name})` : name;
  }

  /** The technical name that a search for the display name stands for; undefined if the search is not for it. */
  everyoneFor(searched: string): string | undefined {
    const name = this.settings.loaded()?.anonymous_user;
    const text = searched.trim().toLowerCase();
    return text.length >= SEARCHED && this.t('everyone').toLowerCase().startsWith(text) ? name : undefined;
  }
}
