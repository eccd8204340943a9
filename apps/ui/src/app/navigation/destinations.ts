import { computed, inject, Injectable } from '@angular/core';
import { DeploymentSettings } from '@gatehouse/ui-data/deployment-settings';
import { Session } from '@gatehouse/ui-data/session';
import { navigation, type NavigationItem } from './navigation';

/** The entries of the navigation that exist for the person who is signed in. */
@Injectable({ providedIn: 'root' })
export class Destinations {
  private readonly session = inject(Session);
  private readonly settings = inject(DeploymentSettings);

  readonly sections = computed(() =>
    navigation
      .map(({ heading, items }) => ({ heading, items: items.filter((item) => this.isShown(item)) }))
      .filter(({ items }) => items.length > 0),
  );

  private isShown({ audience, feature }: NavigationItem): boolean {
    if (feature === 'registration' && !this.settings.loaded()?.registration_enabled) return false;
    if (feature === 'network' && !this.settings.loaded()?.network_enabled) return false;
    return audience === 'everyone' || this.session.isAdministrator();
  }
}
