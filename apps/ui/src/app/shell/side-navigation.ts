import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import { Deployment, DeploymentSettings, Session } from '@gatehouse/ui-data';
import { Icon } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { navigation, type NavigationItem } from './navigation';
import { shellTexts } from './shell.texts';
import { titleTexts } from './titles.texts';

/** The pages that the signed-in user may open, in sections. */
@Component({
  selector: 'gh-side-navigation',
  imports: [Icon, RouterLink, RouterLinkActive],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './side-navigation.html',
  styleUrl: './side-navigation.css',
})
export class SideNavigation {
  private readonly session = inject(Session);
  private readonly settings = inject(DeploymentSettings);
  private readonly deployment = inject(Deployment);

  protected readonly t = translations(shellTexts);
  protected readonly title = translations(titleTexts) as (label: NavigationItem['label']) => string;
  protected readonly sections = computed(() =>
    navigation
      .map(({ heading, items }) => ({
        heading,
        items: items.filter((item) => this.isShown(item)).map(this.toLink),
      }))
      .filter(({ items }) => items.length > 0),
  );

  private readonly toLink = ({ label, icon, to }: NavigationItem) => ({
    label,
    icon,
    route: 'route' in to ? to.route : undefined,
    address: 'api' in to ? this.deployment.apiRoot + to.api : undefined,
  });

  private isShown({ audience, feature }: NavigationItem): boolean {
    if (feature === 'registration' && !this.settings.loaded()?.registration_enabled) return false;
    return audience === 'everyone' || this.session.isAdministrator();
  }
}
