import { ChangeDetectionStrategy, Component, computed, effect, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import { DirectoryGroupsApi, DirectoryUsersApi, Remote } from '@gatehouse/ui-data';
import {
  Card,
  ChangeButton,
  type Choice,
  closeIcon,
  Combobox,
  Icon,
  mailIcon,
  Skeleton,
  Toasts,
} from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { RowFocus } from '../page-parts/row-focus';
import { PrincipalName } from '../principals/principal-name';
import { BuiltIn } from '../principals/built-in';
import { usersTexts } from './users.texts';

/** The groups of a user: to add and to remove, and those whose terms are not accepted yet. */
@Component({
  selector: 'gh-memberships',
  imports: [Card, ChangeButton, Combobox, Icon, PrincipalName, ProblemPanel, RouterLink, Skeleton],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './membership-list.html',
  styleUrl: '../page-parts/page.css',
})
export class MembershipList {
  readonly userName = input.required<string>();
  readonly changed = output();

  private readonly users = inject(DirectoryUsersApi);
  private readonly groupsApi = inject(DirectoryGroupsApi);
  private readonly toasts = inject(Toasts);
  protected readonly builtIn = inject(BuiltIn);

  protected readonly t = translations(usersTexts);
  protected readonly icons = { remove: closeIcon, mail: mailIcon };
  protected readonly memberships = new Remote(() => this.users.memberships(this.userName()));
  private readonly groups = new Remote(() => this.groupsApi.names());
  protected readonly action = new Action();
  private readonly focus = new RowFocus();
  protected readonly choices = computed<readonly Choice[]>(() => {
    const { active = [], pending = [] } = this.memberships.value() ?? {};
    const others = (this.groups.value() ?? []).filter(
      (name) => !active.includes(name) && !pending.includes(name) && !this.builtIn.isAnonymous(name),
    );
    return others.map((id) => ({ id, label: id }));
  });

  constructor() {
    void this.groups.load();
    effect(() => {
      this.userName();
      void this.memberships.load();
    });
    followChanges(['membership'], () => this.memberships.load());
    followChanges(['group'], () => this.groups.load());
  }

  protected async join(group: string): Promise<void> {
    if (!(await this.action.run(() => this.users.join(this.userName(), group)))) return;
    await this.memberships.load();
    const waits = this.memberships.value()?.pending.includes(group);
    this.toasts.show(
      waits ? this.t('termsSent', { name: this.userName(), group }) : this.t('joined', { group }),
    );
    this.changed.emit();
  }

  protected async leave(group: string, row: number): Promise<void> {
    if (!(await this.action.run(() => this.users.leave(this.userName(), group)))) return;
    await this.memberships.load();
    this.focus.moveFrom(row);
    this.toasts.show(this.t('removed', { group }));
    this.changed.emit();
  }
}
