import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  output,
  signal,
  untracked,
} from '@angular/core';
import { DirectoryGroupsApi, DirectoryUsersApi, Remote, Session } from '@gatehouse/ui-data';
import { Button, Card, Field, Skeleton, Tag, Toasts } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { PrincipalName } from '../principals/principal-name';
import { accountTexts } from './account.texts';

/** Groups that are shown before all are requested; with fewer, there is no search. */
const FIRST = 8;

/** The groups of the signed-in user, and those that all users may join. */
@Component({
  selector: 'gh-own-groups',
  imports: [Button, Card, Field, PrincipalName, ProblemPanel, Skeleton, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './own-groups.html',
  styleUrl: '../page-parts/page.css',
  styles: `
    .search {
      display: block;
      max-width: 24rem;
      margin-block: var(--gh-space-3);
    }
    .grow gh-tag {
      margin-inline-start: var(--gh-space-2);
    }
  `,
})
export class OwnGroups {
  readonly changed = output();

  private readonly session = inject(Session);
  private readonly users = inject(DirectoryUsersApi);
  private readonly groups = inject(DirectoryGroupsApi);
  private readonly toasts = inject(Toasts);
  protected readonly t = translations(accountTexts);
  private readonly name = computed(() => this.session.user()?.user_name ?? '');
  protected readonly memberships = new Remote(() => this.users.memberships(this.name()));
  protected readonly open = new Remote(() => this.groups.discoverable());
  protected readonly action = new Action();
  /** The group that is being joined or left. */
  protected readonly busy = signal('');
  protected readonly wanted = signal('');
  protected readonly all = signal(false);
  protected readonly needsSearch = computed(() => (this.open.value()?.length ?? 0) > FIRST);
  protected readonly isLoaded = computed(() => !!this.open.value() && !!this.memberships.value());
  /** The user's own groups when the page was opened: a row must not move away when it is clicked. */
  private readonly ownAtFirst = signal<ReadonlySet<string> | undefined>(undefined);

  /** The groups that match the search, the user's own first. */
  protected readonly found = computed(() => {
    const own = this.ownAtFirst() ?? new Set();
    const text = this.wanted().trim().toLowerCase();
    const matching = (this.open.value() ?? []).filter(({ group_name, description }) =>
      `${group_name}\n${description}`.toLowerCase().includes(text),
    );
    const isOwn = ({ group_name }: { group_name: string }) => own.has(group_name);
    return [...matching.filter(isOwn), ...matching.filter((group) => !isOwn(group))];
  });
  protected readonly shown = computed(() => (this.all() ? this.found() : this.found().slice(0, FIRST)));

  constructor() {
    void this.memberships.load();
    void this.open.load();
    effect(() => {
      const memberships = this.memberships.value();
      if (memberships && !untracked(this.ownAtFirst))
        this.ownAtFirst.set(new Set([...memberships.active, ...memberships.pending]));
    });
  }

  protected isMember(group: string): boolean {
    return this.memberships.value()?.active.includes(group) ?? false;
  }

  protected isPending(group: string): boolean {
    return this.memberships.value()?.pending.includes(group) ?? false;
  }

  /** Joins a group, or leaves it. */
  protected async change(group: string): Promise<void> {
    if (this.busy() !== '') return;
    const isMember = this.isMember(group);
    this.busy.set(group);
    try {
      const send = () =>
        isMember ? this.groups.leaveDiscoverable(group) : this.groups.joinDiscoverable(group);
      if (!(await this.action.run(send))) return;
      await this.memberships.load();
    } finally {
      this.busy.set('');
    }
    this.toasts.show(this.outcome(group, isMember));
    this.changed.emit();
  }

  private outcome(group: string, wasMember: boolean): string {
    if (wasMember) return this.t('left', { group });
    return this.isPending(group) ? this.t('termsSent', { group }) : this.t('joined', { group });
  }
}
