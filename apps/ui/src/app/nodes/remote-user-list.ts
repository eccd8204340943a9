import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { NodesApi, Remote, type RemoteUser } from '@gatehouse/ui-data';
import {
  Button,
  type Column,
  Confirmation,
  Empty,
  Icon,
  plusIcon,
  Table,
  Toasts,
  TableCell,
} from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { viewInUrl } from '../page-parts/view-in-url';
import { ProblemTexts } from '../problems/problem-texts';
import { nodesTexts } from './nodes.texts';
import { RemoteUserForm } from './remote-user-form';

/** The users of other instances, and whom they sign in as here. */
@Component({
  selector: 'gh-remote-user-list',
  imports: [Button, Confirmation, Empty, Icon, ProblemPanel, RemoteUserForm, Table, TableCell],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './remote-user-list.html',
  styleUrl: '../page-parts/page.css',
})
export class RemoteUserList {
  private readonly api = inject(NodesApi);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  protected readonly t = translations(nodesTexts);
  protected readonly plus = plusIcon;
  protected readonly users = new Remote(() => this.api.remoteUsers());
  protected readonly view = viewInUrl('users');
  protected readonly action = new Action();
  protected readonly adding = signal(false);
  /** The user to remove, or the purge of all tokens, while the confirmation is open. */
  protected readonly openQuestion = signal<RemoteUser | 'purge' | undefined>(undefined);
  protected readonly key = ({ node_name, remote_user_name }: RemoteUser): string =>
    `${node_name}/${remote_user_name}`;
  protected readonly columns = computed<readonly Column<RemoteUser>[]>(() => [
    { key: 'remote', heading: this.t('columns.remote'), value: ({ remote_user_name }) => remote_user_name },
    { key: 'node', heading: this.t('columns.node'), value: ({ node_name }) => node_name, minor: true },
    { key: 'local', heading: this.t('columns.local'), value: ({ user_name }) => user_name, minor: true },
    { key: 'actions', heading: this.t('columns.actions'), value: () => '', sortable: false, actions: true },
  ]);
  protected readonly heading = computed(() => {
    const openQuestion = this.openQuestion();
    if (openQuestion === undefined || openQuestion === 'purge') return this.t('purgeAsk');
    return this.t('removeAsk', { name: openQuestion.remote_user_name, node: openQuestion.node_name });
  });
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });

  constructor() {
    void this.users.load();
    followChanges(['remote_user'], () => this.users.load());
  }

  protected ask(question: RemoteUser | 'purge'): void {
    this.action.reset();
    this.openQuestion.set(question);
  }

  protected async confirmed(question: RemoteUser | 'purge'): Promise<void> {
    let deleted = 0;
    const done = await this.action.run(async () => {
      if (question === 'purge') deleted = await this.api.purgeTokens();
      else await this.api.deleteRemoteUser(question);
    });
    if (!done) return;
    this.openQuestion.set(undefined);
    this.toasts.show(question === 'purge' ? this.t('purged', { count: deleted }) : this.t('removed'));
    await this.users.load();
  }

  protected async saved(name: string): Promise<void> {
    this.adding.set(false);
    this.toasts.show(this.t('admitted', { name }));
    await this.users.load();
  }
}
