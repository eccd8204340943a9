import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { DirectoryGroupsApi, type ListedGroup, Remote } from '@gatehouse/ui-data';
import {
  Button,
  type Column,
  Confirmation,
  Empty,
  Icon,
  plusIcon,
  Table,
  TableCell,
  Tag,
  Toasts,
} from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { openedByAddress } from '../page-parts/opened-by-address';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { scrollBack } from '../page-parts/scroll-back';
import { Selection } from '../page-parts/selection';
import { viewInUrl } from '../page-parts/view-in-url';
import { PrincipalName } from '../principals/principal-name';
import { PrincipalNames } from '../principals/principal-names';
import { BuiltIn } from '../principals/built-in';
import { AddGroup } from './add-group';
import { groupsTexts } from './groups.texts';

/** The list of groups: finds, opens, adds and deletes them. */
@Component({
  selector: 'gh-groups-page',
  imports: [
    AddGroup,
    Button,
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
  templateUrl: './groups-page.html',
  styleUrl: '../page-parts/page.css',
})
export class GroupsPage {
  private readonly groups = inject(DirectoryGroupsApi);
  private readonly toasts = inject(Toasts);
  private readonly builtIn = inject(BuiltIn);
  private readonly names = inject(PrincipalNames);

  protected readonly t = translations(groupsTexts);
  protected readonly formats = inject(ReaderFormats);
  protected readonly addIcon = plusIcon;
  protected readonly list = new Remote(() => this.groups.listed());
  protected readonly view = viewInUrl();
  protected readonly selection = new Selection(() => this.list.load(), ['group', 'membership']);
  protected readonly adding = openedByAddress('add');

  protected readonly key = ({ group_name }: ListedGroup): string => group_name;
  protected readonly columns = computed<readonly Column<ListedGroup>[]>(() => [
    {
      key: 'name',
      heading: this.t('columns.name'),
      value: ({ group_name }) => this.names.searchable(group_name),
      exported: this.key,
    },
    {
      key: 'members',
      heading: this.t('columns.members'),
      value: ({ member_count }) => member_count,
      numeric: true,
    },
    { key: 'builtIn', heading: this.t('columns.builtIn'), value: (group) => this.kindOf(group), minor: true },
  ]);
  /** Built-in groups are not deleted, even if they are selected. */
  protected readonly deletable = computed(() =>
    this.selection.names().filter((name) => !this.builtIn.isGroup(name)),
  );
  protected readonly question = computed(() =>
    this.selection.question(
      (name) => this.t('deleteOne', { name }),
      (count) => this.t('deleteSome', { count }),
    ),
  );

  constructor() {
    scrollBack(() => this.list.value() !== undefined);
  }

  protected kindOf({ group_name }: ListedGroup): string {
    return this.builtIn.isGroup(group_name) ? this.t('builtIn') : '';
  }

  protected delete(): Promise<void> {
    const texts = {
      name: this.t('deleting'),
      done: (count: number) => this.t('deleted', { count }),
      failed: (count: number) => this.t('notDeleted', { count }),
    };
    return this.selection.delete(texts, (name) => this.groups.delete(name));
  }

  protected async added(name: string): Promise<void> {
    this.adding.set(false);
    this.toasts.show(this.t('form.created', { name }));
    await this.list.load();
  }
}
