import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  input,
  output,
  signal,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { DirectoryGroupsApi, DirectoryUsersApi, type GroupDetail, Remote } from '@gatehouse/ui-data';
import {
  Button,
  Card,
  ChangeButton,
  type Choice,
  type Column,
  Combobox,
  Empty,
  Icon,
  mailIcon,
  Table,
  TableCell,
  Toasts,
} from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { viewInUrl } from '../page-parts/view-in-url';
import { WorkInProgress } from '../page-parts/work-in-progress';
import { groupsTexts } from './groups.texts';

/** Adds and removes the members of a group; shows users who have not accepted its terms yet. */
@Component({
  selector: 'gh-group-members',
  imports: [Button, Card, ChangeButton, Combobox, Empty, Icon, ProblemPanel, RouterLink, Table, TableCell],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './group-members.html',
  styleUrl: '../page-parts/page.css',
})
export class GroupMembers {
  readonly group = input.required<GroupDetail>();
  /** All users are members of this group: it cannot be changed. */
  readonly everyone = input(false);
  readonly changed = output();

  private readonly groups = inject(DirectoryGroupsApi);
  private readonly users = inject(DirectoryUsersApi);
  private readonly toasts = inject(Toasts);
  private readonly works = inject(WorkInProgress);

  protected readonly t = translations(groupsTexts);
  protected readonly mailIcon = mailIcon;
  private readonly all = new Remote(() => this.users.list());
  protected readonly pending = new Remote(() => this.groups.pendingMembers(this.group().group_name));
  protected readonly action = new Action();
  protected readonly view = viewInUrl();
  protected readonly selected = signal<readonly string[]>([]);
  protected readonly key = (name: string): string => name;
  protected readonly columns = computed<readonly Column<string>[]>(() => [
    { key: 'name', heading: this.t('member'), value: (name) => name },
  ]);
  protected readonly choices = computed<readonly Choice[]>(() => {
    const members = new Set([...this.group().user_names, ...(this.pending.value() ?? [])]);
    const others = (this.all.value() ?? []).filter(
      ({ user_name, status }) => status !== 'Pending' && !members.has(user_name),
    );
    return others.map(({ user_name, email }) => ({ id: user_name, label: user_name, note: email }));
  });

  constructor() {
    void this.all.load();
    effect(() => {
      this.group();
      void this.pending.load();
    });
  }

  protected async join(name: string): Promise<void> {
    const group = this.group().group_name;
    if (!(await this.action.run(() => this.users.join(name, group)))) return;
    await this.pending.load();
    const waits = this.pending.value()?.includes(name);
    this.toasts.show(waits ? this.t('termsSent', { name }) : this.t('joined', { name }));
    this.changed.emit();
  }

  /** Continues when the page is left. Members who were not removed are selected again. */
  protected async remove(names: readonly string[]): Promise<void> {
    const group = this.group().group_name;
    const texts = {
      name: this.t('removing', { group }),
      done: (count: number) => this.t('removed', { count }),
      failed: (count: number) => this.t('notRemoved', { count }),
    };
    this.selected.set([]);
    const failed = await this.works.runForEach(names, texts, (name) => this.users.leave(name, group));
    this.selected.update((selected) => [...new Set([...selected, ...failed])]);
  }
}
