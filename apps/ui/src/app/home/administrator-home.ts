import { ChangeDetectionStrategy, Component, computed, effect, inject, Injector } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button } from '@gatehouse/ui-kit/button';
import { Card } from '@gatehouse/ui-kit/card';
import { Figure } from '@gatehouse/ui-kit/figure';
import { Icon } from '@gatehouse/ui-kit/icon';
import {
  folderIcon,
  groupsIcon,
  type IconShape,
  refreshIcon,
  serviceIcon,
  shieldIcon,
  userIcon,
} from '@gatehouse/ui-kit/icons';
import { Skeleton } from '@gatehouse/ui-kit/skeleton';
import { Tag } from '@gatehouse/ui-kit/tag';
import { focusRevision } from '../audit/focus-revision';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ACCESS_CHANGES, followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { pageTitles } from '../navigation/page-titles';
import { administratorHomeTexts } from './administrator-home.texts';
import { AdministratorHomeStore } from './administrator-home.store';
import { Attention } from './attention';
import { ChangeList } from './change-list';
import { DeletionList } from './deletion-list';

/** Kinds of objects that are counted or need attention, single sessions are neither; and those that end together. */
const SHOWN = [
  ...ACCESS_CHANGES,
  'user',
  'group',
  'pending_user',
  'webhook',
  'network_node',
  'session_cutoff',
];

/** Milliseconds until the progress of deletions is read again: not all that a job removes is announced. */
const PROGRESS_MS = 5_000;

interface Shown {
  readonly name: 'users' | 'groups' | 'services' | 'resources' | 'permissions';
  readonly icon: IconShape;
  readonly route: string;
  /** Empty while it is not known. */
  readonly value: string;
  readonly note: string;
}

/** The home page of administrators. */
@Component({
  selector: 'gh-administrator-home',
  imports: [
    Attention,
    Button,
    Card,
    ChangeList,
    DeletionList,
    Figure,
    Icon,
    ProblemPanel,
    RouterLink,
    Skeleton,
    Tag,
  ],
  providers: [AdministratorHomeStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './administrator-home.html',
  styleUrls: ['../page-parts/heading.css', './home.css'],
})
export class AdministratorHome {
  protected readonly store = inject(AdministratorHomeStore);
  protected readonly title = pageTitles();
  protected readonly t = translations(administratorHomeTexts);
  protected readonly refreshIcon = refreshIcon;
  protected readonly loading = computed(() => this.store.loading() && !this.store.isFollowing());
  private readonly formats = inject(ReaderFormats);
  private readonly injector = inject(Injector);

  protected readonly figures = computed<readonly Shown[]>(() => {
    const found = this.store.overview();
    const types = this.store.typeCounts()?.length ?? 0;
    const shown = (
      name: Shown['name'],
      icon: IconShape,
      route: string,
      note: (counts: NonNullable<typeof found>) => string,
    ): Shown => ({
      name,
      icon,
      route,
      value: found ? this.number(found[name]) : '',
      note: found ? note(found) : '',
    });
    return [
      shown('users', userIcon, '/users', ({ sessions }) => this.t('usersNote', { count: sessions })),
      shown('groups', groupsIcon, '/groups', () => this.t('groupsNote')),
      shown('services', serviceIcon, '/services', ({ services }) =>
        services === 0 ? this.t('servicesNone') : this.t('servicesNote', { count: types }),
      ),
      shown('resources', folderIcon, '/services', () => this.t('resourcesNote')),
      shown('permissions', shieldIcon, '/permissions', () => this.t('permissionsNote')),
    ];
  });
  protected readonly updated = computed(() => {
    const time = this.store.updatedAt();
    return time ? this.t('updatedAt', { time: this.formats.time(time) }) : '';
  });

  constructor() {
    void this.store.load();
    followChanges(SHOWN, () => this.store.follow());
    effect((onCleanup) => {
      if (this.store.loading() || !this.store.overview()?.deletions.length) return;
      const timer = setTimeout(() => void this.store.follow(), PROGRESS_MS);
      onCleanup(() => clearTimeout(timer));
    });
  }

  /** The focus stays at the change that was undone. */
  protected async showUndone(revision: number | null): Promise<void> {
    await this.store.load();
    focusRevision(revision, this.injector);
  }

  protected size(bytes: number): string {
    return this.formats.size(bytes);
  }

  protected number(value: number): string {
    return this.formats.number(value);
  }
}
