import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { OverviewDto } from '@gatehouse/dto';
import { Icon } from '@gatehouse/ui-kit/icon';
import {
  alertIcon,
  bellIcon,
  checkIcon,
  chevronRightIcon,
  type IconShape,
  networkIcon,
  registrationIcon,
  serviceIcon,
} from '@gatehouse/ui-kit/icons';
import { translations } from '../language/translations';
import { Destinations } from '../navigation/destinations';
import { administratorHomeTexts } from './administrator-home.texts';

interface Item {
  readonly name: 'registrations' | 'webhookErrors' | 'webhooks' | 'notifications' | 'nodes' | 'services';
  readonly count: number;
  readonly icon: IconShape;
  readonly route: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** What needs attention, each item with the page on which something can be done about it. */
@Component({
  selector: 'gh-attention',
  imports: [Icon, RouterLink],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './attention.html',
  styles: `
    ul {
      display: grid;
      gap: var(--gh-space-2);
    }
    a {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr) auto;
      align-items: center;
      gap: var(--gh-space-3);
      min-height: 3rem;
      padding: var(--gh-space-2) var(--gh-space-3);
      border: 1px solid var(--gh-border);
      border-radius: var(--gh-radius);
      color: var(--gh-text);
      font-weight: 550;
      text-decoration: none;
    }
    a:hover {
      border-color: var(--gh-accent);
      color: var(--gh-accent);
    }
    a > gh-icon {
      color: var(--gh-text-muted);
    }
    .icon {
      display: grid;
      place-items: center;
      width: 2rem;
      height: 2rem;
      border-radius: var(--gh-radius-small);
      background: var(--gh-warning-soft);
      color: var(--gh-warning);
    }
    .fine {
      display: flex;
      align-items: center;
      gap: var(--gh-space-3);
      min-height: 3rem;
      padding: var(--gh-space-2) var(--gh-space-3);
      border-radius: var(--gh-radius);
      background: var(--gh-success-soft);
      color: var(--gh-success);
      font-weight: 550;
    }
  `,
})
export class Attention {
  readonly overview = input.required<OverviewDto>();

  protected readonly t = translations(administratorHomeTexts);
  protected readonly icons = { fine: checkIcon, open: chevronRightIcon };
  private readonly destinations = inject(Destinations);

  protected readonly items = computed<readonly Item[]>(() => {
    const found = this.overview();
    const items: readonly Item[] = [
      {
        name: 'registrations',
        count: found.registrations_to_approve,
        icon: registrationIcon,
        route: '/registrations',
      },
      {
        name: 'webhookErrors',
        count: found.users_with_webhook_error,
        icon: alertIcon,
        route: '/users',
        query: { sort: '-status' },
      },
      { name: 'webhooks', count: found.suspended_webhooks, icon: bellIcon, route: '/notifications' },
      {
        name: 'notifications',
        count: found.failed_notifications,
        icon: bellIcon,
        route: '/notifications',
        query: { tab: 'mails' },
      },
      { name: 'nodes', count: found.nodes_with_problem, icon: networkIcon, route: '/network' },
      {
        name: 'services',
        count: found.services === 0 ? 1 : 0,
        icon: serviceIcon,
        route: '/services',
        query: { add: 'true' },
      },
    ];
    // Pages of features that are disabled do not exist; nothing can be done about what was left behind.
    return items.filter(({ count, route }) => count > 0 && this.exists(route));
  });

  private exists(route: string): boolean {
    return this.destinations
      .sections()
      .some(({ items }) => items.some(({ to }) => 'route' in to && to.route === route));
  }
}
