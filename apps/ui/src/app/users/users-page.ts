import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
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
import { Action } from '../page-parts/action';
import { openedByAddress } from '../page-parts/opened-by-address';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { viewInUrl } from '../page-parts/view-in-url';
import { ProblemTexts } from '../problems/problem-texts';
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
  private readonly problems = inject(ProblemTexts);

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
  protected readonly action = new Action();

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
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });

  constructor() {
    void this.list.load();
    void this.groups.load();
  }

  protected tone({ status }: UserSummary): 'success' | 'warning' | 'danger' {
    return status === 'OK' ? 'success' : status === 'Pending' ? 'warning' : 'danger';
  }

  protected isPending({ status }: UserSummary): boolean {
    return status === 'Pending';
  }

  protected async addSelectedTo({ id: group }: Choice): Promise<void> {
    const names = this.selected();
    const done = await this.action.run(async () => {
      for (const name of names) await this.users.join(name, group);
    });
    if (!done) return;
    this.selected.set([]);
    this.toasts.show(this.t('addedTo', { count: names.length, group }));
  }

  protected ask(names: readonly string[]): void {
    this.action.reset();
    this.deleting.set(names);
  }

  protected async delete(): Promise<void> {
    const names = this.deleting();
    const done = await this.action.run(async () => {
      for (const name of names) {
        await this.users.delete(name);
        // When one of several is refused, those already deleted are removed from the question.
        this.deleting.update((left) => left.filter((other) => other !== name));
        this.selected.update((left) => left.filter((other) => other !== name));
      }
    });
    if (done) this.toasts.show(this.t('deleted', { count: names.length }));
    await this.list.load();
  }

  protected async added(name: string): Promise<void> {
    this.adding.set(false);
    this.toasts.show(this.t('form.created', { name }));
    await this.list.load();
  }
}
