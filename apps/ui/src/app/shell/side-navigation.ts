import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import { Deployment } from '@gatehouse/ui-data/deployment';
import { Icon } from '@gatehouse/ui-kit/icon';
import { translations } from '../language/translations';
import { Destinations } from '../navigation/destinations';
import type { NavigationItem } from '../navigation/navigation';
import { shellTexts } from './shell.texts';
import { pageTitles } from '../navigation/page-titles';
import { sectionTexts } from '../navigation/titles.texts';

/** The pages that the signed-in user may open, in sections. */
@Component({
  selector: 'gh-side-navigation',
  imports: [Icon, RouterLink, RouterLinkActive],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './side-navigation.html',
  styleUrl: './side-navigation.css',
})
export class SideNavigation {
  private readonly destinations = inject(Destinations);
  private readonly deployment = inject(Deployment);

  protected readonly t = translations(shellTexts);
  protected readonly headingOf = translations(sectionTexts);
  protected readonly title = pageTitles();
  protected readonly sections = computed(() =>
    this.destinations.sections().map(({ heading, items }) => ({ heading, items: items.map(this.toLink) })),
  );

  private readonly toLink = ({ label, icon, to }: NavigationItem) => ({
    label,
    icon,
    route: 'route' in to ? to.route : undefined,
    address: 'api' in to ? this.deployment.apiRoot + to.api : undefined,
  });
}
