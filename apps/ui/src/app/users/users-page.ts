import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
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
import { scrollBack } from '../page-parts/scroll-back';
import { Selection } from '../page-parts/selection';
import { stateInUrl, viewInUrl } from '../page-parts/view-in-url';
import { PrincipalName } from '../principals/principal-name';
import { PrincipalNames } from '../principals/principal-names';
import { AddServiceAccount } from './add-service-account';
import { AddUser } from './add-user';
import { BuiltIn } from '../principals/built-in';
import { usersTexts } from './users.texts';

/** Kinds of accounts to list. */
const KINDS = ['all', 'person', 'service'] as const;
type Kind = (typeof KINDS)[number];

/** The list of users: finds, opens, adds, adds to groups and deletes them. */
@Component({
  selector: 'gh-users-page',
  imports: [
    AddServiceAccount,
    AddUser,
    Button,
    Combobox,
    Confirmation,
    Empty,
    Icon,
    PageHeader,
    PrincipalName,
    ProblemPanel,
    RouterLink,
    Table,
    TableCell,
    Tag,
  ],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './users-page.html',
  styleUrls: ['../page-parts/page.css', './users-page.css'],
})
export class UsersPage {
  private readonly users = inject(DirectoryUsersApi);
  private readonly router = inject(Router);
  private readonly toasts = inject(Toasts);
  private readonly builtIn = inject(BuiltIn);
  private readonly names = inject(PrincipalNames);

  protected readonly t = translations(usersTexts);
  protected readonly icons = { add: plusIcon };
  protected readonly list = new Remote(() => this.users.list());
  private readonly groupsApi = inject(DirectoryGroupsApi);
  private readonly groups = new Remote(() => this.groupsApi.names());
  protected readonly view = viewInUrl();
  protected readonly selection = new Selection(() => this.list.load(), ['user', 'pending_user']);
  protected readonly adding = openedByAddress('add');
  protected readonly addingService = openedByAddress('add-service');
  protected readonly kinds = KINDS;
  protected readonly kind = stateInUrl<Kind>(
    (parameter) => KINDS.find((one) => one === parameter('kind')) ?? 'all',
    (kind) => ({ kind: kind === 'all' ? '' : kind }),
  );
  protected readonly rows = computed(() => {
    const kind = this.kind();
    const all = this.list.value();
    return kind === 'all' ? all : all?.filter((row) => (row.kind === 'service') === (kind === 'service'));
  });

  protected readonly key = ({ user_name }: UserSummary): string => user_name;
  protected readonly columns = computed<readonly Column<UserSummary>[]>(() => [
    {
      key: 'name',
      heading: this.t('columns.name'),
      value: ({ user_name }) => this.names.searchable(user_name),
      exported: this.key,
    },
    { key: 'email', heading: this.t('columns.email'), value: ({ email }) => email, minor: true },
    { key: 'status', heading: this.t('columns.status'), value: ({ status }) => this.t(`status.${status}`) },
  ]);
  protected readonly choices = computed<readonly Choice[]>(() =>
    (this.groups.value() ?? [])
      .filter((name) => !this.builtIn.isAnonymous(name))
      .map((id) => ({ id, label: id })),
  );
  protected readonly question = computed(() =>
    this.selection.question(
      (name) => this.t('deleteOne', { name }),
      (count) => this.t('deleteSome', { count }),
    ),
  );

  constructor() {
    scrollBack(() => this.list.value() !== undefined);
    void this.groups.load();
  }

  protected choose(kind: string): void {
    this.kind.set(KINDS.find((one) => one === kind) ?? 'all');
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
    return this.selection.runForEach(this.selection.names(), texts, (name) => this.users.join(name, group));
  }

  protected delete(): Promise<void> {
    const texts = {
      name: this.t('deleting'),
      done: (count: number) => this.t('deleted', { count }),
      failed: (count: number) => this.t('notDeleted', { count }),
    };
    return this.selection.delete(texts, (name) => this.users.delete(name));
  }

  protected async added(name: string): Promise<void> {
    this.adding.set(false);
    this.toasts.show(this.t('form.created', { name }));
    await this.list.load();
  }

  /** Opens its page, where it gets its tokens. */
  protected async serviceAdded(name: string): Promise<void> {
    this.addingService.set(false);
    this.toasts.show(this.t('form.created', { name }));
    await this.router.navigate(['/users', name]);
  }
}
