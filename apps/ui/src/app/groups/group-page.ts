import { ChangeDetectionStrategy, Component, computed, effect, inject, input, signal } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { asProblem, DirectoryGroupsApi, type GroupChanges, Remote } from '@gatehouse/ui-data';
import { Button, Card, Confirmation, InlineEdit, Skeleton, Toasts, Toggle } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { followChanges } from '../page-parts/follow-changes';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { WorkInProgress } from '../page-parts/work-in-progress';
import { PrincipalNames } from '../principals/principal-names';
import { ProblemTexts } from '../problems/problem-texts';
import { BuiltIn } from '../users/built-in';
import { GroupMembers } from './group-members';
import { GroupTerms } from './group-terms';
import { groupsTexts } from './groups.texts';

/** One group: details, members, terms, permissions; and deletion with its consequences. */
@Component({
  selector: 'gh-group-page',
  imports: [
    Button,
    Card,
    Confirmation,
    GroupMembers,
    GroupTerms,
    InlineEdit,
    PageHeader,
    ProblemPanel,
    RouterLink,
    Skeleton,
    Toggle,
  ],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './group-page.html',
  styleUrl: '../page-parts/page.css',
})
export class GroupPage {
  /** Parameter of the route. */
  readonly group_name = input.required<string>();

  private readonly groups = inject(DirectoryGroupsApi);
  private readonly router = inject(Router);
  private readonly works = inject(WorkInProgress);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  private readonly builtIn = inject(BuiltIn);
  protected readonly names = inject(PrincipalNames);

  protected readonly t = translations(groupsTexts);
  protected readonly group = new Remote(() => this.groups.get(this.group_name()));
  protected readonly deleting = signal(false);
  protected readonly action = new Action();
  protected readonly switching = new Action();
  protected readonly locked = computed(() => this.builtIn.isGroup(this.group_name()));
  protected readonly isEveryone = computed(() => this.builtIn.isAnonymous(this.group_name()));
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });

  protected readonly rename = async (value: string): Promise<string | undefined> => {
    const name = value.trim();
    const refused = await this.change({ group_name: name });
    if (refused === undefined) await this.router.navigate(['/groups', name], { replaceUrl: true });
    return refused;
  };
  protected readonly describe = (description: string) => this.change({ description });

  constructor() {
    effect(() => {
      this.group_name();
      this.works.ended();
      void this.group.load();
    });
    followChanges(['group', 'membership'], () => this.group.load());
  }

  protected async setDiscoverable(discoverable: boolean): Promise<void> {
    const done = await this.switching.run(() => this.groups.change(this.group_name(), { discoverable }));
    if (done) this.toasts.show(this.t('saved'));
    await this.group.load();
  }

  protected ask(): void {
    this.action.reset();
    this.deleting.set(true);
  }

  protected async delete(): Promise<void> {
    if (!(await this.action.run(() => this.groups.delete(this.group_name())))) return;
    this.toasts.show(this.t('deleted', { count: 1 }));
    await this.router.navigate(['/groups']);
  }

  private async change(changes: GroupChanges): Promise<string | undefined> {
    try {
      await this.groups.change(this.group_name(), changes);
    } catch (thrown) {
      return this.problems.of(asProblem(thrown));
    }
    this.toasts.show(this.t('saved'));
    if (!changes.group_name) await this.group.load();
    return undefined;
  }
}
