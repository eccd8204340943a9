import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { type ActivatedRouteSnapshot, type Route, Router, RouterLink } from '@angular/router';
import { Icon } from '@gatehouse/ui-kit/icon';
import { chevronRightIcon } from '@gatehouse/ui-kit/icons';
import { translations } from '../language/translations';
import { pageTitles } from '../navigation/page-titles';
import type { PageData } from './page';
import { shellTexts } from './shell.texts';

interface Crumb {
  readonly text: string;
  readonly address: string;
}

/** The pages above this one, by its address: `/users/ada` is below `/users`. Not shown on pages that have none above them. */
@Component({
  selector: 'gh-breadcrumbs',
  imports: [Icon, RouterLink],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @if (crumbs().length > 1) {
      <nav [attr.aria-label]="t('breadcrumbs')">
        <ol>
          @for (crumb of crumbs(); track crumb.address; let last = $last) {
            <li>
              @if (last) {
                <span aria-current="page">{{ crumb.text }}</span>
              } @else {
                <a [routerLink]="crumb.address">{{ crumb.text }}</a>
                <gh-icon [shape]="separator" />
              }
            </li>
          }
        </ol>
      </nav>
    }
  `,
  styles: `
    ol {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: var(--gh-space-1);
      margin: 0 0 var(--gh-space-3);
      padding: 0;
      font-size: var(--gh-text-small);
      list-style: none;
    }
    li {
      display: flex;
      align-items: center;
      gap: var(--gh-space-1);
      min-width: 0;
      overflow-wrap: anywhere;
    }
    a {
      padding-block: 0.25rem;
    }
    span,
    gh-icon {
      color: var(--gh-text-muted);
    }
  `,
})
export class Breadcrumbs {
  private readonly router = inject(Router);
  private readonly titleOf = pageTitles();
  protected readonly t = translations(shellTexts);
  protected readonly separator = chevronRightIcon;

  protected readonly crumbs = computed<readonly Crumb[]>(() => {
    // Read for its change; the routes themselves are no signal.
    if (!this.router.lastSuccessfulNavigation()) return [];
    const shown = deepest(this.router.routerState.snapshot.root);
    const segments = shown.url;
    return segments.flatMap((_, i) => {
      const path = segments.slice(0, i + 1).map(({ path: segment }) => segment);
      const { title } = i + 1 === segments.length ? shown.data : dataAt(this.router.config, path);
      if (title === undefined) return [];
      return [
        { text: this.titleOf(title, shown.params), address: `/${path.map(encodeURIComponent).join('/')}` },
      ];
    });
  });
}

function deepest(route: ActivatedRouteSnapshot): ActivatedRouteSnapshot {
  return route.firstChild ? deepest(route.firstChild) : route;
}

/** The data of the page at a path; parameters match any segment. */
function dataAt(routes: readonly Route[], path: readonly string[]): Partial<PageData> {
  const route = routes.find((candidate) => {
    const parts = candidate.path?.split('/') ?? [];
    return parts.length === path.length && parts.every((part, i) => part.startsWith(':') || part === path[i]);
  });
  return route?.data ?? {};
}
