import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { OverviewDto, SynchronizationAttentionDto } from '@gatehouse/dto';
import { Icon } from '@gatehouse/ui-kit/icon';
import {
  alertIcon,
  bellIcon,
  checkIcon,
  chevronRightIcon,
  folderIcon,
  type IconShape,
  networkIcon,
  refreshIcon,
  registrationIcon,
  serviceIcon,
} from '@gatehouse/ui-kit/icons';
import { translations } from '../language/translations';
import { Destinations } from '../navigation/destinations';
import { administratorHomeTexts } from './administrator-home.texts';

type Name =
  | 'registrations'
  | 'webhookErrors'
  | 'webhooks'
  | 'notifications'
  | 'nodes'
  | 'services'
  | 'failedSynchronizations'
  | 'suggestions'
  | 'outOfSync'
  | 'refusedNames';

interface Item {
  readonly name: Name;
  readonly count: number;
  readonly icon: IconShape;
  readonly route: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Services that are concerned, as far as they are named, each with its page. */
  readonly services?: readonly string[];
}

/** The part of the page of a service about its synchronization. */
const SYNCHRONIZATION = { tab: 'synchronization' } as const;

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
    .services {
      display: flex;
      flex-wrap: wrap;
      gap: 0 var(--gh-space-4);
      padding-inline-start: calc(2rem + var(--gh-space-3) * 2);
    }
    .services a {
      display: inline-block;
      min-height: 1.75rem;
      padding: 0;
      border: 0;
      color: var(--gh-accent);
      font-weight: 400;
      text-decoration: underline;
      overflow-wrap: anywhere;
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
  /** Services whose names are refused, although a synchronization has found them. */
  readonly refusedNames = input<readonly string[]>([]);

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
      this.synchronization(
        'failedSynchronizations',
        found.services_with_failed_synchronization,
        alertIcon,
        ({ failed }) => failed,
      ),
      this.synchronization(
        'suggestions',
        found.services_with_suggestions,
        folderIcon,
        ({ suggestions }) => suggestions,
      ),
      {
        name: 'refusedNames',
        count: this.refusedNames().length,
        icon: alertIcon,
        route: '/services',
        services: this.refusedNames(),
      },
      this.synchronization(
        'outOfSync',
        found.services_out_of_sync,
        refreshIcon,
        ({ out_of_sync: isOutOfSync }) => isOutOfSync,
      ),
    ];
    // Pages of features that are disabled do not exist; nothing can be done about what was left behind.
    return items.filter(({ count, route }) => count > 0 && this.exists(route));
  });
  protected readonly tab = SYNCHRONIZATION;

  private synchronization(
    name: Name,
    count: number,
    icon: IconShape,
    concerns: (service: SynchronizationAttentionDto) => boolean,
  ): Item {
    const services = this.overview()
      .synchronization_attention.filter(concerns)
      .map(({ service_name: service }) => service);
    return { name, count, icon, route: '/services', services };
  }

  private exists(route: string): boolean {
    return this.destinations
      .sections()
      .some(({ items }) => items.some(({ to }) => 'route' in to && to.route === route));
  }
}
