import { ChangeDetectionStrategy, Component, computed, effect, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { DirectoryGroupsApi, DirectoryUsersApi, Remote, type UserSummary } from '@gatehouse/ui-data';
import {
  Button,
  type Choice,
  type Column,
  Combobox,
  Confirmation,
  Empty,
  Icon,
  plusIcon,
  Table,
  TableCell,
  Tag,
  Toasts,
} from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { openedByAddress } from '../page-parts/opened-by-address';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { viewInUrl } from '../page-parts/view-in-url';
import { type BulkTexts, WorkInProgress } from '../page-parts/work-in-progress';
import { AddUser } from './add-user';
import { BuiltIn } from './built-in';
import { usersTexts } from './users.texts';

/** The list of users: finds, opens, adds, adds to groups and deletes them. */
@Component({
  selector: 'gh-users-page',
  imports: [
    AddUser,
    Button,
    Combobox,
    Confirmation,
    Empty,
    Icon,
    PageHeader,
    ProblemPanel,
    RouterLink,
    Table,
    TableCell,
    Tag,
  ],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './users-page.html',
  styleUrl: '../page-parts/page.css',
})
export class UsersPage {
  private readonly users = inject(DirectoryUsersApi);
  private readonly toasts = inject(Toasts);
  private readonly builtIn = inject(BuiltIn);
  private readonly works = inject(WorkInProgress);

  protected readonly t = translations(usersTexts);
  protected readonly icons = { add: plusIcon };
  protected readonly list = new Remote(() => this.users.list());
  private readonly groupsApi = inject(DirectoryGroupsApi);
  private readonly groups = new Remote(() => this.groupsApi.names());
  protected readonly view = viewInUrl();
  protected readonly selected = signal<readonly string[]>([]);
  protected readonly adding = openedByAddress('add');
  /** Names of the users to delete, while the confirmation is open. */
  protected readonly deleting = signal<readonly string[]>([]);

  protected readonly key = ({ user_name }: UserSummary): string => user_name;
  protected readonly columns = computed<readonly Column<UserSummary>[]>(() => [
    { key: 'name', heading: this.t('columns.name'), value: ({ user_name }) => user_name },
    { key: 'email', heading: this.t('columns.email'), value: ({ email }) => email, minor: true },
    { key: 'status', heading: this.t('columns.status'), value: ({ status }) => this.t(`status.${status}`) },
  ]);
  protected readonly choices = computed<readonly Choice[]>(() =>
    (this.groups.value() ?? [])
      .filter((name) => !this.builtIn.isAnonymous(name))
      .map((id) => ({ id, label: id })),
  );
  protected readonly question = computed(() => {
    const [first = '', ...more] = this.deleting();
    return more.length === 0
      ? this.t('deleteOne', { name: first })
      : this.t('deleteSome', { count: more.length + 1 });
  });

  constructor() {
    effect(() => {
      this.works.ended();
      void this.list.load();
    });
    void this.groups.load();
  }

  protected tone({ status }: UserSummary): 'success' | 'warning' | 'danger' {
    return status === 'OK' ? 'success' : status === 'Pending' ? 'warning' : 'danger';
  }

  protected isPending({ status }: UserSummary): boolean {
    return status === 'Pending';
  }

  protected addSelectedTo({ id: group }: Choice): Promise<void> {
    const texts = {
      name: this.t('adding', { group }),
      done: (count: number) => this.t('addedTo', { count, group }),
      failed: (count: number) => this.t('notAddedTo', { count, group }),
    };
    return this.runForEach(this.selected(), texts, (name) => this.users.join(name, group));
  }

  protected delete(): Promise<void> {
    const names = this.deleting();
    this.deleting.set([]);
    const texts = {
      name: this.t('deleting'),
      done: (count: number) => this.t('deleted', { count }),
      failed: (count: number) => this.t('notDeleted', { count }),
    };
    return this.runForEach(names, texts, (name) => this.users.delete(name));
  }

  protected async added(name: string): Promise<void> {
    this.adding.set(false);
    this.toasts.show(this.t('form.created', { name }));
    await this.list.load();
  }

  /** Continues when the page is left. Those for which it failed are selected again. */
  private async runForEach(
    names: readonly string[],
    texts: BulkTexts,
    act: (name: string) => Promise<void>,
  ): Promise<void> {
    this.selected.set([]);
    const failed = await this.works.runForEach(names, texts, act);
    this.selected.update((selected) => [...new Set([...selected, ...failed])]);
  }
}
